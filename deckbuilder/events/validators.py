"""Checks of what is written into an event."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from deckbuilder.common.input import InputError, clean_title
from deckbuilder.common.input import clean_text as clean_any_text
from deckbuilder.events.bounds import FIRST_YEAR, LAST_YEAR, MAX_EMAIL, MAX_REASON
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import DeckCheck, Entry, Event, Submission


@contextmanager
def _as_event_error() -> Iterator[None]:
    """Raises EventError for an InputError."""
    try:
        yield
    except InputError as error:
        raise EventError(error.code, **error.params) from None


def clean_line(value: str, field: str, most: int, *, blank: bool = False) -> str:
    """A text of one line; "" only if it may be `blank`. Raises EventError."""
    with _as_event_error():
        text = clean_title(value, field, most)
    if not text and not blank:
        raise EventError("blank", field)
    return text


def clean_text(value: str, field: str, most: int) -> str:
    """A text of several lines, or "". Raises EventError."""
    with _as_event_error():
        return clean_any_text(value, field, most)


def clean_reason(value: str) -> str:
    """A reason, or "". Raises EventError."""
    return clean_line(value, "reason", MAX_REASON, blank=True)


def clean_email(value: str) -> str:
    """An e-mail address, or "". Raises EventError."""
    value = clean_line(value, "email", MAX_EMAIL, blank=True)
    try:
        if value:
            validate_email(value)
    except ValidationError:
        raise EventError("bad-email", "email", value=value) from None
    return value


def check_year(value: datetime, field: str) -> None:
    """Raises EventError for a time that some database could not store in every time zone."""
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise EventError("no-such-year", field, first=FIRST_YEAR, last=LAST_YEAR)


def check_choice(value: str, field: str, choices: Collection[str]) -> None:
    """Raises EventError if the value is not one of the choices."""
    if value not in choices:
        raise EventError("unknown-value", field, value=value, choices=choices)


Row = TypeVar("Row", DeckCheck, Entry, Event, Submission)


def repeat(earlier: Row, **fields: Any) -> Row:
    """The row that an earlier request with the same nonce created, marked as repeated. Raises EventError if one of
    these fields differs from the row's."""
    if any(getattr(earlier, name) != value for name, value in fields.items()):
        raise EventError("nonce-used")
    earlier.repeated = True
    return earlier
