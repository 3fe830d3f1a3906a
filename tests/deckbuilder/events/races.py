"""What tests of many at one event in the same instant begin with: people, a clock, and what must be true after."""

import itertools
import random
import threading
from datetime import timedelta
from unittest import mock

from deckbuilder.accounts.models import User
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.errors import EventError
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry, LogEntry, RoleName, Submission
from games.registry import get
from tests.deckbuilder import samples
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, EARLY, LEGAL, START, read

MICROSECOND = timedelta(microseconds=1)
HOUR = timedelta(hours=1)
PATIENCE = 120


def code_of(work, *arguments, **options):
    """What an attempt came to: "" or the code of the error."""
    try:
        work(*arguments, **options)
    except EventError as error:
        return error.code
    return ""


def ticking(start):
    """A clock that goes on by a microsecond whenever somebody looks."""
    ticks = itertools.count()
    return lambda: start + next(ticks) * MICROSECOND


def jumping(seed):
    """A clock that is set an hour ahead and back at random."""
    chance, lock = random.Random(seed), threading.Lock()

    def now():
        with lock:
            return DEADLINE + chance.uniform(-1, 1) * HOUR

    return now


class Races:
    """An event with players and a clock. The log of an event tells all that became of it; see `assertOneTruth`."""

    def begin(self, players=4, **fields):
        samples.load()
        self.at(EARLY)
        self.alice = User.objects.create(username="alice")
        self.judith = User.objects.create(username="judith")
        self.people = [User.objects.create(username=f"player{number}") for number in range(players)]
        self.event = services.create(get(XLW), by=self.alice, name="Cup", starts_at=START, deadline=DEADLINE, **fields)
        services.add_role(self.event, self.judith, RoleName.JUDGE, by=self.alice)

    def at(self, moment):
        clock = moment if callable(moment) else lambda: moment
        return self.enterContext(mock.patch("deckbuilder.events.clock.now", side_effect=clock))

    def entered(self):
        return [entry_services.register(self.event, by=user) for user in self.people]

    def submit(self, entry, nonce, text=LEGAL, by=None, **options):
        return entry_services.submit(entry, read(text), by=by or entry.user, nonce=nonce, source=text, **options)

    def assertOneTruth(self):
        """The log has no gaps and never runs backwards, and every list is in it once, at its time and in its turn."""
        log = list(LogEntry.objects.filter(event=self.event).order_by("number"))
        assert [each.number for each in log] == list(range(1, len(log) + 1))
        times = [each.at for each in log]
        assert times == sorted(times)
        handed = [each for each in log if each.what in ("submitted", "submitted-late", "corrected")]
        told = [(each.about_id, each.params["version"], each.params["fingerprint"], each.at) for each in handed]
        kept = Submission.objects.filter(entry__event=self.event)
        assert sorted(told) == sorted(
            (each.entry_id, each.version, each.fingerprint, each.submitted_at) for each in kept
        )
        for entry in Entry.objects.filter(event=self.event):
            versions = [version for about, version, *_ in told if about == entry.pk]
            assert versions == list(range(1, len(versions) + 1))
        for each in handed:
            assert (each.what != "submitted") == (each.at >= self.event.deadline)
        return log
