"""Deck lists in CSV and JSON become the pieces a text would."""

import json

import pytest

from games.engine.reading.decklists.forms import csv_pieces, json_pieces
from games.engine.reading.decklists.lines import DeckListError
from games.engine.reading.decklists.ways import Way

HEAD = "zone,quantity,name,code\n"


def error_of(text, read):
    with pytest.raises(DeckListError) as raised:
        list(read(text))
    return raised.value.code, raised.value.line, raised.value.params


def test_a_row_of_csv_says_zone_quantity_name_and_number():
    (piece,) = csv_pieces(HEAD + "main,2,雪女,S-1\n")
    assert (piece.line, piece.kind, piece.zone, piece.ways.candidates) == (2, "card", "main", (Way(2, "雪女 (S-1)"),))


def test_columns_of_csv_may_stand_in_any_order_and_be_missing():
    (piece,) = csv_pieces("\ufeffName,artist\n雪女,Anna\n")
    assert (piece.zone, piece.ways.default) == ("", Way(1, "雪女"))


def test_a_row_of_nothing_but_a_name_is_a_header_only_at_the_top():
    rows = HEAD + ",,game: small,\n,,雪女,\n,,game: small,\n"
    assert [(piece.kind, piece.key) for piece in csv_pieces(rows)] == [("header", "game"), ("card", ""), ("card", "")]


def test_a_row_of_nothing_but_a_zone_names_it_and_a_blank_row_is_blank():
    assert [(piece.kind, piece.value) for piece in csv_pieces(HEAD + "side,,,\n\n,,,\n")] == [
        ("zone", "side"),
        ("blank", ""),
        ("blank", ""),
    ]


@pytest.mark.parametrize(
    "cell, quantity", [("", 1), ("３", 3), ("0", 0), ("-2", 0), ("1.5", 0), ("two", 0), ("9" * 30, 0), ("5000", 1000)]
)
def test_a_quantity_of_csv_is_a_number_or_impossible(cell, quantity):
    (piece,) = csv_pieces(f"name,quantity\n雪女,{cell}\n")
    assert piece.ways.default.quantity == quantity


def test_a_name_of_csv_is_not_searched_for_a_quantity():
    (piece,) = csv_pieces(HEAD + "main,1,Unit x2,\n")
    assert piece.ways.candidates == (Way(1, "Unit x2"),)


@pytest.mark.parametrize(
    "text, code, line",
    [
        ("", "csv-header", 1),
        ("zone,quantity\n", "csv-header", 1),
        ("name,name\n", "csv-header", 1),
        (HEAD + "main,1,雪女,S-1,more\n", "csv-shape", 2),
        (HEAD + "main,1,,\n", "csv-shape", 2),
        (HEAD + 'main,1,"雪女,\nmain,2,石牆,\n', "csv-quote", 2),
        (HEAD + "main,1,雪\0女,\n", "unprintable", 2),
    ],
)
def test_csv_that_is_no_list_says_why_and_where(text, code, line):
    assert error_of(text, csv_pieces)[:2] == (code, line)


def test_an_object_of_json_says_all_a_text_does():
    data = {
        "game": "small",
        "declarations": {"race": "妖怪"},
        "zones": {"main": [{"quantity": 2, "name": "雪女", "code": "S-1"}], "side": []},
    }
    found = [(piece.kind, piece.key or piece.value or piece.ways.default) for piece in json_pieces(json.dumps(data))]
    assert found == [
        ("header", "game"),
        ("header", "race"),
        ("zone", "main"),
        ("card", Way(2, "雪女 (S-1)")),
        ("zone", "side"),
    ]


@pytest.mark.parametrize(
    "data, path",
    [
        ([], ""),
        ({"game": 3}, "game"),
        ({"zones": []}, "zones"),
        ({"zones": {"main": {}}}, "zones.main"),
        ({"zones": {"main": ["雪女"]}}, "zones.main[0]"),
        ({"zones": {"main": [{"quantity": 1}]}}, "zones.main[0].name"),
        ({"zones": {"main": [{"name": "a"}, {"name": 3}]}}, "zones.main[1].name"),
        ({"zones": {"main": [{"name": "a", "quantity": True}]}}, "zones.main[0].quantity"),
        ({"zones": {"main": [{"name": "a", "quantity": "2"}]}}, "zones.main[0].quantity"),
        ({"declarations": {"race": 1}}, "declarations.race"),
    ],
)
def test_json_of_another_shape_says_where(data, path):
    assert error_of(json.dumps(data), json_pieces) == ("json-shape", 0, {"path": path})


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "a\\u0000"}',
        '{"\\u0000": "a"}',
        '{"zones": {"\\u0000": []}}',
        '{"zones": {"main": [{"name": "\\u0000"}]}}',
    ],
)
def test_an_escape_brings_no_character_into_json_that_cannot_be_printed(text):
    assert error_of(text, json_pieces) == ("unprintable", 0, {"character": "U+0000"})
    assert error_of(text.replace("u0000", "ud800"), json_pieces)[0] == "unprintable"


def test_text_that_is_no_json_says_where():
    assert error_of('{"game":\n}', json_pieces) == ("json-syntax", 2, {"column": 1})
    assert error_of("[" * 60_000, json_pieces) == ("json-shape", 0, {"path": ""})
    assert error_of('{"zones": ' + "9" * 5000 + "}", json_pieces) == ("json-shape", 0, {"path": ""})


def test_a_zone_that_an_object_names_twice_has_the_cards_of_both():
    text = '{"zones": {"main": [{"name": "a"}], "main": [{"name": "b", "quantity": 2}]}, "zones": {"main": [%s]}}'
    text %= '{"name": "c"}'
    found = [piece.ways.default for piece in json_pieces(text) if piece.kind == "card"]
    assert [(way.text, way.quantity) for way in found] == [("a", 1), ("b", 2), ("c", 1)]


def test_another_name_that_stands_twice_with_two_values_is_refused():
    assert error_of('{"game": "legions", "game": "xing-ling-wang"}', json_pieces) == ("json-shape", 0, {"path": "game"})
