"""Catalog files in CSV and JSON as lines of cells, before anything says which of them are titles."""

from __future__ import annotations

import codecs
import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Literal, NamedTuple, NoReturn

from games.engine.texts.spreadsheets import read_lines, unguard

Kind = Literal["csv", "json"]
Param = str | int | tuple[str, ...]

SEPARATOR = "|"
DELIMITERS = (",", ";", "\t")
"""What may separate the cells of a CSV file, the usual one first."""

KEY = "key"
"""The title of the names of JSON's objects, where these are not a list."""

_LINE_BREAK = re.compile(r"\r\n?")
_STATED_DELIMITER = re.compile(r"sep=([,;\t|])(?:\r\n?|\n)", re.IGNORECASE)
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


CODES: Mapping[str, tuple[str, ...]] = {
    "encoding": ("position", "line"),
    "empty": (),
    "no-header": ("found",),
    "duplicate-column": ("column",),
    "missing-column": ("columns", "found"),
    "too-many-rows": ("limit",),
    "too-large-cell": ("row", "column", "limit"),
    "too-many-cells": ("row", "columns", "cell"),
    "quote": ("row",),
    "json-syntax": ("line", "column"),
    "json-shape": ("row", "column"),
    "many-lists": ("lists",),
    "separator": ("row", "column", "value"),
}
"""Every code of a CatalogFileError and the names of its parameters. Positions count bytes; row 0 is the file itself."""


class CatalogFileError(ValueError):
    """A file that is no catalog: `code` says why and `params` where."""

    def __init__(self, code: str, params: Mapping[str, Param] | None = None) -> None:
        self.code, self.params = code, dict(params or {})
        super().__init__(" ".join([code, *(f"{name}={value!r}" for name, value in self.params.items())]))


class Limits(NamedTuple):
    """The most rows of a file and characters of a cell."""

    rows: int = 200_000
    cell: int = 10_000


USUAL = Limits()


class Note(NamedTuple):
    """Something in a file that is not read. `code`: one of NOTES; `rows`: where; `contains`: what it is."""

    code: str
    column: str = ""
    rows: tuple[int, ...] = ()
    contains: tuple[str, ...] = ()


NOTES = ("left-out", "above-titles", "outside-cards", "other-sheets", "not-in-file")
"""A column that the map leaves out, texts above the titles, JSON beside the cards, sheets without cards, and a title of
the map that the file does not have."""


@dataclass(slots=True)
class Table:
    """The lines of a file, which are read as they are asked for.

    `first`: the first line's number; JSON has its keys in line 0. `errors`: cells that have no text, by the index of
    their column; they are added as the lines are read.
    """

    lines: Iterator[Sequence[object]]
    first: int = 1
    encoding: str = "utf-8"
    notes: list[Note] = field(default_factory=list)
    errors: list[tuple[int, CatalogFileError]] = field(default_factory=list)


def is_utf_16(data: bytes) -> bool:
    """Whether the file has the mark of UTF-16, which that of UTF-32 begins with."""
    return data.startswith(_UTF_16) and not data.startswith(codecs.BOM_UTF32_LE)


def decode(data: bytes) -> tuple[str, str]:
    """The text of a file in UTF-8, or in UTF-16 with its mark, and the encoding: `utf-8-sig` is UTF-8 with a mark."""
    if is_utf_16(data):
        try:
            return data.decode("utf-16"), "utf-16"
        except UnicodeDecodeError as error:
            raise CatalogFileError("encoding", {"position": error.start, "line": 1}) from None
    start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    try:
        return data[start:].decode(), "utf-8-sig" if start else "utf-8"
    except UnicodeDecodeError as error:
        position = start + error.start
        raise CatalogFileError("encoding", {"position": position, "line": data[:position].count(b"\n") + 1}) from None


def cell_text(cell: object) -> str | None:
    """A cell as people type it: 3 for 3.0, yes for true, 2024-03-01 for that day at midnight; None for nothing."""
    if cell is None:
        return None
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime) and cell.time() == time():
        return cell.date().isoformat()
    if isinstance(cell, (date, datetime)):
        return cell.isoformat()
    return _LINE_BREAK.sub("\n", str(cell)).strip() or None


# CSV ------------------------------------------------------------------------------------------------------------------


def stated_delimiter(text: str) -> tuple[str, str]:
    """The delimiter that a first line such as `sep=;` states, "" if there is none, and the text without this line,
    which spreadsheets do not show or count."""
    stated = _STATED_DELIMITER.match(text)
    return (stated[1], text[stated.end() :]) if stated else ("", text)


def csv_lines(text: str, delimiter: str, limits: Limits) -> Iterator[list[str]]:
    row = 1
    try:
        for line in read_lines(text, delimiter):
            yield [unguard(cell) for cell in line]
            row += 1
    except csv.Error as error:
        if "field limit" in str(error):
            raise CatalogFileError("too-large-cell", {"row": row, "column": "", "limit": limits.cell}) from None
        raise CatalogFileError("quote", {"row": row}) from None


# JSON -----------------------------------------------------------------------------------------------------------------


def json_table(text: str, encoding: str, empty: Sequence[str]) -> Table:
    """The objects of a JSON text: a list of them, one on each line, the only list in an object, or the values of an
    object. `empty`: the keys where there are no objects."""
    table = Table(iter(()), 0, encoding)
    objects = _objects(text, table)
    keys = tuple(dict.fromkeys(key for each in objects for key in each)) or tuple(empty)
    table.lines = _json_lines(keys, objects, table)
    return table


def _json_lines(
    keys: Sequence[str], objects: Iterable[Mapping[str, object]], table: Table
) -> Iterator[Sequence[object]]:
    yield keys
    for row, each in enumerate(objects, start=1):
        yield [_cell(table, each.get(key), row, index, key) for index, key in enumerate(keys)]


def _cell(table: Table, value: object, row: int, index: int, key: str) -> object:
    """A value of a JSON object as a cell. One that is none is an error of the table, and a cell with its JSON."""
    if not isinstance(value, (dict, list)):
        return value
    try:
        return _plain(value, row, key)
    except CatalogFileError as error:
        table.errors.append((index, error))
        return json.dumps(value, ensure_ascii=False)


def _plain(value: object, row: int, column: str) -> str:
    """A list of texts as one text."""
    if not isinstance(value, list) or not all(isinstance(item, (str, int, float)) for item in value):
        raise CatalogFileError("json-shape", {"row": row, "column": column})
    return join([cell_text(item) or "" for item in value], row, column)


def join(items: Iterable[str], row: int, column: str) -> str:
    """A list as the text of a cell. Raises CatalogFileError (separator)."""
    items = tuple(items)
    for item in items:
        if SEPARATOR in item:
            raise CatalogFileError("separator", {"row": row, "column": column, "value": item})
    return SEPARATOR.join(items)


def _objects(text: str, table: Table) -> list[dict[str, object]]:
    data = _load(text)
    if isinstance(data, dict):
        data = _within(data, table)
    if not isinstance(data, list):
        raise CatalogFileError("json-shape", {"row": 0, "column": ""})
    for row, each in enumerate(data, start=1):
        if not isinstance(each, dict):
            raise CatalogFileError("json-shape", {"row": row, "column": ""})
    return data


def _load(text: str) -> object:
    """The value of a JSON text; the list of them if every line has one."""
    try:
        return _loads(text)
    except json.JSONDecodeError as error:
        lines = text.splitlines()
        if error.msg != "Extra data" or not all(line.startswith("{") for line in map(str.strip, lines) if line):
            raise CatalogFileError("json-syntax", {"line": error.lineno, "column": error.colno}) from None
    values = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                values.append(_loads(line))
            except json.JSONDecodeError as error:
                raise CatalogFileError("json-syntax", {"line": number, "column": error.colno}) from None
    return values


def _loads(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=str, parse_constant=_no_constant)
    except RecursionError:
        raise CatalogFileError("json-shape", {"row": 0, "column": ""}) from None


def _within(data: dict[str, object], table: Table) -> object:
    """The cards in an object: its only list of objects, or its values with their names as KEY."""
    lists = {key: value for key, value in data.items() if isinstance(value, list) and _are_objects(value)}
    if len(lists) > 1:
        raise CatalogFileError("many-lists", {"lists": tuple(lists)})
    for key, value in lists.items():
        if rest := tuple(other for other in data if other != key):
            table.notes.append(Note("outside-cards", contains=rest))
        return value
    values = list(data.values())
    if values and _are_objects(values):
        return [{KEY: key, **value} for key, value in data.items() if isinstance(value, dict)]
    return None


def _are_objects(values: Sequence[object]) -> bool:
    return all(isinstance(each, dict) for each in values)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        raise CatalogFileError("duplicate-column", {"column": next(name for name in names if names.count(name) > 1)})
    return values


def _no_constant(name: str) -> NoReturn:
    raise CatalogFileError("json-shape", {"row": 0, "column": name})
