"""The dearest requests of one person, and how long others wait meanwhile."""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode

from deckbuilder.catalog.models import Printing
from deckbuilder.decks import services
from deckbuilder.decks.models import Visibility
from games.registry import get
from tests.browser.server import Server
from tests.chaos import figures

GREEDY, OTHER = "198.51.100.1", "198.51.100.2"
"""Addresses of two people, as a proxy would tell them (RFC 5737)."""

AT_ONCE = 12
LETTERS = "lbuoadrsne"
GOAL = " or ".join(f">=2 of ({one}) and <=3 of ({other})" for one, other in pairwise(LETTERS))
ORDERED = 100
BEHIND_PROXY = {"BEHIND_PROXY": "1", "SIMULATION_RATE_ANON": "1000000/min", "OPEN_SIMULATIONS_ANON": str(ORDERED)}


def everything() -> str:
    """A public deck with every card of 星靈王 once; its slug."""
    game = get(figures.GAME)
    codes = Printing.objects.filter(game=game.slug).values_list("code", flat=True)
    deck = services.create(game, name="everything")
    services.edit(deck, [("add", {"code": code}) for code in codes])
    services.share(deck, Visibility.PUBLIC)
    return str(deck.slug)


def odds(server: Server, slug: str, seconds: float) -> list[float]:
    """Seconds that the front page took, asked four times a second, while twelve people ask for the dearest odds."""
    for _ in range(8):  # as processes are that serve for a while
        _get(server, f"/d/{slug}/odds/")
    end = time.monotonic() + seconds
    asked = urlencode({"goal": GOAL, "turn": 20, "mulligan": "goal"})

    def ask() -> None:
        while time.monotonic() < end:
            try:
                _get(server, f"/d/{slug}/odds/?{asked}")
            except HTTPError as error:  # the site says when to come back
                time.sleep(float(error.headers["Retry-After"]))

    threads = [threading.Thread(target=ask) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    taken = []
    while time.monotonic() < end:
        taken.append(_timed(lambda: _get(server, "/")))
        time.sleep(0.25)
    for thread in threads:
        thread.join()
    return sorted(taken)


def simulations(server: Server) -> float:
    """Seconds until somebody's 10,000 games are done, after somebody else has ordered a hundred times ten million."""
    dearest = {"list": figures.TEXT, "trials": 10_000_000, "turns": 40}
    for seed in range(ORDERED):
        _post(server, {**dearest, "seed": seed}, GREEDY)
    time.sleep(5)

    def wait() -> None:
        begun = _post(server, {"list": figures.TEXT, "trials": 10_000, "seed": 1}, OTHER)
        while json.loads(_get(server, f"/api/v1/simulations/{begun['slug']}/"))["state"] != "done":
            time.sleep(0.1)

    return _timed(wait)


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _get(server: Server, path: str) -> bytes:
    with urllib.request.urlopen(server.url + path, timeout=120) as answer:
        return bytes(answer.read())


def _post(server: Server, body: dict[str, Any], address: str) -> dict[str, Any]:
    headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
    request = urllib.request.Request(f"{server.url}/api/v1/simulations/", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return dict(json.load(answer))
