"""The lists of an event and their breakdown as files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deckbuilder.events.models import Event
from deckbuilder.events.results_selectors import Handed, breakdown, handed_in
from games.engine.decklist_writing import write_json
from games.engine.game import Game
from games.engine.spreadsheets import write_lines
from games.registry import get

TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}

BOM = "\ufeff"
"""Excel takes a CSV file for UTF-8 only if it begins with a byte order mark."""


def lists_csv(event: Event) -> str:
    """A row a card: entry, player, version and fingerprint, what is declared, then zone, quantity, name and code."""
    game = get(event.game)
    keys = [each.key for each in game.declarations]
    head = ["number", "player", "version", "fingerprint", *keys, "zone", "quantity", "name", "code"]
    return BOM + write_lines([head, *(row for each in handed_in(event) for row in _rows(each, game, keys))])


def _rows(handed: Handed, game: Game, keys: list[str]) -> Iterator[list[str]]:
    row, deck = handed.submission, handed.deck
    begin = [str(row.entry.number), row.entry.name, str(row.version), row.fingerprint]
    begin += [deck.declarations.get(key, "") for key in keys]
    for zone in game.zones:
        for entry in deck.zones.get(zone.slug, ()):
            yield [*begin, zone.slug, str(entry.count), entry.card.name, entry.code]
        for line in deck.unknown:
            if line.zone == zone.slug:
                yield [*begin, zone.slug, str(line.count), line.text, ""]


def lists_json(event: Event) -> str:
    """The event and its lists, each as a deck list in JSON."""
    lists = [_list(each, event) for each in handed_in(event)]
    return _json({"event": _told(event), "lists": lists})


def _list(handed: Handed, event: Event) -> dict[str, Any]:
    row = handed.submission
    deck = json.loads(write_json(handed.deck, get(event.game)))
    about = {"number": row.entry.number, "player": row.entry.name, "version": row.version}
    return about | {"fingerprint": row.fingerprint, "deck": deck | {"format": event.format, "name": row.name}}


def _told(event: Event) -> dict[str, Any]:
    return {
        "slug": event.slug,
        "name": event.name,
        "game": event.game,
        "format": event.format,
        "day": event.day.isoformat(),
    }


def breakdown_csv(event: Event) -> str:
    """A row a value: by what, in which zone, how many lists have it, their share of all lists, and how many cards."""
    head = ["by", "zone", "value", "code", "lists", "share", "copies", "average"]
    rows = [[str(row[name]) for name in head] for row in _breakdown(event)["rows"]]
    return BOM + write_lines([head, *rows])


def breakdown_json(event: Event) -> str:
    return _json({"event": _told(event), **_breakdown(event)})


def _breakdown(event: Event) -> dict[str, Any]:
    found = breakdown(event)
    rows = [
        _row(found.lists, part.lists, part.copies, by=group.name, zone="", value=part.value, code="")
        for group in found.groups
        for part in group.parts
    ]
    rows += [
        _row(
            found.lists, each.lists, each.copies, by="card", zone=each.zone, value=each.card.name, code=_code(each.card)
        )
        for each in found.cards
    ]
    return {"lists": found.lists, "rows": rows}


def _code(card: Any) -> str:
    return card.codes[0] if card.codes else ""


def _row(whole: int, lists: int, copies: int, **about: str) -> dict[str, Any]:
    return {**about, "lists": lists, "share": round(lists / whole, 4), "copies": copies, "average": copies / lists}


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


FILES: Mapping[tuple[str, str], Callable[[Event], str]] = {
    ("lists", "csv"): lists_csv,
    ("lists", "json"): lists_json,
    ("breakdown", "csv"): breakdown_csv,
    ("breakdown", "json"): breakdown_json,
}
"""What can be taken away, and in which form."""
