"""Everything that changes events. Each change locks the event, reads the clock once, and is logged with itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from deckbuilder.accounts.models import User
from deckbuilder.decks.to_games import frozen, frozen_cards
from deckbuilder.events import clock, selectors
from deckbuilder.events.desk import Desk, among, before_start, desk, line, lines
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry, Event, ListsVisible, LogEntry, Role, RoleName, State, Submission
from deckbuilder.events.to_games import own_list
from games.engine.decks import Deck
from games.engine.game import Game
from games.engine.legality import Verdict
from games.registry import get

MOST_REASON = 300
MOST_NAME = 80


# The event ------------------------------------------------------------------------------------------------------------

CHANGEABLE = (
    "name", "format", "place", "starts_at", "deadline", "lists_visible", "capacity", "roster_notes", "listed",
    "own_limits", "own_pool",
)  # fmt: skip


def create(game: Game, *, by: User, **fields: Any) -> Event:
    """An event whose creator is its organiser. `fields`: of CHANGEABLE. Raises EventError."""
    with transaction.atomic():
        event = Event(game=game.slug, created_by=by, created_at=clock.now())
        _set(event, {"format": game.formats[0].slug, **fields})
        event.pinned = selectors.pins_for(event)
        event.save()
        Role.objects.create(event=event, user=by, role=RoleName.ORGANISER)
        Desk(event, event.created_at, 0).log("created", by, **_told_pins(event))
    return event


def change(event: Event, *, by: User, **fields: Any) -> Event:
    """Change an event before its start; another day or format pins the lists anew. Raises EventError."""
    with desk(event) as at:
        before_start(at)
        before = {name: getattr(at.event, name) for name in CHANGEABLE}
        judged = at.event.day, at.event.format
        _set(at.event, fields)
        changed = {name: value for name, value in before.items() if getattr(at.event, name) != value}
        if not changed:
            return at.event
        _room(at.event)
        told = {name: [_plain(value), _plain(getattr(at.event, name))] for name, value in changed.items()}
        at.log("changed", by, fields=told)
        at.event.save()
        if judged != (at.event.day, at.event.format):
            _pin(at, by)
        return at.event


def _set(event: Event, fields: Mapping[str, Any]) -> None:
    """Give an event what was asked for, once that makes sense. Raises EventError."""
    unknown = sorted(set(fields) - set(CHANGEABLE))
    if unknown:
        raise EventError("unknown-field", unknown[0], value=unknown[0], choices=CHANGEABLE)
    for name, value in fields.items():
        setattr(event, name, value)
    event.name = line(event.name, "name", 120)
    event.place = line(event.place, "place", 200, blank=True)
    event.roster_notes = lines(event.roster_notes, "roster_notes", 2_000)
    among("format", event.format, [each.slug for each in get(event.game).formats])
    among("lists_visible", event.lists_visible, ListsVisible.values)
    if event.deadline > event.starts_at:
        raise EventError("deadline-after-start", "deadline")
    if event.own_pool and not event.own_limits:
        raise EventError("empty-pool", "own_pool")
    if event.capacity is not None and event.capacity < 1:
        raise EventError("too-few-places", "capacity", least=1)


def _room(event: Event) -> None:
    """No fewer places than are taken."""
    taken = selectors.playing(event).count()
    if event.capacity is not None and event.capacity < taken:
        raise EventError("too-few-places", "capacity", least=taken)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def pin(event: Event, *, by: User) -> Event:
    """Judge by the restriction lists that are known today to be in force on the event's day. Raises EventError."""
    with desk(event) as at:
        before_start(at)
        _pin(at, by)
        return at.event


def _pin(at: Desk, by: User) -> None:
    pins = selectors.pins_for(at.event)
    if pins != at.event.pinned:
        at.event.pinned = pins
        at.event.save(update_fields=["pinned"])
        at.log("pinned", by, **_told_pins(at.event))


def _told_pins(event: Event) -> dict[str, Any]:
    own = own_list(event)
    return {
        "lists": [f"{each['title']} {each['version']}" for each in event.pinned],
        "own": own.version if own else "",
    }


def start(event: Event, *, by: User) -> Event:
    """Judge every list again, and start if nothing is open. Raises EventError; `unresolved` has the `standings`."""
    with desk(event) as at:
        before_start(at)
        if at.state == State.OPEN:
            raise EventError("still-open")
        found = [each for each in selectors.standings(at.event) if each.state != "dropped"]
        if not found:
            raise EventError("no-entries")
        if left := selectors.unresolved(found):
            raise EventError("unresolved", count=len(left), standings=left)
        at.event.started_at = at.at
        at.event.save(update_fields=["started_at"])
        overridden = [each.entry.number for each in found if each.override]
        rules = {"ruleset": get(at.event.game).ruleset, **_told_pins(at.event)}
        at.log("started", by, entries=len(found), overridden=overridden, **rules)
        return at.event


def end(event: Event, *, by: User) -> Event:
    """Raises EventError for an event that has not started or is over."""
    with desk(event) as at:
        if at.event.ended_at:
            raise EventError("ended")
        if not at.event.started_at:
            raise EventError("not-started")
        at.event.ended_at = at.at
        at.event.save(update_fields=["ended_at"])
        at.log("ended", by)
        return at.event


# Who runs it ----------------------------------------------------------------------------------------------------------


def add_role(event: Event, user: User, role: str, *, by: User) -> Role:
    """Give somebody a role, in place of the one they have. Raises EventError."""
    among("role", role, RoleName.values)
    with desk(event) as at:
        held = Role.objects.filter(event=at.event, user=user).first()
        if held and held.role == role:
            return held
        if held and held.role == RoleName.ORGANISER:
            _not_the_last(at.event)
        given, _ = Role.objects.update_or_create(event=at.event, user=user, defaults={"role": role})
        at.log("role-given", by, user=user.username, role=role)
        return given


def remove_role(event: Event, user: User, *, by: User) -> None:
    """Take somebody's role away. Raises EventError for the last organiser's."""
    with desk(event) as at:
        held = Role.objects.filter(event=at.event, user=user).first()
        if held is None:
            return
        if held.role == RoleName.ORGANISER:
            _not_the_last(at.event)
        held.delete()
        at.log("role-taken", by, user=user.username, role=held.role)


def _not_the_last(event: Event) -> None:
    if selectors.organisers(event).count() == 1:
        raise EventError("last-organiser")


# Who plays ------------------------------------------------------------------------------------------------------------


def register(event: Event, *, by: User, name: str = "", answer: str = "") -> Entry:
    """Enter oneself, or come back after leaving; doing it again changes nothing. Raises EventError."""
    name, answer = line(name or by.username, "name", MOST_NAME), line(answer, "answer", 300, blank=True)
    with desk(event) as at:
        held = Entry.objects.filter(event=at.event, user=by).first()
        if held and not held.dropped_at:
            held.repeated = True
            return held
        _may_enter(at, by)
        if held is None:
            return _enter(at, by, "registered", user=by, name=name, answer=answer)
        held.name, held.answer, held.dropped_at = name, answer, None
        held.save()
        at.log("returned", by, held)
        return held


def enter(event: Event, *, by: User, name: str, nonce: str, answer: str = "") -> Entry:
    """Staff enter a player without an account; the same `nonce` again gives the same entry. Raises EventError."""
    with desk(event) as at:
        return enter_at(at, by=by, name=name, nonce=nonce, answer=answer)


def enter_at(at: Desk, *, by: User, name: str, nonce: str, answer: str = "") -> Entry:
    """The same as a part of a larger change."""
    name, answer = line(name, "name", MOST_NAME), line(answer, "answer", 300, blank=True)
    nonce = line(nonce, "nonce", 40)
    held = Entry.objects.filter(event=at.event, nonce=nonce).first()
    if held:
        if held.name != name:
            raise EventError("nonce-used")
        held.repeated = True
        return held
    _may_enter(at, by)
    return _enter(at, by, "entered", nonce=nonce, name=name, answer=answer)


def _may_enter(at: Desk, by: User) -> None:
    before_start(at)
    if at.state != State.OPEN and not selectors.role_of(at.event, by):
        raise EventError("closed")
    if at.event.capacity is not None and selectors.playing(at.event).count() >= at.event.capacity:
        raise EventError("full", places=at.event.capacity)


def _enter(at: Desk, by: User, what: str, **fields: Any) -> Entry:
    last = Entry.objects.filter(event=at.event).order_by("-number").first()
    number = last.number + 1 if last else 1
    entry = Entry.objects.create(event=at.event, number=number, added_by=by, added_at=at.at, **fields)
    at.log(what, by, entry)
    return entry


def drop(entry: Entry, *, by: User | None) -> Entry:
    """Take an entry out: players until the start, staff until the end; doing it again changes nothing."""
    with desk(entry.event) as at:
        entry = Entry.objects.get(pk=entry.pk)
        if at.event.ended_at or not selectors.role_of(at.event, by):
            before_start(at)
        if entry.dropped_at is None:
            entry.dropped_at = at.at
            entry.save(update_fields=["dropped_at"])
            at.log("dropped", by, entry)
        return entry


# Lists ----------------------------------------------------------------------------------------------------------------


def submit(
    entry: Entry, deck: Deck, *, by: User | None, nonce: str, source: str = "", name: str = "", reason: str = ""
) -> Submission:
    """Hand in a list; it stands in place of the one before. `source`: the text it was read from.

    After the deadline it takes somebody of the staff and a `reason`; after the start nobody can. The same `nonce` with
    the same list gives the submission there is. Raises EventError.
    """
    with desk(entry.event) as at:
        return submit_at(at, entry, deck, by=by, nonce=nonce, source=source, name=name, reason=reason)


def submit_at(
    at: Desk,
    entry: Entry,
    deck: Deck,
    *,
    by: User | None,
    nonce: str,
    source: str = "",
    name: str = "",
    reason: str = "",
) -> Submission:
    """The same as a part of a larger change."""
    nonce, reason = line(nonce, "nonce", 40), line(reason, "reason", MOST_REASON, blank=True)
    name = line(name or deck.name, "name", 120, blank=True)
    sent = Submission.objects.filter(entry=entry, nonce=nonce).first()
    if sent:
        if (sent.fingerprint, sent.source, sent.name) != (deck.fingerprint, source, name):
            raise EventError("nonce-used")
        sent.repeated = True
        return sent
    entry = Entry.objects.get(pk=entry.pk)
    _may_submit(at, entry, deck, by, reason)
    last = entry.submissions.first()
    version = last.version + 1 if last else 1
    late = reason if at.state == State.CLOSED else ""
    verdict = selectors.judge(at.event, deck)
    submission = Submission.objects.create(
        entry=entry,
        version=version,
        source=source,
        name=name,
        deck=frozen(deck),
        cards=frozen_cards(deck),
        fingerprint=deck.fingerprint,
        status=verdict.status,
        receipt=receipt_of(verdict),
        late=late,
        nonce=nonce,
        submitted_by=by,
        submitted_at=at.at,
    )
    told = {"version": version, "fingerprint": deck.fingerprint, "status": verdict.status}
    at.log("submitted-late" if late else "submitted", by, entry, **told, reason=reason)
    return submission


def _may_submit(at: Desk, entry: Entry, deck: Deck, by: User | None, reason: str) -> None:
    before_start(at)
    if entry.dropped_at:
        raise EventError("dropped")
    if at.state == State.CLOSED:
        if not selectors.role_of(at.event, by):
            raise EventError("closed")
        if not reason:
            raise EventError("no-reason", "reason")
    if deck.game != at.event.game:
        raise EventError("other-game", "deck", value=deck.game, wanted=at.event.game)
    if not deck.unknown and not any(deck.zones.values()):
        raise EventError("no-cards", "text")


def receipt_of(verdict: Verdict) -> dict[str, Any]:
    """What a receipt keeps of a verdict: under what it was judged, and the codes of what was found."""
    return {
        "format": verdict.format,
        "on": verdict.on.isoformat(),
        "ruleset": verdict.ruleset,
        "lists": [list(each) for each in verdict.lists],
        "codes": [each.code for each in verdict.violations],
    }


# The gate -------------------------------------------------------------------------------------------------------------


def override(entry: Entry, *, by: User, reason: str) -> LogEntry:
    """Let an entry start with the problems it has now; another version, or other problems, need another override.

    Raises EventError without a reason, and where nothing is to be settled.
    """
    reason = line(reason, "reason", MOST_REASON, blank=True)
    if not reason:
        raise EventError("no-reason", "reason")
    with desk(entry.event) as at:
        before_start(at)
        found = selectors.standing(at.event, Entry.objects.get(pk=entry.pk))
        if found.settled:
            raise EventError("settled")
        version = found.submission.version if found.submission else 0
        what = {"version": version, "problems": list(found.problems), "state": found.state}
        return at.log("overridden", by, found.entry, **what, reason=reason)


def withdraw(entry: Entry, *, by: User) -> LogEntry:
    """Take an override back. Raises EventError where none stands."""
    with desk(entry.event) as at:
        before_start(at)
        found = selectors.standing(at.event, Entry.objects.get(pk=entry.pk))
        if found.override is None:
            raise EventError("not-overridden")
        return at.log("override-withdrawn", by, found.entry)
