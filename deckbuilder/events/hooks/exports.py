"""A person's event data, for the export of their data."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Prefetch

from deckbuilder.accounts.models import User
from deckbuilder.events import selectors
from deckbuilder.events.models import Entry, Submission


def events_of(user: User) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every event this person runs or plays, by slug, with their own data."""
    entries = {entry.event_id: entry for entry in _entries(user)}
    for event in selectors.events_of(user):
        entry = entries.get(event.pk)
        yield (
            event.slug,
            {
                "name": event.name,
                "game": event.game,
                "starts": event.starts_at,
                "role": selectors.role_of(event, user),
                "entry": _entry(entry) if entry else None,
            },
        )


def _entries(user: User) -> Any:
    lists = Prefetch("submissions", Submission.objects.defer("cards"))
    return Entry.objects.filter(user=user).prefetch_related(lists)


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "name": entry.name,
        "answer": entry.answer,
        "email": entry.email,
        "entered": entry.added_at,
        "left": entry.dropped_at,
        "checked_in": entry.present_at,
        "lists": [_list(each) for each in entry.submissions.all()],
    }


def _list(submission: Submission) -> dict[str, Any]:
    return {
        "version": submission.version,
        "handed_in": submission.submitted_at,
        "name": submission.name,
        "source": submission.source,
        "list": submission.deck,
        "fingerprint": submission.fingerprint,
        "status": submission.status,
        "receipt": submission.receipt,
        "late": submission.late,
    }
