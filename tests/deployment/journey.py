"""What people do with a site that was just set up, restored or upgraded; over HTTP alone."""

import json
import secrets
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener, urlopen

READY_TIMEOUT_S = 120
TOKEN = "t" * 32
"""Of a form; as good as any, since a browser sends the same in its cookie."""


class Wrong(Exception):
    """What was not as it should be."""


def check(holds: bool, problem: str) -> None:
    if not holds:
        raise Wrong(problem)


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


@dataclass
class Visitor:
    """Of the site at `url`, with the token of an account that may do everything, and deck lists of 星靈王."""

    url: str
    token: str
    lists: list[str]

    def wait(self) -> None:
        deadline = time.monotonic() + READY_TIMEOUT_S
        while True:
            try:
                with urlopen(f"{self.url}/readyz", timeout=5):
                    return
            except OSError as error:
                said = error.read().decode()[:500] if isinstance(error, HTTPError) else str(error)
                check(time.monotonic() < deadline, f"The site was not ready in {READY_TIMEOUT_S} s: {said}")
                time.sleep(1)

    def call(self, method: str, path: str, body: Any = None, anonymous: bool = False) -> Any:
        """The API's answer; raises Wrong where it is an error."""
        headers = {"Content-Type": "application/json"} | ({} if anonymous else {"Authorization": f"Token {self.token}"})
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(f"{self.url}/api/v1/{path}", data, headers, method=method), timeout=60) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise Wrong(f"{method} {path}: {error.code} {error.read().decode()[:500]}") from error

    def sign_up(self) -> None:
        """A new account, by the form."""
        form = {"csrfmiddlewaretoken": TOKEN, "username": f"p{secrets.token_hex(6)}"}
        form |= dict.fromkeys(("password1", "password2"), secrets.token_hex(8))
        request = Request(f"{self.url}/account/signup/", urlencode(form).encode(), {"Cookie": f"csrftoken={TOKEN}"})
        try:
            build_opener(_Stay).open(request, timeout=60)
            status = 200
        except HTTPError as error:
            status = error.code
        check(status == 302, f"Nobody can sign up: {status}")

    def play_event(self, players: int) -> str:
        """An event from its creation to its start; its slug."""
        deadline = datetime.now(UTC) + timedelta(days=1)
        times = {"starts_at": (deadline + timedelta(hours=1)).isoformat(), "deadline": deadline.isoformat()}
        event = str(self.call("POST", "events/", {"game": "xing-ling-wang", "name": "Trial", **times})["slug"])
        for number in range(players):
            entry = {"name": f"Player {number}", "nonce": f"e{number}"}
            key = self.call("POST", f"events/{event}/enter/", entry)["number"]
            submission = {"list": self.lists[number % len(self.lists)], "nonce": f"s{number}"}
            self.call("POST", f"events/{event}/entries/{key}/submissions/", submission)
        check(self.call("POST", f"events/{event}/start/?early=true", {})["state"] == "started", "It did not start.")
        return event

    def check_event(self, event: str, players: int, state: str = "started") -> None:
        found = self.call("GET", f"events/{event}/")
        check((found["state"], found["taken"]) == (state, players), f"The event is not as it was: {found}")
        counts = self.call("GET", f"events/{event}/gate/?page_size=200")["counts"]
        ready = sum(counts[each] for each in ("ready", "warning"))
        check(ready == players, f"Not all lists are settled: {counts}")

    def simulate(self, seed: int) -> tuple[str, dict[str, Any]]:
        """The version of the engine, and what a simulation of 10,000 games says once a worker has played them."""
        order = {"list": self.lists[0], "game": "xing-ling-wang", "trials": 10_000, "turns": 5, "seed": seed}
        run = self.call("POST", "simulations/", order, anonymous=True)
        deadline = time.monotonic() + READY_TIMEOUT_S
        while run["state"] != "done":
            check(time.monotonic() < deadline, f"The simulation is not done: {run}")
            time.sleep(1)
            run = self.call("GET", f"simulations/{run['slug']}/", anonymous=True)
        return run["version"], dict(run["summary"])

    def do_everything(self, seed: int) -> None:
        """Insert a row of each kind that people make: account, deck, playtest, simulation, event, entries, lists."""
        self.sign_up()
        order = {"game": "xing-ling-wang", "list": self.lists[0], "visibility": "link"}
        deck = self.call("POST", "decks/", order, anonymous=True)
        self.call("POST", "playtests/", {"deck": deck["slug"], "seed": seed}, anonymous=True)
        self.simulate(seed)
        event = self.play_event(2)
        self.check_event(event, 2)
