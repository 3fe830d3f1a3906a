"""Any catalog in other titles, another order and other words, with a map that says so, is the same catalog."""

import csv
import io
import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import registry
from games.engine.model.cards import Printing
from games.engine.reading.catalogs.files import CatalogFileError, read_rows, write_rows
from games.engine.reading.catalogs.maps import ColumnMap, as_document, from_document, read_map
from games.engine.reading.catalogs.plan import plan
from games.engine.reading.catalogs.titles import REQUIRED, Titles, proposals, spellings
from games.engine.texts.writing import fold

LANGUAGES = ("en", "zh-hant", "zh-hans", "ja")


@cache
def _printings(slug: str) -> tuple[Printing, ...]:
    return printings_of(registry.get(slug))


def printings_of(game) -> tuple[Printing, ...]:
    files = sorted((game.folder / "catalog").glob("*.csv"))
    reports = [plan(game, {}, read_rows(path.read_bytes(), "csv")) for path in files]
    return tuple({each.code: each for report in reports for each in report.to_save}.values())


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_a_catalog_with_other_titles_and_a_map_is_unchanged(game, data):
    printings = _printings(game.slug)[:40]
    columns = data.draw(st.permutations(list(game.fields)))
    titles = {column: f"標題 {place}" for place, column in enumerate(data.draw(st.permutations(columns)))}
    lines = list(csv.reader(io.StringIO(write_rows(game, printings, "csv").decode())))
    places = [lines[0].index(column) for column in columns]
    kinds = {choice.value: f"K{place}" for place, choice in enumerate(game.fields["kind"].choices)}
    separator = data.draw(st.sampled_from([";", ",", "\t"]))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator)
    writer.writerow([titles[column] for column in columns])
    for line in lines[1:]:
        writer.writerow(
            [kinds.get(line[place], line[place]) if lines[0][place] == "kind" else line[place] for place in places]
        )
    uses = {titles[column]: column for column in columns}
    uses[titles["kind"]] = {"column": "kind", "values": {word: kind for kind, word in kinds.items()}}
    column_map = from_document({"version": 1, "game": game.slug, "columns": uses}, game)
    rows = read_rows(out.getvalue().encode(), "csv", titles=Titles(game, column_map))
    report = plan(game, {each.code: each for each in printings}, rows)
    assert report.counts() | {"warned": 0} == {
        "rows": len(printings), "created": 0, "updated": 0, "unchanged": len(printings), "rejected": 0, "warned": 0,
    }  # fmt: skip


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_the_labels_of_every_column_are_understood_in_every_language_unless_two_columns_share_them(game):
    own = spellings(game)
    for name, attribute in game.fields.items():
        assert own[name] == name
        for language in LANGUAGES:
            label = fold(attribute.label.read(language))
            shared = [each for each, other in game.fields.items() if fold(other.label.read(language)) == label]
            assert own.get(label) in (name, *shared, *(each for each in game.fields if each == label), None)
            if name in REQUIRED:
                assert own[label] == name


def test_a_map_comes_back_from_its_file():
    game = registry.get("xing-ling-wang")
    document = {
        "version": 1,
        "game": game.slug,
        "columns": {
            "id": "code",
            "攻": {"column": "attack", "values": {"盾": "-"}},
            "標籤": {"column": "keywords", "separators": "、，"},
            "日": {"column": "released", "dates": "month-first"},
            "備註": None,
            "#7": "race",
        },
        "title_row": 3,
        "fixed": {"kind": "unit"},
    }
    assert as_document(read_map(json.dumps(document).encode(), game), game) == document


@pytest.mark.parametrize(
    "document",
    [
        [],
        {"version": 2, "columns": {}},
        {"version": 1},
        {"version": 1, "columns": {}, "more": 1},
        {"version": 1, "columns": {}, "title_row": -1},
        {"version": 1, "columns": {}, "title_row": True},
        {"version": 1, "columns": {"a": 3}},
        {"version": 1, "columns": {"a": {"column": "attack", "value": {}}}},
        {"version": 1, "columns": {"a": {"column": "attack", "values": {"x": 3}}}},
        {"version": 1, "columns": {"a": {"column": "attack", "separators": "、"}}},
        {"version": 1, "columns": {"a": {"column": "attack", "dates": "day-first"}}},
        {"version": 1, "columns": {"a": {"column": "released", "dates": "year-first"}}},
        {"version": 1, "columns": {}, "fixed": ["kind"]},
        {"version": 1, "columns": {}, "fixed": {"kind": 3}},
        {"version": 1, "columns": {}, "fixed": {"kind": " "}},
    ],
)
def test_a_map_of_another_shape_is_refused_at_its_key(document):
    with pytest.raises(CatalogFileError) as raised:
        from_document(document, registry.get("xing-ling-wang"))
    assert raised.value.code == "map-shape"
    assert raised.value.params["choices"]


def test_values_separators_and_orders_of_days_are_read_as_the_map_says():
    game = registry.get("xing-ling-wang")
    columns = {
        "別名": {"column": "alt_names", "separators": ",，", "values": {"無": ""}},
        "攻": {"column": "attack", "values": {"盾": "-", "？": ""}},
        "日": {"column": "released", "dates": "month-first"},
    }
    column_map = from_document({"version": 1, "columns": columns}, game)
    text = 'code,name,kind,race,別名,攻,日\nA,a,unit,中立,"x,y，z",盾,3/1/2024\nB,b,unit,中立,"x,無",?,15/12/2026\n'
    report = plan(game, {}, read_rows(text.encode(), "csv", titles=Titles(game, column_map)))
    first, second = report.to_save
    assert (second.alt_names, second.get("attack"), str(second.released)) == (("x",), None, "2026-12-15")
    assert (first.alt_names, first.get("attack"), str(first.released)) == (("x", "y", "z"), "-", "2024-03-01")


def test_titles_of_other_people_are_proposed_once_each():
    game = registry.get("xing-ling-wang")
    assert proposals(game, ["id", "編號", "name", "type", "faction", "x"]) == {
        "id": "code", "type": "kind", "faction": "race",
    }  # fmt: skip
    assert ColumnMap().columns == {}


def test_values_that_a_kind_does_not_have_are_left_out_if_the_map_says_so():
    game = registry.get("xing-ling-wang")
    text = b"code,name,kind,race,mana,attack\nA,a,unit,x,0,3\nB,b,spell,x,2,0\nC,c,unit,x,,1\n"
    kept = plan(game, {}, read_rows(text, "csv", titles=Titles(game)))
    assert {warned.code for warned in kept.warned} == {"not-for-kind"}
    column_map = from_document({"version": 1, "columns": {}, "kinds_only": True}, game)
    report = plan(game, {}, read_rows(text, "csv", titles=Titles(game, column_map)))
    assert [(warned.code, warned.column, warned.rows) for warned in report.warned] == [
        ("left-out-values", "mana", (2,)),
        ("left-out-values", "attack", (3,)),
    ]
    assert [each.get("mana") for each in report.to_save] == [None, 2, None]
    assert as_document(column_map, game)["kinds_only"] is True


def rows_by_map(text, **document):
    game = registry.get("xing-ling-wang")
    column_map = from_document({"version": 1, "columns": {}, **document}, game)
    return plan(game, {}, read_rows(text.encode(), "csv", titles=Titles(game, column_map)))


def test_what_the_file_does_not_have_is_the_same_in_every_row():
    report = rows_by_map("code,name\nA,a\n\nB,b\n", fixed={"kind": "單位", "race": "中立", "keywords": "貫穿|尋找"})
    assert [(each.kind, each.get("race"), each.keywords) for each in report.to_save] == [
        ("unit", "中立", ("貫穿", "尋找"))
    ] * 2
    assert report.blank == (3,)
    wrong = rows_by_map("code,name\nA,a\n", fixed={"kind": "ghost"})
    assert [(each.column, each.code) for each in wrong.rejected] == [("kind", "choice")]


def test_a_fixed_column_that_the_file_has_is_refused():
    for columns, title in (({"型": "kind"}, "型"), ({}, "種類")):
        with pytest.raises(CatalogFileError) as raised:
            rows_by_map(f"code,name,{title}\nA,a,unit\n", columns=columns, fixed={"kind": "unit"})
        assert (raised.value.code, raised.value.params) == ("map-fixed", {"column": "kind", "title": title})
    for column in ("code", "name", "colour"):
        with pytest.raises(CatalogFileError, match="map-column"):
            rows_by_map("code,name,kind\nA,a,unit\n", fixed={column: "x"})


def test_columns_without_titles_are_read_by_their_numbers():
    text = "code,,kind,\nA,a,unit,中立,3\nB,b,unit,,\n"
    report = rows_by_map(text, columns={"#2": "name", "#4": "race", "#5": "attack"})
    assert [(each.name, each.get("race"), each.get("attack")) for each in report.to_save] == [
        ("a", "中立", 3), ("b", None, None),
    ]  # fmt: skip
    left_out = rows_by_map(text, columns={"#2": "name", "#4": None, "#5": None})
    assert [(warned.code, warned.column) for warned in left_out.warned if warned.code == "left-out"] == [
        ("left-out", "#4"), ("left-out", "#5"),
    ]  # fmt: skip
    with pytest.raises(CatalogFileError, match="too-many-cells"):
        rows_by_map(text, columns={"#2": "name"})


def test_a_numbered_column_beyond_the_file_removes_no_values():
    game = registry.get("xing-ling-wang")
    before = rows_by_map("code,name,kind,race\nA,a,unit,中立\n").to_save
    column_map = from_document({"version": 1, "columns": {"#2": "name", "#9": "race"}}, game)
    rows = read_rows(b"code,name,kind\nA,a,unit\n", "csv", titles=Titles(game, column_map))
    report = plan(game, {each.code: each for each in before}, rows)
    assert report.counts()["unchanged"] == 1
    assert [(warned.code, warned.column) for warned in report.warned if warned.code == "not-in-file"] == [
        ("not-in-file", "#2"), ("not-in-file", "#9"),
    ]  # fmt: skip
