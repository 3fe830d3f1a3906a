"""The gate over the API: who keeps an event from starting, who is let through, its start and end."""

from unittest import mock

from deckbuilder.common.http.pagination import Pages
from deckbuilder.events.gate import services, tasks
from deckbuilder.events.readiness import gate
from tests.deckbuilder.api import ROOT
from tests.deckbuilder.events.api import EventsApiTest
from tests.deckbuilder.events.base import DEADLINE, ILLEGAL, LEGAL, START


class GateTest(EventsApiTest):
    def setUp(self):
        super().setUp()
        self.played = self.event()
        for user, text in ((self.bob, LEGAL), (self.carol, ILLEGAL)):
            self.submit(self.entry(self.played, user), text)
        self.entry(self.played)
        self.now = DEADLINE

    def gate(self, **asked):
        return self.get(self.at(self.played, "gate/"), asked, by=self.as_judith)

    def start(self):
        return self.post(self.at(self.played, "start/"), by=self.as_alice)

    def override(self, number, **sent):
        return self.post(self.at(self.played, f"entries/{number}/override/"), sent, by=self.as_alice)

    def test_it_shows_who_needs_somebody_first_and_why(self):
        body = self.gate().body
        assert [each["state"] for each in body["results"]] == ["missing", "illegal", "ready"]
        assert body["results"][1]["violations"][0]["message"]
        assert (body["unsettled"], body["waiting"], body["counts"]["ready"]) == (2, 0, 1)

    def test_a_state_is_asked_for_and_pages_are_turned(self):
        body = self.gate(state="illegal").body
        assert (body["count"], body["results"][0]["entry"]["user"]) == (1, "carol")
        body = self.gate(page=2, page_size=1).body
        assert (body["count"], body["results"][0]["state"]) == (3, "illegal")
        self.refused(self.gate(state="tired"), 400, "invalid", state="invalid_choice")
        self.refused(self.gate(page=9), 404, "not-found")

    def test_judging_anew_leads_to_the_other_pages_of_the_gate(self):
        with mock.patch.object(Pages, "page_size", 2):
            told = self.post(self.at(self.played, "judge/"), by=self.as_judith)
            following = told.body["next"].partition(ROOT)[2]
            assert following == self.at(self.played, "gate/?page=2")
            assert self.get(following, by=self.as_judith).body["previous"].endswith("/gate/?page=1")

    def test_the_lists_of_a_large_event_are_judged_by_a_worker(self):
        sent = self.enterContext(mock.patch.object(tasks.JUDGINGS, "start"))
        with (
            mock.patch.object(gate, "MAX_JUDGED_AT_ONCE", 1),
            mock.patch.object(services, "MAX_JUDGED_AT_ONCE", 1),
        ):
            body = self.gate().body
        assert (body["waiting"], body["counts"]["missing"], body["count"]) == (2, 1, 1)
        assert sent.call_count == 1
        assert body["failed"] is False
        assert self.post(self.at(self.played, "judge/"), by=self.as_judith).status == 202
        assert self.gate().body["waiting"] == 0

    def test_that_judging_them_failed_is_said_until_it_is_asked_for_again(self):
        self.enterContext(mock.patch.object(tasks.JUDGINGS, "start"))
        with (
            mock.patch.object(gate, "MAX_JUDGED_AT_ONCE", 1),
            mock.patch.object(services, "MAX_JUDGED_AT_ONCE", 1),
        ):
            services.fail(services.ask(self.played))
            assert [self.gate().body["failed"] for _ in range(2)] == [True, True]
            assert self.post(self.at(self.played, "judge/"), by=self.as_judith).body["failed"] is False

    def test_a_refused_start_names_those_who_keep_it(self):
        answer = self.start()
        self.refused(answer, 409, "event.unresolved")
        entries = answer.body["params"]["entries"]
        assert [(each["number"], each["name"], each["state"]) for each in entries] == [
            (2, "carol", "illegal"), (3, "Ann", "missing"),
        ]  # fmt: skip
        assert entries[1]["codes"] == ["missing"]
        assert "copies" in entries[0]["codes"]

    def test_it_starts_once_each_is_let_through_and_ends(self):
        self.refused(self.override(2), 400, "invalid", reason="required")
        for number in (2, 3):
            assert self.override(number, reason="So").body["state"] == "overridden"
        assert self.start().body["state"] == "started"
        self.refused(self.start(), 409, "event.started")
        assert self.post(self.at(self.played, "end/"), by=self.as_alice).body["state"] == "ended"
        self.refused(self.post(self.at(self.played, "end/"), by=self.as_alice), 409, "event.ended")

    def test_an_override_is_given_where_it_is_needed_and_taken_back(self):
        self.refused(self.override(1, reason="So"), 409, "event.settled")
        self.override(2, reason="So")
        path = self.at(self.played, "entries/2/override/")
        assert self.delete(path, by=self.as_alice).body["state"] == "illegal"
        self.refused(self.delete(path, by=self.as_alice), 409, "event.not-overridden")

    def test_an_override_covers_only_the_problems_that_were_read(self):
        entry = self.played.entries.get(number=2)
        read = self.get(self.at(self.played, "entries/2/"), by=self.as_alice).body["digest"]
        self.submit(entry, ILLEGAL, by=self.alice, reason="On paper")
        self.refused(self.override(2, reason="So", seen=read), 409, "event.problems-changed")
        read = self.get(self.at(self.played, "entries/2/"), by=self.as_alice).body["digest"]
        assert self.override(2, reason="So", seen=read).body["state"] == "overridden"

    def test_before_the_deadline_it_does_not_start(self):
        event = self.event(deadline=START)
        self.refused(self.post(self.at(event, "start/"), by=self.as_alice), 409, "event.still-open")
