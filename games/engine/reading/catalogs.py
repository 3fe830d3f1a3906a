"""The cards of a catalog: what its printings make, and how a card is found by number or by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import chain
from typing import Any, Protocol

from games.engine.model.cards import Card, Printing, Value
from games.engine.model.game import Game
from games.engine.reading.catalog_files import CatalogFileError, Limits, Rows, read_rows, tabulate, write_rows
from games.engine.reading.catalog_plan import FieldChange, Report, RowResult, Warned, plan
from games.engine.reading.catalog_rows import Parsed, Problem, RowReader, parse_row
from games.engine.reading.query import haystack
from games.engine.texts.near_names import NearNames
from games.engine.texts.writing import fold, unspaced

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
    "load_catalog",
    "merge",
    "parse_row",
    "plan",
    "read_rows",
    "tabulate",
    "write_rows",
]

_OF_CARD = frozenset({"kind", "rarity", "set", "text", "keywords", "effects", "image", "zone"})


class Lookup(Protocol):
    """Where a list's names and numbers are looked up: a Catalog in memory, or the site's database.

    `prefetch` comes first, with all names and numbers that will be asked for, as they were written. `find`: the cards
    of exactly that name, folded, or, where there are none, those with that other name. `find_unspaced`: those whose
    name is the same but for blanks. `near`: up to n names that look alike, the likest first. Raises
    TooLarge where it has searched for similar names as often as it may.
    """

    def prefetch(self, names: Collection[str], codes: Collection[str]) -> None: ...

    def by_code(self, code: str) -> Card | None: ...

    def by_key(self, key: str) -> Card | None: ...

    def find(self, name: str) -> Sequence[Card]: ...

    def find_unspaced(self, name: str) -> Sequence[Card]: ...

    def near(self, name: str, n: int = 5) -> Sequence[str]: ...


def merge(game: Game, printings: Sequence[Printing]) -> Card:
    """The card that printings of one identity are; at least one, in the order they were put into the catalog.

    First released comes first; printings without a date follow in their order. Every fact is that of the first printing
    that gives it, but other names are those of all. `released` is the earliest date, None as soon as one printing has
    none: that one counts as out.
    """
    ordered = sorted(printings, key=lambda printing: printing.released or date.max)
    first = ordered[0]
    names = (name for name in chain.from_iterable(each.alt_names for each in ordered) if name != first.name)
    days = [each.released for each in ordered]
    return Card(
        key=game.key(first),
        name=first.name,
        values=_first_given(each.values for each in ordered),
        alt_names=tuple(dict.fromkeys(names)),
        released=None if None in days else days[0],
        codes=tuple(each.code for each in ordered),
        sets=tuple(dict.fromkeys(each.set for each in ordered if each.set)),
        haystack=haystack(*ordered),
        **_common(ordered),
    )


def _common(printings: Iterable[Printing]) -> Any:
    return _first_given({name: each.get(name) for name in _OF_CARD} for each in printings)


def _first_given(facts: Iterable[Mapping[str, Value]]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for each in facts:
        for name, value in each.items():
            if value not in (None, "", ()):
                found.setdefault(name, value)
    return found


def code_of(card: Card, code: str) -> str:
    """A printing's number as the catalog has it, from one in any width and case. Raises KeyError."""
    if code in card.codes:
        return code
    for each in card.codes:
        if fold(each) == fold(code):
            return each
    raise KeyError(code)


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
        """Nothing to fetch: all is here."""

    def by_code(self, code: str) -> Card | None:
        """The card of that printing; in any width and case, unless that leaves a choice."""
        return self._codes.get(code) or self._folded_codes.get(fold(code))

    def by_key(self, key: str) -> Card | None:
        return self.cards.get(key)

    def find(self, name: str) -> list[Card]:
        """The cards of that name, else those with that other name, in any writing; in the catalog's order."""
        folded = fold(name)
        return list(self._names.get(folded) or self._alt_names.get(folded) or ())

    def find_unspaced(self, name: str) -> list[Card]:
        """The cards whose name is the same but for blanks, in any writing; in the catalog's order."""
        return list(self._unspaced_names.get(unspaced(name), ()))

    def near(self, name: str, n: int = 5) -> list[str]:
        return self._near.near(name, n)

    @cached_property
    def shared_names(self) -> frozenset[str]:
        """The folded names that several cards have."""
        return frozenset(name for name, cards in self._names.items() if len(cards) > 1)

    @cached_property
    def _codes(self) -> dict[str, Card]:
        return {code: card for card in self.cards.values() for code in card.codes}

    @cached_property
    def _folded_codes(self) -> dict[str, Card | None]:
        found: dict[str, Card | None] = {}
        for code, card in self._codes.items():
            folded = fold(code)
            found[folded] = None if folded in found else card
        return found

    @cached_property
    def _names(self) -> dict[str, list[Card]]:
        return _grouped((card.name, card) for card in self.cards.values())

    @cached_property
    def _unspaced_names(self) -> dict[str, list[Card]]:
        found: dict[str, list[Card]] = {}
        for card in self.cards.values():
            found.setdefault(unspaced(card.name), []).append(card)
        return found

    @cached_property
    def _alt_names(self) -> dict[str, list[Card]]:
        return _grouped((name, card) for card in self.cards.values() for name in card.alt_names)

    @cached_property
    def _near(self) -> NearNames:
        return NearNames((name, card.name) for card in self.cards.values() for name in (card.name, *card.alt_names))


def _grouped(named: Iterable[tuple[str, Card]]) -> dict[str, list[Card]]:
    found: dict[str, list[Card]] = {}
    for name, card in named:
        cards = found.setdefault(fold(name), [])
        if card not in cards:
            cards.append(card)
    return found


def load_catalog(game: Game) -> Catalog:
    """The catalog that comes with a game: all CSV files of its folder. Raises ValueError for what is wrong with it."""
    reader, printings = RowReader(game), []
    for path in sorted((game.folder / "catalog").glob("*.csv")):
        for number, row in read_rows(path.read_bytes(), "csv").numbered():
            parsed = reader.read(row, number)
            if parsed.printing is None:
                raise ValueError(f"{path}: {parsed.problems[0]}")
            printings.append(parsed.printing)
    return Catalog(game, printings)
