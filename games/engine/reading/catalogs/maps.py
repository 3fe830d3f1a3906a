"""Maps of columns: which column of a game each title of a foreign file stands for, and how its cells are read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from games.engine.model.game import Game
from games.engine.reading.catalogs.tables import SEPARATOR, CatalogFileError, Param, decode
from games.engine.texts.writing import fold

VERSION = 1
UNIQUE = ("code", "name")
"""Columns that tell cards apart, so that no value can be fixed for all rows."""

DATE_ORDERS = ("day-first", "month-first")
"""How dates such as 3/1/2024 are read."""

KEYS = ("version", "game", "title_row", "kinds_only", "columns", "fixed")
COLUMN_KEYS = ("column", "values", "separators", "dates")

CODES: Mapping[str, tuple[str, ...]] = {
    "map-syntax": ("line", "column"),
    "map-shape": ("key", "choices"),
    "map-game": ("found", "game"),
    "map-column": ("title", "found", "choices"),
    "map-twice": ("column", "titles"),
    "map-fixed": ("column", "title"),
}
"""Every code of a CatalogFileError about a map, and the names of its parameters."""

_NUMBERED = re.compile(r"#([1-9][0-9]{0,4})")
_SLASHED = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})")
_ENTRIES = re.compile(r"[|｜\n]")


class ColumnUse(NamedTuple):
    """How a column of a file is read.

    `values`: what its texts mean, "" for nothing; of a list, also what its entries mean. `separators`: each of these
    characters separates the entries of a list. `dates`: one of DATE_ORDERS, or "" where such dates are refused.
    """

    column: str
    values: Mapping[str, str] = {}
    separators: str = ""
    dates: str = ""


@dataclass(frozen=True)
class ColumnMap:
    """The columns of a file by title, as written; None for those that are left out.

    A title that is not among them is understood if it is a name or label of one of the game's columns. `#3` is the
    third column, if it has no title. `title_row`: the row that has the titles, 0 to look for it. `kinds_only`: whether
    values in columns that a card's kind does not have are left out. `fixed`: texts that every row has in columns that
    the file does not have.
    """

    columns: Mapping[str, ColumnUse | None] = field(default_factory=dict)
    title_row: int = 0
    kinds_only: bool = False
    fixed: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_spelling", {fold(title): use for title, use in self.columns.items()})

    def use(self, title: str) -> ColumnUse | None:
        """How the column of that title is read, None if it is left out. Raises KeyError if the map does not say."""
        uses: Mapping[str, ColumnUse | None] = self.__dict__["by_spelling"]
        return uses[fold(title)]

    @property
    def last_number(self) -> int:
        """The highest number of a column that the map names by its number; 0 if there is none."""
        return max((int(match[1]) for title in self.columns if (match := _NUMBERED.fullmatch(title))), default=0)

    def name_of(self, index: int) -> str:
        """What the map calls the column of that index if it has no title; "" if the map does not have it."""
        name = number_name(index)
        return name if fold(name) in self.__dict__["by_spelling"] else ""


def number_name(index: int) -> str:
    """What maps call a column without a title."""
    return f"#{index + 1}"


def as_document(column_map: ColumnMap, game: Game) -> dict[str, Any]:
    """The map as its JSON file has it."""
    columns = {title: use and _use_document(use) for title, use in column_map.columns.items()}
    document: dict[str, Any] = {"version": VERSION, "game": game.slug, "columns": columns}
    if column_map.title_row:
        document["title_row"] = column_map.title_row
    if column_map.kinds_only:
        document["kinds_only"] = True
    if column_map.fixed:
        document["fixed"] = dict(column_map.fixed)
    return document


def _use_document(use: ColumnUse) -> object:
    """The name of a column, or an object if there is more to say."""
    more = {name: value for name, value in use._asdict().items() if name != "column" and value}
    return {"column": use.column, **more} if more else use.column


def read_map(data: bytes, game: Game) -> ColumnMap:
    """The map in a JSON file. Raises CatalogFileError."""
    text, _ = decode(data)
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise CatalogFileError("map-syntax", {"line": error.lineno, "column": error.colno}) from None
    except RecursionError:
        raise _shape("", KEYS) from None
    return from_document(document, game)


def from_document(document: object, game: Game) -> ColumnMap:
    """The map in a JSON document. Raises CatalogFileError."""
    if not isinstance(document, dict):
        raise _shape("", KEYS)
    for key in document:
        if key not in KEYS:
            raise _shape(key, KEYS)
    if document.get("version") != VERSION:
        raise _shape("version", (str(VERSION),))
    if (slug := document.get("game", game.slug)) != game.slug:
        raise CatalogFileError("map-game", {"found": str(slug), "game": game.slug})
    row = document.get("title_row", 0)
    if not isinstance(row, int) or isinstance(row, bool) or row < 0:
        raise _shape("title_row", ("1", "2", "3"))
    if not isinstance(kinds_only := document.get("kinds_only", False), bool):
        raise _shape("kinds_only", ("true", "false"))
    columns = document.get("columns")
    if not isinstance(columns, dict):
        raise _shape("columns", ("{}",))
    uses = {title: None if each is None else _use(game, title, each) for title, each in columns.items()}
    _refuse_doubles(uses)
    fixed = _fixed_texts(document.get("fixed", {}), game)
    for title, use in uses.items():
        if use and use.column in fixed:
            raise CatalogFileError("map-fixed", {"column": use.column, "title": title})
    return ColumnMap(uses, row, kinds_only, fixed)


def _fixed_texts(document: object, game: Game) -> Mapping[str, str]:
    """The texts that every row has, by column."""
    if not isinstance(document, dict) or not all(isinstance(text, str) and text.strip() for text in document.values()):
        raise _shape("fixed", ('{"kind": "unit"}',))
    choices = tuple(column for column in game.fields if column not in UNIQUE)
    for column in document:
        if column not in choices:
            raise CatalogFileError("map-column", {"title": "fixed", "found": column, "choices": choices})
    return document


def _refuse_doubles(uses: Mapping[str, ColumnUse | None]) -> None:
    titles_by_column: dict[str, list[str]] = {}
    for title, use in uses.items():
        if use:
            titles_by_column.setdefault(use.column, []).append(title)
    for column, titles in titles_by_column.items():
        if len(titles) > 1:
            raise CatalogFileError("map-twice", {"column": column, "titles": tuple(titles)})


def _use(game: Game, title: str, document: object) -> ColumnUse:
    if isinstance(document, str):
        document = {"column": document}
    if not isinstance(document, dict):
        raise _shape(title, COLUMN_KEYS)
    for key in document:
        if key not in COLUMN_KEYS:
            raise _shape(f"{title} / {key}", COLUMN_KEYS)
    column = str(document.get("column"))
    if column not in game.fields:
        raise CatalogFileError("map-column", {"title": title, "found": column, "choices": tuple(game.fields)})
    values, separators, dates = document.get("values") or {}, document.get("separators") or "", document.get("dates")
    if not isinstance(values, dict) or not all(isinstance(value, str) for value in values.values()):
        raise _shape(f"{title} / values", ('{"盾": "-"}',))
    is_list, is_date = game.fields[column].type == "list", game.fields[column].type == "date"
    if not isinstance(separators, str) or (separators and not is_list):
        raise _shape(f"{title} / separators", ("、",) if is_list else ("–",))
    if dates and (dates not in DATE_ORDERS or not is_date):
        raise _shape(f"{title} / dates", DATE_ORDERS if is_date else ("–",))
    return ColumnUse(column, values, separators, dates or "")


def _shape(key: str, choices: tuple[str, ...]) -> CatalogFileError:
    params: dict[str, Param] = {"key": key, "choices": choices}
    return CatalogFileError("map-shape", params)


def change_of(use: ColumnUse) -> Callable[[str], str | None] | None:
    """What the map makes of a cell of that column; None where it leaves cells as they are."""
    if not (use.values or use.separators or use.dates):
        return None
    values = {fold(text): meaning for text, meaning in use.values.items()}
    separators = re.compile(f"[{re.escape(use.separators)}]") if use.separators else None

    def change(text: str) -> str | None:
        if separators:
            text = separators.sub(SEPARATOR, text)
        if (meaning := values.get(fold(text))) is not None:
            return meaning or None
        if values and (separators or _ENTRIES.search(text)):
            entries = (entry.strip() for entry in _ENTRIES.split(text))
            return SEPARATOR.join(filter(None, (values.get(fold(entry), entry) for entry in entries))) or None
        return _iso(text, use.dates) if use.dates else text

    return change


def _iso(text: str, order: str) -> str:
    """A date such as 3/1/2024 as 2024-01-03 or 2024-03-01; any other text as it is."""
    day = days_in(text).get(order)
    return day.isoformat() if day else text


def orders_of(match: re.Match[str]) -> dict[str, date]:
    """The days that a date such as 3/1/2024 can mean, by order."""
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    days = {}
    for order, month, day in (("day-first", second, first), ("month-first", first, second)):
        with suppress(ValueError):
            days[order] = date(year, month, day)
    return days


def days_in(text: str) -> dict[str, date]:
    """The days that a text such as 3/1/2024 can mean, by order; none if it is no such text."""
    match = _SLASHED.fullmatch(text)
    return orders_of(match) if match else {}
