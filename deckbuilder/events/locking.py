"""Locked, logged transactions on an event."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from deckbuilder.accounts.models import User
from deckbuilder.events import clock, rights
from deckbuilder.events.models import Entry, Event, LogEntry, State


@dataclass
class Transaction:
    """A locked event, the time, and the number of its last log entry.

    `now` is when the request came, not when it got the lock: a request made before a deadline that had to wait is in
    time. It is never before the last log entry, so that setting a clock back reopens nothing.
    """

    event: Event
    now: datetime
    number: int
    came: datetime | None = None
    """The time at which the work was requested that a worker does now; it decides what is late."""

    @property
    def state(self) -> State:
        return self.event.state(self.came or self.now)

    def log(self, what: str, by: User | None, about: Entry | None = None, **params: Any) -> LogEntry:
        entry = self.row(what, by, about, **params)
        entry.save()
        return entry

    def row(self, what: str, by: User | None, about: Entry | None = None, **params: Any) -> LogEntry:
        """The next log entry, unsaved, for writing many at once."""
        self.number += 1
        name = by.username if by else ""
        return LogEntry(
            event=self.event,
            number=self.number,
            at=self.now,
            by=by,
            by_name=name,
            what=what,
            about=about,
            params=params,
        )


@contextmanager
def locked_event(event: Event, came: datetime | None = None) -> Iterator[Transaction]:
    """A transaction that locks an event. `came`: when it was requested, unless now."""
    now = clock.now()
    with transaction.atomic():
        event_row = Event.objects.select_for_update().get(pk=event.pk)
        last = LogEntry.objects.filter(event=event_row).first()
        yield Transaction(event_row, max(now, last.at) if last else now, last.number if last else 0, came)


def before_end(tx: Transaction) -> None:
    """Raises EventError if the event is over or was called off."""
    if error := rights.end_error(tx.event):
        raise error


def before_start(tx: Transaction) -> None:
    """Raises EventError if the event has started or was called off."""
    if error := rights.start_error(tx.event):
        raise error
