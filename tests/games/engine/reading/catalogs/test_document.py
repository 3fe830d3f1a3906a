"""What docs/catalog-files.md says is what reading a catalog does."""

import re
from pathlib import Path

import pytest

from games import registry
from games.engine.model.cards import COMMON
from games.engine.reading.catalogs import maps
from games.engine.reading.catalogs.catalog import CatalogFileError, merge, plan, read_rows, write_rows
from games.engine.reading.catalogs.files import CODES
from games.engine.reading.catalogs.plan import WARNINGS
from games.engine.reading.catalogs.rows import PROBLEMS
from games.engine.reading.catalogs.tables import NOTES
from games.engine.reading.catalogs.titles import Titles

DOCUMENT = (Path(__file__).parents[5] / "docs" / "catalog-files.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")] for line in DOCUMENT.splitlines() if line.startswith("| `")
]
XING_LING_WANG = registry.get("xing-ling-wang")
GRAIL = registry.get("asteriated-grail")

DESCRIBED = {
    "a name of 201 characters": f"code,name,kind\nA,{'a' * 201},unit",
    "a name with a NUL": "code,name,kind\nA,a\0,unit",
    "a file of nothing but blanks": " \n",
    "a file in Big5": "code,name,kind\nA,雪女,unit".encode("big5"),
    "200,001 rows": "code,name,kind\n" + "A,a,unit\n" * 200_001,
    "a text of 10,001 characters": f"code,name,kind,text\nA,a,unit,{'a' * 10_001}",
}


def examples(codes):
    """The code, the file shown for it, and what the row says of it."""
    rows = [row for row in ROWS if len(row) == 3 and row[0].strip("`") in codes]
    return [pytest.param(row[0].strip("`"), example(row[1]), row[2], id=row[0].strip("`")) for row in rows]


def example(shown):
    shown = shown.replace("`&#124;`", "|")
    text = DESCRIBED.get(shown, shown.strip("`").replace("⏎", "\n"))
    return text if isinstance(text, bytes) else text.encode()


def form(data):
    return "json" if data.startswith((b"[", b"{")) else "csv"


def report(data):
    game = GRAIL if b",role" in data else XING_LING_WANG
    return plan(game, {}, read_rows(data, form(data), titles=Titles(game)))


def document_map(**columns):
    return maps.from_document({"version": 1, "columns": columns}, XING_LING_WANG)


def by_map(*, header, **columns):
    data = f"{header}\nA-1,a,unit,中立\n".encode()
    return plan(XING_LING_WANG, {}, read_rows(data, "csv", titles=Titles(XING_LING_WANG, document_map(**columns))))


def test_the_example_imports_without_a_word_and_comes_back():
    (text,) = re.findall(r"```csv\n(.*?)```", DOCUMENT, re.DOTALL)
    found = report(text.encode())
    assert found.counts() == {"rows": 3, "created": 3, "updated": 0, "unchanged": 0, "rejected": 0, "warned": 0}
    snow = merge(XING_LING_WANG, [found.to_save[1]])
    assert (snow.keywords, snow.effects, snow.number("tribute")) == (("貫穿", "尋找"), ("draw:1", "score:1"), 1)
    for kind in ("csv", "json"):
        rows = read_rows(write_rows(XING_LING_WANG, found.to_save, kind), kind)
        assert plan(XING_LING_WANG, {}, rows).to_save == found.to_save


def test_the_columns_are_those_the_games_have():
    said = {row[0].strip("`"): tuple(re.findall(r"`(\w+)`", row[1])) for row in ROWS}
    assert {attribute.name for attribute in COMMON} <= said.keys()
    for game in registry.GAMES:
        assert said[game.slug] == tuple(attribute.name for attribute in game.attributes)


@pytest.mark.parametrize("code, data, said", examples(PROBLEMS))
def test_a_row_is_rejected_for_what_the_document_says(code, data, said):
    (problem,) = report(data).rejected
    assert (problem.code, set(problem.params)) == (code, set(re.findall(r"`(\w+)`", said)))


def test_the_map_is_one_and_reads_what_it_says():
    (text,) = re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)
    read = maps.read_map(text.encode(), XING_LING_WANG)
    assert maps.from_document(maps.as_document(read, XING_LING_WANG), XING_LING_WANG) == read
    data = "id,name,type,faction,attack,tags,date,artist\nA-1,a,單位,中立,盾,貫穿、尋找,3/1/2024,Anna,R\n".encode()
    found = plan(XING_LING_WANG, {}, read_rows(data, "csv", titles=Titles(XING_LING_WANG, read)))
    (card,) = found.to_save
    assert (card.kind, card.get("attack"), card.keywords) == ("unit", "-", ("貫穿", "尋找"))
    assert (card.rarity, card.set) == ("R", "Friday 2026")
    assert (str(card.released), [warned.code for warned in found.warned]) == ("2024-01-03", ["left-out"])


@pytest.mark.parametrize("code, data, said", examples(maps.CODES))
def test_a_map_is_refused_for_what_the_document_says(code, data, said):
    with pytest.raises(CatalogFileError) as raised:
        maps.read_map(data, XING_LING_WANG)
    assert raised.value.code == code
    assert raised.value.params.keys() == set(re.findall(r"`(\w+)`", said.replace("`version`", ""))) | (
        {"line", "column"} if code == "map-syntax" else set()
    )


def test_what_a_map_leaves_out_or_lacks_is_a_warning():
    found = by_map(header="code,name,kind,race,artist", artist=None)
    assert [(warned.code, warned.column) for warned in found.warned] == [("left-out", "artist")]
    found = by_map(header="code,name,kind,race", id="set")
    assert [(warned.code, warned.column) for warned in found.warned] == [("not-in-file", "id")]


NOT_IN_A_TEXT = {"left-out", "left-out-values", "not-in-file", "other-sheets"}


@pytest.mark.parametrize("code, data, said", examples(set(WARNINGS) - NOT_IN_A_TEXT))
def test_a_warning_is_given_for_what_the_document_says(code, data, said):
    assert [warned.code for warned in report(data).warned] == [code]


@pytest.mark.slow
@pytest.mark.parametrize("code, data, said", examples(CODES))
def test_a_file_is_refused_for_what_the_document_says(code, data, said):
    with pytest.raises(CatalogFileError) as raised:
        read_rows(data, form(data))
    assert raised.value.code == code
    if "(" in said:
        assert raised.value.params.keys() == set(re.findall(r"`(\w+)`", said.rpartition("(")[2]))


def test_every_code_is_in_the_document():
    assert {row[0].strip("`") for row in ROWS} >= {*PROBLEMS, *WARNINGS, *CODES, *maps.CODES}
    assert set(NOTES) <= set(WARNINGS)
