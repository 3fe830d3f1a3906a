"""Many people at one deck of the running site: real processes and threads, over HTTP, on the database it is run on."""

import http.client
import json
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.browser.server import Server

EDITS = 200
PEOPLE = 16
CODES = tuple(f"XLW-S{number:03}" for number in range(1, 9))
TOKEN = "a" * 32


@dataclass
class Deck:
    """A visitor's deck at the site, and its key."""

    server: Server
    slug: str
    key: str

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str]:
        """Status and text of an answer, over a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120)
        try:
            connection.request(method, path, body or None, {"X-Edit-Key": self.key, **headers})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def click(self, path: str, fields: dict[str, str]) -> tuple[int, str]:
        """What a click in the builder sends."""
        headers = {"HX-Request": "true", "X-CSRFToken": TOKEN, "Cookie": f"csrftoken={TOKEN}"}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        return self.ask("POST", f"/d/{self.slug}/{path}/", urlencode(fields), **headers)

    def api(self, method: str, path: str, body: object = None) -> Any:
        sent = "" if body is None else json.dumps(body)
        status, text = self.ask(method, f"/api/v1/decks/{path}", sent, **{"Content-Type": "application/json"})
        assert status in (200, 201), text
        return json.loads(text)

    def now(self) -> Any:
        return self.api("GET", f"{self.slug}/")

    def revisions(self) -> list[dict[str, Any]]:
        """All of them, the first first."""
        found: list[dict[str, Any]] = []
        page = 1
        while True:
            told = self.api("GET", f"{self.slug}/revisions/?page={page}")
            found += told["results"]
            if not told["next"]:
                return found[::-1]
            page += 1


@pytest.fixture
def deck(server: Server) -> Deck:
    nobody = Deck(server, "", "")
    made = nobody.api("POST", "", {"game": "xing-ling-wang"})
    return Deck(server, made["slug"], made["edit_key"])


def counts(deck: Deck) -> Counter[str]:
    return Counter({card["code"]: card["count"] for card in deck.now()["cards"]})


def replayed(deck: Deck) -> Counter[str]:
    """What its changes make of an empty deck, each beginning where the one before it ended."""
    found: Counter[str] = Counter()
    for number, revision in enumerate(deck.revisions(), 1):
        assert revision["number"] == number
        for step in revision["steps"]:
            assert found[step["code"]] == step["from"]
            found[step["code"]] = step["to"]
    return +found


def at_once(work: Any, times: int) -> list[Any]:
    """What `work(0)`, `work(1)` … give; the first of every person's begin at the same moment."""
    start = threading.Barrier(PEOPLE)

    def one(number: int) -> Any:
        if number < PEOPLE:
            start.wait(60)
        return work(number)

    with ThreadPoolExecutor(PEOPLE) as pool:
        return list(pool.map(one, range(times)))


def test_two_hundred_clicks_and_calls_lose_none(deck: Deck) -> None:
    def add(number: int) -> int | None:
        code = CODES[number % 8]
        if number // 8 % 2:  # every card by clicks and by calls
            told = deck.api("POST", f"{deck.slug}/edits/", {"edits": [{"op": "add", "code": code}]})
            return int(told["revision"])
        status, text = deck.click("do", {"op": "add", "code": code})
        assert status == 200
        assert f'<li class="row is-bad" data-code="{code}"' in text or f'<li class="row" data-code="{code}"' in text
        return None

    answers = at_once(add, EDITS)
    told = [number for number in answers if number]
    assert len(set(told)) == len(told) == 96
    assert counts(deck) == dict.fromkeys(CODES, 25)
    assert replayed(deck) == counts(deck)
    assert deck.now()["revision"] == EDITS


def test_adding_taking_out_undoing_and_redoing_leave_a_true_history(deck: Deck) -> None:
    def work(number: int) -> int:
        turn = ("add", "remove", "undo", "add", "redo")[number % 5]
        if turn in ("undo", "redo"):
            return deck.click(turn, {})[0]
        return deck.click("do", {"op": turn, "code": CODES[number % 8]})[0]

    assert set(at_once(work, EDITS)) <= {200, 422}
    assert replayed(deck) == counts(deck)
