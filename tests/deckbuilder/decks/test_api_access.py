"""Who may do what with a deck through the API: a table of every address, and of tokens and keys."""

import pytest
from django.test import Client
from rest_framework.authtoken.models import Token

from deckbuilder.decks.models import Visibility
from deckbuilder.decks.services import edit
from tests.deckbuilder.api import ApiTest, description

TOKEN = "a" * 32
READING = (
    ("get", "", None, 200),
    ("get", "verdict/", None, 200),
    ("get", "text/", None, 200),
    ("get", "plain/", None, 200),
    ("get", "markdown/", None, 200),
    ("get", "bbcode/", None, 200),
    ("get", "csv/", None, 200),
    ("get", "json/", None, 200),
    ("get", "swap/", None, 400),
    ("get", "keep/", None, 400),
    ("get", "questions/", None, 200),
    ("get", "suggestions/", None, 200),
    ("get", "compare/", None, 200),
    ("get", "versions/1/", None, 200),
    ("post", "copy/", None, 201),
)
CHANGING = (
    ("get", "revisions/", None, 200),
    ("patch", "", {"name": "New"}, 200),
    ("post", "edits/", {"edits": [{"op": "add", "code": "XLW-S002"}]}, 200),
    ("post", "versions/", {"number": 1, "name": "Kept"}, 200),
    ("get", "versions/", None, 200),
    ("delete", "versions/1/", None, 204),
    ("post", "restore/", {"number": 0}, 200),
    ("post", "undo/", None, 200),
    ("post", "redo/", None, 200),
    ("delete", "", None, 204),
)
"""Method, address below the deck's, body, and the status for those who may; the last goes last."""


ELSEWHERE = {(method, "favourite/") for method in ("put", "delete")} | {
    (method, "comments/") for method in ("get", "post")
}
"""Those that depend on more than the deck, see test_public_api."""


class AccessTest(ApiTest):
    def statuses(self, deck, table, by, **how):
        return [
            getattr(self, method)(f"decks/{deck.slug}/{path}", *([data] if data else []), by=by, **how).status
            for method, path, data, _ in table
        ]

    def changed_deck(self, **how):
        """A deck with something to undo."""
        return edit(self.deck({"提燈小狐": 1}, **how), [("rename", {"name": "Old"})]).deck

    def test_the_table_has_every_address_of_a_deck(self):
        told = {
            (method, path.removeprefix("/api/v1/decks/{slug}/").replace("{number}", "1"))
            for path, operations in description()["paths"].items()
            for method in operations
            if path.startswith("/api/v1/decks/{slug}/")
        }
        assert told == {row[:2] for row in (*READING, *CHANGING)} | ELSEWHERE

    def test_the_owner_may_do_everything(self):
        deck = self.changed_deck()
        assert self.statuses(deck, READING, self.as_alice) == [row[3] for row in READING]
        assert self.statuses(deck, CHANGING, self.as_alice) == [row[3] for row in CHANGING]

    def test_a_private_deck_does_not_exist_for_others(self):
        deck = self.changed_deck()
        for browser in (self.as_visitor, self.as_bob):
            assert set(self.statuses(deck, (*READING, *CHANGING), browser)) == {404}

    def test_others_may_read_a_shared_deck_and_not_change_it(self):
        for visibility in (Visibility.LINK, Visibility.PUBLIC):
            deck = self.changed_deck(visibility=visibility)
            for browser in (self.as_visitor, self.as_bob):
                with self.subTest(visibility, signed_in=browser is self.as_bob):
                    assert self.statuses(deck, READING, browser) == [row[3] for row in READING]
                    assert set(self.statuses(deck, CHANGING, browser)) == {404}
                    assert self.get(f"decks/{deck.slug}/", by=browser).body["may_edit"] is False

    @pytest.mark.slow
    def test_whoever_holds_the_key_of_a_deck_without_owner_may_do_everything(self):
        for browser in (self.as_visitor, self.as_bob):
            deck = self.changed_deck(owner=None)
            assert set(self.statuses(deck, (*READING, *CHANGING), browser, key="guessed")) == {404}
            assert self.statuses(deck, READING, browser, key=deck.edit_key) == [row[3] for row in READING]
            assert self.statuses(deck, CHANGING, browser, key=deck.edit_key) == [row[3] for row in CHANGING]

    def test_the_browser_that_built_a_deck_holds_its_key(self):
        deck = self.changed_deck(owner=None)
        self.hold(self.as_visitor, deck)
        assert self.statuses(deck, CHANGING, self.as_visitor) == [row[3] for row in CHANGING]

    def test_a_key_opens_no_deck_that_has_an_owner(self):
        deck = self.changed_deck()
        assert set(self.statuses(deck, CHANGING, self.as_visitor, key=deck.edit_key)) == {404}

    def test_a_deck_that_was_never_there_answers_the_same_as_one_that_is_hidden(self):
        hidden = self.get(f"decks/{self.deck().slug}/")
        never = self.get("decks/nevernever00/")
        assert (hidden.status, hidden.body) == (never.status, never.body)


class TokenTest(ApiTest):
    def setUp(self):
        super().setUp()
        self.key = Token.objects.create(user=self.alice).key

    def with_token(self, key=None):
        return {"headers": {"authorization": f"Token {key or self.key}"}}

    def test_it_stands_for_its_person(self):
        deck = self.deck()
        assert self.get(f"decks/{deck.slug}/", **self.with_token()).body["may_edit"] is True
        made = self.post("decks/", {"game": "xing-ling-wang"}, **self.with_token()).body
        assert (made["owner"], made["edit_key"]) == ("alice", None)
        assert self.get("decks/", **self.with_token()).body["count"] == 2

    def test_one_that_is_none_is_refused_everywhere(self):
        for path in ("games/", "decks/?public=1"):
            answer = self.get(path, **self.with_token("0" * 40))
            assert (answer.status, answer.body["code"]) == (401, "authentication-failed")

    def test_that_of_somebody_who_may_no_longer_sign_in_is_refused(self):
        self.alice.is_active = False
        self.alice.save()
        assert self.get("decks/", **self.with_token()).status == 401

    def test_a_browser_that_is_signed_in_needs_its_csrf_token(self):
        browser = self.browser_of(self.alice)
        browser.handler.enforce_csrf_checks = True
        answer = self.post("decks/", {"game": "xing-ling-wang"}, by=browser)
        assert (answer.status, answer.body["code"]) == (403, "permission-denied")

    def test_a_browser_that_holds_the_key_of_a_deck_needs_it_too(self):
        deck = self.deck({"提燈小狐": 1}, owner=None)
        browser = Client(enforce_csrf_checks=True)
        self.hold(browser, deck)
        sent = {"edits": [{"op": "add", "zone": "main", "code": "XLW-S002"}]}
        answer = self.post(f"decks/{deck.slug}/edits/", sent, by=browser)
        assert (answer.status, answer.body["code"]) == (403, "permission-denied")
        assert deck.lines.count() == 1
        headers = {"X-CSRFToken": TOKEN}
        browser.cookies["csrftoken"] = TOKEN
        assert self.post(f"decks/{deck.slug}/edits/", sent, by=browser, headers=headers).status == 200
        key = {"X-Edit-Key": deck.edit_key}
        assert self.post(f"decks/{deck.slug}/undo/", by=Client(enforce_csrf_checks=True), headers=key).status == 200
        assert self.post(f"decks/{deck.slug}/redo/", by=browser, headers=key).status == 200
