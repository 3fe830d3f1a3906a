"""What was played at an event: the lists that stand, and how often what is in them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from django.core.cache import cache
from django.db.models import QuerySet

from deckbuilder.catalog.sets import newest
from deckbuilder.events import selectors
from deckbuilder.events.models import Event, Submission
from deckbuilder.events.to_games import to_deck
from games.engine.cards import Attribute, Card
from games.engine.decks import Deck
from games.engine.game import Game
from games.registry import get


class Handed(NamedTuple):
    """A list that stands, as it was handed in and as the rules see it."""

    submission: Submission
    deck: Deck


def standing(event: Event) -> QuerySet[Submission]:
    """The lists that stand of everybody who plays, by the number of their entry."""
    rows = selectors.standing_submissions(event).filter(entry__dropped_at=None)
    return rows.select_related("entry").order_by("entry__number")


def handed_in(event: Event, rows: Iterable[Submission] | None = None) -> list[Handed]:
    """These lists of an event (all that stand)."""
    rows = list(standing(event) if rows is None else rows)
    cards = selectors.cards_in(event, rows)
    return [Handed(row, to_deck(row, event.game, cards)) for row in rows]


class Part(NamedTuple):
    """A value: so many lists have it, on so many cards. `value` is "" for lists that have none."""

    value: str
    lists: int
    copies: int


@dataclass(frozen=True)
class Group:
    """Lists by what they declare, by the cards of a zone of leaders, or by an attribute of their cards.

    Of values that are declared a list has one; of others it may have several, so that they add up to more than there
    are lists.
    """

    kind: Literal["declared", "leader", "attribute"]
    name: str
    parts: tuple[Part, ...]


class Played(NamedTuple):
    """A card of a zone: how many lists play it, and how many copies they have in all."""

    zone: str
    card: Card
    lists: int
    copies: int

    @property
    def average(self) -> float:
        """Copies in the lists that play it."""
        return self.copies / self.lists


@dataclass(frozen=True)
class Breakdown:
    """`lists`: how many there are. `cards`: the most played first. Zones that everybody has alike are left out."""

    lists: int
    groups: tuple[Group, ...]
    cards: tuple[Played, ...]


KEPT = 24 * 60 * 60
"""So many seconds a breakdown is kept."""


def breakdown(event: Event) -> Breakdown:
    """What the lists of an event are made of.

    It is counted once: whatever changes a list is in the log, and whatever changes a card makes another index.
    """
    index, last = newest(get(event.game)), event.log.values_list("number", flat=True).first()
    key = f"breakdown {event.slug} {last} {index.token if index else ''}".replace(" ", ":")
    kept = cache.get(key)
    if kept is None:
        kept = count(event)
        cache.set(key, kept, KEPT)
    return kept


def count(event: Event) -> Breakdown:
    """The breakdown, counted anew."""
    decks = [each.deck for each in handed_in(event)]
    game = get(event.game)
    groups = [
        *(_declared(each.key, decks) for each in game.declarations),
        *(_leaders(zone, decks) for zone in leading(game)),
        *(_by_attribute(each, game, decks) for each in telling(game)),
    ]
    return Breakdown(len(decks), tuple(each for each in groups if each.parts), tuple(_cards(game, decks)))


def leading(game: Game) -> list[str]:
    """The zones whose cards a deck is known by: those it does not draw from."""
    drawn = game.opening.zones
    return [zone.slug for zone in game.zones if zone.judged and not zone.prefill and zone.slug not in drawn]


def telling(game: Game) -> list[Attribute]:
    """The attributes that sort decks: those in the line of type of a card, but for what is declared."""
    declared = {each.attribute for each in game.declarations}
    found = [each for each in game.fields.values() if each.show == "line" and each.type in ("choice", "list")]
    return [each for each in found if each.name not in declared]


def _declared(key: str, decks: list[Deck]) -> Group:
    lists = Counter(deck.declarations.get(key, "") for deck in decks)
    return Group("declared", key, _parts(lists, {}))


def _leaders(zone: str, decks: list[Deck]) -> Group:
    lists: Counter[str] = Counter()
    copies: Counter[str] = Counter()
    for deck in decks:
        counts = Counter[str]()
        for held in deck.held(zone):
            counts[held.card.name] += held.count
        lists.update(counts.keys())
        copies.update(counts)
    return Group("leader", zone, _parts(lists, copies))


def _by_attribute(attribute: Attribute, game: Game, decks: list[Deck]) -> Group:
    lists: Counter[str] = Counter()
    copies: Counter[str] = Counter()
    for deck in decks:
        counts = Counter[str]()
        for zone in _judged(game):
            for card, count, _ in deck.held(zone):
                for value in _values(card, attribute):
                    counts[value] += count
        lists.update(counts.keys())
        copies.update(counts)
    return Group("attribute", attribute.name, _parts(lists, copies))


def _values(card: Card, attribute: Attribute) -> Iterator[str]:
    value = card.get(attribute.name) if attribute.has(card.kind) else None
    for part in value if isinstance(value, tuple) else (value,):
        if part not in (None, ""):
            yield str(part)


def _parts(lists: Counter[str], copies: Counter[str] | dict[str, int]) -> tuple[Part, ...]:
    order = sorted(lists, key=lambda value: (-lists[value], -copies.get(value, 0), value))
    return tuple(Part(value, lists[value], copies.get(value, 0)) for value in order)


def _judged(game: Game) -> list[str]:
    """The zones that differ from deck to deck and that rules look at."""
    return [zone.slug for zone in game.zones if zone.judged and not zone.prefill]


def _cards(game: Game, decks: list[Deck]) -> Iterator[Played]:
    lists: dict[tuple[str, Card], int] = defaultdict(int)
    copies: dict[tuple[str, Card], int] = defaultdict(int)
    zones = [zone.slug for zone in game.zones if not zone.prefill]
    for deck in decks:
        for zone in zones:
            for card, count, _ in deck.held(zone):
                lists[zone, card] += 1
                copies[zone, card] += count
    order = sorted(lists, key=lambda each: (-lists[each], -copies[each], zones.index(each[0]), each[1].key))
    for zone, card in order:
        yield Played(zone, card, lists[zone, card], copies[zone, card])
