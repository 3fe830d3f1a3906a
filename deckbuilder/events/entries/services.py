"""Changes to entries and their submissions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from deckbuilder.accounts.models import User
from deckbuilder.decks.to_games import freeze, freeze_cards
from deckbuilder.events import rights, selectors
from deckbuilder.events.bounds import MAX_ANSWER, MAX_DECK_NAME, MAX_NONCE, MAX_PLAYER_NAME
from deckbuilder.events.errors import EventError
from deckbuilder.events.locking import Transaction, before_start, locked_event
from deckbuilder.events.models import Entry, Event, LogEntry, State, Submission, new_key
from deckbuilder.events.validators import clean_email, clean_line, clean_reason, repeat
from games.engine.model.decks import Deck
from games.engine.rules.legality import Verdict

MAX_LISTS = 200
"""Versions of a list that a player can submit; none is ever deleted."""


# Players --------------------------------------------------------------------------------------------------------------


ABOUT: Mapping[str, Callable[[str], str]] = {
    "name": lambda value: clean_line(value, "name", MAX_PLAYER_NAME),
    "answer": lambda value: clean_line(value, "answer", MAX_ANSWER, blank=True),
    "email": clean_email,
}
"""A player's details, with their validators."""


def about_player(**fields: str) -> dict[str, str]:
    """These fields of ABOUT, validated. Raises EventError."""
    return {field: ABOUT[field](value) for field, value in fields.items()}


def _confirmed_since(tx: Transaction, by: User | None, email: str) -> datetime | None:
    """When a new address is confirmed: at once, unless staff enter it (see recipients.Reaches)."""
    return tx.now if email and not selectors.role_of(tx.event, by) else None


def register(event: Event, *, by: User, name: str = "", answer: str = "", email: str = "") -> Entry:
    """Register, or return after leaving; repeating it changes nothing. Raises EventError."""
    about = about_player(name=name or by.username, answer=answer, email=email)
    with locked_event(event) as tx:
        entry = Entry.objects.filter(event=tx.event, user=by).first()
        if entry and not entry.dropped_at:
            entry.repeated = True
            return entry
        before_start(tx)
        _may_enter(tx, by)
        confirmed_at = _confirmed_since(tx, by, about["email"])
        if entry is None:
            entry = _enter(tx, user=by, added_by=by, address_confirmed_at=confirmed_at, **about)
            tx.log("registered", by, entry)
            return entry
        left = tx.event.log.filter(what__in=("dropped", "no-show"), about=entry).first()
        if left and left.by != by:
            raise EventError("taken-out")
        entry.dropped_at, entry.address_confirmed_at = None, confirmed_at
        _write(entry, **about)
        tx.log("returned", by, entry)
        return entry


def enter(
    event: Event,
    *,
    by: User,
    nonce: str,
    name: str,
    answer: str = "",
    email: str = "",
    reason: str = "",
    here: bool = False,
) -> Entry:
    """Enter a player without an account; after the start with a `reason`. The same `nonce` again returns the same
    entry. `here`: also check them in. Raises EventError."""
    about, nonce = about_player(name=name, answer=answer, email=email), clean_line(nonce, "nonce", MAX_NONCE)
    reason = clean_reason(reason)
    with locked_event(event) as tx:
        existing = Entry.objects.filter(event=tx.event, nonce=nonce).first()
        if existing:
            return repeat(existing, name=about["name"])
        _may_enter(tx, by)
        may_be_late(tx, reason)
        entry = _enter(tx, nonce=nonce, added_by=by, **about)
        build_entry_log(tx, entry, by, reason).save()
        if here:
            mark_present(tx, entry, by)
        return entry


def mark_present(tx: Transaction, entry: Entry, by: User) -> None:
    """Check in a player who is not checked in."""
    entry.present_at = tx.now
    entry.save(update_fields=["present_at"])
    tx.log("checked-in", by, entry)


def may_be_late(tx: Transaction, reason: str) -> None:
    """Raises EventError if the event has started and no reason is given."""
    if tx.state == State.STARTED and not reason:
        raise EventError("no-reason", "reason")


def build_entry_log(tx: Transaction, entry: Entry, by: User, reason: str) -> LogEntry:
    """The unsaved log entry for a player entered by staff."""
    if tx.state == State.STARTED:
        return tx.row("entered-late", by, entry, reason=reason)
    return tx.row("entered", by, entry)


def _may_enter(tx: Transaction, by: User) -> None:
    _may_change(tx, by)
    if not tx.event.registers(tx.now) and not _is_staff(tx, by):
        raise EventError("closed" if tx.state == State.CLOSED else "registration-over")
    if rights.places_left(tx.event, selectors.playing(tx.event).count()) == 0:
        raise EventError("full", places=tx.event.capacity)


def _enter(tx: Transaction, **fields: Any) -> Entry:
    return Entry.objects.create(event=tx.event, number=next_number(tx), added_at=tx.now, **fields)


def next_number(tx: Transaction) -> int:
    """The next entry number."""
    last = Entry.objects.filter(event=tx.event).order_by("-number").first()
    return last.number + 1 if last else 1


def _write(entry: Entry, **about: str) -> None:
    for field, value in about.items():
        setattr(entry, field, value)
    entry.save()


def _may_change(tx: Transaction, by: User | None) -> None:
    if error := rights.change_error(tx.event, staff=_is_staff(tx, by)):
        raise error


def _is_staff(tx: Transaction, by: User | None) -> bool:
    return bool(selectors.role_of(tx.event, by))


def amend(entry: Entry, *, by: User | None, **fields: str) -> Entry:
    """Change a player's details (`fields`: of ABOUT). The log does not contain addresses. Raises EventError."""
    about = about_player(**fields)
    with locked_event(entry.event) as tx:
        entry = Entry.objects.get(pk=entry.pk)
        _may_change(tx, by)
        changes = {field: [getattr(entry, field), value] for field, value in about.items()}
        changes = {field: values for field, values in changes.items() if values[0] != values[1]}
        confirmed_at = _confirmed_since(tx, by, about.get("email", ""))
        if "email" in changes or (confirmed_at and not entry.address_confirmed_at):
            entry.address_confirmed_at = confirmed_at
        _write(entry, **about)
        if changes:
            tx.log("amended", by, entry, fields={**changes, **({"email": None} if "email" in changes else {})})
        return entry


def replace_link(entry: Entry, *, by: User) -> Entry:
    """Give an entry without an account a new key; the old link stops working. Raises EventError."""
    with locked_event(entry.event) as tx:
        entry = Entry.objects.get(pk=entry.pk)
        if entry.user_id is not None:
            raise EventError("has-account")
        entry.key = new_key()
        entry.save(update_fields=["key"])
        tx.log("link-replaced", by, entry)
        return entry


def bring_back(entry: Entry, *, by: User) -> Entry:
    """Reinstate a player who left or was dropped; repeating it changes nothing. Raises EventError."""
    with locked_event(entry.event) as tx:
        entry = Entry.objects.get(pk=entry.pk)
        if entry.dropped_at is not None:
            _may_enter(tx, by)
            entry.dropped_at = None
            entry.save(update_fields=["dropped_at"])
            tx.log("returned", by, entry, **_staff(entry, by))
        return entry


def drop(entry: Entry, *, by: User | None) -> Entry:
    """Drop an entry; repeating it changes nothing. Raises EventError."""
    with locked_event(entry.event) as tx:
        entry = Entry.objects.get(pk=entry.pk)
        _may_change(tx, by)
        if entry.dropped_at is None:
            entry.dropped_at = tx.now
            entry.save(update_fields=["dropped_at"])
            tx.log("dropped", by, entry, **_staff(entry, by))
        return entry


def _staff(entry: Entry, by: User | None) -> dict[str, str]:
    """`staff`: who did it, unless it was the player."""
    return {"staff": by.username} if by and by.pk != entry.user_id else {}


# Lists ----------------------------------------------------------------------------------------------------------------


def submit(
    entry: Entry,
    deck: Deck,
    *,
    by: User | None,
    nonce: str,
    source: str = "",
    name: str = "",
    reason: str = "",
    replaces: int | None = None,
) -> Submission:
    """Submit a list; it becomes the current one. `source`: the text it was read from. `replaces`: the version that
    `by` saw as the current one, 0 for none, None for any.

    After the deadline only staff can, with a `reason`; after MAX_LISTS versions only staff can, too. The same `nonce`
    with the same list returns the stored submission. Raises EventError: `replaced-meanwhile` if another version than
    `replaces` is current.
    """
    nonce, reason = clean_line(nonce, "nonce", MAX_NONCE), clean_reason(reason)
    name = clean_line(name or deck.name, "name", MAX_DECK_NAME, blank=True)
    with locked_event(entry.event) as tx:
        earlier: Submission | None = Submission.objects.filter(entry=entry, nonce=nonce).first()
        if earlier:
            return repeat(earlier, fingerprint=deck.fingerprint, source=source, name=name)
        entry = Entry.objects.get(pk=entry.pk)
        _may_submit(tx, entry, deck, by, reason)
        fields = {"version": _next_version(tx, entry, by, replaces), "nonce": nonce, "source": source, "name": name}
        verdict = selectors.judge(tx.event, deck)
        submission = build_submission(tx, entry, deck, verdict, by=by, reason=reason, **fields)
        submission.save()
        build_log_entry(tx, submission, reason).save()
        return submission


def _next_version(tx: Transaction, entry: Entry, by: User | None, replaces: int | None) -> int:
    """The version of the next list. Raises EventError if another than `replaces` is current, or there are too many."""
    last = entry.submissions.first()
    if last and replaces not in (None, last.version):
        submitter = last.submitted_by.username if last.submitted_by else entry.name
        raise EventError("replaced-meanwhile", "replaces", version=last.version, by=submitter)
    version = last.version + 1 if last else 1
    if version > MAX_LISTS and not selectors.role_of(tx.event, by):
        raise EventError("too-many-lists", most=MAX_LISTS)
    return version


def build_submission(
    tx: Transaction, entry: Entry, deck: Deck, verdict: Verdict, *, by: User | None, reason: str, **fields: Any
) -> Submission:
    """An unsaved submission. `fields`: version, name, source, nonce; cards, if frozen already."""
    return Submission(
        entry=entry,
        deck=freeze(deck),
        cards=fields.pop("cards", None) or freeze_cards(deck),
        fingerprint=deck.fingerprint,
        status=verdict.status,
        receipt=receipt_of(verdict),
        late=reason if tx.state != State.OPEN else "",
        submitted_by=by,
        submitted_at=tx.now,
        **fields,
    )


LATE = {State.CLOSED: "submitted-late", State.STARTED: "corrected"}
"""The log code of a list accepted from staff, by the state of the event."""


def build_log_entry(tx: Transaction, submission: Submission, reason: str) -> LogEntry:
    """The unsaved log entry for a submission."""
    params = {"version": submission.version, "fingerprint": submission.fingerprint, "status": submission.status}
    what = LATE.get(tx.state, "submitted")
    return tx.row(what, submission.submitted_by, submission.entry, **params, reason=reason)


def _may_submit(tx: Transaction, entry: Entry, deck: Deck, by: User | None, reason: str) -> None:
    if error := rights.submission_error(tx.event, entry, tx.state, staff=_is_staff(tx, by)):
        raise error
    _require_reason(tx, reason)
    if deck.game != tx.event.game:
        raise EventError("other-game", "deck", value=deck.game, wanted=tx.event.game)
    if not deck.unknown and not any(deck.zones.values()):
        raise EventError("no-cards", "text")


def in_time(tx: Transaction, by: User | None, reason: str) -> None:
    """Raises EventError if lists are only accepted from staff, with a reason."""
    if error := rights.list_error(tx.event, tx.state, staff=_is_staff(tx, by)):
        raise error
    _require_reason(tx, reason)


def _require_reason(tx: Transaction, reason: str) -> None:
    if tx.state != State.OPEN and not reason:
        raise EventError("no-reason", "reason")


def receipt_of(verdict: Verdict) -> dict[str, Any]:
    """The part of a verdict that a receipt keeps: the rules it was judged by, and the codes of its violations."""
    return {
        "format": verdict.format,
        "on": verdict.on.isoformat(),
        "ruleset": verdict.ruleset,
        "lists": [list(each) for each in verdict.lists],
        "codes": [each.code for each in verdict.violations],
    }
