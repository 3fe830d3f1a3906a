"""Deck checks: finding the list, counting it, and what is kept of that for good."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from deckbuilder.catalog.models import Card
from deckbuilder.events.checks import selectors
from deckbuilder.events.checks import services as check_services
from deckbuilder.events.checks.services import MAX_COPIES, MAX_EXTRA, Extra
from deckbuilder.events.event import services
from deckbuilder.events.models import DeckCheck, Entry, LogEntry, Outcome, Unchangeable
from deckbuilder.events.sentences import log_sentence
from tests.deckbuilder.events.base import DEADLINE, FOX, LEGAL, OTHER, EventTest

pytestmark = pytest.mark.databases

TWINS = "game: xing-ling-wang\n[main]\n1 提燈小狐\n2 明年的門票\n[extra]\n3 提燈小狐\n"
"""A card in two zones, and a line that names none."""


class CheckTest(EventTest):
    def setUp(self) -> None:
        super().setUp()
        self.listed = self.event()
        self.played = self.entry(self.listed, self.bob)
        self.handed = self.submit(self.played)

    def path(self, entry: Entry | None = None) -> str:
        entry = entry or self.played
        return reverse("events:check", args=[entry.event.slug, entry.number])

    def lines(self):
        return selectors.lines_of(self.listed, self.played.submissions.first())

    def place(self, name: str) -> int:
        return next(place for place, line in enumerate(self.lines()) if line.name.startswith(name))

    def record(self, **fields) -> DeckCheck:
        everything = {place: line.listed for place, line in enumerate(self.lines())}
        given = {"version": 1, "counts": everything, "outcome": "clean", "nonce": self.nonce(), **fields}
        return check_services.record(self.played, by=self.judith, **given)

    def post(self, browser=None, **fields):
        given = {"version": "1", "nonce": self.nonce(), "action": "record", **fields}
        return (browser or self.as_judith).post(self.path(), given)


class RecordTest(CheckTest):
    def test_it_keeps_what_was_counted_by_whom_and_when(self):
        self.now = DEADLINE
        check = self.record()
        assert (check.checked_by, check.checked_at, check.submission) == (self.judith, DEADLINE, self.handed)
        assert selectors.differences(check) == []
        assert selectors.uncounted_lines(check) == 0

    def test_what_differs_is_worked_out_and_what_is_not_on_the_list_added(self):
        lines, fox = self.lines(), self.place(FOX)
        found = {place: line.listed for place, line in enumerate(lines)} | {fox: 0}
        check = self.record(counts=found, extra=[Extra("", "飛龍", 2)], outcome="corrected", note="Put right.")
        missing, extra = ("main", lines[fox].key, FOX, lines[fox].listed, 0), ("", "", "飛龍", 0, 2)
        assert selectors.differences(check) == [missing, extra]

    def test_what_nobody_counted_is_no_difference(self):
        check = self.record(counts={self.place(FOX): 1})
        assert selectors.uncounted_lines(check) == len(self.lines()) - 1
        assert selectors.differences(check) == []

    def test_a_card_in_two_zones_is_two_lines_and_a_line_without_a_card_one_of_its_own(self):
        self.submit(self.played, TWINS)
        assert [(line.zone, line.listed, bool(line.key)) for line in self.lines()] == [
            ("main", 1, True), ("main", 2, False), ("extra", 3, True),
        ]  # fmt: skip
        check = self.record(version=2, counts={0: 0, 2: 1}, outcome="warning", note="Swapped.")
        key = self.lines()[0].key
        assert selectors.differences(check) == [("main", key, FOX, 1, 0), ("extra", key, FOX, 3, 1)]
        assert f'{FOX}</small></b> <span class="faint">(Extra area)' in self.as_alice.get(self.path()).content.decode()

    def test_it_is_written_into_the_log(self):
        self.record(outcome="warning", note="Sleeves.")
        entry = LogEntry.objects.filter(event=self.listed).first()
        assert (entry.what, entry.by, entry.about) == ("checked", self.judith, self.played)
        assert log_sentence(entry) == "Deck checked against list 1: Warning, 0 differences. Sleeves."

    def test_nobody_changes_or_deletes_it(self):
        check = self.record()
        for work in (
            check.save,
            check.delete,
            DeckCheck.objects.all().delete,
            lambda: DeckCheck.objects.update(note="x"),
        ):
            with pytest.raises(Unchangeable):
                work()

    def test_the_form_sent_twice_is_one_check(self):
        first = self.record(nonce="same")
        assert self.record(nonce="same") == first
        assert DeckCheck.objects.count() == 1
        assert self.logged(self.listed).count("checked") == 1
        self.assertRefused("nonce-used", self.record, nonce="same", outcome="warning", note="No.")

    def test_the_answer_to_a_form_that_was_lost_comes_though_the_list_was_replaced_meanwhile(self):
        first = self.record(nonce="same")
        self.submit(self.played, OTHER)
        everything = {place: found for place, (*_, found) in enumerate(first.counted)}
        assert self.record(nonce="same", counts=everything) == first

    def test_a_list_that_was_replaced_meanwhile_is_not_checked(self):
        found = {0: 1}
        self.submit(self.played, OTHER)
        self.assertRefused("list-replaced", self.record, counts=found)

    def test_what_makes_no_sense_is_refused(self):
        everything = {place: line.listed for place, line in enumerate(self.lines())}
        wrong = {
            "nothing-counted": {"counts": {}},
            "bad-count": {"counts": {0: MAX_COPIES + 1}},
            "unknown-value": {"outcome": "fine"},
            "no-note": {"outcome": "penalty"},
            "blank": {"nonce": ""},
        }
        for code, fields in wrong.items():
            with self.subTest(code):
                self.assertRefused(code, self.record, **fields)
        self.assertRefused("no-note", self.record, counts=everything | {0: 7})
        self.assertRefused("bad-count", self.record, extra=[Extra("", "飛龍", -1)], note="!")
        many = [Extra("", f"card {number}", 1) for number in range(MAX_EXTRA + 1)]
        self.assertRefused("bad-count", self.record, extra=many, outcome="warning", note="!")
        assert self.record(extra=many[:-1], outcome="warning", note="!")

    def rows(self):
        return [*super().rows(), list(DeckCheck.objects.order_by("pk").values())]


class PageTest(CheckTest):
    def test_a_tick_is_as_listed_and_a_number_counts_more(self):
        fox, other = self.place(FOX), self.place(FOX) + 1
        answer = self.post(
            **{f"ok-{fox}": "1", f"ok-{other}": "1", f"n-{other}": "７"}, outcome="warning", note="Seven."
        )
        self.assertRedirects(answer, self.path())
        check, lines = DeckCheck.objects.get(), self.lines()
        assert {place: found for place, (*_, found) in enumerate(check.counted) if found is not None} == {
            fox: lines[fox].listed, other: 7,
        }  # fmt: skip

    def test_one_tick_is_enough_for_a_zone_that_is_as_listed(self):
        self.post(**{"zone-main": "1", "outcome": "clean"})
        counted = DeckCheck.objects.get().counted
        assert {zone for zone, *_, found in counted if found is not None} == {"main"}
        assert {zone for zone, *_, found in counted if found is None} == {"extra"}

    def test_earlier_checks_stand_below(self):
        self.record(counts={self.place(FOX): 0}, outcome="penalty", note="No fox.")
        page = self.as_alice.get(self.path()).content.decode()
        for told in ("Penalty", "No fox.", "judith", "1 on the list, 0 found"):
            assert told in page

    def test_a_card_is_looked_up_and_what_was_typed_stays(self):
        answer = self.post(**{"action": "find", "find": "魚乾會計", "n-0": "4", "note": "Hm."})
        page = answer.content.decode()
        key = Card.objects.get(name="魚乾會計").key
        self.assertContains(answer, f'name="card:{key}" value="1"')
        self.assertContains(answer, 'name="n-0" value="4"')
        assert "Hm." in page
        assert not DeckCheck.objects.exists()

    def test_what_no_card_is_called_is_kept_as_written(self):
        page = self.post(**{"action": "find", "find": 'A "card"'})
        self.assertContains(page, 'name="text:A &#34;card&#34;" value="1"')
        self.post(**{'text:A "card"': "2", "zone-main": "1", "outcome": "penalty", "note": "Not theirs."})
        assert DeckCheck.objects.get().extra == [["", 'A "card"', 2]]

    def test_a_card_that_was_looked_up_is_kept_with_its_key(self):
        key = Card.objects.get(name="魚乾會計").key
        self.post(**{f"card:{key}": "1", "card:nothing": "", "zone-main": "1", "outcome": "corrected", "note": "Out."})
        assert DeckCheck.objects.get().extra == [[key, "魚乾會計", 1]]

    def test_a_mistyped_number_is_named_and_nothing_is_lost(self):
        for wrong in ("-1", "two", "1000", "1.5"):
            with self.subTest(wrong):
                answer = self.post(**{"n-0": wrong, "n-1": "3", "outcome": "clean", "note": "Keep me."})
                assert answer.status_code == 422
                self.assertContains(answer, f"“{wrong}” is not a number of copies", status_code=422)
                self.assertContains(answer, 'name="n-1" value="3"', status_code=422)
                self.assertContains(answer, "Keep me.", status_code=422)
        assert not DeckCheck.objects.exists()

    def test_a_list_that_was_replaced_is_shown_anew(self):
        self.submit(self.played, OTHER)
        answer = self.post(**{"zone-main": "1", "outcome": "clean"})
        assert answer.status_code == 409
        self.assertContains(answer, "was replaced", status_code=409)
        self.assertContains(answer, 'name="version" value="2"', status_code=409)

    def test_an_old_sheet_is_told_from_the_list_that_stands(self):
        self.submit(self.played, OTHER)
        assert " has been replaced. This is list" in self.as_judith.get(self.path() + "?list=1").content.decode()
        assert " has been replaced. This is list" not in self.as_judith.get(self.path() + "?list=2").content.decode()

    def test_without_a_list_there_is_nothing_to_count(self):
        entry = self.entry(self.listed)
        assert (
            "No list was submitted, so there is nothing to check against."
            in self.as_judith.get(self.path(entry)).content.decode()
        )
        assert self.as_judith.post(self.path(entry), {"action": "record"}).status_code == 409

    def test_only_the_staff_checks_and_a_judge_who_is_not_signed_in_is_asked_to(self):
        assert self.as_alice.get(self.path()).status_code == 200
        for browser in (self.as_bob, self.as_carol):
            assert browser.get(self.path()).status_code == 404
            assert self.post(browser, **{"zone-main": "1", "outcome": "clean"}).status_code == 404
        answer = self.as_visitor.get(self.path())
        assert answer.status_code == 404
        self.assertContains(answer, f"{reverse('account_login')}?next={self.path()}", status_code=404)
        assert "Lantern Cup" not in answer.content.decode()
        nowhere = self.as_visitor.get(reverse("events:check", args=["nowhere", 1]))
        self.assertContains(nowhere, reverse("account_login"), status_code=404)
        assert not DeckCheck.objects.exists()


class FindTest(CheckTest):
    def ask(self, q: str, browser=None):
        return (browser or self.as_judith).get(reverse("events:checks", args=[self.listed.slug]), {"q": q})

    def test_the_beginning_of_a_fingerprint_leads_to_its_list_however_it_is_typed(self):
        print_ = self.handed.fingerprint
        for typed in (
            print_,
            print_[:4],
            print_[:7].lower(),
            print_.replace("-", ""),
            f" {print_[:9].replace('-', ' ')} ",
        ):
            with self.subTest(typed):
                self.assertRedirects(self.ask(typed), self.path() + "?list=1", fetch_redirect_response=False)

    def test_letters_that_look_like_digits_are_read_as_those(self):
        assert selectors.fingerprint_prefix("oil0 ｏ") == ""  # full-width letters are made plain before
        assert selectors.fingerprint_prefix("oil0 7q") == "0110-7Q"
        assert selectors.fingerprint_prefix("abc") == ""
        assert selectors.fingerprint_prefix("abcu") == ""

    def test_a_number_and_a_part_of_a_name_lead_there_too(self):
        for typed in ("1", "#1", "＃１", "BO"):
            with self.subTest(typed):
                answer = self.ask(typed)
                assert answer.status_code == 302
                assert answer["Location"].startswith(self.path())

    def test_what_may_mean_several_is_said_and_all_are_named(self):
        other = self.entry(self.listed, self.carol)
        self.submit(other)
        page = self.ask(self.handed.fingerprint[:4]).content.decode()
        assert "2 entries match" in page
        assert "#1 bob" in page
        assert "#2 carol" in page

    def test_what_very_many_may_be_meant_by_is_counted_and_who_has_the_number_comes_first(self):
        for number in range(2, 41):
            self.entry(self.listed, name=f"Table {number} of 39")
        page = self.ask("39")
        assert [match.entry.number for match in page.context["matches"]][:3] == [39, 2, 3]
        self.assertContains(page, "39 entries match")
        self.assertContains(page, "and 9 more: type more of the name.")

    @pytest.mark.slow
    def test_all_who_play_the_same_list_are_found_in_as_many_questions_as_one(self):
        def ask():
            found = selectors.find(self.listed, self.handed.fingerprint)
            return len(found), [(match.entry.number, match.is_current) for match in found[:60]]

        with CaptureQueriesContext(connection) as one:
            assert ask() == (1, [(1, True)])
        for _ in range(39):
            self.submit(self.entry(self.listed))
        self.submit(Entry.objects.get(number=40), OTHER)
        with self.assertNumQueries(len(one)):
            assert ask() == (40, [(number, number != 40) for number in range(1, 41)])

    def test_a_list_that_was_replaced_is_found_and_said_to_be(self):
        self.submit(self.played, OTHER)
        match = selectors.find(self.listed, self.handed.fingerprint)[0]
        assert (match.submission, match.is_current) == (self.handed, False)
        again = self.submit(self.played, LEGAL)
        match = selectors.find(self.listed, self.handed.fingerprint)[0]
        assert (match.submission, match.is_current) == (again, True)

    def test_lists_of_other_events_are_not_found(self):
        elsewhere = self.event()
        for asked in (self.handed.fingerprint, "bob", "1"):
            assert list(selectors.find(elsewhere, asked)) == []

    def test_nobody_is_meant_by_nothing(self):
        assert list(selectors.find(self.listed, " \u3000")) == []

    def test_nothing_found_is_said(self):
        assert "Nothing matches “zzzz”" in self.ask("zzzz").content.decode()

    def test_all_checks_stand_there_for_the_staff_alone(self):
        self.record(outcome="disqualified", note="Marked cards.")
        page = self.ask("").content.decode()
        assert "Marked cards." in page
        assert "1 of 1 players" in page
        for browser in (self.as_bob, self.as_carol, self.as_visitor):
            assert self.ask("", browser).status_code == 404

    def test_after_the_start_and_the_end_decks_are_still_checked(self):
        self.now = DEADLINE
        services.start(self.listed, by=self.alice)
        assert self.record().outcome == Outcome.CLEAN
        services.end(self.listed, by=self.alice)
        assert self.record(outcome="warning", note="Late.").outcome == Outcome.WARNING
