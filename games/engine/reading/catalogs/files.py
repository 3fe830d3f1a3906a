"""Catalog files (CSV, JSON, spreadsheets) as tables of texts, before their values are read."""

from __future__ import annotations

import codecs
import csv
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from itertools import islice
from typing import Literal, NamedTuple, NoReturn

from games.engine.model.cards import Printing, Value
from games.engine.model.game import Game
from games.engine.texts.spreadsheets import read_lines, unguard, write_lines

Kind = Literal["csv", "json"]
Param = str | int | tuple[str, ...]

REQUIRED = ("code", "name", "kind")
SEPARATOR = "|"

_LINE_BREAK = re.compile(r"\r\n?")


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


@dataclass(frozen=True, slots=True)
class Rows:
    """A catalog file's table: a row maps columns to texts without blanks around them, None where nothing is given.

    `numbers`: the rows' numbers in the file, its header being row 1 (JSON has none: its first object is row 1).
    `blank`: the numbers of blank rows, which are left out.
    """

    columns: tuple[str, ...]
    rows: Sequence[Mapping[str, str | None]]
    numbers: Sequence[int]
    blank: tuple[int, ...] = ()
    encoding: str = "utf-8"

    def items(self) -> Iterator[tuple[int, Mapping[str, str | None]]]:
        return zip(self.numbers, self.rows, strict=True)


def read_rows(data: bytes, kind: Kind, *, limits: Limits = USUAL) -> Rows:
    """The table in a CSV or JSON file. Raises CatalogFileError."""
    text, encoding = decode(data)
    if not text.strip():
        raise CatalogFileError("empty")
    return _read_json(text, encoding, limits) if kind == "json" else _read_csv(text, encoding, limits)


def decode(data: bytes) -> tuple[str, str]:
    """The text of a file in UTF-8, and whether that was `utf-8` or, with a byte order mark, `utf-8-sig`."""
    start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    try:
        return data[start:].decode(), "utf-8-sig" if start else "utf-8"
    except UnicodeDecodeError as error:
        position = start + error.start
        raise CatalogFileError("encoding", {"position": position, "line": data[:position].count(b"\n") + 1}) from None


def tabulate(
    table: Iterable[Sequence[object]], *, encoding: str = "utf-8", first: int = 1, limits: Limits = USUAL
) -> Rows:
    """The table whose first line is the header and whose cells are texts, numbers, dates, truth values or None.

    `first` is the header's row number. This is how the cells of a spreadsheet become rows. Raises CatalogFileError.
    """
    lines = iter(table)
    columns = _header(next(lines, ()))
    table_rows = _TableRows(columns, limits)
    for number, cells in enumerate(lines, start=first + 1):
        table_rows.take(number, cells)
    return Rows(tuple(filter(None, columns)), table_rows.rows, table_rows.numbers, tuple(table_rows.blank), encoding)


@dataclass
class _TableRows:
    columns: tuple[str, ...]
    limits: Limits
    rows: list[Mapping[str, str | None]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    blank: list[int] = field(default_factory=list)

    def take(self, number: int, cells: Sequence[object]) -> None:
        texts = [cell_text(cell) for cell in cells]
        if not any(texts):
            self.blank.append(number)
            return
        if len(self.rows) == self.limits.rows:
            raise CatalogFileError("too-many-rows", {"limit": self.limits.rows})
        self.rows.append(self._row(number, texts))
        self.numbers.append(number)

    def _row(self, number: int, texts: list[str | None]) -> dict[str, str | None]:
        row: dict[str, str | None] = dict.fromkeys(filter(None, self.columns))
        for index, text in enumerate(texts):
            if text is None:
                continue
            column = self.columns[index] if index < len(self.columns) else ""
            if not column:
                params: dict[str, Param] = {"row": number, "columns": len(self.columns), "cell": index + 1}
                raise CatalogFileError("too-many-cells", params)
            if len(text) > self.limits.cell:
                raise CatalogFileError("too-large-cell", {"row": number, "column": column, "limit": self.limits.cell})
            row[column] = text
        return row


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


def _header(cells: Sequence[object]) -> tuple[str, ...]:
    columns = tuple(unicodedata.normalize("NFKC", cell_text(cell) or "").lower() for cell in cells)
    names = [column for column in columns if column]
    missing = tuple(column for column in REQUIRED if column not in names)
    if len(missing) == len(REQUIRED):
        raise CatalogFileError("no-header", {"found": tuple(names)})
    for index, column in enumerate(names):
        if column in names[:index]:
            raise CatalogFileError("duplicate-column", {"column": column})
    if missing:
        raise CatalogFileError("missing-column", {"columns": missing, "found": tuple(names)})
    return columns


def _read_csv(text: str, encoding: str, limits: Limits) -> Rows:
    return tabulate(_csv_lines(text, limits), encoding=encoding, limits=limits)


def _csv_lines(text: str, limits: Limits) -> Iterator[list[str]]:
    row = 1
    try:
        for line in read_lines(text):
            yield [unguard(cell) for cell in line]
            row += 1
    except csv.Error as error:
        if "field limit" in str(error):
            raise CatalogFileError("too-large-cell", {"row": row, "column": "", "limit": limits.cell}) from None
        raise CatalogFileError("quote", {"row": row}) from None


def _read_json(text: str, encoding: str, limits: Limits) -> Rows:
    objects = _objects(text)
    columns = tuple(dict.fromkeys(column for each in objects for column in each)) or REQUIRED
    table = ([_plain(each.get(column), row, column) for column in columns] for row, each in enumerate(objects, start=1))
    return tabulate(_with_header(columns, table), encoding=encoding, first=0, limits=limits)


def _with_header(columns: Sequence[object], table: Iterable[Sequence[object]]) -> Iterator[Sequence[object]]:
    yield columns
    yield from table


def _objects(text: str) -> list[dict[str, object]]:
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_int=str, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise CatalogFileError("json-syntax", {"line": error.lineno, "column": error.colno}) from None
    except RecursionError:
        raise CatalogFileError("json-shape", {"row": 0, "column": ""}) from None
    if not isinstance(data, list):
        raise CatalogFileError("json-shape", {"row": 0, "column": ""})
    for row, each in enumerate(data, start=1):
        if not isinstance(each, dict):
            raise CatalogFileError("json-shape", {"row": row, "column": ""})
    return data


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        raise CatalogFileError("duplicate-column", {"column": next(name for name in names if names.count(name) > 1)})
    return values


def _no_constant(name: str) -> NoReturn:
    raise CatalogFileError("json-shape", {"row": 0, "column": name})


def _plain(value: object, row: int, column: str) -> object:
    """A value of a JSON object as a cell; a list of texts becomes one text."""
    if isinstance(value, dict):
        raise CatalogFileError("json-shape", {"row": row, "column": column})
    if not isinstance(value, list):
        return value
    if not all(isinstance(item, (str, int, float)) for item in value):
        raise CatalogFileError("json-shape", {"row": row, "column": column})
    return _join([cell_text(item) or "" for item in value], row, column)


def _join(items: Iterable[str], row: int, column: str) -> str:
    items = tuple(items)
    for item in items:
        if SEPARATOR in item:
            raise CatalogFileError("separator", {"row": row, "column": column, "value": item})
    return SEPARATOR.join(items)


SLICE = 250
"""How many rows of a file are written at once."""


def write_rows(game: Game, printings: Iterable[Printing], kind: Kind) -> bytes:
    """A catalog file of these printings, in every column of the game; reading it gives the same printings.

    Raises CatalogFileError (separator) for a list with an item that holds the separator of lists.
    """
    return "".join(row_slices(game, printings, kind)).encode()


def row_slices(game: Game, printings: Iterable[Printing], kind: Kind) -> Iterator[str]:
    """The same file, one slice at a time. Raises CatalogFileError when it reaches the error."""
    return _json_slices(game, printings) if kind == "json" else _csv_slices(game, printings)


def _csv_slices(game: Game, printings: Iterable[Printing]) -> Iterator[str]:
    yield write_lines([list(game.fields)])
    rows = enumerate(printings, start=2)
    while part := list(islice(rows, SLICE)):
        yield write_lines(
            [value_text(printing.get(column), row, column) for column in game.fields] for row, printing in part
        )


def _json_slices(game: Game, printings: Iterable[Printing]) -> Iterator[str]:
    between, end = "[\n", "[]\n"
    rows = enumerate(printings, start=1)
    while part := list(islice(rows, SLICE)):
        objects = [_facts(game, printing, row) for row, printing in part]
        yield between + json.dumps(objects, ensure_ascii=False, indent=1)[2:-2]
        between, end = ",\n", "\n]\n"
    yield end


def _facts(game: Game, printing: Printing, row: int) -> dict[str, object]:
    values = {column: printing.get(column) for column in game.fields}
    return {column: _json_value(value, row, column) for column, value in values.items() if value not in (None, "", ())}


def _json_value(value: Value, row: int, column: str) -> object:
    if isinstance(value, tuple):
        _join(value, row, column)
        return list(value)
    return value.isoformat() if isinstance(value, date) else value


def value_text(value: Value, row: int = 0, column: str = "") -> str:
    """A value as the text of a cell."""
    if isinstance(value, tuple):
        return _join(value, row, column)
    if isinstance(value, date):
        return value.isoformat()
    return "" if value is None else str(value)
