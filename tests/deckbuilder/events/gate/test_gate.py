"""The gate of events large and small: what is kept of judging counts only for the rules it was done under."""

from contextlib import suppress
from datetime import timedelta
from unittest import mock

import pytest
from kombu.exceptions import OperationalError

from deckbuilder.catalog.models import Printing
from deckbuilder.catalog.services import rebuild_cards
from deckbuilder.common.jobs import jobs, workers
from deckbuilder.events import selectors
from deckbuilder.events.entries import overrides
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.gate import services as gate_services
from deckbuilder.events.gate import tasks
from deckbuilder.events.models import Event, Judgement, JudgingRun
from deckbuilder.events.pins import services as pins_services
from deckbuilder.events.readiness import gate, judgements, judging
from deckbuilder.events.readiness.states import STATES
from deckbuilder.events.to_games import freeze_violation, thaw_violation
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, EARLY, FOX, ILLEGAL, LEGAL, OTHER, SECOND, START, EventTest

pytestmark = pytest.mark.databases

SHORT = LEGAL.replace("1 大風吹\n", "")


class GateTest(EventTest):
    def everyone(self) -> Event:
        """An event with an entry in every state, in the order of the states, twice."""
        event = self.event()
        for text in (None, ILLEGAL, SHORT, ILLEGAL, None, LEGAL, LEGAL) * 2:
            entry = self.entry(event, name=f"Player {event.entries.count() + 1}")
            if text:
                self.submit(entry, text)
        self.now = DEADLINE
        for number in (5, 12):
            self.submit(event.entries.get(number=number), by=self.alice, reason="Train was late")
        self.now = EARLY
        for number in (4, 11):
            overrides.override(event.entries.get(number=number), by=self.alice, reason="So")
        for number in (7, 14):
            entry_services.drop(event.entries.get(number=number), by=self.alice)
        return event

    def states(self, event, *states):
        return [(each.entry.number, each.state) for each in gate.overview(event).entries(*states)[:]]

    def large(self):
        """From now on no list is so few that it is judged while somebody waits."""
        small = (
            mock.patch.multiple(gate, MAX_JUDGED_AT_ONCE=0),
            mock.patch.multiple(gate_services, MAX_JUDGED_AT_ONCE=0, BATCH=3),
        )
        for each in small:
            each.start()
            self.addCleanup(each.stop)


class EveryZoneTest(GateTest):
    def test_what_is_banned_or_unknown_is_so_in_a_zone_without_rules_of_its_own(self):
        self.ban("大紅燈籠轎", slug="lamps")
        for line in ("3 大紅燈籠轎", "1 no such card"):
            event = self.event()
            main = LEGAL.partition("[extra]")[0]
            self.submit(self.entry(event), f"{main}[extra]\n{line}\n")
            with self.subTest(line):
                assert self.states(event) == [(1, "illegal")]
            self.now = DEADLINE
            self.assertRefused("unresolved", services.start, event, by=self.alice)
            self.now = EARLY


class LookTest(GateTest):
    def test_it_says_of_everyone_what_judging_them_now_says(self):
        event = self.everyone()
        live = {each.entry.number: each for each in judging.judge_entries(event)}
        found = gate.overview(event).entries()[:]
        assert [(each.entry.number, each.state) for each in found] == [
            (number, state) for place, state in enumerate(STATES, start=1) for number in (place, place + 7)
        ]
        assert found == [live[each.entry.number] for each in found]

    def test_it_counts_and_fetches_a_slice(self):
        event = self.everyone()
        seen = gate.overview(event)
        assert seen.counts == dict.fromkeys(STATES, 2)
        assert (seen.total, seen.not_ready_count, seen.waiting) == (14, 6, 0)
        lines = seen.entries()
        assert len(lines) == 14
        assert lines[3:5] == lines[:][3:5]
        assert lines[13] == lines[:][-1]
        assert self.states(event, "illegal") == [(2, "illegal"), (9, "illegal")]

    def test_what_was_judged_is_not_judged_again(self):
        event = self.everyone()
        gate.overview(event)
        with mock.patch.object(selectors, "judge", side_effect=AssertionError):
            gate.overview(event).entries(*(state for state in STATES if state != "dropped"))[:]

    @pytest.mark.slow
    def test_it_asks_as_many_questions_for_many_as_for_few(self):
        event = self.event()
        self.submit(self.entry(event))
        gate.overview(event)

        def ask():
            gate.overview(event).entries()[:10]

        with self.assertNumQueries(8):
            ask()
        for number in range(20):
            self.submit(self.entry(event, name=f"Player {number}"))
        gate.overview(event)
        with self.assertNumQueries(8):
            ask()

    def test_every_change_shows_at_once(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        seen = []

        def look():
            seen.append(self.states(event))

        look()
        self.submit(entry, ILLEGAL)
        look()
        overrides.override(entry, by=self.alice, reason="So")
        look()
        overrides.withdraw(entry, by=self.alice)
        look()
        self.submit(entry, LEGAL)
        look()
        entry_services.drop(entry, by=self.bob)
        look()
        entry_services.register(event, by=self.bob)
        look()
        states = ["missing", "illegal", "overridden", "illegal", "ready", "dropped", "ready"]
        assert seen == [[(1, state)] for state in states]

    def test_an_override_that_covers_no_longer_lets_nobody_through(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.submit(entry, SHORT)
        overrides.override(entry, by=self.alice, reason="So")
        self.submit(entry, ILLEGAL)
        assert self.states(event) == [(1, "illegal")]

    def test_violations_come_back_as_they_were_kept(self):
        event = self.everyone()
        for each in judging.judge_entries(event):
            for found in each.verdict.violations if each.verdict else ():
                assert thaw_violation(freeze_violation(found)) == found


class StaleTest(GateTest):
    def entered(self):
        event = self.event()
        self.submit(self.entry(event, self.bob))
        assert self.states(event) == [(1, "ready")]
        return event

    def reprint(self, **facts):
        """The catalog says something else of the fox."""
        for printing in Printing.objects.filter(game=XLW, name=FOX).select_related("card"):
            printing.facts |= facts
            printing.save()
        rebuild_cards(get(XLW), [printing.card.key])

    def test_other_lists_make_what_was_found_stale(self):
        event = self.entered()
        self.ban(FOX)
        assert self.states(event) == [(1, "ready")]
        event = pins_services.pin(event, by=self.alice)
        assert self.states(event) == [(1, "illegal")]

    def test_so_does_a_list_of_the_organisers_own(self):
        event = self.entered()
        event = services.change(event, by=self.alice, own_limits={FOX: 0})
        assert self.states(event) == [(1, "illegal")]

    def test_so_does_another_day(self):
        event = self.entered()
        day = event.day - timedelta(days=3)
        self.reprint(released=day.isoformat())
        assert self.states(event) == [(1, "ready")]
        earlier = event.starts_at - timedelta(days=5)
        event = services.change(event, by=self.alice, starts_at=earlier, deadline=earlier)
        assert self.states(event) == [(1, "illegal")]

    def test_so_does_another_format(self):
        event = services.create(get("legions"), by=self.alice, name="Cup", starts_at=START, deadline=DEADLINE)
        before = judgements.rules_digest(event)
        assert judgements.rules_digest(services.change(event, by=self.alice, format="mini")) != before

    def test_so_does_another_catalog(self):
        event = self.entered()
        self.reprint(values={"mana": 1, "race": "喵喵賊"})
        assert self.states(event) == [(1, "illegal")]

    def test_so_do_other_rules(self):
        event = self.entered()
        before = judgements.rules_digest(event)
        with mock.patch("deckbuilder.events.readiness.judgements.get") as rules:
            rules.return_value = mock.Mock(slug=XLW, ruleset="2099.1")
            assert judgements.rules_digest(event) != before

    def test_what_says_nothing_about_lists_leaves_it_fresh(self):
        event = self.entered()
        before = judgements.rules_digest(event)
        event = services.change(event, by=self.alice, place="Taipei", starts_at=event.starts_at + SECOND)
        assert judgements.rules_digest(event) == before


class RunTest(GateTest):
    def setUp(self):
        super().setUp()
        self.large()
        send = mock.patch.object(tasks.judge_event, "delay")
        self.sent = send.start()
        self.addCleanup(send.stop)
        workers.beat("one")

    def roster(self, event, **headers):
        return self.as_alice.get(f"/events/{event.slug}/roster/", headers=headers)

    def work(self):
        """What a worker does with what it was sent."""
        for call in self.sent.call_args_list:
            tasks.judge_event(*call.args)
        self.sent.reset_mock()

    def test_looking_at_a_large_gate_hands_it_to_a_worker_once(self):
        event = self.everyone()
        page = self.roster(event)
        self.assertContains(page, 'id="judging"')
        self.roster(event)
        run = JudgingRun.objects.get()
        assert (run.done, run.total) == (0, 10)
        self.sent.assert_called_once_with(run.pk)

    def test_nothing_is_judged_in_the_request(self):
        event = self.everyone()
        with mock.patch.object(selectors, "judge", side_effect=AssertionError):
            gate_services.ask(event)
            assert gate.overview(event).waiting == 10

    @pytest.mark.slow
    def test_the_worker_judges_all_and_the_page_shows_it(self):
        event = self.everyone()
        self.roster(event)
        self.work()
        run = JudgingRun.objects.get()
        assert (run.done, run.total, run.error) == (10, 10, "")
        assert run.finished_at
        page = self.roster(event)
        self.assertNotContains(page, 'id="judging"')
        assert [each.readiness.state for each in page.context["lines"]] == [state for state in STATES for _ in "12"]

    def test_how_far_it_has_come_is_told_while_it_works(self):
        event = self.everyone()
        self.roster(event)
        seen = []
        real = judgements.judge

        def judge(*arguments):
            real(*arguments)
            answer = self.as_alice.get(f"/events/{event.slug}/judging/", headers={"HX-Request": "true"})
            seen.append(answer.context["run"].done)

        with mock.patch.object(judgements, "judge", side_effect=judge):
            self.work()
        assert seen == [0, 3, 6, 9]
        done = self.as_alice.get(f"/events/{event.slug}/judging/", headers={"HX-Request": "true"})
        assert done.headers["HX-Refresh"] == "true"

    def test_without_scripts_the_progress_leads_to_the_roster(self):
        event = self.everyone()
        answer = self.as_alice.get(f"/events/{event.slug}/judging/")
        self.assertRedirects(answer, f"/events/{event.slug}/roster/", fetch_redirect_response=False)

    @pytest.mark.slow
    def test_a_worker_that_dies_is_followed_by_another_that_goes_on(self):
        event = self.everyone()
        self.roster(event)
        run = JudgingRun.objects.get()
        killed = mock.patch.object(jobs, "beat", side_effect=[None, KeyboardInterrupt])
        with killed, suppress(KeyboardInterrupt):
            tasks.judge_event(run.pk)
        assert Judgement.objects.count() == 3
        self.sent.reset_mock()
        self.roster(event)
        self.sent.assert_not_called()
        self.now += tasks.JUDGINGS.timeout
        self.assertContains(self.roster(event), "No worker has responded for a while, so the work was queued again.")
        self.sent.assert_called_once_with(run.pk)
        judged = set(Judgement.objects.values_list("submission", flat=True))
        with mock.patch.object(judgements, "judge", wraps=judgements.judge) as judge:
            self.work()
        again = {number for call in judge.call_args_list for number in call.args[2]}
        assert not judged & again
        assert gate.overview(event).waiting == 0

    def test_a_message_that_comes_twice_does_nothing_more(self):
        event = self.everyone()
        self.roster(event)
        self.work()
        with mock.patch.object(judgements, "judge", side_effect=AssertionError):
            tasks.judge_event(JudgingRun.objects.get().pk)

    def test_rules_that_change_meanwhile_stop_it_and_the_next_look_begins_anew(self):
        event = self.everyone()
        self.roster(event)
        real = judgements.judge

        def judge(*arguments):
            real(*arguments)
            services.change(event, by=self.alice, own_limits={FOX: 0})

        with mock.patch.object(judgements, "judge", side_effect=judge):
            self.work()
        assert JudgingRun.objects.get().error == "overtaken"
        self.roster(event)
        self.work()
        assert [run.error for run in JudgingRun.objects.order_by("pk")] == ["overtaken", ""]
        assert gate.overview(event).counts["ready"] == 0

    def test_a_list_that_comes_meanwhile_is_judged_by_the_next_run(self):
        event = self.everyone()
        self.roster(event)
        real = judgements.judge

        def judge(*arguments):
            real(*arguments)
            entry = event.entries.get(number=6)
            if entry.submissions.count() == 1:
                self.submit(entry, OTHER, by=self.alice, reason="Train was late")

        with mock.patch.object(judgements, "judge", side_effect=judge):
            self.work()
        assert gate.overview(event).waiting == 1
        self.roster(event)
        self.work()
        assert gate.overview(event).waiting == 0

    @pytest.mark.slow
    def test_everything_can_be_judged_again(self):
        event = self.everyone()
        self.roster(event)
        self.work()
        Judgement.objects.update(state="ready")
        self.roster(event)
        answer = self.as_judith.post(f"/events/{event.slug}/judge/")
        self.assertRedirects(answer, f"/events/{event.slug}/roster/", fetch_redirect_response=False)
        self.roster(event)
        self.work()
        assert gate.overview(event).counts == dict.fromkeys(STATES, 2)

    @pytest.mark.slow
    def test_an_error_nobody_foresaw_ends_the_run_and_another_may_be_asked_for(self):
        event = self.everyone()
        self.roster(event)
        broken = mock.patch.object(judgements, "judge", side_effect=ZeroDivisionError)
        with broken, pytest.raises(ZeroDivisionError):
            self.work()
        assert JudgingRun.objects.get().error == "internal"
        for _ in range(2):
            page = self.roster(event)
            self.assertContains(page, 'id="judging-failed"')
            self.assertNotContains(page, "hx-trigger")
            self.assertContains(page, f'action="/events/{event.slug}/judge/"', 2)
        self.sent.assert_called_once()
        assert JudgingRun.objects.count() == 1
        self.sent.reset_mock()
        self.as_judith.post(f"/events/{event.slug}/judge/")
        self.assertNotContains(self.roster(event), 'id="judging-failed"')
        self.work()
        assert gate.overview(event).waiting == 0

    def test_what_failed_under_other_rules_is_tried_under_those_of_today(self):
        event = self.everyone()
        gate_services.fail(gate_services.ask(event))
        services.change(event, by=self.alice, own_limits={FOX: 0})
        self.assertContains(self.roster(event), 'id="judging"')
        assert self.sent.call_count == 1

    def test_a_queue_that_is_down_breaks_nothing(self):
        event = self.everyone()
        self.sent.side_effect = OperationalError
        with self.assertLogs("deckbuilder.common.jobs.jobs"):
            self.assertContains(self.roster(event), 'id="judging"')
        self.sent.side_effect = None
        self.now += tasks.JUDGINGS.timeout
        workers.unregister("one")
        self.roster(event)
        assert self.sent.call_count == 1  # where there is no worker, one that starts takes it up
        workers.beat("one")
        self.roster(event)
        assert self.sent.call_count == 2

    def test_workers_that_start_take_up_what_was_left(self):
        event = self.everyone()
        run = gate_services.ask(event)
        tasks.JUDGINGS.resume()
        self.sent.assert_called_once_with(run.pk)

    def test_the_start_asks_nobody_and_judges_everything_itself(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.submit(entry, ILLEGAL)
        self.roster(event)
        self.work()
        Judgement.objects.update(state="ready", violations=[])
        self.now = DEADLINE
        self.assertRefused("unresolved", services.start, event, by=self.alice)
