"""What tests of events begin with: Alice organises, Judith judges, Bob and Carol play, and the clock stands still."""

from datetime import datetime, timedelta
from functools import cached_property
from unittest import mock
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import RestrictionList
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.errors import EventError
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry, Event, LogEntry, Role, RoleName, Submission
from games.engine.model.decks import Deck
from games.registry import get
from tests.catalogs import decks_of
from tests.deckbuilder.base import XLW, SiteTest, read_once

TAIPEI = ZoneInfo("Asia/Taipei")
START = datetime(2027, 3, 6, 10, 0, tzinfo=TAIPEI)
DEADLINE = datetime(2027, 3, 5, 20, 0, tzinfo=TAIPEI)
EARLY = DEADLINE - timedelta(days=7)
SECOND = timedelta(seconds=1)
LEGAL = (decks_of(get(XLW)) / "lantern-parade.txt").read_text(encoding="utf-8")
OTHER = (decks_of(get(XLW)) / "cat-burglar-crew.txt").read_text(encoding="utf-8")
ILLEGAL = (decks_of(get(XLW)) / "illegal-orc-stampede.txt").read_text(encoding="utf-8")
FOX = "提燈小狐"
"""A card of the legal deck."""


def read(text: str) -> Deck:
    return read_once(text, get(XLW)).deck


class EventTest(SiteTest):
    @classmethod
    def setUpTestData(cls) -> None:
        super().setUpTestData()
        cls.judith = User.objects.create(username="judith")
        cls.carol = User.objects.create(username="carol")

    def setUp(self) -> None:
        super().setUp()
        self.now = EARLY
        for clock in ("deckbuilder.events.clock.now", "deckbuilder.common.jobs.jobs.now"):
            self.enterContext(mock.patch(clock, side_effect=lambda: self.now))
        self.nonces = iter(range(1_000))

    @cached_property
    def as_judith(self) -> Client:
        return self.browser_of(self.judith)

    @cached_property
    def as_carol(self) -> Client:
        return self.browser_of(self.carol)

    def event(self, **fields) -> Event:
        """An event of Alice's with Judith as its judge."""
        given = {"name": "Lantern Cup", "starts_at": START, "deadline": DEADLINE, **fields}
        event = services.create(get(XLW), by=self.alice, **given)
        services.add_role(event, self.judith, RoleName.JUDGE, by=self.alice)
        return event

    def entry(self, event: Event, user: User | None = None, name: str = "Ann") -> Entry:
        """An entry of that account, or of a player without one."""
        if user:
            return entry_services.register(event, by=user)
        return entry_services.enter(event, by=self.alice, name=name, nonce=self.nonce())

    def nonce(self) -> str:
        return f"nonce-{next(self.nonces)}"

    def submit(self, entry: Entry, text: str = LEGAL, **fields) -> Submission:
        """A list, handed in by the entry's player unless `by` says otherwise."""
        given = {"by": entry.user, "nonce": self.nonce(), "source": text, **fields}
        return entry_services.submit(entry, read(text), **given)

    def ban(self, name: str, *, slug: str = "ban", limit: int = 0, **fields) -> RestrictionList:
        """A list of the site's that is in force on the day of the event alone, not a day before."""
        given = {"title": "Spring list", "version": "1", "effective_from": START.date(), **fields}
        return RestrictionList.objects.create(game=XLW, slug=slug, limits={name: limit}, **given)

    def logged(self, event: Event) -> list[str]:
        """What the log says was done, first things first."""
        return [each.what for each in event.log.order_by("number")]

    def assertRefused(self, code, work, *arguments, **options):
        """The work is refused for that reason, and leaves everything as it was."""
        before = self.rows()
        with pytest.raises(EventError) as caught:
            work(*arguments, **options)
        assert caught.value.code == code
        assert self.rows() == before
        return caught.value

    def rows(self):
        """All that events are made of."""
        return [list(model.objects.order_by("pk").values()) for model in (Event, Entry, Submission, Role, LogEntry)]
