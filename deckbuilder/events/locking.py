"""Locked, logged transactions on an event, and checks of what is written into it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from deckbuilder.accounts.models import User
from deckbuilder.common.input import InputError, clean_text, clean_title
from deckbuilder.events import clock, rights
from deckbuilder.events.bounds import FIRST_YEAR, LAST_YEAR, MAX_EMAIL
from deckbuilder.events.errors import EventError
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


def line(value: str, field: str, most: int, *, blank: bool = False) -> str:
    """A single-line text. Raises EventError."""
    try:
        text = clean_title(value, field, most)
    except InputError as error:
        raise EventError(error.code, **error.params) from None
    if not text and not blank:
        raise EventError("blank", field)
    return text


def lines(value: str, field: str, most: int) -> str:
    """A multi-line text. Raises EventError."""
    try:
        return clean_text(value, field, most)
    except InputError as error:
        raise EventError(error.code, **error.params) from None


def address(value: str, field: str) -> str:
    """An e-mail address, or "". Raises EventError."""
    value = line(value, field, MAX_EMAIL, blank=True)
    try:
        if value:
            validate_email(value)
    except ValidationError:
        raise EventError("bad-email", field, value=value) from None
    return value


def moment(value: datetime, field: str) -> None:
    """Raises EventError for a time that some database could not store in every time zone."""
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise EventError("no-such-year", field, first=FIRST_YEAR, last=LAST_YEAR)


def among(field: str, value: str, choices: list[str]) -> None:
    """Raises EventError if the value is not one of the choices."""
    if value not in choices:
        raise EventError("unknown-value", field, value=value, choices=choices)
