"""A real browser before a running site."""

import os
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect, sync_playwright

from tests.browser.server import Server, running
from tests.browser.stops import Stop
from tests.shared import shared
from tests.site import ROOT, Site

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
TIMEOUT_MS = 60_000
"""For a page to become what is expected: checks run on slow machines, and on all cores at once."""
expect.set_options(timeout=TIMEOUT_MS)

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # One process draws all pages: to start one for every page, or to compile axe in each, costs a third of a test.
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@contextmanager
def shared_server(run_folder: Path, samples: Site, keep: str) -> Iterator[tuple[Server, dict[str, Any]]]:
    """A site that all processes of the run share, and what its keeper says of it."""
    with shared(run_folder / keep.rpartition(".")[2], keep, str(samples.folder), samples.database) as state:
        site = Server.at(state)
        try:
            yield site, state
        finally:
            site.close()


@pytest.fixture(scope="session")
def server(run_folder: Path, samples: Site) -> Iterator[Server]:
    """The site of the journeys, with a worker. Its rules are those of the samples; see `alone`."""
    with shared_server(run_folder, samples, "tests.browser.server.journeys") as (site, _):
        yield site


@pytest.fixture(scope="session")
def looked_at(run_folder: Path, samples: Site) -> Iterator[tuple[Server, dict[str, Any]]]:
    """The site of world.build, whose lists and events would be in the way of the journeys; and what that returned."""
    with shared_server(run_folder, samples, "tests.browser.server.world") as (site, state):
        yield site, state["world"]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or _installed(), args=ARGUMENTS)
        yield browser
        browser.close()


def _installed() -> str:
    """What `make test` finds or installs; see there."""
    return subprocess.run([ROOT / "bin/ensure-chromium"], check=True, capture_output=True, text=True).stdout.strip()


class Pool:
    """Browser contexts to use again: the processes behind a new one cost more than most tests."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.idle: defaultdict[tuple[tuple[str, object], ...], list[BrowserContext]] = defaultdict(list)

    @contextmanager
    def page(self, **options: object) -> Iterator[Page]:
        """A blank page without cookies, in a context with these options."""
        idle = self.idle[tuple(options.items())]
        context = idle.pop() if idle else self._new(options)
        yield context.pages[0]
        try:
            _clear(context)
        except Error:
            context.close()
        else:
            idle.append(context)

    def _new(self, options: dict[str, Any]) -> BrowserContext:
        context = self.browser.new_context(**options)
        context.set_default_timeout(TIMEOUT_MS)
        context.new_page()
        return context


def _clear(context: BrowserContext) -> None:
    """Leave one page, blank, with the pointer in its corner; forget cookies, routes and being offline."""
    page, *others = context.pages
    for other in others:
        other.close()
    page.unroute_all(behavior="ignoreErrors")
    context.set_offline(False)
    page.goto("about:blank")
    page.mouse.move(0, 0)
    context.clear_cookies()


@pytest.fixture(scope="session")
def pool(chromium: Browser) -> Pool:
    return Pool(chromium)


@dataclass
class Visits:
    """People at the site, each with a browser. What a console complains of, beyond `expected`, fails the test."""

    pool: Pool
    server: Server
    pages: ExitStack
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=lambda: ["the server responded with a status of 4"])

    def __call__(
        self,
        *,
        locale: str = "en",
        size: dict[str, int] = WIDE,
        javascript: bool = True,
        touch: bool = False,
        session: str = "",
    ) -> Page:
        """A browser, signed in where a session is given."""
        page = self.pages.enter_context(
            self.pool.page(base_url=self.server.url, locale=locale, java_script_enabled=javascript, has_touch=touch)
        )
        page.set_viewport_size(size)
        page.emulate_media(color_scheme="light", media="null")
        if session:
            page.context.add_cookies([{"name": "sessionid", "value": session, "url": self.server.url}])
        self.pages.enter_context(self._listening(page))
        return page

    @contextmanager
    def _listening(self, page: Page) -> Iterator[None]:
        listeners = (("console", self._console), ("pageerror", self._error))
        for event, listen in listeners:
            page.on(event, listen)
        yield
        page.evaluate("null")  # answered after all that the console said before
        for event, listen in listeners:
            page.remove_listener(event, listen)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in self.expected):
            self.complaints.append(f"{message.text} {message.location.get('url')}")

    def _error(self, error: Error) -> None:
        self.complaints.append(str(error))


@contextmanager
def visiting(pool: Pool, server: Server) -> Iterator[Visits]:
    with ExitStack() as pages:
        visits = Visits(pool, server, pages)
        yield visits
    assert not visits.complaints


@pytest.fixture
def visit(pool: Pool, server: Server) -> Iterator[Visits]:
    with visiting(pool, server) as visits:
        yield visits


@pytest.fixture
def alone(pool: Pool, samples: Site, tmp_path: Path) -> Iterator[Visits]:
    """Visits to a site of the test's own, where it can change the rules for everybody."""
    with running(samples, tmp_path / "site") as site, visiting(pool, site) as visits:
        yield visits


@dataclass
class Tour:
    """Goes to the pages of the site as the people they are for."""

    visit: Visits
    world: dict[str, Any]

    def go(self, stop: Stop, locale: str, size: dict[str, int]) -> Page:
        page = self.visit(locale=locale, size=size, session=self.world[stop.who] if stop.who else "")
        page.goto(stop.path.format_map(self.world))
        if stop.act:
            stop.act(page)
        return page


@pytest.fixture
def tour(pool: Pool, looked_at: tuple[Server, dict[str, Any]]) -> Iterator[Tour]:
    site, world = looked_at
    with visiting(pool, site) as visits:
        yield Tour(visits, world)


@pytest.fixture
def page(visit: Callable[..., Page]) -> Page:
    """A visitor at a wide screen who reads English."""
    return visit()
