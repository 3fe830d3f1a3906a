"""Players who are checked in, and who are not."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from deckbuilder.events import selectors
from deckbuilder.events.models import Entry, Event, Submission

SHOWN = ("waited-for", "here", "all")
"""Filters of the check-in page."""


class Presence(NamedTuple):
    """How many of the players are checked in."""

    here: int
    playing: int

    @property
    def away(self) -> int:
        return self.playing - self.here


def presence(event: Event) -> Presence:
    playing = selectors.playing(event)
    return Presence(playing.exclude(present_at=None).count(), playing.count())


def players(event: Event, show: str = "all", query: str = "") -> QuerySet[Entry]:
    """Players who have not dropped, by number, each with `has_list`. `show`: one of SHOWN; `query`: a number or part of
    a name."""
    entries = selectors.playing(event).select_related("user").order_by("number")
    entries = entries.annotate(has_list=Exists(Submission.objects.filter(entry=OuterRef("pk"))))
    if show != "all":
        entries = entries.filter(present_at__isnull=show == "waited-for")
    return entries.filter(selectors.with_number(query) | selectors.with_name(query) if query else Q())


def no_shows(event: Event) -> list[Entry]:
    """Players who have neither dropped nor been checked in, by number."""
    return list(players(event, "waited-for"))


def digest(entries: list[Entry]) -> str:
    """A digest of a set of entries."""
    return hashlib.sha256(",".join(str(each.pk) for each in entries).encode()).hexdigest()[:16]
