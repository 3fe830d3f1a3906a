"""Counts of the cards in lists, in one pass over them, without the database."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.engine.model.cards import Attribute, Card
from games.engine.model.decks import Deck
from games.engine.model.game import Game

Kind = Literal["declared", "leader", "attribute"]


class Part(NamedTuple):
    """A value, with the number of lists and of cards that have it. `value` is "" for lists without one."""

    value: str
    lists: int
    copies: int


@dataclass(frozen=True)
class Group:
    """Lists by declaration, by the cards of a zone of leaders, or by an attribute of their cards.

    A list has one declared value, but may have several others, so that these add up to more than the number of lists.
    """

    kind: Kind
    name: str
    parts: tuple[Part, ...]


class Played(NamedTuple):
    """A card of a zone: the number of lists that play it, and their total copies."""

    zone: str
    card: Card
    lists: int
    copies: int

    @property
    def average(self) -> float:
        """Average copies in the lists that play it."""
        return self.copies / self.lists


@dataclass(frozen=True)
class Breakdown:
    """`lists`: their number. `cards`: the most played first. Zones that are the same for everybody are left out."""

    lists: int
    groups: tuple[Group, ...]
    cards: tuple[Played, ...]


def count(game: Game, decks: Iterable[Deck]) -> Breakdown:
    """The breakdown of these decks, which need not fit into memory together."""
    tally = _Tally(game)
    for deck in decks:
        tally.add(deck)
    return tally.breakdown()


def leading(game: Game) -> list[str]:
    """The zones a deck is known by: those it does not draw from."""
    drawn_zones = game.opening.zones
    return [zone.slug for zone in game.zones if zone.judged and not zone.prefill and zone.slug not in drawn_zones]


def sorting_attributes(game: Game) -> list[Attribute]:
    """The attributes in the type line of a card, except those that are declared."""
    declared_attributes = {each.attribute for each in game.declarations}
    attributes = [each for each in game.fields.values() if each.show == "line" and each.type in ("choice", "list")]
    return [each for each in attributes if each.name not in declared_attributes]


def _judged_zones(game: Game) -> list[str]:
    """The zones that have rules and differ from deck to deck."""
    return [zone.slug for zone in game.zones if zone.judged and not zone.prefill]


class _Tally:
    """Counts over decks. Lists are counted deck by deck; the attributes of a card are read once."""

    def __init__(self, game: Game) -> None:
        self.game, self.decks = game, 0
        self.zones = [zone.slug for zone in game.zones if not zone.prefill]
        self.judged_zones, self.leading = _judged_zones(game), leading(game)
        self.cards: dict[str, Card] = {}
        self.values: dict[str, dict[str, tuple[str, ...]]] = {each.name: {} for each in sorting_attributes(game)}
        self.lists: dict[str, Counter[str]] = {zone: Counter() for zone in self.zones}
        self.copies: dict[str, Counter[str]] = {zone: Counter() for zone in self.zones}
        self.groups: dict[tuple[Kind, str], Counter[str]] = defaultdict(Counter)

    def add(self, deck: Deck) -> None:
        self.decks += 1
        keys = {
            zone: [self._add_copies(zone, card, copies) for card, copies, _ in deck.entries(zone)]
            for zone in self.zones
        }
        for zone in self.zones:
            self.lists[zone].update(keys[zone])
        for each in self.game.declarations:
            self.groups["declared", each.key][deck.declarations.get(each.key, "")] += 1
        for zone in self.leading:
            self.groups["leader", zone].update({self.cards[key].name for key in keys[zone]})
        for name, values in self.values.items():
            present = set[str]().union(*[values[key] for zone in self.judged_zones for key in keys[zone]])
            self.groups["attribute", name].update(present)

    def _add_copies(self, zone: str, card: Card, copies: int) -> str:
        key = card.key
        if key not in self.cards:
            self.cards[key] = card
            for attribute in sorting_attributes(self.game):
                self.values[attribute.name][key] = tuple(_values(card, attribute))
        self.copies[zone][key] += copies
        return key

    def breakdown(self) -> Breakdown:
        groups = [
            *(self._group("declared", each.key, Counter()) for each in self.game.declarations),
            *(self._group("leader", zone, self._copies_by_name(zone)) for zone in self.leading),
            *(self._group("attribute", name, self._copies_by_value(values)) for name, values in self.values.items()),
        ]
        return Breakdown(self.decks, tuple(each for each in groups if each.parts), tuple(self._card_rows()))

    def _group(self, kind: Kind, name: str, copies: Counter[str]) -> Group:
        lists = self.groups[kind, name]
        order = sorted(lists, key=lambda value: (-lists[value], -copies[value], value))
        return Group(kind, name, tuple(Part(value, lists[value], copies[value]) for value in order))

    def _copies_by_name(self, zone: str) -> Counter[str]:
        """The copies in a zone by name of the card."""
        copies_by_name: Counter[str] = Counter()
        for key, copies in self.copies[zone].items():
            copies_by_name[self.cards[key].name] += copies
        return copies_by_name

    def _copies_by_value(self, values: Mapping[str, tuple[str, ...]]) -> Counter[str]:
        """The number of cards by value, from the values of each card."""
        copies_by_value: Counter[str] = Counter()
        for zone in self.judged_zones:
            for key, copies in self.copies[zone].items():
                for value in values[key]:
                    copies_by_value[value] += copies
        return copies_by_value

    def _card_rows(self) -> list[Played]:
        rows = [
            Played(zone, self.cards[key], lists, self.copies[zone][key])
            for zone in self.zones
            for key, lists in self.lists[zone].items()
        ]
        rank = self.zones.index
        return sorted(rows, key=lambda each: (-each.lists, -each.copies, rank(each.zone), each.card.key))


def _values(card: Card, attribute: Attribute) -> Iterator[str]:
    value = card.get(attribute.name) if attribute.has(card.kind) else None
    for part in value if isinstance(value, tuple) else (value,):
        if part not in (None, ""):
            yield str(part)
