"""Events that are called off before they start."""

from datetime import timedelta

from django.urls import reverse

from deckbuilder.events import selectors
from deckbuilder.events.bulk import services as bulk_services
from deckbuilder.events.bulk.files import Item
from deckbuilder.events.entries import overrides
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.gate import services as gate_services
from deckbuilder.events.models import State
from deckbuilder.events.notify import emails
from deckbuilder.events.pins import services as pins_services
from deckbuilder.events.sentences import log_sentence
from tests.deckbuilder.events.base import DEADLINE, LEGAL, EventTest

WHY = "The hall is flooded"


class CancelTest(EventTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event(listed=True, lists_visible="end")

    def cancelled(self):
        return services.cancel(self.cup, by=self.alice, reason=WHY)

    def page(self, name, *arguments, by=None):
        return (by or self.client).get(reverse(f"events:{name}", args=[self.cup.slug, *arguments]))

    def test_it_is_logged_with_its_reason(self):
        event = self.cancelled()
        assert event.state(self.now) == State.CANCELLED
        assert log_sentence(event.log.first()) == f"Called off: {WHY}"

    def test_it_takes_a_reason(self):
        assert self.assertRefused("no-reason", services.cancel, self.cup, by=self.alice, reason=" ").field == "reason"

    def test_nothing_comes_after_it(self):
        entry, left = self.entry(self.cup, self.bob), self.entry(self.cup)
        entry_services.drop(left, by=self.alice)
        self.cancelled()
        self.now = DEADLINE
        for work in (services.start, services.end, pins_services.pin):
            self.assertRefused("cancelled", work, self.cup, by=self.alice)
        self.assertRefused("cancelled", services.cancel, self.cup, by=self.alice, reason=WHY)
        self.assertRefused("cancelled", services.change, self.cup, by=self.alice, capacity=9)
        self.assertRefused("cancelled", overrides.override, entry, by=self.alice, reason=WHY)
        self.assertRefused("cancelled", overrides.withdraw, entry, by=self.alice)
        self.assertRefused("cancelled", gate_services.rejudge, self.cup, by=self.alice)
        self.assertRefused(
            "cancelled", bulk_services.receive, self.cup, [Item("", "Ann", LEGAL)], [], by=self.alice, reason=WHY
        )
        self.assertRefused("cancelled", entry_services.amend, left, by=self.alice, name="Anna")
        self.assertRefused("cancelled", entry_services.bring_back, left, by=self.alice)
        self.assertRefused("cancelled", entry_services.register, self.cup, by=self.carol)
        self.assertRefused("cancelled", self.submit, entry)
        self.assertRefused("cancelled", entry_services.drop, entry, by=self.bob)

    def test_letters_that_were_on_their_way_are_not_written(self):
        entry = self.entry(self.cup)
        entry_services.amend(entry, by=None, email="ann@example.org")
        assert emails.build_email(entry.pk, "en", "http://testserver/", off=False).to == ["ann@example.org"]
        self.cancelled()
        assert emails.build_email(entry.pk, "en", "http://testserver/", off=False) is None

    def test_an_event_that_has_started_is_not_called_off(self):
        self.submit(self.entry(self.cup, self.bob))
        self.now = DEADLINE
        services.start(self.cup, by=self.alice)
        self.assertRefused("started", services.cancel, self.cup, by=self.alice, reason=WHY)

    def test_its_lists_never_open(self):
        assert not selectors.lists_open(self.cancelled())

    def test_it_stays_on_the_page_of_events_with_its_mark(self):
        assert "Called off" not in self.listed(self.client)
        self.cancelled()
        assert "Called off" in self.listed(self.client, "others-title")
        self.now = self.cup.starts_at + timedelta(days=30)
        assert self.cup not in selectors.upcoming()
        assert "Called off" in self.listed(self.client, "over-title")

    def test_archived_it_is_on_no_page(self):
        self.cancelled()
        services.archive(self.cup, by=self.alice)
        for later in (timedelta(), timedelta(days=60)):
            self.now += later
            assert self.cup not in (*selectors.upcoming(), *selectors.over())

    def test_those_it_was_for_find_it_though_it_was_never_announced(self):
        services.change(self.cup, by=self.alice, listed=False)
        self.entry(self.cup, self.bob)
        self.cancelled()
        self.now = self.cup.starts_at + timedelta(days=30)
        for browser in (self.as_alice, self.as_bob):
            assert "Called off" in self.listed(browser, "mine-title")
        assert self.cup.name not in self.listed(self.client)

    def test_the_api_lists_it_too(self):
        self.cancelled()
        (told,) = self.client.get("/api/v1/events/").json()["results"]
        assert (told["slug"], told["state"]) == (self.cup.slug, "cancelled")

    def listed(self, browser, section="main"):
        """The page of events from the heading with this id on."""
        page = browser.get(reverse("events:list")).content.decode()
        return page[page.index(f'id="{section}"') :]

    def test_everybody_with_the_link_reads_why(self):
        assert "Called off" not in self.page("page").content.decode()
        self.cancelled()
        page = self.page("page").content.decode()
        assert WHY in page
        assert reverse("events:register", args=[self.cup.slug]) not in page

    def test_the_roster_offers_no_start(self):
        start = reverse("events:start", args=[self.cup.slug])
        assert start in self.page("roster", by=self.as_alice).content.decode()
        self.cancelled()
        assert start not in self.page("roster", by=self.as_alice).content.decode()

    def test_the_page_asks_for_a_reason_before_anything_else(self):
        path = reverse("events:cancel", args=[self.cup.slug])
        assert path in self.page("edit", by=self.as_alice).content.decode()
        answer = self.as_alice.post(path, {"reason": ""})
        assert answer.status_code == 422
        assert "Give a reason" in answer.content.decode()
        self.assertRedirects(self.as_alice.post(path, {"reason": WHY}), self.cup.get_absolute_url())

    def test_the_api_says_why(self):
        self.cancelled()
        told = self.client.get(f"/api/v1/events/{self.cup.slug}/").json()
        assert (told["state"], told["called_off"]) == ("cancelled", WHY)
