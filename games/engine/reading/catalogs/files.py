"""Catalog files (CSV, JSON, spreadsheets) as tables of texts, before their values are read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain, islice

from games.engine.model.cards import Printing, Value
from games.engine.model.game import Game
from games.engine.reading.catalogs.maps import number_name
from games.engine.reading.catalogs.tables import (
    CODES,
    DELIMITERS,
    SEPARATOR,
    USUAL,
    CatalogFileError,
    Kind,
    Limits,
    Note,
    Param,
    Table,
    cell_text,
    csv_lines,
    decode,
    join,
    json_table,
    stated_delimiter,
)
from games.engine.reading.catalogs.titles import PLAIN, REQUIRED, TITLE_ROWS, Header, Titles
from games.engine.texts.spreadsheets import write_lines

__all__ = [
    "CODES",
    "REQUIRED",
    "SEPARATOR",
    "CatalogFileError",
    "Kind",
    "Limits",
    "Rows",
    "cell_text",
    "open_table",
    "read_rows",
    "row_slices",
    "tabulate",
    "value_text",
    "write_rows",
]


@dataclass(frozen=True, slots=True)
class Rows:
    """A catalog file's table: a row maps columns to texts without blanks around them, None where nothing is given.

    `numbers`: the rows' numbers in the file, its header being row 1 (JSON has none: its first object is row 1).
    `blank`: the numbers of blank rows, which are left out. `notes`: what else of the file is not read.
    `kinds_only`: whether values in columns that a card's kind does not have are left out.
    """

    columns: tuple[str, ...]
    rows: Sequence[Mapping[str, str | None]]
    numbers: Sequence[int]
    blank: tuple[int, ...] = ()
    encoding: str = "utf-8"
    notes: tuple[Note, ...] = ()
    kinds_only: bool = False

    def items(self) -> Iterator[tuple[int, Mapping[str, str | None]]]:
        return zip(self.numbers, self.rows, strict=True)


def read_rows(data: bytes, kind: Kind, *, titles: Titles = PLAIN, limits: Limits = USUAL) -> Rows:
    """The table in a CSV or JSON file. Raises CatalogFileError."""
    return tabulate(open_table(data, kind, titles=titles, limits=limits), titles=titles, limits=limits)


def open_table(data: bytes, kind: Kind, *, titles: Titles = PLAIN, limits: Limits = USUAL) -> Table:
    """The lines of a CSV or JSON file. Raises CatalogFileError, also while they are read."""
    text, encoding = decode(data)
    if not text.strip():
        raise CatalogFileError("empty")
    if kind == "json":
        return json_table(text, encoding, REQUIRED)
    delimiter, text = stated_delimiter(text)
    delimiter = delimiter or _delimiter(text, titles, limits)
    return Table(csv_lines(text, delimiter, limits), encoding=encoding)


def _delimiter(text: str, titles: Titles, limits: Limits) -> str:
    """What separates the cells: that by which a row looks most like the titles."""

    def rank(delimiter: str) -> tuple[object, ...]:
        head = _head(csv_lines(text, delimiter, limits))
        line = head[titles.line(head, 1)] if head else []
        return (*titles.rank(line)[:2], len(line))

    return max(DELIMITERS, key=rank)  # the first of equals


def _head(lines: Iterator[Sequence[object]]) -> list[Sequence[object]]:
    """The first lines, as far as they can be read."""
    head = []
    try:
        for line in islice(lines, TITLE_ROWS):
            head.append(line)
    except CatalogFileError:
        pass
    return head


def tabulate(table: Table | Iterable[Sequence[object]], *, titles: Titles = PLAIN, limits: Limits = USUAL) -> Rows:
    """The rows below the titles, whose cells are texts, numbers, dates, truth values or None. Raises
    CatalogFileError."""
    if not isinstance(table, Table):
        table = Table(iter(table))
    head = list(islice(table.lines, TITLE_ROWS if table.first else 1))
    index = titles.line(head, table.first)
    header = titles.header(head[index] if head else ())
    table_rows = _TableRows(header, limits)
    for number, cells in enumerate(chain(head[index + 1 :], table.lines), start=table.first + index + 1):
        table_rows.take(number, cells)
    for column, error in table.errors:
        if column not in header.ignored and header.columns[column] is not None:
            raise error
    columns = (*filter(None, header.columns), *header.fixed)
    absent = tuple(table_rows.absent())
    missing = {header.columns[index] for index in absent}
    columns = tuple(column for column in columns if column not in missing)
    above = _above(head[:index], table.first)
    notes = (*above, *table.notes, *header.notes, *(Note("not-in-file", number_name(index)) for index in absent))
    blank, kinds_only = tuple(table_rows.blank), titles.map.kinds_only
    return Rows(columns, table_rows.rows, table_rows.numbers, blank, table.encoding, notes, kinds_only)


def _above(lines: Sequence[Sequence[object]], first: int) -> Iterator[Note]:
    """What stands above the titles."""
    texts = {number: [*filter(None, map(cell_text, cells))] for number, cells in enumerate(lines, start=first)}
    rows = tuple(number for number, cells in texts.items() if cells)
    if rows:
        yield Note("above-titles", rows=rows, contains=tuple(" ".join(texts[number]) for number in rows))


@dataclass
class _TableRows:
    header: Header
    limits: Limits
    rows: list[Mapping[str, str | None]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    blank: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.columns = self.header.columns
        self.empty: dict[str, str | None] = {**dict.fromkeys(filter(None, self.columns)), **self.header.fixed}
        self.width = self.header.width
        self.changes: list[tuple[str, Callable[[str], str | None]]] = list(self.header.changes.items())

    def take(self, number: int, cells: Sequence[object]) -> None:
        texts = [cell_text(cell) for cell in cells]
        self.width = max(self.width, len(texts))
        if not any(texts):
            self.blank.append(number)
            return
        if len(self.rows) == self.limits.rows:
            raise CatalogFileError("too-many-rows", {"limit": self.limits.rows})
        self.rows.append(self._row(number, texts))
        self.numbers.append(number)

    def absent(self) -> Iterator[int]:
        """The indices of columns that the map numbers and that no row reaches; read as empty, they would remove what
        the catalog has there."""
        return (index for index in range(self.width, len(self.columns)) if self.columns[index])

    def _row(self, number: int, texts: list[str | None]) -> dict[str, str | None]:
        row = self.empty.copy()
        for index, text in enumerate(texts):
            if text is None:
                continue
            column = self.columns[index] if index < len(self.columns) else ""
            if not column:
                if column is None:
                    continue
                params: dict[str, Param] = {"row": number, "columns": len(self.columns), "cell": index + 1}
                raise CatalogFileError("too-many-cells", params)
            if len(text) > self.limits.cell:
                raise CatalogFileError("too-large-cell", {"row": number, "column": column, "limit": self.limits.cell})
            row[column] = text
        for column, change in self.changes:
            if (text := row[column]) is not None:
                row[column] = change(text)
        return row


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
        join(value, row, column)
        return list(value)
    return value.isoformat() if isinstance(value, date) else value


def value_text(value: Value, row: int = 0, column: str = "") -> str:
    """A value as the text of a cell."""
    if isinstance(value, tuple):
        return join(value, row, column)
    if isinstance(value, date):
        return value.isoformat()
    return "" if value is None else str(value)
