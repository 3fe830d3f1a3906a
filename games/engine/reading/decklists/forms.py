"""Deck lists in CSV and JSON, as the same pieces the lines of a text become."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NoReturn

from games.engine.reading.decklists.counts import MAX_COUNT
from games.engine.reading.decklists.lines import (
    DeckListError,
    Piece,
    header,
    printable,
    validate,
)
from games.engine.reading.decklists.ways import Ways, only_way
from games.engine.texts.spreadsheets import read_lines, unguard
from games.engine.texts.visible import clean

COLUMNS = ("zone", "quantity", "name", "code")


def csv_pieces(text: str) -> Iterator[Piece]:
    """Rows of `zone,quantity,name,code`; an empty quantity is 1, an empty zone the main one. Raises DeckListError."""
    columns: tuple[str, ...] = ()
    top = True
    for number, cells in enumerate(_csv_lines(validate(text)), start=1):
        if not columns:
            columns = _columns(cells)
        elif not any(cells):
            yield Piece(number, "", "blank")
        else:
            piece = _csv_piece(number, _row(number, columns, cells), top)
            top = top and piece.kind == "header"
            yield piece
    if not columns:
        raise DeckListError("csv-header", 1, {"found": ()})


def _csv_lines(text: str) -> Iterator[list[str]]:
    number = 1
    try:
        for cells in read_lines(text):
            yield [clean(unguard(cell)) for cell in cells]
            number += 1
    except csv.Error:
        raise DeckListError("csv-quote", number) from None


def _columns(cells: Sequence[str]) -> tuple[str, ...]:
    columns = tuple(cell.lower() for cell in cells)
    if "name" not in columns or len(set(columns)) < len(columns):
        raise DeckListError("csv-header", 1, {"found": columns})
    return columns


def _row(number: int, columns: Sequence[str], cells: Sequence[str]) -> Mapping[str, str]:
    if any(cells[len(columns) :]):
        raise DeckListError("csv-shape", number)
    return dict.fromkeys(COLUMNS, "") | dict(zip(columns, cells, strict=False))


def _csv_piece(number: int, row: Mapping[str, str], top: bool) -> Piece:
    zone, quantity, name, code = (row[column] for column in COLUMNS)
    if top and name and not (zone or quantity or code) and (piece := header(number, name)):
        return piece
    if zone and not (quantity or name or code):
        return Piece(number, zone, "zone", value=zone)
    if not (name or code):
        raise DeckListError("csv-shape", number)
    return _card(number, zone, quantity or "1", only_way(_count(quantity), name, code))


def _card(number: int, zone: str, quantity: str, ways: Ways) -> Piece:
    return Piece(number, f"{quantity} {ways.default.text}", "card", ways=ways, zone=zone)


def _count(quantity: str) -> int:
    """The quantity of a row; anything but a number counts as 0, which is impossible."""
    if not quantity:
        return 1
    return min(int(quantity), MAX_COUNT + 1) if quantity.isdecimal() and len(quantity) < 10 else 0


def json_pieces(text: str) -> Iterator[Piece]:
    """The object's headers, then the cards of its zones. Raises DeckListError."""
    data = _mapping(load(validate(text)), "")
    for key, value in data.items():
        if key not in ("declarations", "zones"):
            yield Piece(0, key, "header", key, clean(_string(value, key)))
    for key, value in _mapping(data.get("declarations"), "declarations").items():
        yield Piece(0, key, "header", key, clean(_string(value, f"declarations.{key}")))
    number = 0
    for zone, cards in _mapping(data.get("zones"), "zones").items():
        yield Piece(0, zone, "zone", value=zone)
        for index, card in enumerate(_sequence(cards, f"zones.{zone}")):
            number += 1
            yield _json_card(number, zone, _mapping(card, f"zones.{zone}[{index}]"), f"zones.{zone}[{index}]")


def _json_card(number: int, zone: str, card: Mapping[str, object], path: str) -> Piece:
    quantity = card.get("quantity", 1)
    name, code = (clean(_string(card.get(key), f"{path}.{key}")) for key in ("name", "code"))
    if type(quantity) is not int:
        _fail_shape(f"{path}.quantity")
    if not (name or code):
        _fail_shape(f"{path}.name")
    ways = only_way(max(-1, min(quantity, MAX_COUNT + 1)), name, code)
    return _card(number, zone, str(quantity), ways)


def load(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_printable)
    except json.JSONDecodeError as error:
        raise DeckListError("json-syntax", error.lineno, {"column": error.colno}) from None
    except DeckListError:
        raise
    except (RecursionError, ValueError):
        _fail_shape("")


def _printable(pairs: Sequence[tuple[str, object]]) -> Mapping[str, object]:
    """An object without unprintable characters in its names and texts, which only escapes can bring in, and without
    loss where a name occurs twice. Raises DeckListError."""
    for text in chain.from_iterable(pairs):
        if isinstance(text, str):
            printable(text)
    values: dict[str, object] = {}
    for key, value in pairs:
        values[key] = _combine(values[key], value, key) if key in values else value
    return values


def _combine(one: object, other: object, path: str) -> object:
    """The value of a name that occurs twice: the cards of both lists. Raises DeckListError for two other values."""
    if isinstance(one, list) and isinstance(other, list):
        return [*one, *other]
    if isinstance(one, dict) and isinstance(other, dict):
        both = one.keys() & other.keys()
        return {**one, **other, **{key: _combine(one[key], other[key], f"{path}.{key}") for key in both}}
    return one if one == other else _fail_shape(path)


def _mapping(value: object, path: str) -> Mapping[str, object]:
    if value is None and path:
        return {}
    return value if isinstance(value, dict) else _fail_shape(path)


def _sequence(value: object, path: str) -> Sequence[object]:
    return value if isinstance(value, list) else _fail_shape(path)


def _string(value: object, path: str) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else _fail_shape(path)


def _fail_shape(path: str) -> NoReturn:
    raise DeckListError("json-shape", 0, {"path": path})
