"""People who go on building and simulating whatever happens, and remember what was acknowledged."""

from __future__ import annotations

import json
import random
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any

PATIENCE = 30
CHANGES = 200
"""Of one deck; then its builder begins another."""

READS = 0.2
"""The share of requests that only read."""

EXPECTED = (200, 201, 202, 409, 429, 503)
"""A site with something missing may answer these; what is cut off is no answer."""


class Lost(Exception):
    """No answer, or 503: what was asked for may have been done or not."""


@dataclass
class Seen:
    """What all of them met."""

    answers: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, answer: str, wrong: str = "") -> None:
        with self.lock:
            self.answers[answer] += 1
            if wrong:
                self.wrong.append(wrong)


@dataclass
class Person:
    """`roots`: addresses of the site's processes, one of which is asked each time."""

    roots: list[str]
    seen: Seen
    chance: random.Random

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> dict[str, Any]:
        """The answer. Raises Lost."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json"} | {name.replace("_", "-"): told for name, told in headers.items()}
        address = self.chance.choice(self.roots) + "/api/v1/" + path
        request = urllib.request.Request(address, data, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                found = json.load(answer)
                self.seen.note(str(answer.status))
                return dict(found)
        except urllib.error.HTTPError as error:
            told = error.read(500).decode(errors="replace")
            wrong = "" if error.code in EXPECTED else f"{method} {path}: {error.code} {told}"
            self.seen.note(str(error.code), wrong)
            raise Lost from error
        except (OSError, HTTPException, ValueError) as error:  # cut off before or within the answer
            self.seen.note(type(error).__name__)
            raise Lost from error

    def insist(self, method: str, path: str, body: Any = None, **headers: str) -> dict[str, Any]:
        """Ask until there is an answer."""
        end = time.monotonic() + 10 * PATIENCE
        while True:
            try:
                return self.ask(method, path, body, **headers)
            except Lost:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)


class Builder(Person):
    """Adds and takes away cards of a deck, and knows within which bounds each count must be."""

    acknowledged = 0

    def run(self, goes_on: Callable[[], bool], game: str, cards: list[str]) -> None:
        """Deck after deck."""
        while goes_on():
            made = self.insist("POST", "decks/", {"game": game, "name": "chaos"})
            self.path, self.key = f"decks/{made['slug']}/", {"X_Edit_Key": made["edit_key"]}
            self.least, self.most = Counter[str](), Counter[str]()
            while goes_on() and self.least.total() < CHANGES:
                if self.chance.random() < READS:
                    self._read()
                else:
                    self._add(self.chance.choice(cards))
            self._compare(self.insist("GET", self.path, **self.key))

    def _add(self, code: str) -> None:
        self.most[code] += 1
        try:
            self.ask("POST", f"{self.path}edits/", {"edits": [{"op": "add", "code": code}]}, **self.key)
        except Lost:
            return
        self.least[code] += 1
        self.acknowledged += 1

    def _read(self) -> None:
        try:
            self._compare(self.ask("GET", self.path, **self.key))
        except Lost:
            return

    def _compare(self, deck: dict[str, Any]) -> None:
        held = Counter({line["code"]: line["count"] for line in deck["cards"]})
        for code in self.most:
            if not self.least[code] <= held[code] <= self.most[code]:
                told = f"{self.path} {code}: {held[code]}, not {self.least[code]} to {self.most[code]}"
                self.seen.note("lost edit", told)


class Watcher(Person):
    """Starts simulations and watches them until they are done."""

    done = 0

    def run(self, goes_on: Callable[[], bool], asked: dict[str, Any], figures: dict[int, Any]) -> None:
        """`figures`: what a simulation of each seed must come to."""
        for seed, expected in figures.items():
            if not goes_on():
                return
            begun = self.insist("POST", "simulations/", {**asked, "seed": seed})
            while (found := self.insist("GET", f"simulations/{begun['slug']}/"))["state"] != "done":
                if found["state"] == "failed":
                    self.seen.note("failed simulation", f"simulation {begun['slug']}: {found}")
                    break
                time.sleep(0.5)
            else:
                if found["summary"] != expected:
                    self.seen.note("other figures", f"simulation {begun['slug']} of seed {seed} has other figures")
                self.done += 1
