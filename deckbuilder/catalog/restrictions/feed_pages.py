"""The feed of a game's restriction lists: what was announced, corrected and withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, time
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.catalog.models import ListStatus, RestrictionList
from deckbuilder.catalog.traced import readable_traces
from deckbuilder.common.labels import read
from games.engine.model.game import Game

MAX_ENTRIES = 50


class FeedEntry(NamedTuple):
    row: RestrictionList
    at: datetime
    number: int
    """0 for the announcement, then the number of the correction."""

    title: str
    text: str


def lists_feed(request: HttpRequest, game: Game) -> str:
    """The newest entries as an Atom document, in the reader's language. A list that was public before announcements
    had a time is dated by the day it came into effect."""
    feed = Atom1Feed(
        title=_("Restriction lists of {game}").format(game=read(game.name)),
        link=request.build_absolute_uri(reverse("catalog:lists", args=[game.slug])),
        feed_url=request.build_absolute_uri(),
        description="",
        language=get_language(),
    )
    rows = RestrictionList.objects.filter(game=game.slug).exclude(status=ListStatus.DRAFT)
    entries = sorted((entry for row in rows for entry in _entries(row)), key=lambda each: each.at, reverse=True)
    for each in entries[:MAX_ENTRIES]:
        url = request.build_absolute_uri(each.row.get_absolute_url())
        feed.add_item(
            each.title,
            url,
            each.text,
            unique_id=f"{url}#{each.number}",
            pubdate=each.at,
            updateddate=each.at,
        )
    return feed.writeString("utf-8")


def _entries(row: RestrictionList) -> Iterator[FeedEntry]:
    day = date_format(row.effective_from, "DATE_FORMAT")
    announced = row.announced_at or _midnight(row.effective_from)
    title = _("{list}, in effect from {day}").format(list=row, day=day)
    yield FeedEntry(row, announced, 0, title, row.reason)
    for number, trace in enumerate(readable_traces(row), start=1):
        with suppress(KeyError, TypeError, ValueError):
            is_withdrawal = "status" in trace["changes"]
            words = _("{list}: withdrawn") if is_withdrawal else _("{list}: corrected")
            at = _midnight(date.fromisoformat(str(trace["on"])))
            yield FeedEntry(row, max(at, announced), number, words.format(list=row), str(trace.get("why", "")))


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
