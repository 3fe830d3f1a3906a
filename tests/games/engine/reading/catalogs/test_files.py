"""Catalog files as tables: what is read from them, and what is wrong with those that are none."""

import json
from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.model.cards import Printing
from games.engine.reading.catalogs.files import (
    CODES,
    CatalogFileError,
    Limits,
    Rows,
    cell_text,
    read_rows,
    tabulate,
    write_rows,
)
from tests.games.engine.small_game import GAME

HEAD = "code,name,kind\n"


def rows(text, kind="csv", **limits):
    return read_rows(text if isinstance(text, bytes) else text.encode(), kind, limits=Limits(**limits))


def as_json(*objects):
    return json.dumps(objects)


# What is read


def test_a_row_maps_columns_to_texts_and_an_empty_cell_to_none():
    found = rows("name,code,kind,text\n雪女 , A-1,unit,\n石牆,A-2,unit,擋\n")
    assert found.columns == ("name", "code", "kind", "text")
    assert list(found.rows) == [
        {"name": "雪女", "code": "A-1", "kind": "unit", "text": None},
        {"name": "石牆", "code": "A-2", "kind": "unit", "text": "擋"},
    ]


@pytest.mark.parametrize("mark, encoding", [(b"", "utf-8"), (b"\xef\xbb\xbf", "utf-8-sig")])
def test_a_byte_order_mark_is_fine_and_told(mark, encoding):
    found = rows(mark + '"code",name,kind\nA,雪女,unit\n'.encode())
    assert (found.columns, found.encoding) == (("code", "name", "kind"), encoding)


def test_columns_may_be_written_in_any_width_and_case():
    assert rows("Code, ＮＡＭＥ ,KIND\n").columns == ("code", "name", "kind")


def test_rows_have_the_numbers_a_spreadsheet_shows_and_blank_ones_are_told():
    found = rows(HEAD + 'A,"two\nlines",unit\n\nB,b,unit\n,,\nC,c,unit\n')
    assert list(found.numbers) == [2, 4, 6]
    assert found.blank == (3, 5)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_is_read(end):
    found = rows(HEAD.replace("\n", end) + f'A,"a{end}b",unit{end}B,b,spell')
    assert [row["name"] for row in found.rows] == ["a\nb", "b"]


def test_a_formula_is_text():
    assert rows(HEAD + "=1+1,@SUM(A1),unit\n").rows[0] == {"code": "=1+1", "name": "@SUM(A1)", "kind": "unit"}


def test_a_nul_is_no_reason_to_fail_here():
    assert rows(HEAD + "A,a\0b,unit\n").rows[0]["name"] == "a\0b"


def test_a_short_row_gives_nothing_for_the_rest_and_empty_cells_at_the_end_do_no_harm():
    found = rows("code,name,kind,text,\nA,a\nB,b,unit,,,,\n")
    assert [row["kind"] for row in found.rows] == [None, "unit"]
    assert "" not in found.columns


def test_json_takes_numbers_truth_null_and_lists():
    given = {
        "code": "A",
        "name": "雪女",
        "kind": "unit",
        "cost": 3,
        "stars": 2.5,
        "fair": True,
        "text": None,
        "k": ["a", "b"],
    }
    found = rows(as_json(given, {"code": "B", "cost": 4.0}), "json")
    assert found.rows[0] == {**given, "cost": "3", "stars": "2.5", "fair": "yes", "k": "a|b"}
    assert found.rows[1]["cost"] == "4"
    assert list(found.numbers) == [1, 2]


def test_the_cells_of_a_spreadsheet_become_the_same_rows():
    sheet = [
        ("code", "name", "kind", "released", "cost"),
        ("A", "雪女", "unit", datetime(2024, 3, 1), 3.0),
        (None,) * 5,
    ]
    found = tabulate(sheet)
    assert found.rows == rows("code,name,kind,released,cost\nA,雪女,unit,2024-03-01,3\n").rows
    assert found.blank == (3,)


@pytest.mark.parametrize(
    "cell, text",
    [
        (None, None),
        ("  ", None),
        (" a\r\nb ", "a\nb"),
        (True, "yes"),
        (False, "no"),
        (0, "0"),
        (3.0, "3"),
        (2.5, "2.5"),
        (float("inf"), "inf"),
        (date(2024, 3, 1), "2024-03-01"),
        (datetime(2024, 3, 1, 12), "2024-03-01T12:00:00"),
    ],
)
def test_a_cell_is_the_text_one_would_type(cell, text):
    assert cell_text(cell) == text


# What is wrong

WRONG = [
    (b"code,name,kind\nA,\xff,unit\n", "csv", {}, "encoding", {"position": 17, "line": 2}),
    (b"\xef\xbb\xbfcode\xff", "csv", {}, "encoding", {"position": 7, "line": 1}),
    (b"\xff\xfec\0\0", "csv", {}, "encoding", {"position": 4, "line": 1}),
    ("", "csv", {}, "empty", {}),
    ("\ufeff \n", "json", {}, "empty", {}),
    ("\n;;\n,,,\n", "csv", {}, "no-header", {"found": (";;",)}),
    ("A,雪女,unit\n", "csv", {}, "no-header", {"found": ("a", "雪女", "unit")}),
    ("code:name:kind\n", "csv", {}, "no-header", {"found": ("code:name:kind",)}),
    ("code,Kind\n", "csv", {}, "missing-column", {"columns": ("name",), "found": ("code", "kind")}),
    ("code,name,kind,NAME\n", "csv", {}, "duplicate-column", {"column": "name"}),
    ('[{"code": 1, "code": 2}]', "json", {}, "duplicate-column", {"column": "code"}),
    (HEAD + "A,a,unit\nB,b,unit\n", "csv", {"rows": 1}, "too-many-rows", {"limit": 1}),
    (HEAD + "A,雪女雪女,unit\n", "csv", {"cell": 3}, "too-large-cell", {"row": 2, "column": "name", "limit": 3}),
    (HEAD + f"A,{'a' * 140_000},unit\n", "csv", {}, "too-large-cell", {"row": 2, "column": "", "limit": 10_000}),
    (HEAD + "A,a,unit,x\n", "csv", {}, "too-many-cells", {"row": 2, "columns": 3, "cell": 4}),
    ("code,name,,kind\nA,a,x,unit\n", "csv", {}, "too-many-cells", {"row": 2, "columns": 4, "cell": 3}),
    (HEAD + 'A,"a,unit\nB,b,unit\n', "csv", {}, "quote", {"row": 2}),
    (HEAD + 'A,a,unit\nB,"b"c,unit\n', "csv", {}, "quote", {"row": 3}),
    ('[{"code": "A",\n]', "json", {}, "json-syntax", {"line": 2, "column": 1}),
    ('{"code": "A"}', "json", {}, "json-shape", {"row": 0, "column": ""}),
    ('[{"code": "A"}, 3]', "json", {}, "json-shape", {"row": 2, "column": ""}),
    ('[{"code": "A", "name": {}, "kind": 1}]', "json", {}, "json-shape", {"row": 1, "column": "name"}),
    ('[{"code": "A", "name": [[]], "kind": 1}]', "json", {}, "json-shape", {"row": 1, "column": "name"}),
    ('{"code": "A"}\n{"code": }', "json", {}, "json-syntax", {"line": 2, "column": 10}),
    ('{"a": [{"code": "A"}], "b": []}', "json", {}, "many-lists", {"lists": ("a", "b")}),
    ('[{"code": NaN}]', "json", {}, "json-shape", {"row": 0, "column": "NaN"}),
    ("[" * 100_000, "json", {}, "json-shape", {"row": 0, "column": ""}),
    (
        as_json({"code": "A", "name": "a", "kind": ["x|y"]}),
        "json",
        {},
        "separator",
        {"row": 1, "column": "kind", "value": "x|y"},
    ),
]


@pytest.mark.parametrize("data, kind, limits, code, params", WRONG)
def test_a_file_that_is_no_catalog_says_why_and_where(data, kind, limits, code, params):
    with pytest.raises(CatalogFileError) as raised:
        rows(data, kind, **limits)
    assert (raised.value.code, raised.value.params) == (code, params)
    assert tuple(params) == CODES[code]
    assert code in str(raised.value)


def test_every_code_has_its_example():
    assert {each[3] for each in WRONG} == CODES.keys()


def test_a_list_with_the_separator_in_an_item_is_not_written():
    printing = Printing("A", "a", "unit", keywords=("x|y",))
    for kind in ("csv", "json"):
        with pytest.raises(CatalogFileError, match="separator"):
            write_rows(GAME, [printing], kind)


def test_a_large_number_of_json_is_text_until_its_column_is_known():
    assert rows('[{"code": ' + "9" * 5000 + ', "name": "a", "kind": "unit"}]', "json").rows[0]["code"] == "9" * 5000


noise = st.text(st.sampled_from('code,name,kind\n\r"|=\0[]{}:') | st.characters(exclude_categories=["Cs"]), max_size=60)


def read_or_error(data, kind):
    try:
        return read_rows(data, kind)
    except CatalogFileError as error:
        return error


@given(
    noise.map(str.encode) | noise.map(lambda text: (HEAD + text).encode()) | st.binary(max_size=60),
    st.sampled_from(["csv", "json"]),
)
def test_any_file_gives_rows_or_says_why_not(data, kind):
    found = read_or_error(data, kind)
    if isinstance(found, Rows):
        assert len(found.numbers) == len(found.rows)
        assert all(row.keys() == set(found.columns) for row in found.rows)
    else:
        assert found.params.keys() == set(CODES[found.code])
