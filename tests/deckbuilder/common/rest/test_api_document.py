"""Every example of docs/api.md is answered as it says, and it has one for every address and a word for every error."""

import json
import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation, TooManyFilesSent
from django.db import OperationalError
from django.http import Http404
from psycopg.errors import QueryCanceled
from rest_framework import exceptions
from rest_framework.authtoken.models import Token

from deckbuilder.accounts.limits import TooMany
from deckbuilder.catalog.models import RestrictionList
from deckbuilder.common.broken import BrokenRowError
from deckbuilder.common.errors import problem_of
from deckbuilder.decks.changes.edits import OPS
from deckbuilder.decks.models import Deck, Photo, Visibility
from deckbuilder.events.notify.tasks import mail
from deckbuilder.stats import tasks
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import services
from deckbuilder.stats.throttle import Busy
from tests.deckbuilder.api import ROOT, ApiTest, description
from tests.deckbuilder.api_document import current

TEXT = (Path(__file__).parents[4] / "docs" / "api.md").read_text(encoding="utf-8")
LEAGUE = {
    "game": "xing-ling-wang",
    "slug": "league",
    "title": "League",
    "version": "2026.1",
    "effective_from": date(2026, 3, 1),
    "source": "https://example.org/league",
    "limits": {"魚乾會計": 0, "飛簷三姊妹": 1},
}
EVENTS_TODAY = datetime(2027, 3, 1, 4, 0, tzinfo=UTC)
"""When the examples of events are asked: at the deadline one of them sets."""
CANCELLED = OperationalError()
CANCELLED.__cause__ = QueryCanceled()
REFUSALS = (
    BrokenRowError(Deck(format="nonsense"), "format"),
    exceptions.ValidationError(),
    exceptions.ParseError(),
    exceptions.NotAuthenticated(),
    exceptions.AuthenticationFailed(),
    exceptions.PermissionDenied(),
    exceptions.NotFound(),
    exceptions.MethodNotAllowed("PUT"),
    exceptions.UnsupportedMediaType("text/xml"),
    exceptions.Throttled(3),
    Http404(),
    SuspiciousOperation(),
    RequestDataTooBig(),
    OperationalError(),
    CANCELLED,
    Busy(),
    TooMany("deck", 60, 9),
    TooManyFilesSent(),
)
EXAMPLE = re.compile(r"```http\n(.*?)```\n(?:```(json|text)\n(.*?)```)?", re.DOTALL)
ANYTHING = "…"


class Example(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: str
    kind: str
    answer: str


def examples():
    for request, kind, answer in EXAMPLE.findall(TEXT):
        head, _, body = request.partition("\n\n")
        first, *lines = head.splitlines()
        method, path = first.split(" ", 1)
        headers = dict(line.split(": ", 1) for line in lines)
        yield Example(method.lower(), path.removeprefix(ROOT), headers, body.rstrip("\n"), kind, answer)


def same(told, found, place="answer"):
    """Fail where the answer is not what the document tells, `…` being anything."""
    if isinstance(told, dict):
        more = told.get(ANYTHING) is not None
        names = set(told) - {ANYTHING}
        assert names <= set(found) if more else names == set(found), (place, names ^ set(found))
        for name in names:
            same(told[name], found[name], f"{place}.{name}")
    elif isinstance(told, list):
        more = told[-1:] == [ANYTHING]
        given = told[:-1] if more else told
        assert len(given) < len(found) if more else len(given) == len(found), (place, len(found))
        for number, each in enumerate(given):
            same(each, found[number], f"{place}.{number}")
    elif told == ANYTHING:
        assert isinstance(found, str | int), place
    elif isinstance(told, str) and told.endswith(ANYTHING):
        assert isinstance(found, str), place
        assert found.startswith(told.removesuffix(ANYTHING)), (place, found)
    else:
        assert told == found, (place, found)


def shown_keys(answer):
    """What later examples of events ask with."""
    name = answer.raw.resolver_match.url_name
    if name == "api-events" and answer.status == 201:
        return {"event": answer.body["slug"]}
    if name == "api-uploads" and answer.status == 201:
        return {"upload": answer.body["id"]}
    if name == "api-comments" and answer.status == 201:
        return {"comment": answer.body["id"]}
    return {"entry": answer.body["key"]} if name == "api-enter" else {}


def sent(example):
    """The body; the lines of a form with files end as the web has them."""
    form = example.headers["Content-Type"].startswith("multipart/")
    return example.body.replace("\n", "\r\n") + "\r\n" if form else example.body


def play(simulation):
    """What a worker would do with it."""
    while (number := services.take(simulation)) is not None:
        services.play(simulation, number)


class DocumentTest(ApiTest):
    @pytest.mark.slow
    def test_every_example_is_answered_so(self):
        self.enterContext(mock.patch.object(tasks.play_next, "apply_async"))
        self.enterContext(mock.patch.object(mail, "delay"))
        self.enterContext(self.settings(EMAIL_HOST="mail.example.org"))
        self.enterContext(mock.patch("deckbuilder.events.clock.now", return_value=EVENTS_TODAY))
        public = self.sample_deck("xing-ling-wang/lantern-parade", visibility=Visibility.LINK).slug
        RestrictionList.objects.create(**LEAGUE)
        self.deck(name="Paper boats", visibility=Visibility.PUBLIC)
        theirs = self.deck(name="Night boats", owner=self.bob, visibility=Visibility.PUBLIC).slug
        text = "2x 紙傘婆婆\n? 3x 雪孃"
        photo = Photo.objects.create(game="xing-ling-wang", text=text, read_at=EVENTS_TODAY)
        known = {"photo": photo.key, "token": Token.objects.create(user=self.alice).key, "public": public}
        known["theirs"] = theirs
        for example in examples():
            with self.subTest(f"{example.method} {example.path}"):
                answer = self.answer(example, known)
                known |= shown_keys(answer)
                if answer.raw.resolver_match.url_name == "api-decks" and answer.status == 201:
                    known |= {"deck": answer.body["slug"], "key": answer.body["edit_key"]}
                if answer.raw.resolver_match.url_name == "api-playtests":
                    watched = answer.body["watch"].rstrip("/").rpartition("/")[2]
                    known |= {"playtest": answer.body["slug"], "game_key": answer.body["edit_key"], "watched": watched}
                if answer.raw.resolver_match.url_name == "api-simulations":
                    known |= {"simulation": answer.body["slug"]}
                    play(Simulation.objects.get())

    def answer(self, example, known):
        path, headers = (
            example.path.format(**known),
            {name: text.format(**known) for name, text in example.headers.items()},
        )
        how = {"content_type": headers.pop("Content-Type")} if "Content-Type" in headers else {}
        body = {"data": sent(example).replace("{public}", known["public"])} if example.body else {}
        answer = self.ask(example.method, path, headers=headers, **how, **body)
        if example.kind == "json":
            same(json.loads(example.answer), answer.body)
        else:
            told, found = example.answer.split(), answer.body.lstrip("\ufeff").split()
            cut = len(told) - 1 if told[-1:] == [ANYTHING] else None
            assert told[:cut] == found[:cut]
        return answer

    def test_every_address_has_an_example(self):
        shown = {(example.method, re.sub(r"\?.*", "", example.path)) for example in examples()}
        shown = {(method, re.sub(r"(entries|nodes)/\d+", r"\1/1", path)) for method, path in shown}
        told = {(method, path) for path, operations in description()["paths"].items() for method in operations}
        concrete = {"{slug}": "{deck}", "games/{deck}": "games/xing-ling-wang", "{code}": "XLW-S097"}
        concrete |= {"simulations/{deck}": "simulations/{simulation}", "events/{deck}": "events/{event}"}
        concrete |= {"photos/{key}": "photos/{photo}"}
        concrete |= {"playtests/{deck}": "playtests/{playtest}", "watched/{deck}": "watched/{watched}"}
        concrete |= {f"decks/{{deck}}/{name}": f"decks/{{theirs}}/{name}" for name in ("favourite", "comments")}
        concrete |= {"{name}": "bob", "comments/{number}": "comments/{comment}"}
        concrete |= {"{number}": "1", "{version}": "1", "{user}": "bob", "{other}": "{simulation}"}
        for pattern, example in concrete.items():
            told = {(method, path.replace(pattern, example)) for method, path in told}
        assert {(method, ROOT + path) for method, path in shown} == told

    def test_every_operation_is_told(self):
        table = TEXT.partition("### Operations")[2].partition("```")[0]
        first = re.findall(r"^\| ((?:`\w+` ?)+) \|", table, re.MULTILINE)
        assert set(re.findall(r"\w+", " ".join(first))) - {"op"} == set(OPS)

    def test_every_code_is_told_with_its_status(self):
        rows = re.findall(r"^\| `([\w-]+)` \| (\d+) \|", TEXT, re.MULTILINE)
        told = {code: int(status) for code, status in rows}
        problems = [problem_of(error) for error in REFUSALS]
        beside = {"server-error": 500, "address-too-long": 414, "too-slow": 503}
        assert told == {problem.code: problem.status for problem in problems} | beside

    def test_what_repeats_the_code_is_current(self):
        assert current(TEXT) == TEXT, "run python -m tests.deckbuilder.api_document"
