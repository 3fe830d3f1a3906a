"""Events over the API: made, joined, handed lists, let through, started and looked back at."""

from typing import ClassVar
from unittest import mock

from rest_framework.authtoken.models import Token

from deckbuilder.decks.models import Visibility
from deckbuilder.events import gate, gate_runs, services, tasks
from deckbuilder.events.models import Event, LogEntry, Submission
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, FOX, ILLEGAL, LEGAL, OTHER, SECOND, START, EventTest

WANTED = {"game": XLW, "name": "Cup", "starts_at": START.isoformat(), "deadline": DEADLINE.isoformat()}


class EventsApiTest(EventTest, ApiTest):
    def at(self, event, path=""):
        return f"events/{event.slug}/{path}"

    def refused(self, answer, status, code, **codes):
        """The request is refused for that reason, and says where it is wrong."""
        assert (answer.status, answer.body["code"]) == (status, code), answer.body
        if codes:
            assert answer.codes == {field: each.replace("_", "-") for field, each in codes.items()}


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
        services.register(hidden, by=self.bob)
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
        assert answer.body["results"][0]["message"] == "judith is now Judge."
        for method in (self.post, self.patch, self.delete):
            self.refused(method(self.at(event, "log/"), by=self.as_alice), 405, "method-not-allowed")
        assert LogEntry.objects.count() == 2


class EntriesTest(EventsApiTest):
    def test_whoever_takes_part_twice_is_entered_once(self):
        event = self.event()
        answers = [self.post(self.at(event, "register/"), {"name": "Bob B."}, by=self.as_bob) for _ in range(2)]
        assert [each.status for each in answers] == [201, 200]
        assert answers[0].body == answers[1].body
        assert answers[0].raw["Location"] == f"/api/v1/events/{event.slug}/entries/1/"

    def test_a_player_is_entered_once_by_the_same_request(self):
        event, wanted = self.event(), {"name": "Ann", "nonce": "n"}
        answers = [self.post(self.at(event, "enter/"), wanted, by=self.as_judith) for _ in range(2)]
        assert [each.status for each in answers] == [201, 200]
        assert answers[0].body["key"] == answers[1].body["key"]
        other = self.post(self.at(event, "enter/"), {**wanted, "name": "Eve"}, by=self.as_judith)
        self.refused(other, 409, "event.nonce-used")

    def test_a_full_event_takes_nobody(self):
        event = self.event(capacity=1)
        self.entry(event, self.bob)
        answer = self.post(self.at(event, "register/"), by=self.as_carol)
        self.refused(answer, 409, "event.full")
        assert answer.body["params"] == {"places": 1}

    def test_each_sees_their_own_entries_and_the_staff_all(self):
        event = self.event()
        self.entry(event, self.bob)
        ann = self.entry(event)
        seen = {"visitor": {}, "bob": {"by": self.as_bob}, "ann": {"headers": {"x-entry-key": ann.key}}}
        seen["judge"] = {"by": self.as_judith}
        found = {who: self.get(self.at(event, "entries/"), **how).body["results"] for who, how in seen.items()}
        numbers = {who: [each["number"] for each in each_found] for who, each_found in found.items()}
        assert numbers == {"visitor": [], "bob": [1], "ann": [2], "judge": [1, 2]}

    def test_a_key_acts_for_its_player_alone(self):
        event, other = self.event(), self.event()
        bob, ann, elsewhere = self.entry(event, self.bob), self.entry(event), self.entry(other)
        for key, number, status in (
            (ann.key, ann.number, 200),
            (ann.key, bob.number, 404),
            (bob.key, bob.number, 404),  # it belongs to an account
            (elsewhere.key, ann.number, 404),
            ("guessed", ann.number, 404),
            ("", ann.number, 404),
        ):
            with self.subTest(key=key, number=number):
                answer = self.get(self.at(event, f"entries/{number}/"), headers={"x-entry-key": key})
                assert answer.status == status

    def test_who_leaves_is_out(self):
        event = self.event()
        self.entry(event, self.bob)
        for by in (self.as_bob, self.as_judith):
            body = self.post(self.at(event, "entries/1/drop/"), by=by).body
            assert (body["state"], body["settled"]) == ("dropped", True)
        assert self.logged(event).count("dropped") == 1

    def test_an_entry_there_is_not_is_not_found(self):
        event = self.event()
        for number in ("2", "0", "9" * 30):
            assert self.get(self.at(event, f"entries/{number}/"), by=self.as_alice).status == 404


class SubmitTest(EventsApiTest):
    def setUp(self):
        super().setUp()
        self.played = self.event()
        self.bobs = self.entry(self.played, self.bob)

    def hand_in(self, by=None, **sent):
        given = {"nonce": self.nonce(), **sent}
        return self.post(self.at(self.played, "entries/1/submissions/"), given, by=by or self.as_bob)

    def version(self, number=1, **how):
        return self.get(self.at(self.played, f"entries/1/submissions/{number}/"), by=self.as_bob, **how).body

    def test_a_list_is_answered_with_its_receipt(self):
        answer = self.hand_in(list=LEGAL)
        body = answer.body
        assert (answer.status, body["version"], body["status"], body["late"]) == (201, 1, "legal", "")
        assert (body["submitted_by"], body["source"]) == ("bob", LEGAL)
        assert answer.raw["Location"] == f"/api/v1/events/{self.played.slug}/entries/1/submissions/1/"
        assert self.as_bob.get(body["url"]).status_code == 200
        assert body["receipt"]["matched"] == len(body["cards"])
        assert {"zone": "main", "count": 1, "code": "", "name": FOX} in body["cards"]
        kept = self.version()
        assert kept == {name: value for name, value in body.items() if name not in ("url", "receipt")}

    def test_the_same_request_again_is_answered_by_what_is_stored(self):
        first = self.hand_in(list=LEGAL, nonce="n")
        self.hand_in(list=OTHER)
        self.now = DEADLINE
        again = self.hand_in(list=LEGAL, nonce="n")
        assert (first.status, again.status) == (201, 200)
        assert again.body == first.body
        self.refused(self.hand_in(list=OTHER, nonce="n"), 409, "event.nonce-used")
        assert Submission.objects.count() == 2

    def test_a_list_comes_as_text_csv_json_or_a_deck_of_the_site(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade", owner=self.bob)
        csv, document = (self.get(f"decks/{deck.slug}/{form}/", by=self.as_bob).body for form in ("csv", "json"))
        for sent in ({"list": LEGAL}, {"list": csv, "form": "csv"}, {"deck": document}, {"slug": deck.slug}):
            with self.subTest(list(sent)):
                answer = self.hand_in(**sent)
                assert (answer.status, answer.body["status"]) == (201, "legal")
        assert len(set(Submission.objects.values_list("fingerprint", flat=True))) == 1
        history = self.get(self.at(self.played, "entries/1/submissions/"), by=self.as_bob).body["results"]
        assert [each["version"] for each in history] == [4, 3, 2, 1]

    def test_a_deck_of_the_site_stays_free(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade", owner=self.bob)
        self.hand_in(slug=deck.slug)
        before = self.version()
        self.post(f"decks/{deck.slug}/edits/", {"edits": [{"op": "empty", "zone": "main"}]}, by=self.as_bob)
        assert self.version() == before

    def test_a_deck_one_may_not_read_is_not_found(self):
        private = self.sample_deck("xing-ling-wang/lantern-parade", owner=self.carol)
        keyed = self.sample_deck("xing-ling-wang/lantern-parade", owner=None)
        for deck in (private, keyed):
            self.refused(self.hand_in(slug=deck.slug), 404, "not-found")
        private.visibility = Visibility.LINK
        private.save()
        assert self.hand_in(slug=private.slug).status == 201
        path, sent = self.at(self.played, "entries/1/submissions/"), {"slug": keyed.slug, "nonce": "n"}
        assert self.post(path, sent, by=self.as_bob, key=keyed.edit_key).status == 201

    def test_what_is_no_list_is_refused_with_its_place(self):
        legions = self.deck(game="legions", owner=self.bob)
        for sent, code, field in (
            ({}, "invalid", "list"),
            ({"list": LEGAL, "deck": {}}, "invalid", ""),
            ({"list": LEGAL, "slug": "x"}, "invalid", ""),
            ({"list": LEGAL, "nonce": ""}, "invalid", "nonce"),
            ({"list": LEGAL, "nonce": "n" * 41}, "invalid", "nonce"),
            ({"list": LEGAL, "version": 3}, "invalid", "version"),
            ({"list": "game: legions\n1 x"}, "list.other-game", "list"),
            ({"list": "# nothing"}, "event.no-cards", "text"),
            ({"slug": legions.slug}, "event.other-game", "deck"),
        ):
            with self.subTest(sent):
                answer = self.hand_in(**sent)
                assert (answer.status, answer.body["code"]) == (400, code), answer.body
                assert field in answer.codes
        assert not Submission.objects.exists()

    def test_after_the_deadline_the_staff_need_a_reason(self):
        self.now = DEADLINE
        self.refused(self.hand_in(list=LEGAL), 409, "event.closed")
        self.refused(self.hand_in(list=LEGAL, by=self.as_judith), 400, "event.no-reason", reason="no_reason")
        answer = self.hand_in(list=LEGAL, by=self.as_judith, reason="Train")
        assert (answer.status, answer.body["late"], answer.body["submitted_by"]) == (201, "Train", "judith")

    def test_once_lists_are_open_others_see_the_one_that_stands_and_not_who_brought_it(self):
        services.change(self.played, by=self.alice, lists_visible="start")
        self.hand_in(list=LEGAL)
        self.now = DEADLINE
        self.hand_in(list=LEGAL, by=self.as_judith, reason="Train")
        services.start(self.played, by=self.alice)
        body = self.get(self.at(self.played, "entries/1/submissions/2/")).body
        assert FOX in [each["name"] for each in body["cards"]]
        assert (body["source"], body["late"], body["submitted_by"]) == (None, None, None)
        assert self.get(self.at(self.played, "entries/1/submissions/1/")).status == 404


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

    def test_the_lists_of_a_large_event_are_judged_by_a_worker(self):
        sent = self.enterContext(mock.patch.object(tasks, "start"))
        with mock.patch.object(gate, "SMALL", 1), mock.patch.object(gate_runs, "SMALL", 1):
            body = self.gate().body
        assert (body["waiting"], body["counts"]["missing"], body["count"]) == (2, 1, 1)
        assert sent.call_count == 1
        assert self.post(self.at(self.played, "judge/"), by=self.as_judith).status == 202
        assert self.gate().body["waiting"] == 0

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

    def test_before_the_deadline_it_does_not_start(self):
        event = self.event(deadline=START)
        self.refused(self.post(self.at(event, "start/"), by=self.as_alice), 409, "event.still-open")


class CheckTest(EventsApiTest):
    def setUp(self):
        super().setUp()
        self.played = self.event()
        self.submit(self.entry(self.played, self.bob))

    def record(self, **sent):
        fox = {"zone": "main", "name": FOX, "found": 1}
        given = {"version": 1, "counted": [fox], "outcome": "clean", "nonce": self.nonce(), **sent}
        return self.post(self.at(self.played, "entries/1/checks/"), given, by=self.as_judith)

    def test_it_keeps_what_was_counted_once(self):
        answers = [self.record(nonce="n") for _ in range(2)]
        assert [each.status for each in answers] == [201, 200]
        assert answers[0].body == answers[1].body
        counted = {each["name"]: each["found"] for each in answers[0].body["counted"]}
        assert counted.pop(FOX) == 1
        assert set(counted.values()) == {None}
        body = self.get(self.at(self.played, "entries/1/checks/"), by=self.as_judith).body
        assert body["results"] == [answers[0].body]
        self.refused(self.record(nonce="n", outcome="warning", note="Hm"), 409, "event.nonce-used")

    def test_what_cannot_have_been_counted_is_refused(self):
        fox = {"zone": "main", "name": FOX, "found": 1}
        for sent, status, code in (
            ({"counted": [{**fox, "name": "Nobody"}]}, 400, "invalid"),
            ({"counted": [{**fox, "zone": "attic"}]}, 400, "invalid"),
            ({"counted": [fox, fox]}, 400, "invalid"),
            ({"counted": [{**fox, "found": -1}]}, 400, "invalid"),
            ({"counted": [{**fox, "found": 9_999}]}, 400, "event.bad-count"),
            ({"counted": []}, 400, "event.nothing-counted"),
            ({"outcome": "warning"}, 400, "event.no-note"),
            ({"version": 2}, 409, "event.list-replaced"),
        ):
            with self.subTest(sent):
                self.refused(self.record(**sent), status, code)
        assert "checked" not in self.logged(self.played)

    def test_a_list_is_found_by_the_beginning_of_its_fingerprint(self):
        fingerprint = Submission.objects.get().fingerprint
        for asked in (fingerprint, fingerprint[:7].lower(), "1", "BO"):
            found = self.get(self.at(self.played, "find/"), {"q": asked}, by=self.as_judith).body
            assert [(each["number"], each["fingerprint"]) for each in found] == [(1, fingerprint)], asked
        self.refused(self.get(self.at(self.played, "find/"), by=self.as_judith), 400, "invalid", q="required")


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
