"""What happens to an event in the same instant, in threads, over HTTP and in processes: one truth, with its history."""

import http.client
import itertools
import json
import os
import random
import subprocess
import sys
import threading
from collections import Counter
from datetime import timedelta
from pathlib import Path
from unittest import mock
from urllib.parse import urlencode, urlsplit, urlunsplit

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client, LiveServerTestCase, TransactionTestCase
from django.urls import reverse
from rest_framework.authtoken.models import Token

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import RestrictionList
from deckbuilder.events import selectors, services
from deckbuilder.events.models import Entry, Event, LogEntry, RoleName, State, Submission
from games.registry import get
from tests.deckbuilder import samples
from tests.deckbuilder.base import XLW
from tests.deckbuilder.decks.test_at_once import at_once
from tests.deckbuilder.events.base import DEADLINE, EARLY, FOX, ILLEGAL, LEGAL, OTHER, START, read
from tests.deckbuilder.events.test_at_once import code_of

ROOT = Path(__file__).parents[3]
MICROSECOND = timedelta(microseconds=1)
HOUR = timedelta(hours=1)
TOKEN = "a" * 32
PATIENCE = 120


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
        samples.load([get(XLW)])
        self.clock = self.at(EARLY)
        self.alice = User.objects.create(username="alice")
        self.judith = User.objects.create(username="judith")
        self.people = [User.objects.create(username=f"player{number}") for number in range(players)]
        self.event = services.create(get(XLW), by=self.alice, name="Cup", starts_at=START, deadline=DEADLINE, **fields)
        services.add_role(self.event, self.judith, RoleName.JUDGE, by=self.alice)

    def at(self, moment):
        clock = moment if callable(moment) else lambda: moment
        return self.enterContext(mock.patch("deckbuilder.events.clock.now", side_effect=clock))

    def entered(self):
        return [services.register(self.event, by=user) for user in self.people]

    def submit(self, entry, nonce, text=LEGAL, by=None, **options):
        return services.submit(entry, read(text), by=by or entry.user, nonce=nonce, source=text, **options)

    def assertOneTruth(self, event=None):
        """The log has no gaps and never runs backwards, and every list is in it once, at its time and in its turn."""
        event = event or self.event
        log = list(LogEntry.objects.filter(event=event).order_by("number"))
        assert [each.number for each in log] == list(range(1, len(log) + 1))
        times = [each.at for each in log]
        assert times == sorted(times)
        handed = [each for each in log if each.what in ("submitted", "submitted-late")]
        told = [(each.about_id, each.params["version"], each.params["fingerprint"], each.at) for each in handed]
        kept = Submission.objects.filter(entry__event=event)
        assert sorted(told) == sorted(
            (each.entry_id, each.version, each.fingerprint, each.submitted_at) for each in kept
        )
        for entry in Entry.objects.filter(event=event):
            versions = [version for about, version, *_ in told if about == entry.pk]
            assert versions == list(range(1, len(versions) + 1))
        for each in handed:
            state = event.state(each.at) if each.at < event.deadline else State.CLOSED
            assert (each.what == "submitted-late") == (state == State.CLOSED)
        return log


class DeadlineTest(Races, TransactionTestCase):
    def test_of_lists_in_the_last_microseconds_those_before_the_deadline_count(self):
        self.begin(players=12)
        entries = self.entered()
        self.at(ticking(DEADLINE - 7 * MICROSECOND))
        codes = at_once(lambda number: code_of(self.submit, entries[number], "n"), 12)
        assert Counter(codes) == {"": 7, "closed": 5}
        times = sorted(Submission.objects.values_list("submitted_at", flat=True))
        assert times == [DEADLINE - left * MICROSECOND for left in range(7, 0, -1)]
        self.assertOneTruth()

    def test_whoever_registers_in_the_last_microseconds_does_so_before_the_deadline(self):
        self.begin(players=12)
        self.at(ticking(DEADLINE - 5 * MICROSECOND))
        codes = at_once(lambda number: code_of(services.register, self.event, by=self.people[number]), 12)
        assert Counter(codes) == {"": 5, "closed": 7}
        assert sorted(Entry.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
        self.assertOneTruth()

    def test_a_clock_that_jumps_never_opens_what_was_closed(self):
        self.begin(players=4)
        entries = self.entered()
        self.at(jumping(seed=11))

        def work(number):
            late = number % 4 == 0
            by = self.judith if late else None
            reason = "Train" if late else ""
            return code_of(self.submit, entries[number % 4], f"n{number}", by=by, reason=reason)

        codes = at_once(work, 60)
        assert set(codes) == {"", "closed"}
        log = self.assertOneTruth()
        closed = next(each.number for each in log if each.at >= DEADLINE)
        assert not [each for each in log if each.number >= closed and each.what == "submitted"]

    def test_a_deadline_that_is_moved_counts_for_every_list_from_then_on(self):
        self.begin(players=8)
        entries = self.entered()

        def work(number):
            if number == 4:
                return code_of(services.change, self.event, by=self.alice, deadline=EARLY)
            return code_of(self.submit, entries[number % 8], f"n{number}")

        at_once(work, 16)
        log = list(LogEntry.objects.filter(event=self.event).order_by("number"))
        moved = next(each.number for each in log if each.what == "changed")
        assert all(each.number < moved for each in log if each.what == "submitted")


class TabsTest(Races, TransactionTestCase):
    def test_retries_of_many_forms_hand_in_each_once(self):
        self.begin(players=1)
        (entry,) = self.entered()
        texts = LEGAL, OTHER
        found = at_once(lambda number: self.submit(entry, f"n{number % 6}", texts[number % 2]), 36)
        assert Counter(each.repeated for each in found) == {False: 6, True: 30}
        assert len({(each.nonce, each.version) for each in found}) == 6
        self.assertOneTruth()

    def test_a_retry_after_the_deadline_and_after_the_start_gets_the_answer_that_was_lost(self):
        self.begin(players=1)
        (entry,) = self.entered()
        first = self.submit(entry, "n")
        for work in (lambda: None, lambda: services.start(self.event, by=self.alice)):
            self.at(DEADLINE)
            work()
            again = at_once(lambda number: self.submit(entry, "n"), 4)
            assert {(each.pk, each.repeated) for each in again} == {(first.pk, True)}
        assert Submission.objects.count() == 1

    def test_one_form_with_two_lists_hands_in_one_of_them(self):
        self.begin(players=1)
        (entry,) = self.entered()
        codes = at_once(lambda number: code_of(self.submit, entry, "n", (LEGAL, OTHER)[number % 2]), 8)
        assert Counter(codes) == {"": 4, "nonce-used": 4}
        assert Submission.objects.count() == 1
        self.assertOneTruth()

    def test_the_last_place_is_taken_by_one_of_two(self):
        self.begin(players=2, capacity=1)
        codes = at_once(lambda number: code_of(services.register, self.event, by=self.people[number]), 2)
        assert sorted(codes) == ["", "full"]
        self.assertOneTruth()

    def test_the_last_place_is_not_given_to_a_player_and_one_whom_the_staff_enter(self):
        self.begin(players=1, capacity=1)

        def work(number):
            if number:
                return code_of(services.register, self.event, by=self.people[0])
            return code_of(services.enter, self.event, by=self.judith, name="Ann", nonce="n")

        assert sorted(at_once(work, 2)) == ["", "full"]
        assert Entry.objects.count() == 1


class StartTest(Races, TransactionTestCase):
    """Something else is begun while the start is in its middle, or the other way round: who came first has it."""

    def setUp(self):
        self.begin(players=2)
        self.first, self.second = self.entered()
        for entry in (self.first, self.second):
            self.submit(entry, "first")
        self.at(DEADLINE)

    def overlap(self, first, second, *, pause_in):
        """The codes of two works. `second` is begun when `first` has come to that function of selectors."""
        inside, begun = threading.Event(), threading.Event()
        real = getattr(selectors, pause_in)

        def paused(*arguments, **options):
            if not inside.is_set():
                inside.set()
                assert begun.wait(PATIENCE)
            return real(*arguments, **options)

        def work(number):
            if number == 0:
                return code_of(first)
            assert inside.wait(PATIENCE)
            begun.set()
            return code_of(second)

        with mock.patch.object(selectors, pause_in, paused):
            return at_once(work, 2)

    def start(self):
        services.start(self.event, by=self.alice)

    def bring_late(self):
        self.submit(self.first, "late", ILLEGAL, by=self.judith, reason="Train")

    def started(self):
        return Event.objects.get(pk=self.event.pk).started_at is not None

    def assertStartedSettled(self):
        """If it has started, then with lists that may start."""
        self.assertOneTruth()
        event = Event.objects.get(pk=self.event.pk)
        if event.started_at:
            assert not selectors.unresolved(selectors.standings(event))
            assert event.log.filter(what="started").count() == 1

    def test_a_list_that_comes_while_it_starts_is_refused(self):
        assert self.overlap(self.start, self.bring_late, pause_in="standings") == ["", "started"]
        assert Submission.objects.count() == 2
        self.assertStartedSettled()

    def test_a_start_waits_for_the_list_that_is_being_taken_and_judges_it(self):
        assert self.overlap(self.bring_late, self.start, pause_in="judge") == ["", "unresolved"]
        assert not self.started()
        self.assertOneTruth()

    def test_lists_pinned_while_it_starts_do_not_count(self):
        self.ban()
        pin = lambda: services.pin(self.event, by=self.alice)  # noqa: E731
        assert self.overlap(self.start, pin, pause_in="standings") == ["", "started"]
        self.assertStartedSettled()

    def test_a_start_while_lists_are_pinned_is_judged_by_them(self):
        self.ban()
        pin = lambda: services.pin(self.event, by=self.alice)  # noqa: E731
        assert self.overlap(pin, self.start, pause_in="pins_for") == ["", "unresolved"]
        assert not self.started()

    def ban(self):
        RestrictionList.objects.create(
            game=XLW, slug="ban", title="Ban", version="1", effective_from=START.date(), limits={FOX: 0}
        )

    def test_an_override_that_is_taken_back_while_it_starts_stays(self):
        self.bring_late()
        services.override(self.first, by=self.alice, reason="So")
        withdraw = lambda: services.withdraw(self.first, by=self.alice)  # noqa: E731
        assert self.overlap(self.start, withdraw, pause_in="standings") == ["", "started"]
        self.assertStartedSettled()

    def test_an_override_is_for_the_list_it_was_given_for_and_not_for_one_in_flight(self):
        services.drop(self.second, by=self.alice)
        self.bring_late()
        override = lambda: services.override(self.first, by=self.alice, reason="So")  # noqa: E731
        again = lambda: self.submit(self.first, "later", ILLEGAL, by=self.judith, reason="Bus")  # noqa: E731
        assert self.overlap(override, again, pause_in="standing") == ["", ""]
        assert code_of(self.start) == "unresolved"

    def test_two_clicks_start_it_once(self):
        assert sorted(at_once(lambda number: code_of(self.start), 4)) == ["", "started", "started", "started"]
        self.assertStartedSettled()

    def test_whatever_comes_first_of_many_it_starts_with_settled_lists_or_not_at_all(self):
        works = [
            self.start,
            self.bring_late,
            lambda: services.drop(self.second, by=self.second.user),
            lambda: self.submit(self.second, "later", OTHER, by=self.judith, reason="Bus"),
            lambda: services.override(self.first, by=self.alice, reason="So"),
            self.start,
        ]
        at_once(lambda number: code_of(works[number]), len(works))
        self.assertStartedSettled()


class OverHttpTest(Races, LiveServerTestCase):
    def setUp(self):
        cache.clear()
        self.begin(players=2, capacity=1)
        self.host = urlsplit(self.live_server_url).netloc
        self.tokens = [Token.objects.create(user=user).key for user in self.people]

    def send(self, path, body, headers, *, read=True):
        """The status, the body and the address an answer leads to; without `read` the answer is lost on its way."""
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        try:
            connection.request("POST", path, body, headers)
            if not read:
                assert connection.sock.recv(1)  # it was answered
                return 0, b"", ""
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers.get("Location", "")
        finally:
            connection.close()

    def api(self, name, *more, person=0, read=True, **body):
        headers = {"Authorization": f"Token {self.tokens[person]}", "Content-Type": "application/json"}
        return self.send(reverse(name, args=[self.event.slug, *more]), json.dumps(body), headers, read=read)

    def page(self, browser, path, fields):
        cookies = {
            "csrftoken": TOKEN,
            settings.SESSION_COOKIE_NAME: browser.cookies[settings.SESSION_COOKIE_NAME].value,
        }
        headers = {"X-CSRFToken": TOKEN, "Content-Type": "application/x-www-form-urlencoded"}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        return self.send(path, urlencode(fields), headers)

    def test_a_retry_through_the_api_is_told_from_the_first(self):
        entry = services.register(self.event, by=self.people[0])
        answers = at_once(lambda number: self.api("api-submissions", entry.number, list=LEGAL, nonce="n"), 8)
        assert Counter(status for status, *_ in answers) == {201: 1, 200: 7}
        assert {json.loads(body)["version"] for _, body, _ in answers} == {1}
        self.assertOneTruth()

    def test_a_retry_after_a_lost_answer_finds_what_was_done(self):
        entry = services.register(self.event, by=self.people[0])
        self.api("api-submissions", entry.number, list=LEGAL, nonce="n", read=False)
        self.at(DEADLINE)
        status, body, _ = self.api("api-submissions", entry.number, list=LEGAL, nonce="n")
        assert (status, json.loads(body)["version"]) == (200, 1)
        assert Submission.objects.count() == 1

    def test_a_double_click_leads_to_one_receipt(self):
        entry = services.register(self.event, by=self.people[0])
        browser = Client()
        browser.force_login(self.people[0])
        path = reverse("events:submit", args=[self.event.slug, entry.number])
        fields = {"text": LEGAL, "nonce": "n", "action": "submit"}
        answers = at_once(lambda number: self.page(browser, path, fields), 6)
        receipt = reverse("events:receipt", args=[self.event.slug, entry.number, 1])
        assert {(status, there) for status, _, there in answers} == {(302, receipt)}
        self.assertOneTruth()

    def test_the_last_place_is_given_once(self):
        answers = at_once(lambda number: self.api("api-register", person=number), 2)
        assert sorted(status for status, *_ in answers) == [201, 409]
        assert Entry.objects.count() == 1
        self.assertOneTruth()


PROCESS = """
import json, sys
from datetime import datetime, timedelta
from unittest import mock
import django
django.setup()
from deckbuilder.events import services
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry
from tests.deckbuilder.events.base import LEGAL, read
start, number, players = datetime.fromisoformat(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
ticks = iter(range(10_000))
now = lambda: start + next(ticks) * timedelta(seconds=20)
entries, deck, told = list(Entry.objects.filter(pk__in=players).order_by("pk")), read(LEGAL), []
print("ready", flush=True)
sys.stdin.readline()
with mock.patch("deckbuilder.events.clock.now", now):
    for turn in range(12):
        entry = entries[(turn + number) % len(entries)]
        nonce = f"shared{turn}" if turn % 2 else f"own{number}-{turn}"
        try:
            made = services.submit(entry, deck, by=entry.user, nonce=nonce, source=LEGAL)
            told.append([made.entry_id, made.version, made.repeated])
        except EventError as error:
            told.append(error.code)
print(json.dumps(told))
"""


def url_of_the_test_database():
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))


class ProcessesTest(Races, TransactionTestCase):
    def run_processes(self, starts, entries):
        """What each process was told, all let go at once; each has a clock of its own."""
        environment = {**os.environ, "DATABASE_URL": url_of_the_test_database(), "PYTHONPATH": str(ROOT)}
        environment["DJANGO_SETTINGS_MODULE"] = "deckbuilder.settings"
        players = json.dumps([entry.pk for entry in entries])
        running = [
            subprocess.Popen(
                [sys.executable, "-c", PROCESS, start.isoformat(), str(number), players],
                cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )
            for number, start in enumerate(starts)
        ]  # fmt: skip
        for each in running:
            assert each.stdout.readline() == "ready\n"
        for each in running:
            each.stdin.write("go\n")
            each.stdin.flush()
        return [json.loads(each.communicate(timeout=PATIENCE)[0]) for each in running]

    def test_processes_whose_clocks_differ_leave_one_truth(self):
        self.begin(players=2)
        entries = self.entered()
        starts = [DEADLINE - timedelta(minutes=2), DEADLINE - timedelta(minutes=3), DEADLINE - HOUR]
        told = [each for answers in self.run_processes(starts, entries) for each in answers]
        made = [
            (entry, version) for entry, version, repeated in (each for each in told if each != "closed") if not repeated
        ]
        assert len(made) == len(set(made)) == Submission.objects.count()
        assert "closed" in told
        assert not Submission.objects.filter(submitted_at__gte=DEADLINE).exists()
        self.assertOneTruth()
