"""No page of an event, and no answer of the API, asks the database more often for fifty entries than for five."""

from unittest import mock

import pytest
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.throttling import SimpleRateThrottle

from deckbuilder.accounts.models import User
from deckbuilder.events.bulk import files as bulk_files
from deckbuilder.events.bulk import services as bulk_services
from deckbuilder.events.checks import services as check_services
from deckbuilder.events.entries import overrides
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Event
from tests.deckbuilder.api import NEVER
from tests.deckbuilder.events.base import DEADLINE, EARLY, ILLEGAL, LEGAL, OTHER, EventTest

pytestmark = [pytest.mark.databases, pytest.mark.slow]

SHORT = LEGAL.replace("1 大風吹\n", "1 no such card\n")
PAGES = {
    "page": "page",
    "roster": "roster",
    "roster, those of one state": "roster?state=illegal",
    "roster, who is looked for": "roster?q=Player",
    "those to tell": "tell",
    "sheets": "sheets",
    "a blank sheet": "blank",
    "check-in": "check-in",
    "no-shows": "no-shows",
    "cards": "cards",
    "checks": "checks",
    "checks, several found": "checks?q=Player",
    "log": "log",
    "staff": "staff",
    "lists": "results",
    "lists, every card": "results?cards=all",
    "lists in bulk": "bulk",
}
ANSWERS = (
    "events/{slug}/",
    "events/{slug}/entries/?page_size=200",
    "events/{slug}/gate/?page_size=200",
    "events/{slug}/gate/?state=overridden",
    "events/{slug}/log/?page_size=200",
    "events/{slug}/tell/?page_size=200",
    "events/{slug}/roles/",
    "events/{slug}/find/?q=Player",
    "events/{slug}/lists/json/",
    "events/{slug}/lists/csv/",
    "events/{slug}/breakdown/json/",
    "events/{slug}/breakdown/csv/",
)


@override_settings(EMAIL_HOST="mail.invalid")
class QuestionsTest(EventTest):
    def setUp(self):
        super().setUp()
        self.enterContext(mock.patch.object(SimpleRateThrottle, "THROTTLE_RATES", NEVER))

    def grow(self, event: Event, many: int) -> None:
        """More entries, of every state in turn, half of them with an account; legal lists are checked."""
        for number in range(event.entries.count() + 1, event.entries.count() + many + 1):
            named = {"username": f"player{number}", "defaults": {"email": "p@mail.invalid"}}
            user = User.objects.get_or_create(**named)[0] if number % 2 else None
            entry = entry_services.register(event, by=user, name=f"Player {number}") if user else None
            entry = entry or self.entry(event, name=f"Player {number}")
            text = (LEGAL, ILLEGAL, SHORT, OTHER, "")[number % 5]
            made = self.submit(entry, text, by=self.alice) if text else None
            if number % 5 == 2:
                overrides.override(entry, by=self.alice, reason="So")
            if number % 10 == 4:
                entry_services.drop(entry, by=self.alice)
            if made:
                counted = {"counts": {0: 1}, "outcome": "clean", "nonce": self.nonce()}
                check_services.record(entry, by=self.judith, version=made.version, **counted)

    def asked(self, path: str) -> int:
        """How many questions a second look asks."""
        assert self.as_alice.get(path).getvalue()
        with CaptureQueriesContext(connection) as asked:
            answer = self.as_alice.get(path)
            assert answer.status_code == 200, (path, answer.status_code)
            assert answer.getvalue()
        return len(asked)

    def all_asked(self, event: Event) -> dict[str, int]:
        found = {}
        for told, page in PAGES.items():
            name, _, words = page.partition("?")
            found[told] = self.asked(f"{reverse(f'events:{name}', args=[event.slug])}?{words}")
        for path in ANSWERS:
            found[path] = self.asked(f"/api/v1/{path.format(slug=event.slug)}")
        return found

    def test_fifty_entries_ask_no_more_than_five(self):
        event = self.event()
        self.grow(event, 5)
        few = self.all_asked(event)
        self.grow(event, 45)
        assert self.all_asked(event) == few

    def test_nor_do_fifty_who_are_told_that_it_was_called_off(self):
        asked = []
        for many in (5, 50):
            event = self.event()
            self.grow(event, many)
            event = services.cancel(event, by=self.alice, reason="Snow")
            paths = (reverse("events:tell", args=[event.slug]), f"/api/v1/events/{event.slug}/tell/?page_size=200")
            asked.append([self.asked(path) for path in paths])
        assert asked[0] == asked[1]

    def test_nor_do_fifty_events_ask_more_than_five(self):
        paths, few = ("/events/", "/api/v1/events/?page_size=200"), {}
        for many in (5, 45):
            for number in range(many):
                self.entry(self.event(name=f"Cup {number}", listed=bool(number % 2)), self.alice)
            found = {path: self.asked(path) for path in paths}
            few = few or found
        assert found == few

    def test_nor_do_fifty_lists_brought_in_or_fifty_versions_of_one(self):
        asked = []
        for many in (5, 50):
            event = self.event()
            files = [(f"Player {number}.txt", LEGAL.encode()) for number in range(many)]
            upload = bulk_services.receive(event, bulk_files.items(files), ["files"], by=self.alice)
            entry = self.entry(event, self.bob if many == 5 else self.carol)
            for version in range(many):
                self.submit(entry, OTHER if version % 2 else LEGAL)
                made = {"counts": {0: 1}, "outcome": "clean", "nonce": self.nonce(), "version": version + 1}
                check_services.record(entry, by=self.judith, **made)
            about = [event.slug, entry.number]
            paths = [
                reverse("events:bulk-upload", args=[event.slug, upload.pk]),
                *(reverse(f"events:{name}", args=about) for name in ("entry", "check", "sheet", "submit")),
                f"/api/v1/events/{event.slug}/entries/{entry.number}/submissions/?page_size=200",
                f"/api/v1/events/{event.slug}/entries/{entry.number}/checks/?page_size=200",
            ]
            asked.append([self.asked(path) for path in paths])
        assert asked[0] == asked[1]

    def test_nor_does_the_start(self):
        asked = []
        for many in (5, 50):
            self.now = EARLY
            event = self.event()
            for number in range(many):
                self.submit(self.entry(event, name=f"Player {number}"), by=self.alice)
            self.now = DEADLINE
            with CaptureQueriesContext(connection) as found:
                services.start(event, by=self.alice)
            asked.append(len(found))
        assert asked[0] == asked[1]
