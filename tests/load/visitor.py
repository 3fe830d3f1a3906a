"""Somebody who builds a deck in a browser: opens the builder, searches, clicks, takes back, looks at the odds."""

from __future__ import annotations

import random
import re
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode

PAUSE = (2.0, 6.0)
"""Seconds between two requests of a person, at least and at most."""

PATIENCE = 60
HTMX = {"HX-Request": "true", "HX-Target": "deck"}
NOTHING_TO_DO = 422
"""Such as taking back where nothing was done."""

FORM = "application/x-www-form-urlencoded"
CODE = re.compile(r'name="code" value="([^"]+)"')
DRAWING = re.compile(r'src="(/drawings/[^"]+)"')
PART = re.compile(r'id="([^"]+)" (?:data-digest="([^"]+)"|hx-preserve)')
IN_SIGHT = 15
"""The cards of a page that are in sight, and whose pictures are fetched."""


@dataclass
class Taken:
    """What all visitors met: milliseconds by what was done, and what failed."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failed: list[str] = field(default_factory=list)


class Visitor:
    def __init__(self, port: int, taken: Taken, chance: random.Random, words: list[str]) -> None:
        self.port, self.taken, self.chance, self.words = port, taken, chance, words
        self.cookies: dict[str, str] = {}
        self.codes: list[str] = []
        self.parts: dict[str, str] = {}
        self.drawings: set[str] = set()

    def run(self, goes_on: Callable[[], bool], game: str, arrival_s: float) -> None:
        """Arrive within `arrival_s` seconds, and build while it goes on."""
        time.sleep(self.chance.uniform(0, arrival_s))
        self._send("front page", "GET", "/")
        self._send("new deck", "GET", "/decks/new/")
        builder = self._send("new deck", "POST", "/decks/new/", {"game": game})[1].get("location", "/")
        page = self._send("builder", "GET", builder)[2]
        self.codes = CODE.findall(page)
        self._hold(page)
        self._look(page)
        deck = builder.removesuffix("edit/")
        while goes_on():
            time.sleep(self.chance.uniform(*PAUSE))
            self._act(deck)

    def _act(self, deck: str) -> None:
        number = self.chance.random()
        if number < 0.55:
            self._change("click", f"{deck}do/", {"op": "add", "code": self.chance.choice(self.codes)})
        elif number < 0.65:
            self._change("undo", f"{deck}undo/", {})
        elif number < 0.85:
            words = urlencode({"q": self.chance.choice(self.words)})
            page = self._send("search", "GET", f"{deck}edit/?{words}", None, {**HTMX, "HX-Target": "pool"})[2]
            self.codes = CODE.findall(page) or self.codes
            self._look(page)
        elif number < 0.95:
            self._send("deck page", "GET", deck)
        else:
            self._send("odds", "GET", f"{deck}odds/")

    def _change(self, name: str, path: str, form: dict[str, str]) -> None:
        status, _, answer = self._send(name, "POST", path, {**form, "held": " ".join(self.parts.values())}, HTMX)
        if status:
            self._hold(answer)

    def _hold(self, answer: str) -> None:
        """The parts of the deck that are shown now, with their digests: those that were sent, and those that stay."""
        shown = {part: digest or self.parts.get(part, "") for part, digest in PART.findall(answer)}
        self.parts = {part: digest for part, digest in shown.items() if digest}

    def _look(self, page: str) -> None:
        """Fetch the pictures in sight that the browser does not have, over one connection as browsers do."""
        pictures = [address for address in DRAWING.findall(page)[:IN_SIGHT] if address not in self.drawings]
        self.drawings.update(pictures)
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            for address in pictures:
                self._send("drawing", "GET", address, connection=connection)

    def _send(
        self,
        name: str,
        method: str,
        path: str,
        form: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
        connection: HTTPConnection | None = None,
    ) -> tuple[int, dict[str, str], str]:
        """Status, headers and text of an answer; 0 where there is none. Without a `connection`, over one of its own:
        servers close those on which nobody speaks for seconds."""
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **(headers or {})}
        if form is not None:
            sent |= {"X-CSRFToken": self.cookies.get("csrftoken", ""), "Content-Type": FORM}
        began = time.perf_counter()
        try:
            line = connection or HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            line.request(method, path, urlencode(form) if form is not None else None, sent)
            answer = line.getresponse()
            text = answer.read().decode(errors="replace")
            if connection is None:
                line.close()
        except (OSError, HTTPException) as error:
            self.taken.failed.append(f"{name}: {error!r}")
            return 0, {}, ""
        self.taken.times[name].append(1000 * (time.perf_counter() - began))
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            key, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[key] = value
        if answer.status >= 400 and answer.status != NOTHING_TO_DO:
            self.taken.failed.append(f"{name}: {answer.status} {text[:100]}")
        return answer.status, {key.lower(): value for key, value in answer.headers.items()}, text
