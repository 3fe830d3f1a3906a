"""The first rows of a catalog file, and the values in it that its columns cannot have."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import islice
from typing import NamedTuple

from django.conf import settings

from deckbuilder.catalog.imports import files
from games.engine.model.game import Game
from games.engine.reading.catalogs.files import Limits, tabulate
from games.engine.reading.catalogs.maps import ColumnMap, number_name
from games.engine.reading.catalogs.rows import RowReader
from games.engine.reading.catalogs.tables import Table, cell_text
from games.engine.reading.catalogs.titles import NO_MAP, TITLE_ROWS, Titles

EXAMPLES = 3
"""How many rows are shown under the titles."""

LOOKED_AT = 5_000
"""How many rows are looked through for values that are not understood."""

VALUES = 40
"""The most values of a column that can be mapped on the page; a map's file takes any number."""

UNREADABLE = ("choice", "integer", "decimal", "flag")
"""The problems of cells that a map of values solves."""


class Head(NamedTuple):
    """The first rows of a file. `title_row`: the number of the row with the titles; a column without one is called by
    its number if it has texts. `rows`: the rows below it, a text for each title; `candidates`: the first rows as texts
    by number, one of which has the titles."""

    title_row: int
    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    candidates: Mapping[int, str]

    def examples(self, index: int) -> list[str]:
        """What the first rows have in the column of that index."""
        return [row[index] if index < len(row) else "" for row in self.rows]


class Doubts(NamedTuple):
    """What a map does not say yet, by column: values that are not understood, entries of lists that seem to be several,
    and dates that may be two days."""

    values: Mapping[str, tuple[str, ...]]
    joined: Mapping[str, tuple[str, ...]]
    dates: Mapping[str, tuple[str, ...]]

    def __bool__(self) -> bool:
        return bool(self.values or self.joined or self.dates)


def head_of(
    game: Game, data: bytes, filename: str, column_map: ColumnMap = NO_MAP, untitled: Collection[int] = ()
) -> Head:
    """The first rows of a file. `untitled`: indices of columns that have texts below. Raises CatalogFileError."""
    first, index, texts, candidates = _first_lines(game, data, filename, column_map)
    titles = texts[index] if texts else ()
    below = [line for line in texts[index + 1 :] if any(line)]
    width = max(len(titles), column_map.last_number, *(each + 1 for each in untitled), *map(len, below))
    names = [*titles, *[""] * (width - len(titles))]
    for place in range(width):
        has_text = place in untitled or any(line[place : place + 1] > ("",) for line in below)
        if not names[place] and (has_text or column_map.name_of(place)):
            names[place] = number_name(place)
    return Head(first + index, tuple(names), tuple(below[:EXAMPLES]), candidates)


def _first_lines(
    game: Game, data: bytes, filename: str, column_map: ColumnMap
) -> tuple[int, int, list[tuple[str, ...]], dict[int, str]]:
    """The number of a file's first row, the index of its titles, its first rows, and those that may have the titles."""
    titles = Titles(game, column_map)
    table, _ = files.open_file(data, filename, titles)
    lines = list(islice(table.lines, TITLE_ROWS + EXAMPLES))
    index = titles.line(lines[: TITLE_ROWS if table.first else 1], table.first)
    texts = [tuple(cell_text(cell) or "" for cell in line) for line in lines]
    candidates = {
        number: " · ".join(filter(None, line))
        for number, line in enumerate(texts[:TITLE_ROWS], start=table.first)
        if any(line) and table.first
    }
    return table.first, index, texts, candidates


def titles_of(game: Game, data: bytes, filename: str, column_map: ColumnMap = NO_MAP) -> tuple[str, ...]:
    """The titles of a file, without empty ones. Raises CatalogFileError."""
    _, index, texts, _ = _first_lines(game, data, filename, column_map)
    return tuple(filter(None, texts[index])) if texts else ()


def lines_of(game: Game, data: bytes, filename: str) -> list[tuple[str, ...]]:
    """The first rows of a file without empty cells, any of which may have the titles. Raises CatalogFileError."""
    table, _ = files.open_file(data, filename, Titles(game))
    lines = islice(table.lines, TITLE_ROWS if table.first else 1)
    return [tuple(filter(None, map(cell_text, line))) for line in lines]


def doubts_of(game: Game, data: bytes, filename: str, column_map: ColumnMap) -> Doubts:
    """What the map does not say yet about the first LOOKED_AT rows. Raises CatalogFileError."""
    titles = Titles(game, column_map)
    table, _ = files.open_file(data, filename, titles)
    rows = tabulate(_first_rows(table), titles=titles, limits=Limits(rows=settings.CATALOG_ROW_LIMIT))
    values: dict[str, dict[str, None]] = {}
    joined: dict[str, dict[str, None]] = {}
    dates: dict[str, dict[str, None]] = {}
    reader = RowReader(game)
    for number, row in rows.items():
        parsed = reader.read(row, number)
        for problem in parsed.problems:
            if problem.code in UNREADABLE:
                values.setdefault(problem.column, {})[problem.value] = None
            elif problem.code == "date-order":
                dates.setdefault(problem.column, {})[problem.value] = None
        for warning in parsed.warnings:
            if warning.code == "joined-entries":
                joined.setdefault(warning.column, {})[warning.value] = None
    return Doubts(_texts(values), _texts(joined), _texts(dates))


def _first_rows(table: Table) -> Table:
    table.lines = islice(table.lines, LOOKED_AT)
    return table


def _texts(texts: Mapping[str, Mapping[str, None]]) -> dict[str, tuple[str, ...]]:
    return {column: tuple(each) for column, each in texts.items()}
