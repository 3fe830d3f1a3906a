"""Converts between rows of events and the values of the engine."""

import hashlib
import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from datetime import date
from typing import Any, Literal, TypedDict

from deckbuilder.catalog.restrictions.selectors import with_ties
from deckbuilder.catalog.selectors import sets_of
from deckbuilder.catalog.to_games import read_raw_list
from deckbuilder.common.broken import UNREADABLE, is_list_of_texts, is_numbers, is_texts, require
from deckbuilder.decks.to_games import SLUGS, Frozen, thaw, thaw_cards
from deckbuilder.events.models import Event, ListsVisible, Submission
from games.engine.model.cards import SAMPLE, Card
from games.engine.model.decks import Deck
from games.engine.model.lists import RestrictionList
from games.engine.model.violations import Culprit, DeckChange, Repair, Violation
from games.registry import get

log = logging.getLogger(__name__)

STORED_NAMES = {"names": "written", "display_name": "called"}
"""Fields of a restriction list that events store under other names."""

DERIVED = ("listed", "sets", "broken")
"""Fields that are stored only where they say something, or not at all: which cards a list means is in the catalog."""


def freeze_list(each: RestrictionList) -> dict[str, Any]:
    """A restriction list as JSON."""
    kept = [field.name for field in fields(each) if field.name not in DERIVED]
    data = {STORED_NAMES.get(name, name): getattr(each, name) for name in kept}
    data |= {"limits": dict(each.limits), "effective_from": each.effective_from.isoformat()}
    return data | {name: list(value) for name in ("sets", "broken") if (value := getattr(each, name))}


def thaw_list(data: Any, game: str) -> RestrictionList:
    """The restriction list of such JSON, whatever became of it."""
    raw = data if isinstance(data, dict) else {"title": "?", "version": "?"}
    try:
        day = date.fromisoformat(str(raw.get("effective_from")))
    except ValueError:
        day = date.min
    written, limits = raw.get("written", {}), raw.get("limits")
    if isinstance(limits, dict) and isinstance(written, dict):
        limits = {str(written.get(key, key)): limit for key, limit in limits.items()}
    values = raw | {"limits": limits, "sets": raw.get("sets", []), "display_name": raw.get("called", "")}
    thawed = read_raw_list(game, day, values)
    return replace(thawed, broken=thawed.broken or tuple(map(str, raw.get("broken", ()))))


def check_row(event: Event) -> None:
    """Raises BrokenRowError unless the row of an event can be read. An entry of its lists that cannot be read makes
    verdicts incomplete, see `RestrictionList.broken`."""
    require(event, "game", event.game in SLUGS)
    require(event, "format", any(event.format == each.slug for each in get(event.game).formats))
    require(event, "lists_visible", event.lists_visible in ListsVisible.values)
    require(event, "pinned", isinstance(event.pinned, list) and all(map(_is_pin, event.pinned)))
    require(event, "own_limits", is_numbers(event.own_limits))
    require(event, "sets", event.sets is None or is_list_of_texts(event.sets))


def _is_pin(data: object) -> bool:
    return isinstance(data, dict) and all(isinstance(data.get(name), str) for name in ("slug", "version", "title"))


def own_slug(event: Event) -> str:
    """The slug of an organiser's own list; no list of the site has a colon in its slug."""
    return f"event:{event.slug}"


def own_list(event: Event) -> RestrictionList | None:
    """The organiser's own list, in force on the event's day."""
    if not event.own_limits and not event.own_pool:
        return None
    content = [event.own_limits, event.own_pool]
    return _of_event(event, own_slug(event), content, limits=event.own_limits, pool=event.own_pool)


def allowed_sets(event: Event) -> tuple[str, ...]:
    """The sets whose cards an event allows ("": cards of no set), () for all."""
    if event.sets is not None:
        return _of_event(event, sets_slug(event), event.sets, sets=event.sets).sets
    sets = sets_of(get(event.game))
    real = tuple(each for each in sets if each != SAMPLE)
    return (*real, "") if real and SAMPLE in sets else ()


def sets_slug(event: Event) -> str:
    """The slug of the list of an event's sets."""
    return f"sets:{event.slug}"


def sets_list(event: Event) -> RestrictionList | None:
    """The sets an event allows as a list, in force on its day."""
    sets = allowed_sets(event) if event.sets is None else event.sets
    return _of_event(event, sets_slug(event), sets, sets=sets) if sets else None


def _of_event(event: Event, slug: str, content: object, **raw: Any) -> RestrictionList:
    """A list of the organiser's; its version is a digest of its content."""
    text = json.dumps(content, sort_keys=True)
    version = hashlib.sha256(text.encode()).hexdigest()[:8]
    labels = {"slug": slug, "title": event.name, "version": version, "display_name": event.name}
    return read_raw_list(event.game, event.day, {"limits": {}, "sets": []} | labels | raw)


def pinned_lists(event: Event, pins: Iterable[Any] | None = None) -> list[RestrictionList]:
    """The lists pinned to an event as they are written. `pins`: others, frozen."""
    frozen = event.pinned if pins is None else pins
    return [thaw_list(each, event.game) for each in (frozen if isinstance(frozen, (list, tuple)) else [None])]


def untied_lists(event: Event, pins: Iterable[Any] | None = None) -> list[RestrictionList]:
    """The lists of an event as they are written. An organiser's own list stays the same list when it is changed: its
    version is empty here, as in ties of lists."""
    own = own_list(event)
    return [*pinned_lists(event, pins), *([replace(own, version="")] if own else [])]


def lists_of(event: Event, pins: Iterable[Any] | None = None) -> tuple[RestrictionList, ...]:
    """The lists that judge an event. `pins`: replaces those pinned to it, frozen."""
    own = own_list(event)
    lists = [_apply_decisions(event, each) for each in with_ties(get(event.game), untied_lists(event, pins))]
    versioned = (replace(each, version=own.version) if own and each.slug == own.slug else each for each in lists)
    return (*versioned, *filter(None, [sets_list(event)]))


class Decision(TypedDict):
    """A decision about an entry that names no card: it is kept as it is, removed from the list, or
    replaced by the card of these printings."""

    do: Literal["keep", "remove", "replace"]
    codes: list[str]


DECISIONS = ("keep", "remove", "replace")


def list_key(each: RestrictionList) -> str:
    """The key of a version of a list in `Event.settled_entries`."""
    return f"{each.slug}/{each.version}"


def decisions_on(event: Event, each: RestrictionList) -> Mapping[str, Decision]:
    """The decisions about entries of a list, by entry as written."""
    by_list = event.settled_entries if isinstance(event.settled_entries, dict) else {}
    decisions = by_list.get(list_key(each))
    pairs = decisions.items() if isinstance(decisions, dict) else ()
    readable = ((text, raw) for text, raw in pairs if isinstance(raw, dict) and raw.keys() >= {"do", "codes"})
    return {text: Decision(do=raw["do"], codes=raw["codes"]) for text, raw in readable}


def _apply_decisions(event: Event, each: RestrictionList) -> RestrictionList:
    """A list with what was decided about its entries."""
    decisions = decisions_on(event, each)
    if not decisions:
        return each
    limits, listed = dict(each.limits), dict(each.listed)
    for key, text in each.names.items():
        decision = decisions.get(text)
        if decision and decision["do"] == "remove":
            del limits[key]
        elif decision and decision["do"] == "replace":
            listed[key] = each.entry(key)._replace(codes=frozenset(decision["codes"]))
    return replace(each, limits=limits, listed=listed)


EMPTY: Frozen = {"declarations": {}, "zones": {}, "unknown": []}


def stored_deck(submission: Submission) -> Frozen:
    """A list as it was submitted; EMPTY, and logged, if it cannot be read."""
    deck: Frozen = submission.deck
    if is_deck(deck):
        return deck
    log.error("The list of submission %s cannot be read.", submission.pk)
    return EMPTY


def is_deck(data: Any) -> bool:
    """Whether this is the JSON of a list."""
    try:
        counts = [count for entries in data["zones"].values() for _key, count, _code in entries]
        counts += [count for _zone, _text, count in data["unknown"]]
        return is_texts(data["declarations"]) and all(isinstance(count, int) for count in counts)
    except UNREADABLE:
        return False


RECEIPT: Mapping[str, Any] = {"format": "", "on": "", "ruleset": "", "lists": [], "codes": []}
"""The receipt of a list whose own cannot be read."""


def stored_receipt(submission: Submission) -> Mapping[str, Any]:
    """The receipt that the player got; RECEIPT, and a log entry, if it cannot be read."""
    receipt: Mapping[str, Any] = submission.receipt
    try:
        if all(isinstance(receipt[name], type(value)) for name, value in RECEIPT.items()):
            dict(receipt["lists"])  # pairs of slug and version
            return receipt
    except UNREADABLE:
        pass
    log.error("The receipt of submission %s cannot be read.", submission.pk)
    return RECEIPT


def keys_of(submission: Submission) -> set[str]:
    """The keys of the cards in a list."""
    return {key for entries in stored_deck(submission)["zones"].values() for key, *_ in entries}


def to_deck(submission: Submission, game: str, cards: Mapping[str, Card] | None = None) -> Deck:
    """A submitted deck. `cards`: as in the catalog now, by key; missing ones are as at submission. A list that cannot
    be read is logged, and has no cards: its verdict is incomplete."""
    try:
        return _thaw(submission, game, cards or {})
    except UNREADABLE:
        log.exception("The list of submission %s cannot be read.", submission.pk)
        return Deck(game)


def _thaw(submission: Submission, game: str, current_cards: Mapping[str, Card]) -> Deck:
    try:
        return thaw(game, stored_deck(submission), current_cards)
    except KeyError:
        return thaw(game, stored_deck(submission), thaw_cards(submission.cards) | dict(current_cards))


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


def _repair(data: list[Any] | None) -> Repair | None:
    if data is None:
        return None
    changes, find, want = data
    return Repair(tuple(DeckChange(*each) for each in changes), find, want)
