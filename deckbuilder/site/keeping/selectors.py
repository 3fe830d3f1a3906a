"""Who is hit by a change: public decks and open events whose verdicts a restriction list, or a card, changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from deckbuilder.catalog.restrictions.selectors import restriction_lists, with_ties
from deckbuilder.decks.loading import to_decks
from deckbuilder.decks.models import Deck
from deckbuilder.decks.selectors import public_decks
from deckbuilder.decks.verdicts.coming import Effect, status_on, with_listed_cards
from deckbuilder.events.models import Event
from deckbuilder.events.pins.selectors import affected_entries
from deckbuilder.events.to_games import freeze_list
from games.engine.model import decks
from games.engine.model.game import Game
from games.engine.model.lists import RestrictionList, in_force
from games.engine.rules import coming
from games.engine.rules.legality import judge
from games.engine.rules.list_versions import Announcement

DECKS_A_PART = 1000
"""So many public decks are judged for a page, those changed last first. 1000 decks of 20 cards of 星靈王, all of them
hit, take 1,400 of the units in which `make bench` counts processor time."""

EVENTS_A_PART = 30

Lists = Sequence[RestrictionList]


class DeckHit(NamedTuple):
    """A deck whose verdict changes: how, and the URL of the deck judged for that day."""

    deck: Deck
    words: str
    address: str


class EventHit(NamedTuple):
    """An event, and how many of its entries would be judged otherwise."""

    event: Event
    entries: int


class Impact(NamedTuple):
    """What a change does to verdicts from a day on, a part at a time, `part` from 0.

    `listed`: how many public decks have a card that it may concern; of these `judged` were judged for this part.
    `unlisted_events`: of these only the number is shown, since they are found by link alone.
    """

    day: date
    part: int
    decks: tuple[DeckHit, ...]
    listed: int
    judged: int
    events: tuple[EventHit, ...]
    unlisted_events: int
    open_events: int
    judged_events: int

    @property
    def first(self) -> int:
        """The place of the first deck of this part, from 1."""
        return self.part * DECKS_A_PART + 1

    @property
    def last(self) -> int:
        return self.part * DECKS_A_PART + self.judged

    @property
    def decks_left(self) -> int:
        """Decks that come after this part."""
        return max(0, self.listed - (self.part + 1) * DECKS_A_PART)

    @property
    def events_left(self) -> int:
        return max(0, self.open_events - (self.part + 1) * EVENTS_A_PART)

    @property
    def has_more(self) -> bool:
        return bool(self.decks_left or self.events_left)


def impact_on(
    rows: QuerySet[Deck],
    hit: Callable[[Deck, decks.Deck], DeckHit | None],
    events: QuerySet[Event],
    entries: Callable[[Event], int],
    *,
    day: date,
    part: int = 0,
) -> Impact:
    """Judge one part of these decks and events. `hit`: of a deck whose verdict changes; `entries`: how many of an
    event's are judged otherwise."""
    shown = list(rows[part * DECKS_A_PART : (part + 1) * DECKS_A_PART])
    engine_decks = to_decks(shown)
    deck_hits = (hit(row, engine_decks[row.pk]) for row in shown if row.pk in engine_decks)
    shown_events = list(events[part * EVENTS_A_PART : (part + 1) * EVENTS_A_PART])
    event_hits = [EventHit(event, count) for event in shown_events if (count := entries(event))]
    return Impact(
        day,
        part,
        tuple(filter(None, deck_hits)),
        rows.count(),
        len(shown),
        tuple(each for each in event_hits if each.event.listed),
        sum(1 for each in event_hits if not each.event.listed),
        events.count(),
        len(shown_events),
    )


def impact(game: Game, new: RestrictionList, part: int = 0) -> Impact:
    """What a version of a list changes, stored or not: for public decks on its day (the earlier one, if a correction
    moves it, and today if that is over), and for events that have not started."""
    now = restriction_lists(game)
    (tied,) = with_ties(game, [new])
    then = (*(each for each in now if (each.slug, each.version) != (new.slug, new.version)), tied)
    days = [each.effective_from for each in (*now, tied) if (each.slug, each.version) == (new.slug, new.version)]
    day = max(min(days), timezone.localdate())
    rows = public_decks(game.slug).filter(with_listed_cards(_own_versions(game, now, tied, day)))
    events = open_events(game).filter(starts_at__date__gte=new.effective_from)
    news = Announcement(day, (tied,))
    return impact_on(
        rows,
        lambda row, deck: _deck_hit(game, row, deck, now, then, news),
        events.filter(format=new.format) if new.format else events,
        lambda event: _entries_hit(event, now, then),
        day=day,
        part=part,
    )


def _own_versions(game: Game, lists: Lists, new: RestrictionList, day: date) -> Lists:
    """The version, and those of the same list that are in force on the day."""
    own = [each for each in lists if each.slug == new.slug]
    return [new, *(each for format in game.formats for each in in_force(own, game.slug, format.slug, day))]


def _deck_hit(game: Game, row: Deck, deck: decks.Deck, now: Lists, then: Lists, news: Announcement) -> DeckHit | None:
    format, day = game.format(deck.format), news.day
    before, after = (judge(deck, game, format, on=day, lists=lists) for lists in (now, then))
    hit = coming.Hit(news, before, after)
    if before.status == after.status and not hit.over:
        return None
    return DeckHit(row, Effect.of(hit).words, status_on(row, day))


def open_events(game: Game) -> QuerySet[Event]:
    """The events that have not started, the next one first."""
    events = Event.objects.filter(game=game.slug, started_at=None, ended_at=None, archived_at=None)
    return events.order_by("starts_at", "id")


def _entries_hit(event: Event, now: Lists, then: Lists) -> int:
    """How many entries the lists in force on an event's day judge otherwise."""
    before, after = (
        [freeze_list(each) for each in in_force(lists, event.game, event.format, event.day)] for lists in (now, then)
    )
    return len(affected_entries(event, before, after)) if before != after else 0
