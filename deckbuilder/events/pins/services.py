"""Changes to the restriction lists of an event, each in one locked, logged transaction."""

from __future__ import annotations

from typing import Any

from deckbuilder.accounts.models import User
from deckbuilder.catalog.selectors import cards_by_name
from deckbuilder.events.bounds import MAX_CARD_NAME
from deckbuilder.events.errors import EventError
from deckbuilder.events.locking import Transaction, before_start, locked_event
from deckbuilder.events.models import Event, LogEntry
from deckbuilder.events.pins import selectors
from deckbuilder.events.to_games import DECISIONS, allowed_sets, own_list, pinned_lists
from deckbuilder.events.validators import check_choice, clean_line, clean_reason
from games.engine.model.game import Game
from games.engine.texts.writing import fold
from games.registry import get


def pin(event: Event, *, by: User, seen: str = "") -> Event:
    """Pin the newest restriction lists in force on the event's day.

    `seen`: the `selectors.digest` of what was shown. Raises EventError, also if that has changed.
    """
    with locked_event(event) as tx:
        _check_digest(tx, seen)
        pin_newest(tx, by)
        return tx.event


def keep_pins(event: Event, *, by: User, reason: str, seen: str = "") -> LogEntry:
    """Keep the pinned restriction lists although newer ones are known, until there are still newer ones. `seen`: as for
    `pin`.

    Raises EventError without a reason, or if there is nothing to decide.
    """
    reason = clean_reason(reason)
    with locked_event(event) as tx:
        _check_digest(tx, seen)
        if not reason:
            raise EventError("no-reason", "reason")
        if not selectors.is_undecided(tx.event):
            raise EventError("lists-settled")
        other = [f"{each['title']} {each['version']}" for each in selectors.known_lists(tx.event)]
        params = {**pin_params(tx.event), "known": other, "digest": selectors.digest(tx.event)}
        return tx.log("pins-kept", by, **params, reason=reason)


def decide_entry(
    event: Event, *, by: User, list_key: str, entry: str, do: str, reason: str, card: str = ""
) -> LogEntry:
    """Decide about an entry of a restriction list that names no card: keep it, remove it from the event's list, or
    replace it by a `card`, given by name. `list_key`, `entry`: of an open entry. Raises EventError."""
    reason, card = clean_reason(reason), clean_line(card, "card", MAX_CARD_NAME, blank=True)
    check_choice(do, "do", [*DECISIONS])
    with locked_event(event) as tx:
        before_start(tx)
        if not reason:
            raise EventError("no-reason", "reason")
        each = next(
            (each for each in selectors.open_entries(tx.event) if (each.list_key, each.text) == (list_key, entry)), None
        )
        if each is None:
            raise EventError("entry-settled")
        codes = _codes_of_card(get(tx.event.game), card) if do == "replace" else []
        settled = dict(tx.event.settled_entries)
        settled[list_key] = {**settled.get(list_key, {}), entry: {"do": do, "codes": codes}}
        tx.event.settled_entries = settled
        tx.event.save(update_fields=["settled_entries"])
        name = card if do == "replace" else ""
        return tx.log("entry-settled", by, list=str(each.list), card_text=entry, do=do, card=name, reason=reason)


def _codes_of_card(game: Game, name: str) -> list[str]:
    """The printings of the cards with that name. Raises EventError."""
    codes = sorted(
        code for cards in cards_by_name(game, [fold(name)]).values() for card in cards for code in card.codes
    )
    if not codes:
        raise EventError("no-such-card", "card", name=name)
    return codes


def _check_digest(tx: Transaction, seen: str) -> None:
    before_start(tx)
    if seen and seen != selectors.digest(tx.event):
        raise EventError("lists-changed")


def pin_newest(tx: Transaction, by: User) -> None:
    """Pin the newest lists, unless they are pinned already."""
    lists = selectors.known_lists(tx.event)
    if lists != tx.event.pinned:
        tx.event.pinned = lists
        tx.event.save(update_fields=["pinned"])
        tx.log("pinned", by, **pin_params(tx.event))


def pin_params(event: Event) -> dict[str, Any]:
    """The parameters that a log entry has of an event's lists."""
    own = own_list(event)
    return {
        "lists": [f"{each.title} {each.version}" for each in pinned_lists(event)],
        "own": own.version if own else "",
        "sets": list(allowed_sets(event)),
    }
