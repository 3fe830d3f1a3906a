"""The same instant as it comes from outside, over HTTP and to several processes: one truth, with its history."""

import http.client
import json
import os
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode, urlsplit, urlunsplit

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client, LiveServerTestCase, TransactionTestCase
from django.urls import reverse
from rest_framework.authtoken.models import Token

from deckbuilder.events.entries import services
from deckbuilder.events.models import Entry, Submission
from tests.deckbuilder.at_once import at_once
from tests.deckbuilder.events.base import DEADLINE, LEGAL
from tests.deckbuilder.events.races import HOUR, PATIENCE, Races

pytestmark = [pytest.mark.databases, pytest.mark.slow]

ROOT = Path(__file__).parents[3]
TOKEN = "a" * 32


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
from deckbuilder.events.entries import services as entry_services
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
            made = entry_services.submit(entry, deck, by=entry.user, nonce=nonce, source=LEGAL)
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
