"""Where changes to events are made: alone, at one moment, and written down; and what their texts must be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from deckbuilder.accounts.models import User
from deckbuilder.decks import edits
from deckbuilder.decks.drafts import EditError
from deckbuilder.events import clock
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry, Event, LogEntry, State


@dataclass
class Desk:
    """An event that is nobody else's until the transaction ends, the time it is, and the number of its last log entry.

    The time is never before that of the log entry: a clock that is set back opens nothing again.
    """

    event: Event
    at: datetime
    number: int

    @property
    def state(self) -> State:
        return self.event.state(self.at)

    def log(self, what: str, by: User | None, about: Entry | None = None, **params: Any) -> LogEntry:
        self.number += 1
        return LogEntry.objects.create(
            event=self.event, number=self.number, at=self.at, by=by, what=what, about=about, params=params
        )


@contextmanager
def desk(event: Event) -> Iterator[Desk]:
    """Work on an event in one transaction, alone."""
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        last = LogEntry.objects.filter(event=locked).first()
        now = clock.now()
        yield Desk(locked, max(now, last.at) if last else now, last.number if last else 0)


def before_start(at: Desk) -> None:
    """Raises EventError once it has started."""
    if at.event.ended_at:
        raise EventError("ended")
    if at.event.started_at:
        raise EventError("started")


def line(value: str, field: str, most: int, *, blank: bool = False) -> str:
    """A text in one line. Raises EventError."""
    try:
        found = edits.text({field: value}, field, most)
    except EditError as error:
        raise EventError(error.code, **{"field": field, **error.params}) from None
    if not found and not blank:
        raise EventError("blank", field)
    return found


def lines(value: str, field: str, most: int) -> str:
    """A text of several lines. Raises EventError."""
    try:
        return edits.lines({field: value}, field, most)
    except EditError as error:
        raise EventError(error.code, **{"field": field, **error.params}) from None


def among(field: str, value: str, choices: list[str]) -> None:
    """Raises EventError for a value that is none of the choices."""
    if value not in choices:
        raise EventError("unknown-value", field, value=value, choices=choices)
