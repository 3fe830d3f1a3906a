"""Changes to events, except to their entries: each in one locked, logged transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from deckbuilder.accounts.models import User
from deckbuilder.catalog.restrictions import ties
from deckbuilder.catalog.selectors import sets_of
from deckbuilder.events import clock, selectors
from deckbuilder.events.bounds import MAX_NAME, MAX_NONCE, MAX_NOTES, MAX_PLACE
from deckbuilder.events.errors import EventError
from deckbuilder.events.locking import Transaction, before_end, before_start, locked_event
from deckbuilder.events.models import Event, ListsVisible, Role, RoleName, State
from deckbuilder.events.pins import selectors as pins_selectors
from deckbuilder.events.pins.services import pin_newest, pin_params
from deckbuilder.events.readiness import judgements, judging
from deckbuilder.events.readiness.states import Readiness
from deckbuilder.events.to_games import allowed_sets, own_slug, untied_lists
from deckbuilder.events.validators import check_choice, check_year, clean_line, clean_reason, clean_text, repeat
from games.engine.model.game import Game
from games.registry import get

# The event ------------------------------------------------------------------------------------------------------------

CHANGEABLE = (
    "name", "format", "place", "starts_at", "deadline", "registration_until", "lists_visible", "capacity",
    "roster_notes", "listed", "own_limits", "own_pool", "sets",
)  # fmt: skip


LATER = ("name", "place", "lists_visible", "roster_notes", "listed")
"""Fields that do not affect verdicts; they can also be changed after the start and after the end."""


def create(game: Game, *, by: User, nonce: str = "", **fields: Any) -> Event:
    """Create an event with `by` as its organiser. `fields`: of CHANGEABLE. The same `nonce` again returns the same
    event. Raises EventError."""
    nonce = clean_line(nonce, "nonce", MAX_NONCE, blank=True)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)
        event = Event(game=game.slug, created_by=by, created_at=clock.now(), nonce=nonce)
        _set(event, {"format": game.formats[0].slug, **fields})
        earlier = Event.objects.filter(created_by=by, nonce=nonce).first() if nonce else None
        if earlier:
            return repeat(earlier, **{name: getattr(event, name) for name in ("game", *CHANGEABLE)})
        event.pinned = pins_selectors.known_lists(event)
        event.save()
        ties.tie_lists(game, untied_lists(event))
        Role.objects.create(event=event, user=by, role=RoleName.ORGANISER)
        Transaction(event, event.created_at, 0).log("created", by, **pin_params(event))
    return event


def change(event: Event, *, by: User, **fields: Any) -> Event:
    """Change an event; from its start on only the fields in LATER. A new day or format pins the lists again. Raises
    EventError."""
    with locked_event(event) as tx:
        before = {name: getattr(tx.event, name) for name in CHANGEABLE}
        basis = tx.event.day, tx.event.format
        _set(tx.event, fields)
        changed_fields = {name: value for name, value in before.items() if getattr(tx.event, name) != value}
        if not changed_fields:
            return tx.event
        if not changed_fields.keys() <= set(LATER):
            before_start(tx)
        _check_capacity(tx.event)
        changes = {name: [_plain(value), _plain(getattr(tx.event, name))] for name, value in changed_fields.items()}
        tx.log("changed", by, fields=changes)
        tx.event.save()
        if "own_limits" in changed_fields:
            added = set(tx.event.own_limits) - set(changed_fields["own_limits"] or ())
            ties.untie(get(tx.event.game), own_slug(tx.event), "", added)
            ties.tie_lists(get(tx.event.game), untied_lists(tx.event))
        if basis != (tx.event.day, tx.event.format):
            pin_newest(tx, by)
        return tx.event


def _set(event: Event, fields: Mapping[str, Any]) -> None:
    """Validate fields and set them. Raises EventError."""
    unknown = sorted(set(fields) - set(CHANGEABLE))
    if unknown:
        raise EventError("unknown-field", unknown[0], value=unknown[0], choices=CHANGEABLE)
    for name, value in fields.items():
        setattr(event, name, value)
    event.name = clean_line(event.name, "name", MAX_NAME)
    event.place = clean_line(event.place, "place", MAX_PLACE, blank=True)
    event.roster_notes = clean_text(event.roster_notes, "roster_notes", MAX_NOTES)
    check_choice(event.format, "format", [each.slug for each in get(event.game).formats])
    check_choice(event.lists_visible, "lists_visible", ListsVisible.values)
    check_year(event.starts_at, "starts_at")
    check_year(event.deadline, "deadline")
    if event.deadline > event.starts_at:
        raise EventError("deadline-after-start", "deadline")
    if event.registration_until is not None:
        check_year(event.registration_until, "registration_until")
        if event.registration_until > event.deadline:
            raise EventError("registration-after-deadline", "registration_until")
    sets = sets_of(get(event.game))
    for each in fields.get("sets") or ():
        check_choice(each, "sets", [*sets, ""])
    if event.own_pool and not event.own_limits:
        raise EventError("empty-pool", "own_pool")
    if event.capacity is not None and event.capacity < 1:
        raise EventError("too-few-places", "capacity", least=1)


def _check_capacity(event: Event) -> None:
    """Check that the capacity is not below the number of players."""
    players = selectors.playing(event).count()
    if event.capacity is not None and event.capacity < players:
        raise EventError("too-few-places", "capacity", least=players)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def start(event: Event, *, by: User, early: bool = False, seen: str = "") -> Event:
    """Judge every list again, and start if every entry is ready; the verdicts are stored for good.

    `early`: even before the deadline. `seen`: the `selectors.state_token` of what was shown.

    Raises EventError; `unresolved` has the entries as `unsettled`.
    """
    with locked_event(event) as tx:
        before_start(tx)
        if seen and seen != selectors.state_token(tx.event):
            raise EventError("seen-another-state")
        if tx.state == State.OPEN and not early:
            raise EventError("still-open")
        digest = judgements.rules_digest(tx.event)
        states = [each for each in judging.judge_entries(tx.event) if each.state != "dropped"]
        if not states:
            raise EventError("no-entries")
        if pins_selectors.is_undecided(tx.event):
            raise EventError("lists-outdated")
        if open_entries := pins_selectors.open_entries(tx.event):
            raise EventError("entries-without-card", count=len(open_entries))
        if open_states := judging.not_ready(states):
            raise EventError("unresolved", count=len(open_states), unsettled=open_states)
        judgements.keep(
            digest, [(each.submission, each.verdict) for each in states if each.submission and each.verdict]
        )
        tx.event.started_at, tx.event.started_under = tx.now, digest
        tx.event.sets = list(allowed_sets(tx.event))  # sets that the catalog gains later are not among them
        tx.event.save(update_fields=["started_at", "started_under", "sets"])
        tx.log("started", by, entries=len(states), early=tx.now < tx.event.deadline, **_start_params(tx.event, states))
        return tx.event


def _start_params(event: Event, states: Iterable[Readiness]) -> dict[str, Any]:
    numbers = [each.entry.number for each in states if each.override]
    return {"overridden": numbers, "ruleset": get(event.game).ruleset, **pin_params(event)}


def end(event: Event, *, by: User) -> Event:
    """Raises EventError for an event that has not started or is over."""
    with locked_event(event) as tx:
        before_end(tx)
        if not tx.event.started_at:
            raise EventError("not-started")
        tx.event.ended_at = tx.now
        tx.event.save(update_fields=["ended_at"])
        tx.log("ended", by)
        return tx.event


def cancel(event: Event, *, by: User, reason: str) -> Event:
    """Call an event off before its start, for good. Raises EventError."""
    reason = clean_reason(reason)
    with locked_event(event) as tx:
        before_start(tx)
        if not reason:
            raise EventError("no-reason", "reason")
        tx.event.ended_at = tx.now
        tx.event.save(update_fields=["ended_at"])
        tx.log("cancelled", by, reason=reason)
        return tx.event


def archive(event: Event, *, by: User, back: bool = False) -> Event:
    """Archive an event, or restore it; repeating it changes nothing. Raises EventError if it is not over."""
    with locked_event(event) as tx:
        if not tx.event.ended_at:
            raise EventError("not-over")
        if back == bool(tx.event.archived_at):
            tx.event.archived_at = None if back else tx.now
            tx.event.save(update_fields=["archived_at"])
            tx.log("unarchived" if back else "archived", by)
        return tx.event


def delete(event: Event) -> None:
    """Delete an event with its entries and its log. Raises EventError if a list was submitted."""
    with locked_event(event) as tx:
        if selectors.has_lists(tx.event):
            raise EventError("has-lists")
        tx.event.delete()


# Staff ----------------------------------------------------------------------------------------------------------------


def add_role(event: Event, user: User, role: str, *, by: User) -> Role:
    """Give a user a role, which replaces their current one. Raises EventError."""
    check_choice(role, "role", RoleName.values)
    with locked_event(event) as tx:
        role_row = Role.objects.filter(event=tx.event, user=user).first()
        if role_row and role_row.role == role:
            return role_row
        if role_row and role_row.role == RoleName.ORGANISER:
            _not_the_last(tx.event)
        new_role, _ = Role.objects.update_or_create(event=tx.event, user=user, defaults={"role": role})
        tx.log("role-given", by, user=user.username, role=role)
        return new_role


def remove_role(event: Event, user: User, *, by: User) -> None:
    """Remove a user's role. Raises EventError for the last organiser."""
    with locked_event(event) as tx:
        role_row = Role.objects.filter(event=tx.event, user=user).first()
        if role_row is None:
            return
        if role_row.role == RoleName.ORGANISER:
            _not_the_last(tx.event)
        role_row.delete()
        tx.log("role-taken", by, user=user.username, role=role_row.role)


def _not_the_last(event: Event) -> None:
    if selectors.organisers(event).count() == 1:
        raise EventError("last-organiser")
