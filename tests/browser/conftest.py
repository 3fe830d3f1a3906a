"""A real browser before a running site."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.browser.server import Server
from tests.browser.stops import Stop

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
expect.set_options(timeout=20_000)
"""Milliseconds a page has to become what is expected: checks run on slow machines, and on all cores at once."""

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    site = Server(folder)
    try:
        site.start()
        yield site
    finally:
        site.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The site of the journeys. What changes the rules there asks for `rules`, too."""
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="session")
def looked_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The site of `world`: its lists, events and uploads would be in the way of the journeys."""
    with running(tmp_path_factory.mktemp("looked-at")) as site:
        yield site


@pytest.fixture
def rules(server: Server) -> Iterator[Callable[..., str]]:
    """Announces lists and the like, by a call of event_world; forgets them after the test."""

    def tell(*calls: str) -> str:
        return server.run("shell", "-c", "; ".join(["from tests.browser import event_world as world", *calls]))

    yield tell
    tell("world.forget_rules()")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=ARGUMENTS
        )
        yield browser
        browser.close()


@dataclass
class Visits:
    """People at the site, each with a browser. What a console complains of, beyond `expected`, fails the test."""

    browser: Browser
    server: Server
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=lambda: ["the server responded with a status of 4"])

    def __call__(
        self,
        *,
        locale: str = "en",
        size: dict[str, int] = WIDE,
        dark: bool = False,
        javascript: bool = True,
        touch: bool = False,
    ) -> Page:
        context = self.browser.new_context(
            base_url=self.server.url,
            locale=locale,
            viewport=size,
            color_scheme="dark" if dark else "light",
            java_script_enabled=javascript,
            has_touch=touch,
        )
        context.set_default_timeout(20_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in self.expected):
            self.complaints.append(f"{message.text} {message.location.get('url')}")


@contextmanager
def visiting(browser: Browser, server: Server) -> Iterator[Visits]:
    visits = Visits(browser, server)
    yield visits
    for context in visits.contexts:
        context.close()
    assert not visits.complaints


@pytest.fixture
def visit(chromium: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    with visiting(chromium, server) as visits:
        yield visits


@pytest.fixture(scope="session")
def world(looked_at: Server) -> dict[str, str]:
    """Who is signed in by which cookie, and what world.build calls its decks and files."""
    told = looked_at.run("shell", "-c", "from tests.browser.world import build; build()")
    return json.loads(told.splitlines()[-1])


@dataclass
class Tour:
    """Goes to the pages of the site as the people they are for."""

    visit: Visits
    world: dict[str, str]

    def go(self, stop: Stop, locale: str, size: dict[str, int]) -> Page:
        page = self.visit(locale=locale, size=size)
        if stop.who:
            cookie = {"name": "sessionid", "value": self.world[stop.who], "url": self.visit.server.url}
            page.context.add_cookies([cookie])
        page.goto(stop.path.format_map(self.world))
        if stop.act:
            stop.act(page)
        return page


@pytest.fixture
def tour(chromium: Browser, looked_at: Server, world: dict[str, str]) -> Iterator[Tour]:
    with visiting(chromium, looked_at) as visits:
        yield Tour(visits, world)


@pytest.fixture
def page(visit: Callable[..., Page]) -> Page:
    """A visitor at a wide screen who reads English."""
    return visit()
