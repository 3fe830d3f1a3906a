"""Checking players in, and dropping no-shows."""

from __future__ import annotations

from deckbuilder.accounts.models import User
from deckbuilder.events.checkin import selectors
from deckbuilder.events.entries.services import mark_present
from deckbuilder.events.errors import EventError
from deckbuilder.events.locking import before_end, locked_event
from deckbuilder.events.models import Entry, Event, LogEntry

BATCH = 200
"""Rows written per statement."""


def check_in(entry: Entry, *, by: User) -> Entry:
    """Check a player in; repeating it changes nothing. Raises EventError."""
    with locked_event(entry.event) as tx:
        before_end(tx)
        entry = Entry.objects.select_related("user").get(pk=entry.pk)
        if entry.dropped_at:
            raise EventError("dropped")
        if entry.present_at is None:
            mark_present(tx, entry, by)
        return entry


def undo(entry: Entry, *, by: User) -> Entry:
    """Undo a check-in; repeating it changes nothing. Raises EventError."""
    with locked_event(entry.event) as tx:
        before_end(tx)
        entry = Entry.objects.select_related("user").get(pk=entry.pk)
        if entry.present_at is not None:
            entry.present_at = None
            entry.save(update_fields=["present_at"])
            tx.log("check-in-undone", by, entry)
        return entry


def drop_no_shows(event: Event, *, by: User, seen: str = "") -> list[Entry]:
    """Drop every player who has not been checked in, and return them. `seen`: the `checkin_selectors.digest` of those
    shown.

    Raises EventError, also if nobody at all has been checked in, as that would drop everybody.
    """
    with locked_event(event) as tx:
        before_end(tx)
        missing = selectors.no_shows(tx.event)
        if seen and seen != selectors.digest(missing):
            raise EventError("no-shows-changed")
        if not selectors.presence(tx.event).here:
            raise EventError("nobody-here")
        for entry in missing:
            entry.dropped_at = tx.now
        Entry.objects.bulk_update(missing, ["dropped_at"], BATCH)
        LogEntry.objects.bulk_create([tx.row("no-show", by, entry) for entry in missing], BATCH)
        return missing
