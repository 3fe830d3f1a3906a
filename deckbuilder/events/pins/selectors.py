"""An event's pinned restriction lists and the newest ones: what these would change, and whether that is settled."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from deckbuilder.catalog.restrictions.selectors import entries_without_card, restriction_lists
from deckbuilder.events import selectors
from deckbuilder.events.models import Event, LogEntry, Submission
from deckbuilder.events.readiness import judging
from deckbuilder.events.readiness.states import Readiness
from deckbuilder.events.to_games import decisions_on, freeze_list, keys_of, list_key, lists_of
from games.engine.model.cards import Card
from games.engine.model.lists import RestrictionList, in_force
from games.registry import get


def known_lists(event: Event) -> list[dict[str, Any]]:
    """The newest restriction lists in force on the event's day, frozen."""
    lists = restriction_lists(get(event.game))
    return [freeze_list(each) for each in in_force(lists, event.game, event.format, event.day)]


def is_outdated(event: Event) -> bool:
    """Whether the pinned lists are not the newest ones in force on the event's day."""
    return event.started_at is None and event.ended_at is None and known_lists(event) != event.pinned


def is_undecided(event: Event) -> bool:
    """Whether an organiser must still choose which lists judge the event; it cannot start before."""
    return is_outdated(event) and kept_choice(event) is None


def kept_choice(event: Event) -> LogEntry | None:
    """The decision to keep the pinned lists, if it was made about the newest ones."""
    last = event.log.filter(what__in=("pinned", "pins-kept")).order_by("-number").first()
    return last if last and last.what == "pins-kept" and last.params["digest"] == digest(event) else None


def digest(event: Event) -> str:
    """The same as long as the pinned and the newest lists stay the same."""
    facts = json.dumps([event.pinned, known_lists(event)], sort_keys=True)
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


class OpenEntry(NamedTuple):
    """An entry of one of an event's lists that names no card. `list_key`: of the list, see to_games.list_key."""

    list: RestrictionList
    text: str

    @property
    def list_key(self) -> str:
        return list_key(self.list)


def open_entries(event: Event) -> list[OpenEntry]:
    """The entries that name no card and that an organiser has yet to settle; the event cannot start before."""
    if event.started_at or event.ended_at:
        return []
    game = get(event.game)
    return [
        OpenEntry(each, text)
        for each in lists_of(event)
        for key in entries_without_card(game, each)
        for text in (each.names.get(key, key),)
        if text not in _kept_entries(event, each)
    ]


def _kept_entries(event: Event, each: RestrictionList) -> set[str]:
    return {text for text, decision in decisions_on(event, each).items() if decision["do"] == "keep"}


class Affected(NamedTuple):
    """An entry whose readiness would change under the newest lists."""

    now: Readiness
    then: Readiness


def affected_entries(
    event: Event, before: Iterable[Any] | None = None, after: Iterable[Any] | None = None
) -> list[Affected]:
    """The entries whose readiness would change under other lists, in the order of the roster. `before`, `after`: frozen
    lists; None: those pinned, and the newest ones.

    Only lists with a card that those lists limit differently are judged.
    """
    now, then = lists_of(event, before), lists_of(event, known_lists(event) if after is None else after)
    entries = [each.entry for each in _affected_lists(event, now, then)]
    if not entries:
        return []
    both = zip(
        judging.judge_entries(event, entries, lists=now),
        judging.judge_entries(event, entries, lists=then),
        strict=True,
    )
    return [Affected(*pair) for pair in both if pair[0].state != pair[1].state or pair[0].problems != pair[1].problems]


def _affected_lists(event: Event, now: Iterable[RestrictionList], then: Iterable[RestrictionList]) -> list[Submission]:
    submissions = list(
        selectors.current_submissions(event).filter(entry__dropped_at=None).select_related("entry__user")
    )
    cards = selectors.cards_in(event, submissions)
    other = {key for key, card in cards.items() if _most(now, card) != _most(then, card)}
    return sorted((each for each in submissions if keys_of(each) & other), key=lambda each: each.entry.number)


def _most(lists: Iterable[RestrictionList], card: Card) -> int | None:
    """The copies all these lists together allow; None for no limit."""
    return min((limit for each in lists if (limit := each.limit(card)) is not None), default=None)
