"""Restriction lists that become known after an event took over its own: taken or kept, and settled before the start."""

import pytest

from deckbuilder.catalog.restrictions import list_changes
from deckbuilder.events.entries import overrides
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry
from deckbuilder.events.pins import selectors
from deckbuilder.events.pins import services as pins_services
from deckbuilder.events.readiness import judging
from deckbuilder.events.sentences import log_sentence
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.events.base import DEADLINE, FOX, LEGAL, OTHER, START
from tests.deckbuilder.events.pages import PagesTest

pytestmark = pytest.mark.databases


class OutdatedTest(PagesTest, ApiTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event()
        for user, text in ((self.bob, LEGAL), (self.carol, OTHER)):
            self.submit(self.entry(self.cup, user), text)
        self.now = DEADLINE

    def of(self, user):
        return Entry.objects.get(event=self.cup, user=user)

    def test_a_newer_list_shuts_the_gate_until_it_is_taken(self):
        self.ban(FOX, limit=9)
        self.assertRefused("lists-outdated", services.start, self.cup, by=self.alice)
        pins_services.pin(self.cup, by=self.alice)
        assert services.start(self.cup, by=self.alice).started_at

    def test_a_withdrawn_list_shuts_it_too(self):
        row = self.ban(FOX, limit=9)
        pins_services.pin(self.cup, by=self.alice)
        list_changes.withdraw(row, by="carol", why="Too early")
        self.assertRefused("lists-outdated", services.start, self.cup, by=self.alice)

    def test_the_old_lists_are_kept_for_a_reason_that_is_logged(self):
        self.ban(FOX)
        self.assertRefused("no-reason", pins_services.keep_pins, self.cup, by=self.alice, reason=" ")
        pins_services.keep_pins(self.cup, by=self.alice, reason="Announced too late")
        assert services.start(self.cup, by=self.alice).started_at
        kept = self.cup.log.get(what="pins-kept")
        assert log_sentence(kept) == "Kept no restriction list instead of Spring list 1: Announced too late"

    def test_what_was_kept_beside_one_list_is_not_settled_beside_another(self):
        self.ban(FOX)
        pins_services.keep_pins(self.cup, by=self.alice, reason="Announced too late")
        self.assertRefused("lists-settled", pins_services.keep_pins, self.cup, by=self.alice, reason="Once more")
        self.ban(FOX, limit=9, slug="another")
        self.assertRefused("lists-outdated", services.start, self.cup, by=self.alice)

    def test_a_list_that_is_taken_after_all_ends_what_was_kept(self):
        row = self.ban(FOX)
        pins_services.keep_pins(self.cup, by=self.alice, reason="Announced too late")
        pins_services.pin(self.cup, by=self.alice)
        list_changes.withdraw(row, by="carol", why="Too early")
        self.cup.refresh_from_db()
        assert selectors.is_undecided(self.cup)

    def test_it_says_who_would_stand_otherwise(self):
        self.ban(FOX)
        affected = selectors.affected_entries(self.cup)
        assert [(each.now.entry.user, each.now.state, each.then.state) for each in affected] == [
            (self.bob, "ready", "illegal")
        ]
        assert judging.judge_entry(self.cup, self.of(self.bob)).state == "ready"

    def test_an_override_for_what_the_list_forbids_no_longer_stands(self):
        self.ban(FOX)
        pins_services.pin(self.cup, by=self.alice)
        overrides.override(self.of(self.bob), by=self.alice, reason="Agreed")
        self.ban("紙傘婆婆", slug="another")
        self.cup.refresh_from_db()
        assert [(each.now.state, each.then.state) for each in selectors.affected_entries(self.cup)] == [
            ("overridden", "illegal")
        ]

    def test_nobody_who_dropped_is_named(self):
        self.ban(FOX)
        self.as_alice.post(self.path("drop", self.cup.slug, self.of(self.bob).number))
        assert selectors.affected_entries(self.cup) == []

    def test_the_page_shows_what_changes_and_takes_what_was_seen(self):
        self.ban(FOX)
        there = self.path("pins", self.cup.slug)
        page = self.as_alice.get(there)
        self.assertContains(page, "New: Spring list 1")
        self.assertContains(page, FOX)
        self.assertContains(page, "bob")
        seen = page.context["seen"]
        self.ban("紙傘婆婆", slug="another")
        refused = self.as_alice.post(there, {"do": "take", "seen": seen})
        self.assertContains(
            refused,
            "The restriction lists have changed since you opened this page. These are the current ones.",
            status_code=409,
        )
        self.as_alice.post(there, {"do": "take", "seen": refused.context["seen"]})
        self.cup.refresh_from_db()
        assert [each["slug"] for each in self.cup.pinned] == ["another", "ban"]

    def test_the_page_keeps_with_a_reason(self):
        self.ban(FOX)
        there = self.path("pins", self.cup.slug)
        self.assertContains(self.as_alice.post(there, {"do": "keep"}), "Give a reason", status_code=422)
        self.as_alice.post(there, {"do": "keep", "reason": "Announced too late"})
        assert not selectors.is_undecided(self.cup)
        self.assertContains(self.as_alice.get(there), "Announced too late")
        self.assertContains(self.as_alice.get(self.path("start", self.cup.slug)), "Announced too late")

    def test_the_roster_says_what_keeps_the_event_from_starting(self):
        self.ban(FOX)
        self.assertContains(
            self.as_judith.get(self.path("roster", self.cup.slug)),
            "The event cannot start until",
        )
        self.assertNotContains(self.as_judith.get(self.path("roster", self.cup.slug)), "See the changes")
        self.assertContains(self.as_alice.get(self.path("roster", self.cup.slug)), "See the changes")

    def test_the_page_of_the_event_says_so_to_its_organisers(self):
        page, words = self.cup.get_absolute_url(), "Newer restriction lists apply on this date."
        self.assertNotContains(self.as_alice.get(page), words)
        self.ban(FOX)
        self.assertContains(self.as_alice.get(page), words)
        for browser in (self.as_judith, self.as_visitor):
            self.assertNotContains(browser.get(page), words)

    def test_programs_see_and_settle_the_same(self):
        self.ban(FOX)
        body = self.get(f"events/{self.cup.slug}/pin/", by=self.as_alice).body
        assert (body["outdated"], body["settled"], body["pinned"]) == (True, False, [])
        assert [each["slug"] for each in body["known"]] == ["ban"]
        assert body["affected"] == [
            {"number": self.of(self.bob).number, "name": "bob", "now": "ready", "then": "illegal"}
        ]
        self.post(f"events/{self.cup.slug}/pin/keep/", {"reason": "Announced too late"}, by=self.as_alice)
        assert self.get(f"events/{self.cup.slug}/pin/", by=self.as_alice).body["settled"] is True

    def test_a_day_without_other_lists_leaves_nothing_to_decide(self):
        self.ban(FOX, effective_from=START.date().replace(year=2099))
        self.assertContains(
            self.as_alice.get(self.path("pins", self.cup.slug)), "There are no newer restriction lists for this date."
        )
