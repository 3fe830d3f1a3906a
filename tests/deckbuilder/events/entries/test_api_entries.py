"""Taking part over the API, and handing in lists."""

from unittest import mock

from deckbuilder.decks.models import Visibility
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Submission
from tests.deckbuilder.events.api import EventsApiTest
from tests.deckbuilder.events.base import DEADLINE, FOX, LEGAL, OTHER


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
        assert {"zone": "main", "count": 1, "code": "", "name": FOX, "sample": True} in body["cards"]
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

    def test_a_list_that_was_replaced_meanwhile_is_not_replaced_unseen(self):
        self.hand_in(list=LEGAL, replaces=0)
        answer = self.hand_in(list=OTHER, replaces=0)
        self.refused(answer, 409, "event.replaced-meanwhile")
        assert answer.body["params"] == {"version": 1, "by": "bob"}
        assert self.hand_in(list=OTHER, replaces=1).body["version"] == 2
        self.refused(self.hand_in(list=LEGAL, replaces="two"), 400, "invalid", replaces="invalid")

    def test_after_so_many_versions_only_the_staff_can(self):
        self.submit(self.bobs)
        with mock.patch.object(entry_services, "MAX_LISTS", 1):
            answer = self.hand_in(list=OTHER)
            self.refused(answer, 409, "event.too-many-lists")
            assert answer.body["params"] == {"most": 1}
            assert self.hand_in(by=self.as_judith, list=OTHER).status == 201

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
