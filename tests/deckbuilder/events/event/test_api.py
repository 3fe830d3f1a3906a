"""Events over the API: made, found, run, and how they are asked for at all."""

from typing import ClassVar

from rest_framework.authtoken.models import Token

from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Event, LogEntry
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.api import EventsApiTest
from tests.deckbuilder.events.base import DEADLINE, FOX, SECOND, START

WANTED = {"game": XLW, "name": "Cup", "starts_at": START.isoformat(), "deadline": DEADLINE.isoformat()}


class MakeTest(EventsApiTest):
    def make(self, by=None, **fields):
        return self.post("events/", {**WANTED, **fields}, by=by or self.as_bob)

    def test_whoever_makes_it_organises_it(self):
        answer = self.make(place="Taipei", capacity=8, own_limits={FOX: 0})
        assert answer.status == 201
        assert answer.raw["Location"] == f"/api/v1/events/{answer.body['slug']}/"
        assert (answer.body["role"], answer.body["place"], answer.body["capacity"]) == ("organiser", "Taipei", 8)
        assert answer.body["own_limits"] == {FOX: 0}
        assert self.get(f"events/{answer.body['slug']}/", by=self.as_carol).body["role"] == ""

    def test_without_an_account_nobody_makes_one_or_takes_part(self):
        event = self.event()
        for path in ("events/", self.at(event, "register/")):
            self.refused(self.post(path, WANTED if path == "events/" else {}), 401, "not-authenticated")
        self.refused(self.get("events/", {"mine": "1"}), 401, "not-authenticated")

    def test_what_makes_no_sense_is_refused_with_its_place(self):
        late = (START + SECOND).isoformat()
        for fields, code, field, fault in (
            ({"name": " "}, "invalid", "name", "blank"),
            ({"game": "whist"}, "invalid", "game", "invalid-choice"),
            ({"starts_at": "soon"}, "invalid", "starts_at", "invalid"),
            ({"capacity": 0}, "invalid", "capacity", "min-value"),
            ({"own_limits": {FOX: -1}}, "invalid", f"own_limits.{FOX}", "min-value"),
            ({"own_limits": {"No Such Card": 0}}, "invalid", "own_limits", "invalid"),
            ({"own_limits": {"a\0b": 0}}, "invalid", "own_limits", "invalid"),
            ({"own_limits": {f"{FOX} = 1\n{FOX}": 0}}, "invalid", "own_limits", "invalid"),
            ({"colour": "red"}, "invalid", "colour", "unknown-field"),
            ({"started_at": late}, "invalid", "started_at", "unknown-field"),
            ({"format": "vintage"}, "event.unknown-value", "format", "unknown-value"),
            ({"deadline": late}, "event.deadline-after-start", "deadline", "deadline-after-start"),
            ({"own_pool": True}, "event.empty-pool", "own_pool", "empty-pool"),
        ):
            with self.subTest(fields):
                answer = self.make(**fields)
                assert (answer.status, answer.body["code"]) == (400, code)
                assert answer.codes == {field: fault}
        assert not Event.objects.exists()

    def test_what_is_wanted_must_be_said(self):
        answer = self.post("events/", {"game": XLW}, by=self.as_bob)
        self.refused(answer, 400, "invalid", name="required", starts_at="required", deadline="required")

    def test_a_change_is_what_is_named_and_no_more(self):
        event = self.event(place="Taipei", capacity=8)
        body = self.patch(self.at(event), {"name": "Other", "capacity": None}, by=self.as_alice).body
        assert (body["name"], body["place"], body["capacity"]) == ("Other", "Taipei", None)
        assert self.logged(event)[-1] == "changed"
        answer = self.patch(self.at(event), {"game": XLW}, by=self.as_alice)
        self.refused(answer, 400, "invalid", game="unknown_field")

    def test_lists_are_pinned_anew_on_request(self):
        event = self.event()
        assert self.get(self.at(event), by=self.as_judith).body["lists_outdated"] is False
        self.ban(FOX)
        assert self.get(self.at(event), by=self.as_judith).body["lists_outdated"] is True
        body = self.post(self.at(event, "pin/"), by=self.as_alice).body
        assert (body["lists_outdated"], [each["slug"] for each in body["lists"]]) == (False, ["ban"])


class ListTest(EventsApiTest):
    def slugs(self, by=None, **asked):
        return [each["slug"] for each in self.get("events/", asked, by=by).body["results"]]

    def test_everybody_finds_what_is_announced_and_their_own(self):
        shown, hidden = self.event(listed=True), self.event()
        assert self.slugs() == self.slugs(by=self.as_bob) == [shown.slug]
        entry_services.register(hidden, by=self.bob)
        assert set(self.slugs(by=self.as_bob)) == {shown.slug, hidden.slug}
        assert self.slugs(by=self.as_bob, mine=True) == [hidden.slug]
        assert set(self.slugs(by=self.as_judith, mine=True)) == {shown.slug, hidden.slug}

    def test_what_is_over_is_for_those_who_were_there(self):
        event = self.event(listed=True)
        self.submit(self.entry(event, self.bob))
        self.now = DEADLINE
        services.start(event, by=self.alice)
        services.end(event, by=self.alice)
        assert self.slugs() == []
        assert self.slugs(by=self.as_bob) == [event.slug]

    def test_a_game_is_asked_for_by_name_and_an_unknown_one_is_an_error(self):
        self.event(listed=True)
        assert self.slugs(game="legions") == []
        assert len(self.slugs(game=XLW)) == 1
        self.refused(self.get("events/", {"game": "whist"}), 400, "invalid", game="invalid_choice")

    def test_it_takes_as_many_queries_for_many_as_for_one(self):
        self.event(listed=True)
        with self.assertNumQueries(2):
            self.slugs()
        for _ in range(3):
            self.event(listed=True)
        with self.assertNumQueries(2):
            assert len(self.slugs()) == 4


class StaffTest(EventsApiTest):
    def test_a_role_is_given_in_place_of_another_and_taken(self):
        event, wanted = self.event(), {"user": "BOB", "role": "judge"}
        for role in ("judge", "organiser"):
            body = self.post(self.at(event, "roles/"), {**wanted, "role": role}, by=self.as_alice).body
            assert {"user": "bob", "role": role} in body
        assert self.delete(self.at(event, "roles/bob/"), by=self.as_alice).status == 204
        assert self.get(self.at(event, "gate/"), by=self.as_bob).status == 404

    def test_somebody_there_is_not_is_told(self):
        event = self.event()
        answer = self.post(self.at(event, "roles/"), {"user": "zoe", "role": "judge"}, by=self.as_alice)
        self.refused(answer, 400, "event.unknown-user", user="unknown_user")
        self.refused(self.delete(self.at(event, "roles/zoe/"), by=self.as_alice), 400, "event.unknown-user")

    def test_the_last_organiser_stays(self):
        answer = self.delete(self.at(self.event(), "roles/alice/"), by=self.as_alice)
        self.refused(answer, 409, "event.last-organiser")

    def test_the_log_is_read_page_by_page_and_never_written(self):
        event = self.event()
        answer = self.get(self.at(event, "log/"), {"page_size": 1}, by=self.as_judith)
        assert (answer.body["count"], answer.body["results"][0]["what"]) == (2, "role-given")
        assert answer.body["results"][0]["message"] == "judith was given the role Judge."
        for method in (self.post, self.patch, self.delete):
            self.refused(method(self.at(event, "log/"), by=self.as_alice), 405, "method-not-allowed")
        assert LogEntry.objects.count() == 2


class AnswersTest(EventsApiTest):
    def test_they_are_whoevers_asked(self):
        answer = self.get(self.at(self.event(), "entries/"), by=self.as_alice).raw
        assert "private" in answer["Cache-Control"]
        assert {"Authorization", "Cookie", "X-Entry-Key"} <= {each.strip() for each in answer["Vary"].split(",")}

    def test_a_token_stands_for_its_person(self):
        event, key = self.event(), Token.objects.create(user=self.judith).key
        answer = self.get(self.at(event), headers={"authorization": f"Token {key}"})
        assert answer.body["role"] == "judge"

    def test_an_event_there_is_not_is_not_found(self):
        for path in ("events/nowhere/", "events/nowhere/gate/", "events/nowhere/entries/1/submissions/1/"):
            self.refused(self.get(path, by=self.as_alice), 404, "not-found")

    def test_a_browser_that_is_signed_in_needs_its_csrf_token(self):
        event = self.event()
        self.as_alice.handler.enforce_csrf_checks = True
        self.refused(self.post(self.at(event, "start/"), by=self.as_alice), 403, "permission-denied")


class ThrottleTest(EventsApiTest):
    rates: ClassVar[dict[str, str | None]] = {"anon": "3/min", "user": "5/min"}

    def test_who_asks_too_often_waits(self):
        event = self.event()
        answers = [self.get(self.at(event)) for _ in range(4)]
        assert [each.status for each in answers] == [200, 200, 200, 429]
        assert [self.get(self.at(event), by=self.as_bob).status for _ in range(6)] == [200] * 5 + [429]


class FarTest(EventsApiTest):
    def test_the_last_day_there_is_can_be_asked_for(self):
        """Where the site is it would be a day later, which no calendar has."""
        wanted = {**WANTED, "starts_at": "9999-12-31T23:59:59Z"}
        self.refused(self.post("events/", wanted, by=self.as_alice), 400, "invalid", starts_at="overflow")
        assert not Event.objects.exists()
