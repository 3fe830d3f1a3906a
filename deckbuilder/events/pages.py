"""What the pages of events show, gathered for their templates."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy

from deckbuilder.catalog.selectors import restriction_lists
from deckbuilder.decks.sentences import fix, message, read
from deckbuilder.events import access, clock, selectors
from deckbuilder.events.models import Event, RoleName, State, Submission
from deckbuilder.events.sentences import OWN_LIST, list_names
from deckbuilder.events.standings import Standing
from deckbuilder.events.to_games import own_slug
from games.engine.decks import Deck
from games.engine.game import Game
from games.engine.legality import Verdict
from games.registry import get

STANDINGS: dict[str, Any] = {
    "ready": gettext_lazy("Ready"),
    "warning": gettext_lazy("Look at it"),
    "overridden": gettext_lazy("Let through"),
    "illegal": gettext_lazy("Illegal"),
    "incomplete": gettext_lazy("Incomplete"),
    "missing": gettext_lazy("No list"),
    "dropped": gettext_lazy("Left"),
}
"""What the standing of an entry is called."""

COLOURS = {
    "ready": "legal", "warning": "incomplete", "overridden": "incomplete", "illegal": "illegal",
    "incomplete": "illegal", "missing": "illegal", "dropped": "gone",
}  # fmt: skip
"""Which badge of verdicts it looks like: settled, to be looked at, or in the way of the start."""


def new_nonce() -> str:
    """What tells a form sent twice from two forms."""
    return secrets.token_urlsafe(12)


def head(request: HttpRequest, event: Event) -> dict[str, Any]:
    """What every page of an event has: the event, its game, how far it has come, and what this person may do."""
    game, role, now = get(event.game), access.role(request, event), clock.now()
    return {
        "event": event,
        "game": game,
        "format": read(game.format(event.format).label),
        "state": event.state(now),
        "now": now,
        "role": role,
        "is_organiser": role == RoleName.ORGANISER,
        "before_start": event.state(now) in (State.OPEN, State.CLOSED),
        "lists": list_names(event),
        "lists_open": selectors.lists_open(event),
        "link": request.build_absolute_uri(event.get_absolute_url()),
    }


class Finding(NamedTuple):
    """A violation in words."""

    code: str
    severity: str
    message: str
    rule: str
    fix: str


def findings(verdict: Verdict) -> list[Finding]:
    game = get(verdict.game)
    return [
        Finding(each.code, each.severity, message(each, game), each.rule, fix(each, game))
        for each in verdict.violations
    ]


class Zone(NamedTuple):
    """A zone of a list on paper: copies, name and number of each card; lines that name none have no number."""

    label: str
    size: int
    rows: list[tuple[int, str, str]]
    lines: list[tuple[int, str]]


def zones(deck: Deck, game: Game) -> list[Zone]:
    """The zones of a list that have something in them."""
    found = []
    for zone in game.zones:
        rows = [(entry.count, entry.card.name, entry.code) for entry in deck.zones.get(zone.slug, ())]
        lines = [(line.count, line.text) for line in deck.unknown if line.zone == zone.slug]
        if rows or lines:
            found.append(Zone(read(zone.label), deck.size(zone.slug), rows, lines))
    return found


def receipt(event: Event, submission: Submission) -> dict[str, Any]:
    """A list that was handed in: what its receipt said then, and what the judge says now."""
    deck = selectors.deck_of(event, submission)
    verdict = selectors.judge(event, deck)
    return {
        "submission": submission,
        "entry": submission.entry,
        "zones": zones(deck, get(event.game)),
        "declared": [value for value in deck.declarations.values() if value],
        "findings": findings(verdict),
        "verdict": verdict,
        "judged_by": [f"{_title(event, slug)} {version}" for slug, version in submission.receipt["lists"]],
        "judged_for": date.fromisoformat(submission.receipt["on"]),
        "differs": verdict.status != submission.status,
    }


def _title(event: Event, slug: str) -> str:
    """What a restriction list is called, even one that no longer judges the event."""
    if slug == own_slug(event):
        return str(OWN_LIST)
    known = restriction_lists(get(event.game))
    titles = {each.slug: each.title for each in known} | {each["slug"]: each["title"] for each in event.pinned}
    return titles.get(slug, slug)


class Line(NamedTuple):
    """An entry on the roster."""

    standing: Standing
    label: str
    colour: str
    findings: list[Finding]


def line(standing: Standing) -> Line:
    told = findings(standing.verdict) if standing.verdict else []
    return Line(standing, str(STANDINGS[standing.state]), COLOURS[standing.state], told)


class Count(NamedTuple):
    """How many entries stand like this."""

    state: str
    label: str
    colour: str
    count: int  # type: ignore[assignment]  # instead of the method of tuples


def counted(counts: Mapping[str, int]) -> list[Count]:
    """What there is of each standing, in the order in which somebody is needed."""
    return [Count(state, str(STANDINGS[state]), COLOURS[state], count) for state, count in counts.items() if count]


def key_link(request: HttpRequest, event: Event, key: str) -> str:
    """The link a player without an account keeps."""
    return request.build_absolute_uri(reverse("events:open", args=[event.slug, key]))


class Tile(NamedTuple):
    """An event in a list."""

    event: Event
    game: Game
    format: str
    state: State


def tiles(found: Iterable[Event]) -> list[Tile]:
    now, made = clock.now(), []
    for event in found:
        game = get(event.game)
        made.append(Tile(event, game, read(game.format(event.format).label), event.state(now)))
    return made
