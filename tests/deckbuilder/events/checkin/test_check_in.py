"""Checking players in at the door, and dropping who did not come."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from deckbuilder.events import selectors
from deckbuilder.events.checkin import selectors as checkin_selectors
from deckbuilder.events.checkin import services as checkin_services
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry
from deckbuilder.events.readiness import gate
from deckbuilder.events.sentences import log_sentence
from tests.deckbuilder.events.api import EventsApiTest
from tests.deckbuilder.events.base import DEADLINE, START
from tests.deckbuilder.events.pages import PagesTest

HTMX = {"HX-Request": "true"}


class DoorTest(PagesTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event()
        self.ann, self.bobs, self.eve = (
            self.entry(self.cup),
            self.entry(self.cup, self.bob),
            self.entry(self.cup, name="Eve"),
        )
        self.there = self.path("check-in", self.cup.slug)

    def here(self):
        return set(Entry.objects.exclude(present_at=None).values_list("number", flat=True))

    def start(self):
        for entry in (self.ann, self.bobs, self.eve):
            self.submit(entry, by=self.alice)
        self.now = DEADLINE
        self.cup = services.start(self.cup, by=self.alice)


class CheckInTest(DoorTest):
    def test_a_tap_notes_when_they_came_and_another_takes_it_back(self):
        assert checkin_services.check_in(self.ann, by=self.judith).present_at == self.now
        assert checkin_services.undo(self.ann, by=self.judith).present_at is None
        assert [log_sentence(each) for each in self.ann.log.all()[:2]] == ["Check-in undone.", "Checked in."]

    def test_doing_it_again_changes_nothing(self):
        for work in (checkin_services.undo, checkin_services.check_in):
            work(self.ann, by=self.judith)
            before = self.rows()
            work(self.ann, by=self.alice)
            assert self.rows() == before

    def test_not_those_who_left_and_not_after_the_end(self):
        entry_services.drop(self.bobs, by=self.bob)
        self.assertRefused("dropped", checkin_services.check_in, self.bobs, by=self.judith)
        services.cancel(self.cup, by=self.alice, reason="Flood")
        self.assertRefused("cancelled", checkin_services.check_in, self.ann, by=self.judith)

    def test_it_neither_disturbs_the_start_nor_the_gate(self):
        for entry in (self.ann, self.bobs, self.eve):
            self.submit(entry, by=self.alice)
        self.now = DEADLINE
        gate.overview(self.cup)
        seen = selectors.state_token(self.cup)
        checkin_services.check_in(self.ann, by=self.judith)
        with CaptureQueriesContext(connection) as asked:
            gate.overview(self.cup)
        assert not any("events_judgement" in each["sql"] for each in asked)
        services.start(self.cup, by=self.alice, seen=seen)

    def test_the_page_counts_and_shows_who_is_waited_for(self):
        checkin_services.check_in(self.ann, by=self.judith)
        page = self.as_judith.get(self.there, {"show": "waited-for"})
        self.assertContains(page, "1 of 3 checked in")
        assert [each.name for each in page.context["page"]] == ["bob", "Eve"]
        shown = {"here": ["Ann"], "all": ["Ann", "bob", "Eve"], "whiskers": ["Ann", "bob", "Eve"]}
        for show, names in shown.items():
            assert [each.name for each in self.as_judith.get(self.there, {"show": show}).context["page"]] == names
        for asked, names in {"ev": ["Eve"], "#2": ["bob"], "zzz": []}.items():
            assert [each.name for each in self.as_judith.get(self.there, {"q": asked}).context["page"]] == names

    def test_a_form_without_scripts_comes_back_to_the_same_players(self):
        sent = {"number": "1", "here": "1", "show": "waited-for", "q": "a&b"}
        answer = self.as_judith.post(self.there, sent)
        self.assertRedirects(answer, f"{self.there}?show=waited-for&q=a%26b#entry-1")
        assert self.here() == {1}
        self.as_judith.post(self.there, {"number": "1", "here": "0"})
        assert self.here() == set()

    def test_htmx_gets_the_row_and_the_counts(self):
        answer = self.as_judith.post(self.there, {"number": "3", "here": "1"}, headers=HTMX).content.decode()
        assert 'id="entry-3" class="is-here"' in answer
        assert 'id="checkin-counts" hx-swap-oob="true"' in answer
        assert "1 of 3 checked in" in answer
        assert "<html" not in answer

    def test_what_is_refused_is_said_on_the_page(self):
        entry_services.drop(self.eve, by=self.alice)
        for headers in ({}, HTMX):
            answer = self.as_judith.post(self.there, {"number": "3", "here": "1"}, headers=headers)
            assert (answer.headers.get("HX-Redirect") or answer.headers.get("Location")) == self.there
            self.assertContains(self.as_judith.get(self.there), "This player has dropped from the event.")

    def test_a_number_there_is_not_is_not_found(self):
        for number in ("", "9", "-1", "x", "²", "9" * 30):
            assert self.as_judith.post(self.there, {"number": number, "here": "1"}).status_code == 404

    def test_who_is_entered_at_the_door_is_here(self):
        enter = self.path("enter", self.cup.slug)
        assert not self.as_judith.get(enter).context["form"]["here"].value()
        self.now = START.replace(hour=8)
        assert self.as_judith.get(enter).context["form"]["here"].value()
        self.as_judith.post(enter, {"name": "Walk-in", "nonce": "n", "here": "on"})
        assert self.here() == {4}
        assert self.logged(self.cup)[-2:] == ["entered", "checked-in"]


class NoShowsTest(DoorTest):
    def test_who_was_not_checked_in_is_dropped_and_each_has_it_in_the_log(self):
        checkin_services.check_in(self.ann, by=self.judith)
        dropped = checkin_services.drop_no_shows(self.cup, by=self.alice)
        assert [each.number for each in dropped] == [2, 3]
        assert list(selectors.playing(self.cup)) == [self.ann]
        assert log_sentence(self.eve.log.first()) == "Dropped: was not checked in."
        assert self.bobs.log.first().by == self.alice

    def test_also_while_it_runs_but_not_after_the_end(self):
        self.start()
        checkin_services.check_in(self.ann, by=self.judith)
        assert len(checkin_services.drop_no_shows(self.cup, by=self.alice)) == 2
        services.end(self.cup, by=self.alice)
        self.assertRefused("ended", checkin_services.drop_no_shows, self.cup, by=self.alice)

    def test_not_where_nobody_was_checked_in(self):
        self.assertRefused("nobody-here", checkin_services.drop_no_shows, self.cup, by=self.alice)

    def test_only_those_who_were_shown(self):
        checkin_services.check_in(self.ann, by=self.judith)
        seen = checkin_selectors.digest(checkin_selectors.no_shows(self.cup))
        checkin_services.check_in(self.eve, by=self.judith)
        self.assertRefused("no-shows-changed", checkin_services.drop_no_shows, self.cup, by=self.alice, seen=seen)

    def test_who_left_before_is_not_dropped_again(self):
        entry_services.drop(self.bobs, by=self.bob)
        checkin_services.check_in(self.ann, by=self.judith)
        assert checkin_services.drop_no_shows(self.cup, by=self.alice) == [self.eve]

    def test_they_come_back_through_the_staff_alone(self):
        checkin_services.check_in(self.ann, by=self.judith)
        checkin_services.drop_no_shows(self.cup, by=self.alice)
        self.assertRefused("taken-out", entry_services.register, self.cup, by=self.bob)
        assert entry_services.bring_back(self.bobs, by=self.judith).dropped_at is None

    def test_the_page_names_how_many_and_who(self):
        there = self.path("no-shows", self.cup.slug)
        self.assertContains(self.as_alice.get(there), "this would drop everybody")
        checkin_services.check_in(self.ann, by=self.judith)
        page = self.as_alice.get(there)
        self.assertContains(page, "2 players have not been checked in")
        self.assertContains(page, "Drop 2 players")
        for name in ("bob", "Eve"):
            self.assertContains(page, name)
        checkin_services.check_in(self.eve, by=self.judith)
        refused = self.as_alice.post(there, {"seen": page.context["seen"]})
        self.assertContains(
            refused,
            "Somebody was checked in, entered or dropped since you opened this page. These players are missing now.",
            status_code=409,
        )
        self.assertRedirects(
            self.as_alice.post(there, {"seen": refused.context["seen"]}), self.path("roster", self.cup.slug)
        )
        assert selectors.playing(self.cup).count() == 2
        self.assertContains(self.as_alice.get(there), "All players are checked in.")


class CheckInApiTest(EventsApiTest):
    def test_programs_check_in_and_drop(self):
        cup = self.event()
        for name in ("Ann", "Ben"):
            self.entry(cup, name=name)
        for _ in range(2):
            answer = self.post(self.at(cup, "entries/1/check-in/"), by=self.as_judith)
            assert (answer.status, answer.body["present_at"]) == (200, self.now.isoformat())
        missing = self.get(self.at(cup, "no-shows/"), by=self.as_alice).body
        assert (missing["count"], missing["here"], missing["entries"][0]["name"]) == (1, 1, "Ben")
        stale = self.post(self.at(cup, "no-shows/?seen=other"), by=self.as_alice)
        self.refused(stale, 409, "event.no-shows-changed")
        dropped = self.post(self.at(cup, f"no-shows/?seen={missing['seen']}"), by=self.as_alice).body
        assert [each["number"] for each in dropped["entries"]] == [2]
        undone = self.delete(self.at(cup, "entries/1/check-in/"), by=self.as_judith)
        assert undone.body["present_at"] is None
