"""The start of an event: what keeps it from starting, and how an entry is let through all the same."""

from dataclasses import replace
from unittest import mock

import pytest

from deckbuilder.catalog.models import Printing
from deckbuilder.catalog.services import rebuild_cards
from deckbuilder.events import selectors
from deckbuilder.events.entries import overrides
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.gate import services as gate_services
from deckbuilder.events.models import Entry, Event, Judgement, State
from deckbuilder.events.pins import services as pins_services
from deckbuilder.events.readiness import gate, judgements, judging
from deckbuilder.events.sentences import log_sentence
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, EARLY, FOX, ILLEGAL, LEGAL, OTHER, SECOND, EventTest

pytestmark = pytest.mark.databases


class GateTest(EventTest):
    def closed(self, **texts):
        """An event past its deadline in which each account (by name) handed in a text, or nothing (None)."""
        event = self.event()
        for name, text in texts.items():
            entry = self.entry(event, getattr(self, name))
            if text:
                self.submit(entry, text)
        self.now = DEADLINE
        return event

    def of(self, event, user):
        return Entry.objects.get(event=event, user=user)

    def test_it_starts_when_every_list_is_settled(self):
        event = services.start(self.closed(bob=LEGAL, carol=OTHER), by=self.alice)
        assert event.state(self.now) == State.STARTED
        assert event.log.first().params["entries"] == 2

    def test_it_does_not_start_while_one_is_not(self):
        event = self.closed(bob=LEGAL, carol=ILLEGAL, judith=None)
        refused = self.assertRefused("unresolved", services.start, event, by=self.alice)
        assert [(each.entry.user, each.state) for each in refused.params["unsettled"]] == [
            (self.carol, "illegal"),
            (self.judith, "missing"),
        ]
        assert Event.objects.get().started_at is None

    def test_it_does_not_start_while_lists_may_still_come(self):
        event = self.closed(bob=LEGAL)
        self.now = DEADLINE - SECOND
        self.assertRefused("still-open", services.start, event, by=self.alice)

    def test_it_starts_before_the_deadline_where_that_is_said(self):
        event = self.closed(bob=LEGAL)
        self.now = DEADLINE - SECOND
        event = services.start(event, by=self.alice, early=True)
        assert event.state(self.now) == State.STARTED
        assert "Started before the list deadline." in log_sentence(event.log.first())

    def test_it_does_not_start_with_what_nobody_saw(self):
        event = self.closed(bob=LEGAL)
        seen = selectors.state_token(event)
        self.entry(event, name="Ann")
        self.assertRefused("seen-another-state", services.start, event, by=self.alice, seen=seen)

    def test_it_does_not_start_without_players(self):
        event = self.closed(bob=LEGAL)
        entry_services.drop(self.of(event, self.bob), by=self.alice)
        self.assertRefused("no-entries", services.start, event, by=self.alice)

    def test_who_left_keeps_nobody_waiting(self):
        event = self.closed(bob=LEGAL, carol=None)
        entry_services.drop(self.of(event, self.carol), by=self.carol)
        assert services.start(event, by=self.alice).log.first().params["entries"] == 1

    def test_everything_is_judged_again_at_the_start(self):
        event = self.closed(bob=LEGAL)
        self.ban(FOX)
        pins_services.pin(event, by=self.alice)
        self.assertRefused("unresolved", services.start, event, by=self.alice)

    def test_what_it_found_stands_whatever_is_learned_of_cards_later(self):
        event = services.start(self.closed(bob=LEGAL), by=self.alice)
        printings = Printing.objects.filter(game=XLW, name=FOX)
        for each in printings:
            each.facts = {**each.facts, "released": "2099-01-01"}
            each.save()
        rebuild_cards(get(XLW), [printings[0].card.key])
        entry = self.of(event, self.bob)
        assert judging.judge_entry(event, entry).state == "illegal"
        assert gate.readiness(event, entry).state == "ready"
        assert gate.overview(event).counts["ready"] == 1
        assert gate.verdict(event, entry.submissions.get()).status == "legal"

    def test_its_verdicts_name_the_rules_of_then(self):
        event = services.start(self.closed(bob=LEGAL), by=self.alice)
        then = get(XLW).ruleset
        with mock.patch.object(judgements, "get", return_value=replace(get(XLW), ruleset="2099.9")):
            assert gate.verdict(event, self.of(event, self.bob).submissions.get()).ruleset == then

    def test_who_began_before_it_does_not_overwrite_what_it_found(self):
        event = self.closed(bob=LEGAL)
        digest = judgements.rules_digest(event)
        assert services.start(event, by=self.alice).started_under == digest
        kept = list(Judgement.objects.values())
        judgements.judge(event, "of other rules", [each["submission_id"] for each in kept])
        assert list(Judgement.objects.values()) == kept

    def test_afterwards_nothing_is_judged_again(self):
        event = services.start(self.closed(bob=LEGAL), by=self.alice)
        self.assertRefused("started", gate_services.rejudge, event, by=self.alice)

    def test_an_override_names_its_reason_and_lets_the_entry_through(self):
        event = self.closed(bob=ILLEGAL)
        entry = self.of(event, self.bob)
        self.assertRefused("no-reason", overrides.override, entry, by=self.alice, reason=" ")
        overrides.override(entry, by=self.alice, reason="Proxy agreed")
        assert judging.judge_entry(event, entry).state == "overridden"
        event = services.start(event, by=self.alice)
        assert event.log.first().params["overridden"] == [1]
        assert "Proxy agreed" in log_sentence(event.log.get(what="overridden"))

    def test_a_player_without_a_list_can_be_let_through(self):
        event = self.closed(bob=None)
        overrides.override(self.of(event, self.bob), by=self.alice, reason="Brings it on paper")
        services.start(event, by=self.alice)

    def test_an_override_does_not_cover_another_list(self):
        event = self.closed(bob=ILLEGAL)
        entry = self.of(event, self.bob)
        overrides.override(entry, by=self.alice, reason="Proxy agreed")
        self.submit(entry, ILLEGAL, by=self.alice, reason="Once more")
        assert judging.judge_entry(event, entry).state == "illegal"

    def test_an_override_does_not_cover_other_problems(self):
        event = self.closed(bob=None)
        entry = self.of(event, self.bob)
        self.submit(entry, LEGAL.replace(f"1 {FOX}\n", ""), by=self.alice, reason="On paper")
        overrides.override(entry, by=self.alice, reason="One card short")
        assert judging.judge_entry(event, entry).state == "overridden"
        services.change(event, by=self.alice, own_limits={"紙傘婆婆": 0})
        event.refresh_from_db()
        assert judging.judge_entry(event, entry).state == "illegal"

    def test_an_override_can_be_taken_back_and_given_again(self):
        event = self.closed(bob=ILLEGAL)
        entry = self.of(event, self.bob)
        for _ in range(2):
            overrides.override(entry, by=self.alice, reason="Proxy agreed")
            overrides.withdraw(entry, by=self.alice)
            assert judging.judge_entry(event, entry).state == "illegal"
        self.assertRefused("not-overridden", overrides.withdraw, entry, by=self.alice)

    def test_what_may_start_needs_no_override(self):
        event = self.closed(bob=LEGAL)
        self.assertRefused("settled", overrides.override, self.of(event, self.bob), by=self.alice, reason="So")

    def test_the_standings_take_as_many_queries_for_many_as_for_one(self):
        event = self.closed(bob=LEGAL)
        with self.assertNumQueries(5):  # entries, lists, cards, sets, overrides
            assert len(judging.judge_entries(event)) == 1
        self.now = EARLY
        event = self.closed(bob=LEGAL, carol=ILLEGAL, judith=OTHER, alice=None)
        with self.assertNumQueries(5):
            assert len(judging.judge_entries(event)) == 4
