"""Sends what people of a walk ask for, and says what is wrong with the answers."""

from __future__ import annotations

import hashlib
import json
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import TestCase
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import Resolver404, resolve

from tests.walker import markup
from tests.walker.markup import HOST, Page
from tests.walker.values import File
from tests.walker.world import Person

BROKEN = (400, 403, 404, 405, 410)
"""Statuses that no link or form of a page may lead to."""

DRAWN_BY_SCRIPTS = ("api-docs",)
"""Pages without a heading until their script runs."""

CLOSES_ITSELF = 'id="django-admin-popup-response-constants"'
"""In what the admin answers to the window of a new object, which nobody sees."""

SITE_NAME = "· 組牌台 Deckbuilder"
FORM = "application/x-www-form-urlencoded"
STATIC = f"/{settings.STATIC_URL.strip('/')}/"
MAX_SHOWN = 300
MAX_REDIRECTS = 8
MAX_REPEATS = 10
"""So often at most an answer asks the database the same with other values: more grows with what there is."""

LINKS_A_PAGE = 2
"""So many links of a page are checked whenever one is drawn."""


@dataclass(frozen=True)
class Request:
    """What somebody sends. `source`: the page it comes from; `sense`: it is sent as that page offers it."""

    method: str
    address: str
    pairs: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, File], ...] = ()
    multipart: bool = False
    htmx: bool = False
    token: str = ""
    source: str = ""
    sense: bool = True

    def __str__(self) -> str:
        lines = [f"{name} = {_short(value)}" for name, value in self.pairs if name != "csrfmiddlewaretoken"]
        lines += [f"{name} = file {file!r}: {_short(content)}" for name, (file, content) in self.files]
        ends = (" by htmx" if self.htmx else "") + (f", on {self.source}" if self.source else "")
        return "\n    ".join([f"{self.method} {_short(self.address)}{ends}", *lines])


def _short(value: str | bytes) -> str:
    return repr(value) if len(value) <= MAX_SHOWN else f"{value[:MAX_SHOWN]!r}… ({len(value)} in all)"


@dataclass
class Answer:
    """`target`: the address on this site that it redirects to; `page`: what it shows, if it is HTML."""

    status: int
    kind: str
    text: str
    target: str = ""
    page: Page | None = None


class WalkError(AssertionError):
    """Something that no visitor should meet."""

    def __init__(self, who: str, request: Request, problem: str) -> None:
        super().__init__(f"{problem}\n  {who}: {request}")


class Checks:
    """Remembers what was asked for. `trail`: a digest of all requests and answers, the same for the same walk."""

    def __init__(self) -> None:
        self.links: set[tuple[str, str]] = set()
        self.views: Counter[str] = Counter()
        self.trail = hashlib.sha256()

    @contextmanager
    def watching(self, who: str, request: Request) -> Iterator[None]:
        """Whatever the site raises meanwhile is a failure."""
        try:
            with TestCase.captureOnCommitCallbacks(execute=True):
                yield
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            problem = f"{type(error).__name__}: {error} ({last.filename}:{last.lineno})"
            raise WalkError(who, request, problem) from error

    def send(self, person: Person, request: Request) -> Answer:
        """The answer, once all that holds for every answer has been checked."""
        statements: Counter[str] = Counter()

        def count(execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
            statements[sql] += 1
            return execute(sql, *arguments)

        with self.watching(person.name, request), connection.execute_wrapper(count):
            response = _sent(person, request)
            content = response.getvalue()
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        readable = kind.startswith("text/") or kind.endswith("json")
        answer = Answer(response.status_code, kind, content.decode(errors="replace") if readable else "")
        if location := response.headers.get("Location"):
            answer.target = Page(request.address).resolve(location)
        if kind == "text/html" and answer.text:
            answer.page = markup.read(request.address, answer.text)
        self.trail.update(f"{person.name} {request.method} {view_name(request.address)} {answer.status};".encode())
        for problem in (*self._problems(request, answer), *_repeated(request, statements)):
            raise WalkError(person.name, request, problem)
        return answer

    def _problems(self, request: Request, answer: Answer) -> Iterator[str]:
        if answer.status >= 500:
            yield f"answers {answer.status}"
        if answer.kind == "application/json" and not _is_json(answer.text):
            yield "an answer that is not the JSON it says it is"
        if answer.page is not None:
            yield from self._page_problems(request, answer.page, answer)

    def _page_problems(self, request: Request, page: Page, answer: Answer) -> Iterator[str]:
        if page.planted:
            yield f"a text is not escaped: {page.planted}"
        if not page.full:
            if not request.htmx:
                yield "a fragment where a page was asked for"
            return
        if CLOSES_ITSELF in answer.text:
            return
        if not page.title.removesuffix(SITE_NAME).strip(" ·|–-"):
            yield f"a page without a title: {page.title!r}"
        if not page.language:
            yield "a page that does not name its language"
        if page.headings != 1 and view_name(page.address) not in DRAWN_BY_SCRIPTS:
            yield f"a page with {page.headings} main headings"
        for asset in page.assets:
            if asset.startswith(STATIC) and finders.find(urlsplit(asset).path.removeprefix(STATIC)) is None:
                yield f"a file that is not there: {asset}"

    def follow(self, person: Person, request: Request) -> Answer:
        """The answer at the end of all redirects."""
        answer = self.send(person, request)
        for _ in range(MAX_REDIRECTS):
            if not answer.target:
                return answer
            answer = self.send(person, replace(request, method="GET", address=answer.target, pairs=(), files=()))
        raise WalkError(person.name, request, f"redirects more than {MAX_REDIRECTS} times")

    def check_links(self, person: Person, page: Page) -> None:
        """Ask for some addresses on a page that was just drawn; after a while that person has asked for all."""
        for address in self._unchecked(person, page):
            request = Request("GET", address, source=page.address)
            if (status := self.follow(person, request).status) in BROKEN:
                raise WalkError(person.name, request, f"a link leads to {status}")

    def _unchecked(self, person: Person, page: Page) -> list[str]:
        """A few addresses that this person has not asked for, each of another view, rarely seen ones first."""
        addresses = [*page.links, *(each for each in page.assets if not each.startswith(STATIC))]
        new = [each for each in addresses if (person.name, each) not in self.links]
        by_view = {view_name(each): each for each in reversed(new)}
        chosen = sorted(by_view.values(), key=lambda each: self.views[view_name(each)])[:LINKS_A_PAGE]
        for each in chosen:
            self.links.add((person.name, each))
            self.views[view_name(each)] += 1
        return chosen


def _repeated(request: Request, statements: Mapping[str, int]) -> Iterator[str]:
    for sql, times in statements.items():
        if request.method == "GET" and times > MAX_REPEATS:
            yield f"asks the database {times} times: {sql}"


def _sent(person: Person, request: Request) -> HttpResponse:
    headers = {"HX-Request": "true"} if request.htmx else {}
    if request.token:
        headers["X-CSRFToken"] = request.token
    address = f"http://{HOST}{request.address}"
    if request.method == "GET":
        return person.browser.get(address, headers=headers)
    if request.multipart:
        body, kind = encode_multipart(BOUNDARY, _parts(request)), MULTIPART_CONTENT
    else:
        body, kind = urlencode(request.pairs, errors="surrogatepass").encode(), FORM
    return person.browser.generic("POST", address, body, kind, headers=headers)


def _parts(request: Request) -> dict[str, list[object]]:
    parts: dict[str, list[object]] = {}
    for name, value in request.pairs:
        parts.setdefault(name, []).append(value.encode(errors="replace").decode())
    for name, (file, content) in request.files:
        parts.setdefault(name, []).append(SimpleUploadedFile(file, content))
    return parts


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def view_name(address: str) -> str:
    """The name of an address; "" of one that leads nowhere."""
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return ""
