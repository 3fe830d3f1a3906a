"""Overriding the verdict on an entry."""

from __future__ import annotations

from deckbuilder.accounts.models import User
from deckbuilder.events.errors import EventError
from deckbuilder.events.locking import before_end, locked_event
from deckbuilder.events.models import Entry, LogEntry
from deckbuilder.events.readiness import judging
from deckbuilder.events.validators import clean_reason


def override(entry: Entry, *, by: User, reason: str, seen: str = "") -> LogEntry:
    """Let an entry start with its current problems; another version or other problems need a new override. `seen`: the
    `digest` of the readiness shown.

    Raises EventError without a reason, if there is nothing to override, or if the readiness has changed.
    """
    reason = clean_reason(reason)
    if not reason:
        raise EventError("no-reason", "reason")
    with locked_event(entry.event) as tx:
        before_end(tx)
        readiness = judging.judge_entry(tx.event, Entry.objects.get(pk=entry.pk))
        if readiness.may_start:
            raise EventError("settled")
        if seen and seen != readiness.digest:
            raise EventError("problems-changed")
        version = readiness.submission.version if readiness.submission else 0
        what = {"version": version, "problems": list(readiness.problems), "state": readiness.state}
        return tx.log("overridden", by, readiness.entry, **what, reason=reason)


def withdraw(entry: Entry, *, by: User) -> LogEntry:
    """Withdraw an override. Raises EventError if there is none."""
    with locked_event(entry.event) as tx:
        before_end(tx)
        readiness = judging.judge_entry(tx.event, Entry.objects.get(pk=entry.pk))
        if readiness.override is None:
            raise EventError("not-overridden")
        return tx.log("override-withdrawn", by, readiness.entry)
