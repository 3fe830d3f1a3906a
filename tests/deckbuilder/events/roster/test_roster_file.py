"""The roster as a table."""

import csv
import io

from django.conf import settings
from django.urls import reverse

from deckbuilder.events.entries import overrides, services
from deckbuilder.events.roster.files import COLUMNS
from tests.deckbuilder.events.base import DEADLINE, ILLEGAL, LEGAL, EventTest


class RosterFileTest(EventTest):
    def table(self, event):
        answer = self.as_judith.get(reverse("events:roster-file", args=[event.slug]))
        text = answer.getvalue().decode("utf-8-sig")
        assert text.splitlines()[0] == ",".join(COLUMNS)
        return list(csv.DictReader(io.StringIO(text)))

    def test_it_has_a_row_for_every_entry_with_how_it_stands(self):
        event = self.event()
        bob = services.register(event, by=self.bob, answer="L", email="bob@example.org")
        ann, carol = self.entry(event), self.entry(event, self.carol)
        fingerprint = self.submit(bob, ILLEGAL).fingerprint
        overrides.override(bob, by=self.alice, reason="Proxies agreed")
        services.drop(carol, by=self.carol)
        self.now = DEADLINE
        late = self.submit(ann, LEGAL, by=self.alice, reason="Train").fingerprint
        first = {"number": "1", "player": "bob", "account": "bob", "answer": "L", "email": "bob@example.org"}
        first |= {"state": "overridden", "version": "1", "fingerprint": fingerprint, "late": "", "checked_in": ""}
        second = {"number": "2", "player": "Ann", "account": "", "answer": "", "email": "", "state": "warning"}
        second |= {"version": "1", "fingerprint": late, "late": "Train", "let_through": "", "checked_in": ""}
        found = self.table(event)
        assert found[:2] == [{**first, "let_through": "Proxies agreed"}, second]
        assert (found[2]["player"], found[2]["state"], found[2]["version"]) == ("carol", "dropped", "")

    def test_its_columns_are_written_down(self):
        told = (settings.ROOT / "docs" / "event-files.md").read_text(encoding="utf-8")
        assert f"```\n{','.join(COLUMNS)}\n```" in told

    def test_a_name_is_never_run_as_a_formula(self):
        event = self.event()
        self.entry(event, name="=1+1")
        assert self.table(event)[0]["player"] == "'=1+1"

    def test_it_asks_as_often_for_many_as_for_one(self):
        event = self.event()
        self.submit(self.entry(event))
        self.table(event)
        with self.assertNumQueries(10):
            self.table(event)
        for number in range(5):
            self.submit(self.entry(event, name=f"Player {number}"))
        self.table(event)
        with self.assertNumQueries(10):
            self.table(event)


class StaffTest(EventTest):
    def test_it_says_who_of_the_staff_plays_too(self):
        event = self.event()
        page = reverse("events:staff", args=[event.slug])
        self.assertNotContains(self.as_alice.get(page), "also plays")
        self.entry(event, self.judith)
        self.assertContains(self.as_alice.get(page), "also plays, as #1", 1)
