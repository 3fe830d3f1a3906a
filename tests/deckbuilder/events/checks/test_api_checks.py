"""Deck checks over the API."""

from unittest import mock

from django.db import connection
from django.test.utils import CaptureQueriesContext

from deckbuilder.events.checks import api, serializers, services
from deckbuilder.events.models import DeckCheck, Submission
from tests.deckbuilder.events.api import EventsApiTest
from tests.deckbuilder.events.base import FOX


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

    def test_more_than_can_be_on_a_table_is_refused_before_anything_is_looked_up(self):
        for field, most in (("extra", services.MAX_EXTRA), ("counted", serializers.MAX_COUNTED)):
            each = {"name": FOX, "found": 1, **({"zone": "main"} if field == "counted" else {})}
            with mock.patch.object(api, "Lookup", side_effect=AssertionError):
                answer = self.record(**{field: [each] * (most + 1)})
            self.refused(answer, 400, "invalid", **{field: "max_length"})
            assert str(most) in answer.body["errors"][0]["message"]

    def test_what_is_not_on_the_list_is_looked_up_all_at_once(self):
        def record(names):
            with CaptureQueriesContext(connection) as asked:
                extra = [{"name": name, "found": 1} for name in names]
                assert self.record(extra=extra, outcome="warning", note="Too many.").status == 201
            return len(asked), DeckCheck.objects.first().extra

        few, ((key, _, _), nobody) = record(["魚乾會計", "Nobody"])
        assert key
        assert nobody == ["", "Nobody", 1]
        many, extra = record(["魚乾會計", *(f"Nobody {number}" for number in range(60))])
        assert [key for key, *_ in extra] == [key] + [""] * 60
        assert many - few < 10

    def test_all_that_may_be_meant_is_found_page_by_page(self):
        for _ in range(3):
            self.entry(self.played, name="Table 4")
        path, asked = self.at(self.played, "find/"), {"q": "4", "page_size": 2}
        first, second = (self.get(path, {**asked, "page": page}, by=self.as_judith).body for page in (1, 2))
        assert first["count"] == 3
        assert [each["number"] for page in (first, second) for each in page["results"]] == [4, 2, 3]

    def test_a_list_is_found_by_the_beginning_of_its_fingerprint(self):
        fingerprint = Submission.objects.get().fingerprint
        for asked in (fingerprint, fingerprint[:7].lower(), "1", "BO"):
            found = self.get(self.at(self.played, "find/"), {"q": asked}, by=self.as_judith).body
            told = [(each["number"], each["fingerprint"]) for each in found["results"]]
            assert (found["count"], told) == (1, [(1, fingerprint)]), asked
        self.refused(self.get(self.at(self.played, "find/"), by=self.as_judith), 400, "invalid", q="required")
