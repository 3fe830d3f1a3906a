"""The cards of a catalog, made of its printings, and look-up by number or name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

from games.engine.model.cards import Card, Printing
from games.engine.model.game import Game
from games.engine.reading.catalogs.files import CatalogFileError, Limits, Rows, read_rows, tabulate, write_rows
from games.engine.reading.catalogs.merging import merge
from games.engine.reading.catalogs.plan import FieldChange, Report, RowResult, Warned, plan
from games.engine.reading.catalogs.rows import Parsed, Problem, RowReader, parse_row
from games.engine.texts.near_names import MIN_LIKENESS, NearNames
from games.engine.texts.writing import fold, identify, normalize, without_spaces

__all__ = [
    "Catalog",
    "CatalogFileError",
    "FieldChange",
    "Limits",
    "Lookup",
    "Parsed",
    "Problem",
    "Report",
    "RowReader",
    "RowResult",
    "Rows",
    "Warned",
    "code_of",
    "exact_matches",
    "load_catalog",
    "merge",
    "parse_row",
    "plan",
    "read_rows",
    "tabulate",
    "write_rows",
]


class Lookup(Protocol):
    """Look-up of a list's names and numbers: in a Catalog in memory, or in the site's database.

    `prefetch` comes first, with all names and numbers that will be asked for, as they were written. `find`: the cards
    of that name in any spelling, or else those with that alternative name. `find_without_spaces`: those whose
    name is the same except for blanks. Of names that only simplified writing joins (see `exact_matches`), both find
    the one that is printed so. `near`: up to n names that are similar by `least`, the most similar first. Raises
    TooLarge once it has searched for similar names too often.
    """

    def prefetch(self, names: Collection[str], codes: Collection[str]) -> None: ...

    def by_code(self, code: str) -> Card | None: ...

    def by_key(self, key: str) -> Card | None: ...

    def find(self, name: str) -> Sequence[Card]: ...

    def find_without_spaces(self, name: str) -> Sequence[Card]: ...

    def near(self, name: str, n: int = 5, *, least: float = MIN_LIKENESS) -> Sequence[str]: ...


def code_of(card: Card, code: str) -> str:
    """A printing's number as the catalog has it, from one in any width and case. Raises KeyError."""
    if code in card.codes:
        return code
    for each in card.codes:
        if fold(each) == fold(code):
            return each
    raise KeyError(code)


def exact_matches(cards: Iterable[Card], name: str) -> list[Card]:
    """Of the cards that a name finds, those on which it is printed, apart from blanks and typography, and their
    namesakes; all of them if it is printed on none.

    麵粉妖 and 面粉妖 find one card each where both are printed, 发光体 finds both 發光體 and 髮光體.
    """
    cards = list(cards)
    if len(cards) < 2:
        return cards
    printed = {identify(card.name) for card in cards if _without_blanks(card.name) == _without_blanks(name)}
    return [card for card in cards if identify(card.name) in printed] or cards


def _without_blanks(name: str) -> str:
    return normalize(name).replace(" ", "")


class Catalog:
    """All cards of a game in memory."""

    def __init__(self, game: Game, printings: Iterable[Printing]) -> None:
        """Raises ValueError for a number that stands twice."""
        self.game = game
        self.printings: dict[str, Printing] = {}
        grouped: dict[str, list[Printing]] = {}
        for printing in printings:
            if printing.code in self.printings:
                raise ValueError(f"{game.slug}: two printings with the number {printing.code}")
            self.printings[printing.code] = printing
            grouped.setdefault(game.key(printing), []).append(printing)
        self.cards: dict[str, Card] = {key: merge(game, group) for key, group in grouped.items()}

    def prefetch(self, names: Collection[str], codes: Collection[str]) -> None:
        """Does nothing: all cards are in memory."""

    def by_code(self, code: str) -> Card | None:
        """The card of that printing; in any width and case, unless that is ambiguous."""
        return self._codes.get(code) or self._folded_codes.get(fold(code))

    def by_key(self, key: str) -> Card | None:
        return self.cards.get(key)

    def find(self, name: str) -> list[Card]:
        """The cards of that name, else those with that alternative name, in any spelling; in the catalog's order."""
        folded = fold(name)
        return exact_matches(self._names.get(folded) or self._alt_names.get(folded) or (), name)

    def find_without_spaces(self, name: str) -> list[Card]:
        """The cards whose name is the same except for blanks, in any spelling; in the catalog's order."""
        return exact_matches(self._unspaced_names.get(without_spaces(name), ()), name)

    def near(self, name: str, n: int = 5, *, least: float = MIN_LIKENESS) -> list[str]:
        return self._near.near(name, n, least=least)

    @cached_property
    def shared_names(self) -> frozenset[str]:
        """The folded names that several cards have."""
        return frozenset(name for name, cards in self._names.items() if len(cards) > 1)

    @cached_property
    def _codes(self) -> dict[str, Card]:
        return {code: card for card in self.cards.values() for code in card.codes}

    @cached_property
    def _folded_codes(self) -> dict[str, Card | None]:
        cards: dict[str, Card | None] = {}
        for code, card in self._codes.items():
            spelling = fold(code)
            cards[spelling] = None if spelling in cards else card
        return cards

    @cached_property
    def _names(self) -> dict[str, list[Card]]:
        return _group_by_name((card.name, card) for card in self.cards.values())

    @cached_property
    def _unspaced_names(self) -> dict[str, list[Card]]:
        cards_by_name: dict[str, list[Card]] = {}
        for card in self.cards.values():
            cards_by_name.setdefault(without_spaces(card.name), []).append(card)
        return cards_by_name

    @cached_property
    def _alt_names(self) -> dict[str, list[Card]]:
        return _group_by_name((name, card) for card in self.cards.values() for name in card.alt_names)

    @cached_property
    def _near(self) -> NearNames:
        return NearNames((name, card.name) for card in self.cards.values() for name in (card.name, *card.alt_names))


def _group_by_name(pairs: Iterable[tuple[str, Card]]) -> dict[str, list[Card]]:
    cards_by_name: dict[str, list[Card]] = {}
    for name, card in pairs:
        cards = cards_by_name.setdefault(fold(name), [])
        if card not in cards:
            cards.append(card)
    return cards_by_name


def load_catalog(game: Game, folder: Path | None = None) -> Catalog:
    """The catalog that comes with a game: all CSV files of its folder, or of another. Raises ValueError for what is
    wrong with it."""
    reader, printings = RowReader(game), []
    for path in sorted((folder or game.folder / "catalog").glob("*.csv")):
        for number, row in read_rows(path.read_bytes(), "csv").items():
            parsed = reader.read(row, number)
            if parsed.printing is None:
                raise ValueError(f"{path}: {parsed.problems[0]}")
            printings.append(parsed.printing)
    return Catalog(game, printings)
