"""Files of every form are read to the same rows; a hostile one gets one clear error and costs next to nothing."""

import datetime
import io
import os
import zipfile

import openpyxl
import pytest

from deckbuilder.catalog.imports import files, workbooks
from games import registry
from games.engine.reading.catalogs.files import CatalogFileError
from games.engine.reading.catalogs.rows import RowReader
from tests.catalogs import load_catalog, samples_of
from tests.deckbuilder.catalog.imports.import_examples import workbook

HEADER = ["code", "name", "kind", "attack"]
SAMPLE = (samples_of(registry.get("xing-ling-wang")) / "catalog" / "sample.csv").read_text(encoding="utf-8")
TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'


def archive(**parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in parts.items():
            made.writestr(name, text)
    return out.getvalue()


def with_sheet(xml):
    """A sound workbook whose only sheet is that XML."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook([HEADER]))) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.infolist():
            new.writestr(part, xml if part.filename == "xl/worksheets/sheet1.xml" else old.read(part))
    return out.getvalue()


def sheet_of(rows):
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    return f"<worksheet {space}><sheetData>{rows}</sheetData></worksheet>"


def error_of(data, filename):
    with pytest.raises(CatalogFileError) as raised:
        files.read(data, filename)
    return raised.value


@pytest.mark.slow
@pytest.mark.parametrize("kind", files.KINDS)
@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_what_is_written_is_read_again(game, kind):
    printings = list(load_catalog(game).printings.values())
    table = files.read(files.write(game, printings, kind), f"cards.{kind}")
    reader = RowReader(game)
    assert [reader.read(row, number).printing for number, row in table.rows.items()] == printings
    assert table.problems == ()


def test_cells_of_a_sheet_become_what_one_would_have_typed():
    header = [*HEADER, "released", "competition"]
    day = datetime.datetime(2024, 3, 1)
    rows = files.read(workbook([header, ["A-1", " 雪女 ", "unit", 3.0, day, True]]), "a.xlsx").rows
    expected = {
        "code": "A-1",
        "name": "雪女",
        "kind": "unit",
        "attack": "3",
        "released": "2024-03-01",
        "competition": "yes",
    }
    assert list(rows.items()) == [(2, expected)]


def test_rows_of_a_sheet_keep_their_numbers_past_gaps():
    lines = [[], ["Cards of the summer set"][:0], HEADER, [], ["A-1", "a", "unit", 1], [], [], ["A-2", "b", "unit", 2]]
    rows = files.read(workbook(lines), "a.xlsx").rows
    assert (rows.numbers, rows.blank) == ([5, 8], (4, 6, 7))


def test_formulas_and_errors_are_told_and_never_calculated():
    table = files.read(workbook([HEADER, ["A-1", "a", "unit", "=1+1"], ["A-2", "b", "unit", "#N/A"]]), "a.xlsx")
    found = [(each.row, each.column, each.value, each.code) for each in table.problems]
    assert found == [(2, "attack", "=1+1", "formula"), (3, "attack", "#N/A", "error-value")]


def test_a_text_that_looks_like_a_formula_is_written_as_a_text():
    data = workbooks.write(["code", "name"], [["=A1", "-"]])
    rows, problems = files.read(workbook([["code", "name", "kind"], ["A", "b", "unit"]]), "cards.xlsx")
    assert len(rows.rows) == 1
    assert problems == ()
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    assert [(cell.value, cell.data_type) for cell in sheet[2]] == [("=A1", "s"), ("-", "s")]


def test_numbers_are_written_as_numbers_and_codes_as_texts():
    data = workbooks.write(
        ["code", "attack"], [["007", "-1"], ["008", "-"], ["009", "3.5"]], numeric=frozenset(["attack"])
    )
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    assert [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)] == [
        ["007", -1],
        ["008", "-"],
        ["009", 3.5],
    ]


def test_the_sheet_with_codes_is_the_one_that_is_read():
    notes = [["Notes"], ["To be printed in May"]]
    assert len(files.read(workbook(notes, [HEADER, ["A-1", "a", "unit", 1]]), "a.xlsx").rows.rows) == 1


def test_rows_in_which_nothing_stands_are_not_read_by_the_million():
    blank = [[None]] * 1_000
    table = [HEADER, ["A-1", "a", "unit", 1]]
    assert len(files.read(workbook([*blank, *table, *blank, ["A-2", "b", "unit", 1]]), "a.xlsx").rows.rows) == 2
    for lines, row in (([*blank, [None], *table], 1_001), ([*table, *blank, [None], [None], ["x"]], 1_003)):
        error = error_of(workbook(lines), "a.xlsx")
        assert (error.code, error.params) == ("too-many-blank-rows", {"row": row, "limit": 1_000})


def test_two_sheets_with_codes_are_one_too_many():
    error = error_of(workbook([HEADER], [["Code", "Name", "Kind"]]), "a.xlsx")
    assert (error.code, error.params) == ("many-sheets", {"sheets": ("sheet 0", "sheet 1")})


@pytest.mark.parametrize(
    "encoding, told",
    [
        ("big5", "Big5"),
        ("gb18030", "GB18030"),
        ("utf-16-le", "UTF-16"),
        ("utf-32", "UTF-32"),
        ("cp932", "Shift JIS"),
        ("euc_jp", "EUC-JP"),
    ],
)
def test_another_encoding_is_called_by_its_name(encoding, told):
    error = error_of(SAMPLE.encode(encoding, "replace"), "cards.csv")
    assert (error.code, error.params["looks_like"]) == ("encoding", told)
    assert error.params["line"] in (1, 2)


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n" + os.urandom(2000),
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj",
        b"\0" * 1000,
        b"\x1f\x8b\x08" + os.urandom(2000),
        bytes(range(256)) * 8,
    ],
)
def test_what_is_no_text_is_not_taken_for_one(data):
    assert error_of(data, "cards.csv").code == "binary"


@pytest.mark.slow
@pytest.mark.parametrize(
    "data, filename, code",
    [
        (b"", "cards.csv", "empty"),
        (b" \n\n", "cards.csv", "empty"),
        (b"code,name,kind\n", "cards.exe", "file-type"),
        (b"code,name,kind\n", "cards", "file-type"),
        (b"code,name,kind\n", "cards.xlsx", "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500, "cards.xls", "old-workbook"),
        (b"PK\x03\x04" + os.urandom(500), "cards.xlsx", "damaged"),
        (archive(**{"cards.csv": "code,name,kind"}), "cards.zip", "not-a-workbook"),
        (archive(**{"[Content_Types].xml": TYPES, "xl/workbook.xml": "<"}), "cards.xlsx", "damaged"),
        (workbook([HEADER])[:-30], "cards.xlsx", "damaged"),
        (workbook([]), "cards.xlsx", "empty"),
        (workbook([["Notes"]]), "cards.xlsx", "no-header"),
        (workbook([["code", "name"]]), "cards.xlsx", "missing-column"),
        (workbook([HEADER, ["A", "a" * 10_001, "unit", 1]]), "cards.xlsx", "too-large-cell"),
        (workbook([[*HEADER, *map(str, range(300))]]), "cards.xlsx", "too-many-columns"),
        (
            with_sheet(sheet_of('<row r="99999999999"><c r="A99999999999" t="n"><v>1</v></c></row>')),
            "a.xlsx",
            "too-many-blank-rows",
        ),
        (with_sheet(sheet_of('<row r="1"><c r="ZZZ1"><v>1</v></c></row>')), "cards.xlsx", "too-many-columns"),
        (with_sheet(sheet_of('<row r="1"><c r="A1" t="s"><v>77</v></c></row>')), "cards.xlsx", "damaged"),
        (
            with_sheet('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + sheet_of("&b;")),
            "cards.xlsx",
            "damaged",
        ),
    ],
)
def test_a_hostile_file_gets_one_error(data, filename, code):
    assert error_of(data, filename).code == code


def test_a_bomb_is_known_by_the_directory_before_anything_is_unpacked(monkeypatch):
    bomb = archive(**{"[Content_Types].xml": TYPES, "xl/worksheets/sheet1.xml": b"\0" * 40_000_000})
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *args: pytest.fail("unpacked"))
    error = error_of(bomb, "cards.xlsx")
    assert error.code == "unpacks-too-large"
    assert error.params["size"] > 200 * error.params["packed"]


def test_a_part_that_holds_more_than_the_directory_says_is_damaged():
    data = archive(**{"[Content_Types].xml": TYPES, "xl/workbook.xml": "a" * 100_000})
    size = (100_000).to_bytes(4, "little")
    assert error_of(data.replace(size, (10).to_bytes(4, "little")), "cards.xlsx").code == "damaged"


def test_a_file_over_the_limit_is_not_even_looked_at(settings):
    settings.CATALOG_FILE_LIMIT = 100
    error = error_of(b"a" * 101, "cards.csv")
    assert (error.code, error.params) == ("too-large", {"size": 101, "limit": 100})


@pytest.mark.parametrize("kind", files.KINDS)
def test_rows_are_counted_against_the_limit(settings, kind):
    settings.CATALOG_ROW_LIMIT = 3
    printings = list(load_catalog(registry.get("legions")).printings.values())[:4]
    error = error_of(files.write(registry.get("legions"), printings, kind), f"cards.{kind}")
    assert (error.code, error.params) == ("too-many-rows", {"limit": 3})


@pytest.mark.slow
def test_a_million_rows_stop_at_the_limit():
    error = error_of(b"code,name,kind\n" + b"A,a,unit\n" * 1_000_000, "cards.csv")
    assert (error.code, error.params) == ("too-many-rows", {"limit": 200_000})


def test_a_cell_of_ten_megabytes_is_named():
    error = error_of(b"code,name,kind,text\nA,a,unit,ok\nB,b,unit," + b"x" * 10_000_000, "cards.csv")
    assert (error.code, error.params["row"]) == ("too-large-cell", 3)


@pytest.mark.parametrize(
    "data, filename, small",
    [
        (SAMPLE.encode(), "cards.csv", True),
        (b"code,name,kind\n" + b"A,a,unit\n" * 2_500, "cards.csv", False),
        (b" " * 1_100_000, "cards.csv", False),
        (workbook([HEADER]), "cards.xlsx", True),
        (workbook([HEADER, *[["A", "a" * 9_000, "unit", 1]] * 100]), "cards.xlsx", True),
        (workbook([HEADER, *[["A", f"{n}" * 900, "unit", 1] for n in range(1100, 2500)]]), "cards.xlsx", False),
    ],
)
def test_small_files_are_those_a_request_has_time_for(data, filename, small):
    assert files.is_small(data, filename) is small
