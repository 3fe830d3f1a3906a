"""Converts between rows of events and the values of the engine."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import date
from typing import Any

from deckbuilder.catalog.selectors import sets_of
from deckbuilder.decks.to_games import thaw, thaw_cards
from deckbuilder.events.models import Event, Submission
from games.engine.model.cards import SAMPLE, Card
from games.engine.model.decks import Deck
from games.engine.model.lists import RestrictionList
from games.engine.model.violations import Culprit, DeckChange, Repair, Violation
from games.engine.texts.writing import fold
from games.registry import get

STORED_NAMES = {"names": "written", "display_name": "called"}
"""Fields of a restriction list that events store under other names."""


def freeze_list(each: RestrictionList) -> dict[str, Any]:
    """A restriction list as JSON."""
    data = {STORED_NAMES.get(field.name, field.name): getattr(each, field.name) for field in fields(each)}
    data |= {"limits": dict(each.limits), "effective_from": each.effective_from.isoformat()}
    return data | {"sets": list(each.sets)} if data.pop("sets") else data


def thaw_list(data: Mapping[str, Any]) -> RestrictionList:
    """The restriction list of such JSON."""
    names = {stored_name: name for name, stored_name in STORED_NAMES.items()}
    values = {names.get(name, name): value for name, value in data.items()}
    values |= {"effective_from": date.fromisoformat(data["effective_from"]), "sets": tuple(data.get("sets", ()))}
    return RestrictionList(**values)


def own_slug(event: Event) -> str:
    """The slug of an organiser's own list; no list of the site has a colon in its slug."""
    return f"event:{event.slug}"


def own_list(event: Event) -> RestrictionList | None:
    """The organiser's own list, in force on the event's day."""
    if not event.own_limits and not event.own_pool:
        return None
    limits = {fold(name): limit for name, limit in event.own_limits.items()}
    content = [event.own_limits, event.own_pool]
    return _of_event(event, own_slug(event), content, limits=limits, pool=event.own_pool)


def allowed_sets(event: Event) -> tuple[str, ...]:
    """The sets whose cards an event allows ("": cards of no set), () for all."""
    if event.sets is not None:
        return tuple(event.sets)
    sets = sets_of(get(event.game))
    real = tuple(each for each in sets if each != SAMPLE)
    return (*real, "") if real and SAMPLE in sets else ()


def sets_slug(event: Event) -> str:
    """The slug of the list of an event's sets."""
    return f"sets:{event.slug}"


def sets_list(event: Event) -> RestrictionList | None:
    """The sets an event allows as a list, in force on its day."""
    sets = allowed_sets(event)
    return _of_event(event, sets_slug(event), sets, sets=sets) if sets else None


def _of_event(event: Event, slug: str, content: object, **fields: Any) -> RestrictionList:
    """A list of the organiser's; its version is a digest of its content."""
    text = json.dumps(content, sort_keys=True)
    version = hashlib.sha256(text.encode()).hexdigest()[:8]
    return RestrictionList(
        slug, event.game, event.name, version, event.day, fields.pop("limits", {}), display_name=event.name, **fields
    )


def lists_of(event: Event, pins: Iterable[Mapping[str, Any]] | None = None) -> tuple[RestrictionList, ...]:
    """The lists that judge an event. `pins`: replaces those pinned to it, frozen."""
    own = (own_list(event), sets_list(event))
    return (*map(thaw_list, event.pinned if pins is None else pins), *filter(None, own))


def keys_of(submission: Submission) -> set[str]:
    """The keys of the cards in a list."""
    return {key for entries in submission.deck["zones"].values() for key, *_ in entries}


def to_deck(submission: Submission, game: str, cards: Mapping[str, Card] | None = None) -> Deck:
    """A submitted deck. `cards`: as in the catalog now, by key; missing ones are as at submission."""
    current_cards = cards or {}
    try:
        return thaw(game, submission.deck, current_cards)
    except KeyError:
        return thaw(game, submission.deck, thaw_cards(submission.cards) | dict(current_cards))


# Findings for keeping -------------------------------------------------------------------------------------------------


def freeze_violation(violation: Violation) -> dict[str, Any]:
    """A violation as JSON, without empty fields."""
    data = {field.name: getattr(violation, field.name) for field in fields(violation)}
    data["params"] = dict(violation.params)
    return {name: value for name, value in data.items() if value not in (None, "", (), {})}


def thaw_violation(data: Mapping[str, Any]) -> Violation:
    """The violation of such JSON."""
    params = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data.get("params", {}).items()
    }
    cards = tuple(Culprit(*each) for each in data.get("cards", ()))
    return Violation(**{**data, "params": params, "cards": cards, "repair": _repair(data.get("repair"))})


def _to_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _repair(data: list[Any] | None) -> Repair | None:
    if data is None:
        return None
    changes, find, want = data
    return Repair(tuple(DeckChange(*each) for each in changes), find, want)
