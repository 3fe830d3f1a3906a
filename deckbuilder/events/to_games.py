"""The only converter between rows of events and the values the engine judges."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from typing import Any

from deckbuilder.decks.to_games import thawed, thawed_cards
from deckbuilder.events.models import Event, Submission
from games.engine.cards import Card
from games.engine.decks import Deck
from games.engine.lists import RestrictionList
from games.engine.violations import Change, Culprit, Repair, Violation
from games.engine.writing import fold


def frozen_list(each: RestrictionList) -> dict[str, Any]:
    """A restriction list for keeping."""
    kept = {field.name: getattr(each, field.name) for field in fields(each)}
    return kept | {"limits": dict(each.limits), "effective_from": each.effective_from.isoformat()}


def thawed_list(kept: Mapping[str, Any]) -> RestrictionList:
    """The list that was frozen."""
    return RestrictionList(**{**kept, "effective_from": date.fromisoformat(kept["effective_from"])})


def own_slug(event: Event) -> str:
    """What tells an organiser's own list from all others; no list of the site has a colon in its slug."""
    return f"event:{event.slug}"


def own_list(event: Event) -> RestrictionList | None:
    """The organiser's own list, in force on the event's day; its version tells one content from another."""
    if not event.own_limits and not event.own_pool:
        return None
    content = json.dumps([event.own_limits, event.own_pool], sort_keys=True)
    return RestrictionList(
        slug=own_slug(event),
        game=event.game,
        title=event.name,
        called=event.name,
        version=hashlib.sha256(content.encode()).hexdigest()[:8],
        effective_from=event.day,
        limits={fold(name): limit for name, limit in event.own_limits.items()},
        pool=event.own_pool,
    )


def lists_of(event: Event) -> tuple[RestrictionList, ...]:
    """The lists that judge an event."""
    own = own_list(event)
    return (*map(thawed_list, event.pinned), *((own,) if own else ()))


def keys_of(submission: Submission) -> set[str]:
    """The keys of the cards in a list."""
    return {key for entries in submission.deck["zones"].values() for key, *_ in entries}


def to_deck(submission: Submission, game: str, cards: Mapping[str, Card] | None = None) -> Deck:
    """The list that was handed in. `cards`: as the catalog has them now, by key; by default, and where it has lost
    one, as they were then.
    """
    known = cards or {}
    try:
        return thawed(game, submission.deck, known)
    except KeyError:
        return thawed(game, submission.deck, thawed_cards(submission.cards) | dict(known))


# Findings for keeping -------------------------------------------------------------------------------------------------


def frozen_violation(found: Violation) -> dict[str, Any]:
    """A violation for keeping, without what it does not say."""
    kept = {field.name: getattr(found, field.name) for field in fields(found)}
    kept["params"] = dict(found.params)
    return {name: value for name, value in kept.items() if value not in (None, "", (), {})}


def thawed_violation(kept: Mapping[str, Any]) -> Violation:
    """The violation that was frozen."""
    params = {
        name: tuple(value) if isinstance(value, list) else value for name, value in kept.get("params", {}).items()
    }
    cards = tuple(Culprit(*each) for each in kept.get("cards", ()))
    return Violation(**{**kept, "params": params, "cards": cards, "repair": _repair(kept.get("repair"))})


def _tupled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _repair(kept: list[Any] | None) -> Repair | None:
    if kept is None:
        return None
    changes, find, want = kept
    return Repair(tuple(Change(*each) for each in changes), find, want)
