"""What happens to an event in the very instant of its deadline or of its start: one truth, with its history."""

import threading
from collections import Counter
from unittest import mock

import pytest
from django.test import TransactionTestCase

from deckbuilder.catalog.models import RestrictionList
from deckbuilder.events import selectors
from deckbuilder.events.entries import overrides
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry, Event, LogEntry, Submission
from deckbuilder.events.pins import selectors as pins
from deckbuilder.events.pins import services as pins_services
from deckbuilder.events.readiness import judging
from tests.deckbuilder.at_once import at_once
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, EARLY, FOX, ILLEGAL, OTHER, START
from tests.deckbuilder.events.races import MICROSECOND, PATIENCE, Races, code_of, jumping, ticking

pytestmark = [pytest.mark.databases, pytest.mark.slow]


class DeadlineTest(Races, TransactionTestCase):
    def test_of_lists_in_the_last_microseconds_those_before_the_deadline_count(self):
        self.begin(players=12)
        entries = self.entered()
        self.at(ticking(DEADLINE - 7 * MICROSECOND))
        codes = at_once(lambda number: code_of(self.submit, entries[number], "n"), 12)
        assert Counter(codes) == {"": 7, "closed": 5}
        assert all(each.submitted_at < DEADLINE for each in Submission.objects.all())
        self.assertOneTruth()

    def test_who_came_before_the_deadline_and_had_to_wait_is_not_late(self):
        self.begin(players=1)
        (entry,) = self.entered()
        self.at(DEADLINE - MICROSECOND)
        take_turn = Event.objects.select_for_update

        def wait():
            self.at(DEADLINE)
            return take_turn()

        with mock.patch.object(Event.objects, "select_for_update", wait):
            self.submit(entry, "n")
        assert Submission.objects.get().submitted_at == DEADLINE - MICROSECOND

    def test_whoever_registers_in_the_last_microseconds_does_so_before_the_deadline(self):
        self.begin(players=12)
        self.at(ticking(DEADLINE - 5 * MICROSECOND))
        codes = at_once(lambda number: code_of(entry_services.register, self.event, by=self.people[number]), 12)
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


class StartTest(Races, TransactionTestCase):
    """Something else is begun while the start is in its middle, or the other way round: who came first has it."""

    def setUp(self):
        self.begin(players=2)
        self.first, self.second = self.entered()
        for entry in (self.first, self.second):
            self.submit(entry, "first")
        self.at(DEADLINE)

    def overlap(self, first, second, *, pause_in, of=judging):
        """The codes of two works. `second` is begun when `first` has come to that function of a module."""
        inside, begun = threading.Event(), threading.Event()
        real = getattr(of, pause_in)

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

        with mock.patch.object(of, pause_in, paused):
            return at_once(work, 2)

    def start(self):
        services.start(self.event, by=self.alice)

    def bring_late(self):
        self.submit(self.first, "late", ILLEGAL, by=self.judith, reason="Train")

    def started(self):
        return Event.objects.get(pk=self.event.pk).started_at is not None

    def assertStartedSettled(self):
        """It has started, once, with lists that may start."""
        self.assertOneTruth()
        assert self.started()
        assert not judging.not_ready(judging.judge_entries(Event.objects.get(pk=self.event.pk)))
        assert self.log().count("started") == 1

    def log(self):
        return list(self.event.log.order_by("number").values_list("what", flat=True))

    def test_a_list_of_a_player_that_comes_while_it_starts_is_refused(self):
        late = lambda: self.submit(self.first, "late", OTHER)  # noqa: E731
        assert self.overlap(self.start, late, pause_in="judge_entries") == ["", "started"]
        assert Submission.objects.count() == 2
        self.assertStartedSettled()

    def test_a_list_of_the_staff_that_comes_while_it_starts_is_a_correction(self):
        assert self.overlap(self.start, self.bring_late, pause_in="judge_entries") == ["", ""]
        assert self.log()[-2:] == ["started", "corrected"]
        self.assertOneTruth()

    def test_a_start_waits_for_the_list_that_is_being_taken_and_judges_it(self):
        assert self.overlap(self.bring_late, self.start, pause_in="judge", of=selectors) == ["", "unresolved"]
        assert not self.started()
        self.assertOneTruth()

    def test_lists_pinned_while_it_starts_do_not_count(self):
        self.ban()
        pins_services.keep_pins(self.event, by=self.alice, reason="Too late")
        pin = lambda: pins_services.pin(self.event, by=self.alice)  # noqa: E731
        assert self.overlap(self.start, pin, pause_in="judge_entries") == ["", "started"]
        self.assertStartedSettled()

    def test_a_start_while_lists_are_pinned_is_judged_by_them(self):
        self.ban()
        pin = lambda: pins_services.pin(self.event, by=self.alice)  # noqa: E731
        assert self.overlap(pin, self.start, pause_in="known_lists", of=pins) == ["", "unresolved"]
        assert not self.started()

    def ban(self):
        RestrictionList.objects.create(
            game=XLW, slug="ban", title="Ban", version="1", effective_from=START.date(), limits={FOX: 0}
        )

    def test_an_override_that_is_taken_back_while_it_starts_lets_it_start(self):
        self.bring_late()
        overrides.override(self.first, by=self.alice, reason="So")
        withdraw = lambda: overrides.withdraw(self.first, by=self.alice)  # noqa: E731
        assert self.overlap(self.start, withdraw, pause_in="judge_entries") == ["", ""]
        assert self.log()[-2:] == ["started", "override-withdrawn"]

    def test_an_override_is_for_the_list_it_was_given_for_and_not_for_one_in_flight(self):
        entry_services.drop(self.second, by=self.alice)
        self.bring_late()
        override = lambda: overrides.override(self.first, by=self.alice, reason="So")  # noqa: E731
        again = lambda: self.submit(self.first, "later", ILLEGAL, by=self.judith, reason="Bus")  # noqa: E731
        assert self.overlap(override, again, pause_in="judge_entry") == ["", ""]
        assert code_of(self.start) == "unresolved"

    def test_two_clicks_start_it_once(self):
        assert sorted(at_once(lambda number: code_of(self.start), 4)) == ["", "started", "started", "started"]
        self.assertStartedSettled()

    def test_whatever_comes_first_of_many_it_starts_with_settled_lists_or_not_at_all(self):
        works = [
            self.start,
            self.bring_late,
            lambda: entry_services.drop(self.second, by=self.second.user),
            lambda: self.submit(self.second, "later", OTHER, by=self.judith, reason="Bus"),
            lambda: overrides.override(self.first, by=self.alice, reason="So"),
            self.start,
        ]
        codes = at_once(lambda number: code_of(works[number]), len(works))
        assert codes[0] or codes[-1]
        assert {codes[0], codes[-1]} <= {"", "started", "unresolved"}
        assert self.started() == ("" in (codes[0], codes[-1]))
        assert self.log().count("started") == self.started()
        self.assertOneTruth()
