"""The lists played at an event, a few at a time, and their breakdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import QuerySet

from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.selectors import cards_by_key
from deckbuilder.events import selectors
from deckbuilder.events.models import Event, Submission
from deckbuilder.events.results import counts
from deckbuilder.events.results.counts import Breakdown
from deckbuilder.events.to_games import keys_of, to_deck
from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.registry import get


class PublishedList(NamedTuple):
    """A current list, as submitted and as the rules see it."""

    submission: Submission
    deck: Deck


def current(event: Event) -> QuerySet[Submission]:
    """The current lists of all players, those who dropped later included, by the number of their entry."""
    rows = selectors.current_submissions(event).filter(selectors.of_players(event))
    return rows.select_related("entry").order_by("entry__number")


SLICE = 200
"""Lists in memory at once."""


def slices(event: Event) -> Iterator[list[PublishedList]]:
    """All current lists, a slice at a time. Which lists these are is decided at the first slice."""
    rows = Submission.objects.select_related("entry")
    return _slices(event, rows.only("version", "name", "fingerprint", "deck", "entry__number", "entry__name"))


def _slices(event: Event, rows: QuerySet[Submission]) -> Iterator[list[PublishedList]]:
    numbers = list(current(event).values_list("pk", flat=True))
    cards: dict[str, Card] = {}
    for start in range(0, len(numbers), SLICE):
        part = rows.filter(pk__in=numbers[start : start + SLICE]).order_by("entry__number")
        yield published_lists(event, part, cards)


def published_lists(
    event: Event, rows: Iterable[Submission], cards: dict[str, Card] | None = None
) -> list[PublishedList]:
    """These lists of an event. `cards`: those loaded already, by key; others are added."""
    rows, cards = list(rows), {} if cards is None else cards
    cards |= cards_by_key(get(event.game), set[str]().union(*map(keys_of, rows)) - cards.keys())
    return [PublishedList(row, to_deck(row, event.game, cards)) for row in rows]


def version(event: Event) -> str:
    """A key that changes whenever a current list may: changes of lists are logged, and changes of cards make a new
    index."""
    index, last = newest(get(event.game)), event.log.values_list("number", flat=True).first()
    return f"{event.slug}:{last}:{index.token if index else ''}"


KEPT = 24 * 60 * 60
"""Seconds for which a breakdown is cached."""


def breakdown(event: Event) -> Breakdown:
    """The breakdown of an event's lists, cached."""
    key = f"breakdown:{version(event)}"
    result: Breakdown | None = cache.get(key)
    if result is None:
        result = count(event)
        cache.set(key, result, KEPT)
    return result


def count(event: Event) -> Breakdown:
    """The breakdown, without a cache."""
    slices = _slices(event, Submission.objects.only("deck"))
    return counts.count(get(event.game), (each.deck for part in slices for each in part))
