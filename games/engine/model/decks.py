"""A deck as the judge sees it, and its fingerprint."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import NamedTuple, TypeAlias

from games.engine.model.cards import Card
from games.engine.texts.writing import fold

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

MAYBE = "maybe"
"""What the maybe-board is called where a line says its zone. It is no zone: rules, counts and draws never see it."""


class DeckLine(NamedTuple):
    """Copies of a card, in the printing `code` ("" where the list does not say)."""

    card: Card
    count: int  # type: ignore[assignment]  # instead of the method of tuples
    code: str = ""


DeckEntry: TypeAlias = DeckLine
"""All copies of a card in a zone, whatever their printings; its `code` is meaningless."""


class Unknown(NamedTuple):
    """A line that names no card: its text, the names it could mean (`choices`) and similar names (`near`)."""

    zone: str
    text: str
    count: int  # type: ignore[assignment]  # instead of the method of tuples
    choices: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


@dataclass(frozen=True)
class Deck:
    """A deck of `game` (its slug): entries by zone in the order they were put in, and what its player declares.

    `maybe`: the maybe-board, cards its player thinks about; `maybe_unknown`: its lines that name no card. They belong
    to the list, not to what is judged, counted, drawn or fingerprinted.
    Raises ValueError for an entry or a line of less than one copy: it could make up for a copy too many.
    """

    game: str
    zones: Mapping[str, tuple[DeckLine, ...]] = field(default_factory=dict)
    declarations: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    format: str = ""
    unknown: tuple[Unknown, ...] = ()
    maybe: tuple[DeckLine, ...] = ()
    maybe_unknown: tuple[Unknown, ...] = ()

    def __post_init__(self) -> None:
        if MAYBE in self.zones:
            raise ValueError("the maybe-board is no zone")
        for entries in self.sections.values():
            for entry in entries:
                if entry.count < 1:
                    raise ValueError(f"{entry.count} copies of {entry.card.name}")
        for line in self.all_unknown:
            if line.count < 1:
                raise ValueError(f"{line.count} copies of {line.text}")

    @property
    def sections(self) -> Mapping[str, tuple[DeckLine, ...]]:
        """What a list of the deck says: its zones, then its maybe-board if there is anything on it."""
        return {**self.zones, MAYBE: self.maybe} if self.maybe or self.maybe_unknown else self.zones

    @property
    def all_unknown(self) -> tuple[Unknown, ...]:
        """All lines of its list that name no card, those of the maybe-board last."""
        return self.unknown + self.maybe_unknown

    def with_sections(self, sections: Mapping[str, Iterable[DeckLine]], unsettled: Iterable[Unknown] = ()) -> Deck:
        """The deck with these lines for its own; those of MAYBE make up its maybe-board."""
        entries = {section: tuple(lines) for section, lines in sections.items()}
        unsettled = tuple(unsettled)
        return replace(
            self,
            maybe=entries.pop(MAYBE, ()),
            zones=entries,
            unknown=tuple(line for line in unsettled if line.zone != MAYBE),
            maybe_unknown=tuple(line for line in unsettled if line.zone == MAYBE),
        )

    @property
    def without_maybe(self) -> Deck:
        """What is submitted, and all that is judged: the deck without its maybe-board."""
        return replace(self, maybe=(), maybe_unknown=()) if self.maybe or self.maybe_unknown else self

    def on(self, day: date) -> Deck:
        """The deck with its cards as they are on a day; itself where none has facts that depend on the day."""
        if not self._varies:
            return self
        zones = {
            zone: tuple([line._replace(card=line.card.on(day)) for line in lines]) for zone, lines in self.zones.items()
        }
        return replace(self, zones=zones)

    @cached_property
    def _varies(self) -> bool:
        return bool([None for lines in self.zones.values() for line in lines if line.card.periods])

    @cached_property
    def has_disputes(self) -> bool:
        """Whether printings of a card disagree about a fact that rules read."""
        return self._varies and any(line.card.disputed for lines in self.zones.values() for line in lines)

    @cached_property
    def _entries(self) -> Mapping[str, tuple[DeckEntry, ...]]:
        return {zone: _merge(entries) for zone, entries in self.zones.items()}

    @cached_property
    def _sizes(self) -> Mapping[str, int]:
        sizes = {zone: sum([entry.count for entry in entries]) for zone, entries in self._entries.items()}
        for line in self.unknown:
            sizes[line.zone] = sizes.get(line.zone, 0) + line.count
        return sizes

    def entries(self, zone: str) -> tuple[DeckEntry, ...]:
        """The cards of a zone, one entry a card: printings of a card are added up."""
        return self._entries.get(zone, ())

    def all_entries(self) -> Iterator[tuple[str, DeckEntry]]:
        for zone, entries in self._entries.items():
            for entry in entries:
                yield zone, entry

    def size(self, zone: str) -> int:
        """How many cards are in a zone, lines that name no card included: they are still cards of the deck."""
        return self._sizes.get(zone, 0)

    def copies_by_value(self, zone: str, attribute: str) -> Mapping[str, int]:
        """How many cards of a zone have each value of an attribute, where it is given. Spellings of one value count
        together. Several rules ask, so it is counted once."""
        if (zone, attribute) not in self._copies_by_value:
            self._copies_by_value[zone, attribute] = _copies_by_value(self.entries(zone), attribute)
        return self._copies_by_value[zone, attribute]

    @cached_property
    def _copies_by_value(self) -> dict[tuple[str, str], Mapping[str, int]]:
        return {}

    @cached_property
    def fingerprint(self) -> str:
        """80 bits of SHA-256 over game, declarations and the cards of each zone, in groups of four: `K7QF-2M9T-…`."""
        parts = [f"game {self.game}"]
        parts += _part("declared", [f"{key} {fold(value)}" for key, value in self.declarations.items() if fold(value)])
        for zone, cards in sorted(self._entries.items()):
            parts += _part(f"zone {zone}", [f"{card.key} {count}" for card, count, _ in cards])
        if self.unknown:
            lines = _count(self.unknown)
            parts += _part("lines", [f"{zone} {words} {count}" for (zone, words), count in lines.items()])
        return _spell(hashlib.sha256("\n".join(parts).encode()).digest()[:10])


def _part(head: str, lines: list[str]) -> list[str]:
    """Lines in order under their head. A head is set off by a blank line, and no line of a deck is blank."""
    lines.sort()
    return ["", head, *lines] if lines else []


def _merge(lines: tuple[DeckLine, ...]) -> tuple[DeckEntry, ...]:
    if len({line.card.key for line in lines}) == len(lines):
        return lines
    totals: Counter[str] = Counter()
    for card, count, _ in lines:
        totals[card.key] += count
    cards = {line.card.key: line.card for line in lines}
    return tuple(DeckEntry(cards[key], count) for key, count in totals.items())


def _copies_by_value(cards: tuple[DeckEntry, ...], attribute: str) -> Mapping[str, int]:
    by_spelling: Counter[str] = Counter()
    for card, count, _ in cards:
        if value := card.get(attribute):
            by_spelling[str(value)] += count
    spellings: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for value in sorted(by_spelling):
        counts[spellings.setdefault(fold(value), value)] += by_spelling[value]
    return counts


def _count(lines: tuple[Unknown, ...]) -> Counter[tuple[str, str]]:
    totals: Counter[tuple[str, str]] = Counter()
    for line in lines:
        totals[line.zone, fold(line.text)] += line.count
    return totals


def _spell(digest: bytes) -> str:
    """80 bits in Crockford's digits, which nobody confuses: 16 of them, in groups of four."""
    number = int.from_bytes(digest, "big")
    digits = "".join([CROCKFORD[number >> shift & 31] for shift in range(75, -1, -5)])
    return f"{digits[:4]}-{digits[4:8]}-{digits[8:12]}-{digits[12:]}"
