"""Tables in a deck list: a head that names the columns, and rows with a card each."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from typing import NamedTuple

from games.engine.reading.decklists.counts import MAX_COUNT, numbers
from games.engine.reading.decklists.lines import Piece
from games.engine.reading.decklists.ways import Way, Ways, only_way
from games.engine.texts.spreadsheets import read_lines
from games.engine.texts.visible import clean

SEPARATORS = ("", ",", ";")
"""What may separate the cells of a table, besides tabs, bars and runs of blanks ("")."""


class Row(NamedTuple):
    """A row of a table: how its card is read, and the text of its section, "" for none.

    `is_counted`: whether a cell states the quantity; it is 1 without one. `is_unclear`: whether that is uncertain.
    `name`: the text of the card. `facts`: what the other cells say.
    """

    ways: Ways
    section: str = ""
    is_counted: bool = True
    is_unclear: bool = False
    name: str = ""
    facts: tuple[str, ...] = ()


class Table(NamedTuple):
    """How many columns a table has, the index of each known one, and what separates its cells: "" for tabs, bars and
    runs of blanks."""

    width: int
    columns: Mapping[str, int]
    separator: str = ""

    def cells(self, piece: Piece) -> tuple[str, ...]:
        return cells(piece, self.separator)

    def row(self, piece: Piece) -> Row | None:
        """How a row is read; None for another line, such as one of dashes.

        A quantity that is no single number is unclear, and so is a number under an unknown title, if no column is for
        quantities.
        """
        values = self.cells(piece)
        if not 1 < len(values) <= self.width or not any(map(str.isalnum, "".join(values))):
            return None
        known = {column: "".join(values[at : at + 1]) for column, at in self.columns.items()}
        name, code, count = (known.get(column, "") for column in ("name", "code", "quantity"))
        if not (name or code):
            return None
        card, section = f"{name} ({code})".strip() if code and name else name or code, known.get("section", "")
        known_at = {self.columns.get(column) for column in ("name", "code", "quantity", "section")}
        facts = tuple(value for at, value in enumerate(values) if value and at not in known_at)
        others = [value for at, value in enumerate(values) if at not in self.columns.values()]
        if "quantity" not in self.columns and (unclear := [value for value in others if numbers(value)]):
            return Row(
                _unclear_ways(card, " ".join((card, *unclear))), section, is_unclear=True, name=card, facts=facts
            )
        if not count:
            return Row(only_way(1, name, code), section, is_counted=False, name=card, facts=facts)
        stated = numbers(count)
        if len(stated) != 1:
            return Row(_unclear_ways(card, f"{card} {count}"), section, is_unclear=True, name=card, facts=facts)
        return Row(only_way(min(stated[0], MAX_COUNT + 1), name, code), section, name=card, facts=facts)


def cells(piece: Piece, separator: str) -> tuple[str, ...]:
    """The cells of a line; () if it has none."""
    if not separator:
        return piece.cells
    if separator not in piece.text or piece.kind in ("blank", "comment"):
        return ()
    try:
        (row,) = read_lines(piece.text, separator)
    except csv.Error:
        return ()
    return tuple(map(clean, row))


def _unclear_ways(card: str, text: str) -> Ways:
    """A row whose card is known and whose quantity is not: it is no card as a whole."""
    return Ways((Way(1, card),), Way(1, text))
