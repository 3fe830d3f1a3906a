"""Many people, or many tabs, at one event at the same moment: one truth is left, with its history."""

from collections import Counter

import pytest
from django.test import TransactionTestCase

from deckbuilder.events import selectors
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry, Submission
from deckbuilder.events.readiness import judging
from tests.deckbuilder.at_once import at_once
from tests.deckbuilder.events.base import DEADLINE, LEGAL, OTHER
from tests.deckbuilder.events.races import Races, code_of

pytestmark = [pytest.mark.databases, pytest.mark.slow]


class PlacesTest(Races, TransactionTestCase):
    def register(self, number):
        return code_of(entry_services.register, self.event, by=self.people[number])

    def test_the_last_places_are_given_once(self):
        self.begin(players=12, capacity=5)
        assert sorted(at_once(self.register, 12)) == [""] * 5 + ["full"] * 7
        assert sorted(Entry.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
        self.assertOneTruth()

    def test_the_last_place_is_not_given_to_a_player_and_one_whom_the_staff_enter(self):
        self.begin(players=1, capacity=1)

        def work(number):
            if number:
                return self.register(0)
            return code_of(entry_services.enter, self.event, by=self.judith, name="Ann", nonce="n")

        assert sorted(at_once(work, 2)) == ["", "full"]
        assert Entry.objects.count() == 1

    def test_registering_in_many_tabs_enters_once(self):
        self.begin(players=1)
        assert at_once(lambda number: self.register(0), 8) == [""] * 8
        assert Entry.objects.count() == 1
        assert self.event.log.filter(what="registered").count() == 1
        self.assertOneTruth()

    def test_two_organisers_who_leave_at_once_leave_one(self):
        self.begin(players=1)
        both = self.alice, self.people[0]
        services.add_role(self.event, both[1], "organiser", by=self.alice)
        codes = at_once(lambda number: code_of(services.remove_role, self.event, both[number], by=both[number]), 2)
        assert sorted(codes) == ["", "last-organiser"]
        assert selectors.organisers(self.event).count() == 1


class TabsTest(Races, TransactionTestCase):
    def test_lists_from_many_tabs_are_all_kept_and_one_stands(self):
        self.begin(players=1)
        (entry,) = self.entered()
        at_once(lambda number: self.submit(entry, f"n{number}", (LEGAL, OTHER)[number % 2]), 8)
        assert sorted(Submission.objects.values_list("version", flat=True)) == list(range(1, 9))
        current = judging.judge_entry(self.event, entry).submission
        last = self.event.log.first()
        assert (current.version, current.fingerprint) == (8, last.params["fingerprint"])
        self.assertOneTruth()

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
