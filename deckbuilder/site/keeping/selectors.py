"""Who is hit by a restriction list: public decks and open events whose verdicts it changes."""

from __future__ import annotations

from collections.abc import Sequence
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

MAX_DECKS = 300
"""The most public decks that are judged for a page, those changed last."""

MAX_EVENTS = 30

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
    """What a list changes from a day on. `listed`: how many public decks have a card that it may concern; of these
    `judged` were judged. `unlisted_events`: of these only the number is shown, since they are found by link alone."""

    day: date
    decks: tuple[DeckHit, ...]
    listed: int
    judged: int
    events: tuple[EventHit, ...]
    unlisted_events: int
    events_left: int
    """Open events that were not judged, because there are too many."""


def impact(game: Game, new: RestrictionList) -> Impact:
    """What a version of a list changes, stored or not: for public decks on its day (the earlier one, if a correction
    moves it, and today if that is over), and for events that have not started."""
    now = restriction_lists(game)
    (tied,) = with_ties(game, [new])
    then = (*(each for each in now if (each.slug, each.version) != (new.slug, new.version)), tied)
    days = [each.effective_from for each in (*now, tied) if (each.slug, each.version) == (new.slug, new.version)]
    day = max(min(days), timezone.localdate())
    rows = public_decks(game.slug).filter(with_listed_cards(_own_versions(game, now, tied, day)))
    newest = list(rows[:MAX_DECKS])
    events = _open_events(game, new)
    hits = [hit for event in events[:MAX_EVENTS] if (hit := _event_hit(event, now, then)).entries]
    return Impact(
        day,
        tuple(_deck_hits(game, newest, now, then, Announcement(day, (tied,)))),
        rows.count(),
        len(newest),
        tuple(hit for hit in hits if hit.event.listed),
        sum(1 for hit in hits if not hit.event.listed),
        max(0, events.count() - MAX_EVENTS),
    )


def _own_versions(game: Game, lists: Lists, new: RestrictionList, day: date) -> Lists:
    """The version, and those of the same list that are in force on the day."""
    own = [each for each in lists if each.slug == new.slug]
    return [new, *(each for format in game.formats for each in in_force(own, game.slug, format.slug, day))]


def _deck_hits(game: Game, rows: Sequence[Deck], now: Lists, then: Lists, news: Announcement) -> list[DeckHit]:
    engine_decks = to_decks(rows)
    hits = ((row, _hit(game, engine_decks[row.pk], now, then, news)) for row in rows if row.pk in engine_decks)
    return [
        DeckHit(row, Effect.of(hit).words, status_on(row, news.day))
        for row, hit in hits
        if hit.before.status != hit.after.status or hit.over
    ]


def _hit(game: Game, deck: decks.Deck, now: Lists, then: Lists, news: Announcement) -> coming.Hit:
    format, day = game.format(deck.format), news.day
    return coming.Hit(news, judge(deck, game, format, on=day, lists=now), judge(deck, game, format, on=day, lists=then))


def _open_events(game: Game, new: RestrictionList) -> QuerySet[Event]:
    """The events that the list would judge and that have not started, the next one first."""
    events = Event.objects.filter(game=game.slug, started_at=None, ended_at=None, archived_at=None)
    events = events.filter(starts_at__date__gte=new.effective_from)
    return (events.filter(format=new.format) if new.format else events).order_by("starts_at", "id")


def _event_hit(event: Event, now: Lists, then: Lists) -> EventHit:
    before, after = (
        [freeze_list(each) for each in in_force(lists, event.game, event.format, event.day)] for lists in (now, then)
    )
    return EventHit(event, len(affected_entries(event, before, after)) if before != after else 0)
