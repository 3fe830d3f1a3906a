"""A list that an organiser let through says so wherever it is shown; why, to its player and the staff alone."""

import csv
import io
import json

from deckbuilder.events.entries import overrides
from deckbuilder.events.event import services
from tests.deckbuilder.events.base import DEADLINE, ILLEGAL, LEGAL
from tests.deckbuilder.events.pages import PagesTest

REASON = "Proxy agreed"


class LetThroughTest(PagesTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event(lists_visible="now")
        self.bobs, self.carols = self.entry(self.cup, self.bob), self.entry(self.cup, self.carol)
        self.submit(self.bobs, ILLEGAL)
        self.submit(self.carols, LEGAL)
        overrides.override(self.bobs, by=self.alice, reason=REASON)

    def test_its_printed_sheet_says_why(self):
        self.assertContains(self.as_bob.get(self.path("sheet", self.cup.slug, self.bobs.number)), REASON)
        self.assertContains(self.as_judith.get(self.path("sheets", self.cup.slug)), REASON, 1)

    def test_its_deck_check_says_why_beside_what_is_wrong(self):
        page = self.as_judith.get(self.path("check", self.cup.slug, self.bobs.number))
        self.assertContains(page, f"Overridden</span> {REASON}")
        self.assertContains(page, "data-code")
        other = self.as_judith.get(self.path("check", self.cup.slug, self.carols.number))
        self.assertNotContains(other, "Overridden")

    def test_its_published_page_says_so_and_its_player_why(self):
        receipt = self.path("receipt", self.cup.slug, self.bobs.number, 1)
        for browser, told in ((self.as_bob, True), (self.as_judith, True), (self.as_visitor, False)):
            page = browser.get(receipt)
            self.assertContains(page, REASON if told else "An organiser overrode the verdict on this list.")
            assert (REASON in page.content.decode()) == told

    def test_the_page_of_a_version_that_stands_no_more_does_not(self):
        self.submit(self.bobs, LEGAL)
        for version in (1, 2):
            page = self.as_bob.get(self.path("receipt", self.cup.slug, self.bobs.number, version))
            self.assertNotContains(page, "Overridden")

    def test_the_page_of_all_lists_marks_it(self):
        self.assertContains(self.as_visitor.get(self.path("results", self.cup.slug)), "Overridden", 1)

    def test_the_files_of_all_lists_mark_it(self):
        def file(ending):
            return self.as_visitor.get(self.path("results-file", self.cup.slug, "lists", ending)).getvalue().decode()

        rows = csv.DictReader(io.StringIO(file("csv").removeprefix("\ufeff")))
        assert {(row["player"], row["let_through"]) for row in rows} == {("bob", "yes"), ("carol", "")}
        told = {each["player"]: each["let_through"] for each in json.loads(file("json"))["lists"]}
        assert told == {"bob": True, "carol": False}
        assert REASON not in file("csv") + file("json")

    def test_after_the_start_it_still_does(self):
        self.now = DEADLINE
        services.start(self.cup, by=self.alice)
        self.assertContains(self.as_visitor.get(self.path("results", self.cup.slug)), "Overridden", 1)
        self.assertContains(self.as_judith.get(self.path("sheets", self.cup.slug)), REASON, 1)


class CheckOnAPhoneTest(PagesTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event()
        self.bobs = self.entry(self.cup, self.bob)
        self.submit(self.bobs, LEGAL)
        self.there = self.path("check", self.cup.slug, self.bobs.number)

    def test_what_is_wrong_stands_beside_the_button_that_was_pressed(self):
        sent = {"version": "1", "action": "record", "nonce": "n", "outcome": "penalty", "zone-main": "1"}
        page = self.as_judith.post(self.there, sent).content.decode()
        assert page.index('class="check-zone" aria-labelledby="outcome-title"') < page.index("is-error")
        assert page.index("is-error") < page.index("Record the check")
        assert "autofocus" in page

    def test_a_list_that_was_replaced_meanwhile_is_told_first(self):
        self.submit(self.bobs, LEGAL)
        page = self.as_judith.post(self.there, {"version": "1", "action": "record"}).content.decode()
        assert page.index("was replaced while you counted") < page.index("check-form")

    def test_what_was_recorded_stands_above_the_next_count(self):
        sent = {"version": "1", "action": "record", "nonce": "n", "outcome": "clean", "zone-main": "1"}
        page = self.as_judith.post(self.there, sent, follow=True).content.decode()
        assert page.index("Check recorded.") < page.index("No difference.") < page.index("check-form")
