"""What holds for all of the API: errors of one shape, its limits, and its own description."""

import json
from unittest import mock

import pytest
from django.core.management import call_command
from django.test import Client, override_settings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from rest_framework.throttling import SimpleRateThrottle

from deckbuilder.common.errors import problem_of
from deckbuilder.decks.changes.edits import OPS
from tests.deckbuilder.api import NEVER, ROOT, ApiTest, check, description
from tests.deckbuilder.base import XLW

pytestmark = pytest.mark.databases

KEYS = {"code", "message", "params", "errors"}


class ErrorTest(ApiTest):
    def test_an_address_there_is_not(self):
        for method in ("get", "post", "patch", "delete"):
            for there in ("nothing/", "nothing", "decks/a/b/c/", "d\u00e9j\u00e0/"):
                with self.subTest(there, method=method):
                    answer = getattr(self, method)(there)
                    assert (answer.status, answer.body["code"], set(answer.body)) == (404, "not-found", KEYS)

    def test_an_address_without_its_slash_leads_to_the_one_with_it_body_and_all(self):
        raw = self.client.get(f"{ROOT}games?page=1")
        assert (raw.status_code, raw.headers["Location"]) == (307, f"{ROOT}games/?page=1")
        raw = self.client.post(f"{ROOT}decks", {"game": XLW}, content_type="application/json", follow=True)
        assert (raw.status_code, raw.json()["game"]) == (201, XLW)

    def test_a_method_an_address_does_not_have(self):
        for method, there in (
            ("post", "games/"),
            ("delete", "decks/"),
            ("patch", f"games/{XLW}/check/"),
            ("get", "decks/x/undo/"),
            ("options", "games/"),
        ):
            with self.subTest(there):
                answer = getattr(self, method)(there)
                assert (answer.status, answer.body["code"]) == (405, "method-not-allowed")
                assert "Allow" in answer.raw.headers

    def test_a_body_that_is_no_json(self):
        for body in (
            "{",
            "",
            "[" * 100_000,
            '{"game": NaN}',
            "\ud800".encode("utf-8", "surrogatepass"),
            '{"n": ' + "9" * 5000 + "}",
        ):
            with self.subTest(body[:20]):
                answer = self.post("decks/", body)
                assert (answer.status, set(answer.body)) == (400, KEYS)

    def test_a_body_of_another_kind(self):
        for kind in ("application/x-www-form-urlencoded", "text/xml", ""):
            answer = self.post("decks/", "game=legions", content_type=kind)
            assert (answer.status, answer.body["code"]) == (415, "unsupported-media-type")

    def test_a_text_that_is_not_utf_8(self):
        answer = self.post(f"games/{XLW}/check/", "提燈小狐".encode("big5"), content_type="text/plain")
        assert (answer.status, answer.body["code"]) == (400, "parse-error")

    @override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000)
    def test_more_than_the_site_takes(self):
        answer = self.post("decks/", {"name": "x" * 2000})
        assert (answer.status, answer.body["code"]) == (413, "too-large")

    def test_characters_that_are_none(self):
        for name in ("a\x00b", "\ud800"):
            answer = self.post("decks/", json.dumps({"game": XLW, "name": name}))
            assert (answer.status, list(answer.codes)) == (400, ["name"])

    def test_names_of_fields_that_no_answer_could_repeat(self):
        for body in ('{"\\ud800": 1}', '{"game": [{"\\uD83D": 1}]}'):
            answer = self.post("decks/", body)
            assert (answer.status, answer.body["code"]) == (400, "parse-error")
        answer = self.post("decks/", '{"\\ud83d\\ude00": 1}')
        assert (answer.status, list(answer.codes)) == (400, ["😀"])

    def test_whatever_is_accepted_the_answer_is_json(self):
        for accepted in ("text/html", "image/png", "application/xml;q=0.9", "nonsense"):
            assert self.get("games/", headers={"accept": accepted}).status == 200
            assert self.get("nothing/", headers={"accept": accepted}).status == 404

    def test_messages_are_in_the_language_that_is_asked_for(self):
        english = self.get("nothing/").body
        assert english["message"] == "There is nothing at this URL."
        assert self.get("nothing/", headers={"accept-language": "zh-Hant"}).raw.headers["Content-Language"] == "zh-hant"

    def test_what_is_the_sites_own_fault_is_told_in_the_same_shape(self):
        with override_settings(ROOT_URLCONF="tests.deckbuilder.common.broken"):
            browser = Client(raise_request_exception=False)
            with self.assertLogs("django.request", "ERROR"):
                answer = browser.get("/api/v1/broken/")
            with self.assertLogs("django.request", "ERROR"):
                page = browser.get("/broken/")
        assert (answer.status_code, answer.json()["code"], set(answer.json())) == (500, "server-error", KEYS)
        assert page.headers["Content-Type"].startswith("text/html")

    def test_a_host_that_is_not_ours_is_told_in_the_same_shape(self):
        with self.assertLogs("django.security.DisallowedHost", "ERROR"):
            answer = self.client.get("/api/v1/games/", headers={"host": "elsewhere.example"})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")

    def test_what_nobody_foresaw_has_no_problem(self):
        assert problem_of(ZeroDivisionError()) is None


class ThrottleTest(ApiTest):
    rates = {"anon": "3/min", "user": "5/min"}

    def test_a_visitor_who_asks_too_often_has_to_wait(self):
        statuses = [self.get("games/").status for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        answer = self.get("games/")
        assert answer.body["code"] == "throttled"
        assert 0 < answer.body["params"]["wait"] <= 60
        assert answer.raw.headers["Retry-After"] == str(answer.body["params"]["wait"])

    def test_who_has_an_account_may_ask_more_often(self):
        statuses = [self.get("games/", by=self.as_alice).status for _ in range(6)]
        assert statuses == [200] * 5 + [429]

    def test_a_visitor_cannot_pass_for_many(self):
        statuses = [self.get("games/", headers={"x-forwarded-for": f"10.0.0.{n}"}).status for n in range(4)]
        assert statuses[-1] == 429


class DescriptionTest(ApiTest):
    @pytest.mark.slow
    def test_it_is_valid_and_made_without_a_warning(self):
        call_command("spectacular", "--validate", "--fail-on-warn", "--file", "/dev/null")

    def test_it_is_served_as_json(self):
        raw = self.client.get(f"{ROOT}schema/")
        assert raw.status_code == 200
        assert raw.json()["openapi"].startswith("3.1")

    def test_every_address_says_what_it_does(self):
        for there, operations in description()["paths"].items():
            for method, operation in operations.items():
                assert operation.get("description"), (method, there)

    def test_the_beginning_leads_everywhere(self):
        for link in self.get("").body.values():
            assert self.as_alice.get(link.removeprefix("http://testserver")).status_code == 200

    def test_the_page_about_it_loads_nothing_from_elsewhere(self):
        raw = self.client.get(f"{ROOT}docs/")
        assert raw.status_code == 200
        assert "http://" not in raw.content.decode()
        assert "https://" not in raw.content.decode()
        rules = raw.headers["Content-Security-Policy"]
        assert "style-src 'self' 'unsafe-inline'" in rules
        assert "script-src" not in rules
        assert "default-src 'self'" in rules


THINGS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
NAMES = ("game", "list", "deck", "format", "on", "name", "edits", "visibility", "form", "declarations")
PARAMS = ("zone", "code", "count", "to", "text", "key", "value", "name", "notes", "format")
EDITS = st.fixed_dictionaries({"op": st.sampled_from(sorted(OPS)) | THINGS}, optional=dict.fromkeys(PARAMS, THINGS))
BODIES = (
    st.dictionaries(st.sampled_from(NAMES), THINGS, max_size=3)
    | st.builds(lambda edits: {"edits": edits}, st.lists(EDITS, max_size=3))
    | THINGS
)


@pytest.mark.slow
class NonsenseTest(TestCase):
    """Whatever is sent, nothing breaks."""

    def setUp(self):
        self.enterContext(mock.patch.object(SimpleRateThrottle, "THROTTLE_RATES", NEVER))

    @settings(max_examples=80, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(("decks/", f"games/{XLW}/check/", "decks/{}/", "decks/{}/edits/")), BODIES)
    def test_nothing_breaks(self, there, body):
        client = Client()
        made = client.post(f"{ROOT}decks/", {"game": XLW}, content_type="application/json").json()
        method = "patch" if there == "decks/{}/" else "post"
        raw = getattr(client, method)(
            ROOT + there.format(made["slug"]),
            json.dumps(body),
            content_type="application/json",
            headers={"x-edit-key": made["edit_key"]},
        )
        assert raw.status_code < 500
        check(method, raw, "application/json", raw.json())
