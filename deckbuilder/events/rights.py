"""What an event still allows, asked by pages and services alike. Each function returns the reason why not, or None."""

from __future__ import annotations

from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry, Event, State


def end_error(event: Event) -> EventError | None:
    """Allowed until the event ends or is called off."""
    return EventError("ended" if event.started_at else "cancelled") if event.ended_at else None


def start_error(event: Event) -> EventError | None:
    """Allowed until the event starts or is called off."""
    return end_error(event) or (EventError("started") if event.started_at else None)


def change_error(event: Event, *, staff: bool) -> EventError | None:
    """Players change their entry until the start, staff until the end."""
    return end_error(event) if staff else start_error(event)


def list_error(event: Event, state: State, *, staff: bool) -> EventError | None:
    """Players submit lists until the deadline, staff until the end."""
    late = state != State.OPEN and not staff
    return change_error(event, staff=staff) or (EventError("closed") if late else None)


def submission_error(event: Event, entry: Entry, state: State, *, staff: bool) -> EventError | None:
    """As list_error, for an entry that has not dropped."""
    return EventError("dropped") if entry.dropped_at else list_error(event, state, staff=staff)


def places_left(event: Event, playing: int) -> int | None:
    """The places left beside this many players; None for no limit."""
    return None if event.capacity is None else max(event.capacity - playing, 0)
