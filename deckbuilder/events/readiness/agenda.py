"""A person's next events, each with the state of their list: in a few queries, without judging."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists, OuterRef

from deckbuilder.accounts.models import User
from deckbuilder.common.broken import sound_rows
from deckbuilder.events import clock, selectors
from deckbuilder.events.models import Entry, Event, Role, State, Submission
from deckbuilder.events.readiness.judgements import rules_digest
from deckbuilder.events.to_games import check_row
from games.engine.model.game import Game
from games.registry import get

STATUSES = {"ready": "legal", "warning": "legal"}
"""The status of a list by the state that its stored verdict gives it, where they differ."""


class Appointment(NamedTuple):
    """An event that a person plays in or runs."""

    event: Event
    game: Game
    state: State
    entry: Entry | None = None
    """The person's place in it, None for one who only runs it."""
    submission: Submission | None = None
    """Their current list."""
    role: str = ""
    status: str = ""
    """Of the verdict on their list; "" without one."""
    is_current: bool = True
    """Whether that holds under the event's rules now; else it is that of the day when the list was submitted."""


def agenda(user: User, most: int) -> list[Appointment]:
    """The person's events that are not over, the next first. Events that cannot be read are left out, and logged."""
    now = clock.now()
    coming = selectors.events_of(user).filter(archived_at=None, ended_at=None, starts_at__gt=now - selectors.LASTING)
    events = sound_rows(coming.order_by("starts_at", "id")[:most], check_row)
    if not events:
        return []
    entries = {each.event_id: each for each in Entry.objects.filter(user=user, event__in=events, dropped_at=None)}
    roles = dict(Role.objects.filter(user=user, event__in=events).values_list("event", "role"))
    newer = Submission.objects.filter(entry=OuterRef("entry"), version__gt=OuterRef("version"))
    lists = Submission.objects.filter(~Exists(newer), entry__in=entries.values()).select_related("judgement")
    submissions = {each.entry_id: each for each in lists.defer("source", "cards", "deck", "receipt")}
    result = []
    for event in events:
        entry, role = entries.get(event.pk), roles.get(event.pk, "")
        submission = submissions.get(entry.pk) if entry else None
        if entry or role:
            status, is_current = _status_of(event, submission)
            place = get(event.game), event.state(now), entry, submission, role
            result.append(Appointment(event, *place, status, is_current))
    return result


def _status_of(event: Event, submission: Submission | None) -> tuple[str, bool]:
    """The status of a list, and whether it holds now."""
    if submission is None:
        return "", True
    judgement = getattr(submission, "judgement", None)
    if judgement and judgement.digest == rules_digest(event):
        return STATUSES.get(judgement.state, judgement.state), True
    return submission.status, False
