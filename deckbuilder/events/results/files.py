"""The lists of an event and their breakdown as files; all lists together are streamed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.common.http.downloads import one_at_a_time
from deckbuilder.common.rest.json_text import indented_json
from deckbuilder.events.models import Event
from deckbuilder.events.readiness import gate
from deckbuilder.events.results.selectors import PublishedList, breakdown, slices, version
from games.engine.model.game import Game
from games.engine.reading.decklists.writing import as_json
from games.engine.texts.spreadsheets import write_lines
from games.registry import get

TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}

BOM = "\ufeff"
"""Excel reads a CSV file as UTF-8 only if it begins with a byte order mark."""


FORM = 2
"""The version of the file formats."""


def lists_csv(event: Event) -> Iterator[str]:
    """A row per card: entry, player, version and fingerprint, declarations, zone, quantity, name and code; last, `yes`
    if an organiser overrode the verdict."""
    game = get(event.game)
    keys = [each.key for each in game.declarations]
    head = ["number", "player", "version", "fingerprint", *keys, "zone", "quantity", "name", "code", "let_through"]
    yield BOM + write_lines([head])
    through = gate.let_through(event)
    for part in slices(event):
        rows = ((each, row) for each in part for row in _rows(each, game, keys))
        yield write_lines([*row, "yes" if each.submission.entry_id in through else ""] for each, row in rows)


def _rows(published: PublishedList, game: Game, keys: list[str]) -> Iterator[list[str]]:
    row, deck = published.submission, published.deck
    begin = [str(row.entry.number), row.entry.name, str(row.version), row.fingerprint]
    begin += [deck.declarations.get(key, "") for key in keys]
    for zone in game.zones:
        for entry in deck.zones.get(zone.slug, ()):
            yield [*begin, zone.slug, str(entry.count), entry.card.name, entry.code]
        for line in deck.unknown:
            if line.zone == zone.slug:
                yield [*begin, zone.slug, str(line.count), line.text, ""]


def lists_json(event: Event) -> Iterator[str]:
    """The event and its lists, each as a deck list in JSON."""
    yield f'{{\n "event": {indented_json(_event_data(event), 1)},\n "lists": ['
    game, through, between, end = get(event.game), gate.let_through(event), "", "]"
    shared_names = namesakes(game).names
    for part in slices(event):
        yield between + ",".join(
            f"\n  {indented_json(_list(each, event, game, shared_names, through), 2)}" for each in part
        )
        between, end = ",", "\n ]"
    yield f"{end}\n}}\n"


def _list(
    published: PublishedList, event: Event, game: Game, shared_names: Collection[str], through: Container[int]
) -> dict[str, Any]:
    row, deck = published.submission, as_json(published.deck, game, shared_names)
    about = {"number": row.entry.number, "player": row.entry.name, "version": row.version}
    about |= {"fingerprint": row.fingerprint, "let_through": row.entry_id in through}
    return about | {"deck": deck | {"format": event.format, "name": row.name}}


def _event_data(event: Event) -> dict[str, Any]:
    return {
        "slug": event.slug,
        "name": event.name,
        "game": event.game,
        "format": event.format,
        "day": event.day.isoformat(),
    }


def breakdown_csv(event: Event) -> Iterable[str]:
    """A row per value: the group, the zone, the number of lists, their share of all lists, and the number of cards."""
    head = ["by", "zone", "value", "code", "lists", "share", "copies", "average"]
    rows = [[str(row[name]) for name in head] for row in _breakdown(event)["rows"]]
    return [BOM + write_lines([head, *rows])]


def breakdown_json(event: Event) -> Iterable[str]:
    return [indented_json({"event": _event_data(event), **_breakdown(event)}) + "\n"]


def _breakdown(event: Event) -> dict[str, Any]:
    counts = breakdown(event)
    rows = [
        _row(counts.lists, part.lists, part.copies, by=group.name, zone="", value=part.value, code="")
        for group in counts.groups
        for part in group.parts
    ]
    rows += [
        _row(
            counts.lists,
            each.lists,
            each.copies,
            by="card",
            zone=each.zone,
            value=each.card.name,
            code=_code(each.card),
        )
        for each in counts.cards
    ]
    return {"lists": counts.lists, "rows": rows}


def _code(card: Any) -> str:
    return card.codes[0] if card.codes else ""


def _row(whole: int, lists: int, copies: int, **about: str) -> dict[str, Any]:
    return {**about, "lists": lists, "share": round(lists / whole, 4), "copies": copies, "average": copies / lists}


FILES: Mapping[tuple[str, str], Callable[[Event], Iterable[str]]] = {
    ("lists", "csv"): lists_csv,
    ("lists", "json"): lists_json,
    ("breakdown", "csv"): breakdown_csv,
    ("breakdown", "json"): breakdown_json,
}
"""The files that can be downloaded, with their formats."""


def answer(event: Event, what: str, ending: str) -> HttpResponseBase:
    """A file of FILES as a response. Its ETag is known before any of it is written."""
    response_class = StreamingHttpResponse if what == "lists" else HttpResponse
    facts = f"{FORM} {what}.{ending} {version(event)}"
    etag = f'"{hashlib.sha256(facts.encode()).hexdigest()[:32]}"'
    return response_class(one_at_a_time(FILES[what, ending](event)), content_type=TYPES[ending], headers={"ETag": etag})
