"""Many people, or many tabs, at one deck at the same moment: nobody's change is lost, and nothing breaks."""

import http.client
import json
from collections import Counter
from urllib.parse import urlencode, urlsplit

import pytest
from django.core.cache import cache
from django.test import LiveServerTestCase, TransactionTestCase
from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.decks import services
from deckbuilder.decks.changes.drafts import EditError
from deckbuilder.decks.models import Deck, DeckLine, Revision
from games.registry import get
from tests.deckbuilder import samples
from tests.deckbuilder.at_once import at_once

pytestmark = [pytest.mark.databases, pytest.mark.slow]

GAME = get("xing-ling-wang")
CODES = tuple(f"XLW-S{number:03}" for number in range(1, 9))
TOKEN = "a" * 32


def counts(deck: Deck) -> Counter:
    rows = DeckLine.objects.filter(deck=deck).select_related("printing")
    return Counter({(row.zone, row.printing.code): row.count for row in rows})


def replayed(deck: Deck) -> Counter:
    """What its revisions make of an empty deck."""
    found = Counter()
    for revision in Revision.objects.filter(deck=deck).order_by("number"):
        for step in revision.steps:
            assert found[step["zone"], step["code"]] == step["from"]
            found[step["zone"], step["code"]] = step["to"]
    return +found


class AtOnceTest(TransactionTestCase):
    def setUp(self) -> None:
        samples.load()
        self.deck = services.create(GAME)

    def test_two_hundred_edits_lose_none(self) -> None:
        def add(number: int) -> None:
            services.edit(self.deck, [("add", {"code": CODES[number % 8]})])

        at_once(add, 200)
        assert counts(self.deck) == {("main", code): 25 for code in CODES}
        assert replayed(self.deck) == counts(self.deck)
        numbers = list(Revision.objects.filter(deck=self.deck).order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, 201))
        assert Deck.objects.get(pk=self.deck.pk).revision == 200

    def test_two_tabs_that_add_and_take_out_the_same_card_end_where_they_began(self) -> None:
        services.edit(self.deck, [("add", {"code": CODES[0], "count": 100})])
        at_once(lambda number: services.edit(self.deck, [(("add", "remove")[number % 2], {"code": CODES[0]})]), 100)
        assert counts(self.deck) == {("main", CODES[0]): 100}

    def test_undoing_and_redoing_at_once_keeps_the_revisions_true(self) -> None:
        def work(number: int) -> str:
            try:
                if number % 4 == 2:
                    services.undo(self.deck)
                elif number % 4 == 3:
                    services.redo(self.deck)
                else:
                    services.edit(self.deck, [("add", {"code": CODES[number % 8]})])
            except EditError as error:
                return error.code
            return ""

        assert set(at_once(work, 120)) <= {"", "nothing-to-undo", "nothing-to-redo"}
        assert replayed(self.deck) == counts(self.deck)

    def test_sharing_and_claiming_between_edits_is_not_lost(self) -> None:
        owner = User.objects.create(username="alice")

        def work(number: int) -> None:
            if number == 20:
                services.share(self.deck, "public")
            elif number == 40:
                services.claim({self.deck.slug: self.deck.edit_key}, owner)
            else:
                services.edit(self.deck, [("add", {"code": CODES[number % 8]})])

        at_once(work, 60)
        deck = Deck.objects.get(pk=self.deck.pk)
        assert (deck.visibility, deck.owner) == ("public", owner)
        assert sum(counts(deck).values()) == 58

    def test_a_repair_asked_for_twice_is_made_once(self) -> None:
        services.edit(self.deck, [("add", {"code": CODES[0], "count": 9})])

        def mend(number: int) -> str:
            try:
                services.repair(self.deck, "copies", "main", ("提灯小狐|unit",))
            except EditError as error:
                return error.code
            return ""

        assert sorted(at_once(mend, 8)) == ["", *["nothing-to-repair"] * 7]
        assert counts(self.deck) == {("main", CODES[0]): 1}


class AtOnceOverHttpTest(LiveServerTestCase):
    def setUp(self) -> None:
        cache.clear()
        samples.load()
        self.deck = services.create(GAME)
        self.host = urlsplit(self.live_server_url).netloc

    def post(self, path: str, fields: dict[str, str]) -> int:
        """The status of a form sent by a browser that holds the deck's key."""
        headers = {"HX-Request": "true", "X-CSRFToken": TOKEN, "Cookie": f"csrftoken={TOKEN}"}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        return self.send(path, urlencode(fields), headers)

    def send(self, path: str, body: str, headers: dict[str, str]) -> int:
        connection = http.client.HTTPConnection(self.host, timeout=120)
        try:
            connection.request("POST", path, body, {"X-Edit-Key": self.deck.edit_key, **headers})
            answer = connection.getresponse()
            answer.read()
            return answer.status
        finally:
            connection.close()

    def test_two_hundred_edits_lose_none(self) -> None:
        path = reverse("decks:edit", args=[self.deck.slug])
        answers = at_once(lambda number: self.post(path, {"op": "add", "code": CODES[number % 8]}), 200)
        assert Counter(answers) == {200: 200}
        assert counts(self.deck) == {("main", code): 25 for code in CODES}
        assert Deck.objects.get(pk=self.deck.pk).revision == 200

    def test_the_api_and_the_builder_lose_none_of_each_other(self) -> None:
        pages, api = reverse("decks:edit", args=[self.deck.slug]), reverse("api-edits", args=[self.deck.slug])
        body = json.dumps({"edits": [{"op": "add", "code": CODES[0]}, {"op": "add", "code": CODES[1]}]})

        def work(number: int) -> int:
            if number % 2:
                return self.send(api, body, {"Content-Type": "application/json"})
            return self.post(pages, {"op": "add", "code": CODES[0]})

        assert Counter(at_once(work, 80)) == {200: 80}
        assert counts(self.deck) == {("main", CODES[0]): 80, ("main", CODES[1]): 40}

    def test_editing_a_deck_that_is_deleted_meanwhile_finds_nothing(self) -> None:
        path, delete = (reverse(f"decks:{name}", args=[self.deck.slug]) for name in ("edit", "delete"))

        def work(number: int) -> int:
            if number == 30:
                return self.post(delete, {})
            return self.post(path, {"op": "add", "code": CODES[number % 8]})

        answers = Counter(at_once(work, 60))
        assert set(answers) <= {200, 302, 404}
        assert answers[302] == 1
        assert not Deck.objects.exists()
        deleted = Deck.with_deleted.get()
        assert deleted.deleted_at is not None
        assert deleted.changed_at <= deleted.deleted_at  # what can be restored is what was deleted
