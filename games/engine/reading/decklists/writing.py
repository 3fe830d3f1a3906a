"""Writes a deck as a list that reads back as the same deck.

`shared_names`: the folded names that several cards of the catalog have, see
`Catalog.shared_names`; their numbers are written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from itertools import chain
from typing import Any, NamedTuple

from games.engine.model.decks import MAYBE, Deck, DeckLine
from games.engine.model.game import Game, Zone
from games.engine.reading.decklists.forms import COLUMNS
from games.engine.texts.spreadsheets import write_lines
from games.engine.texts.visible import clean
from games.engine.texts.writing import fold

Names = Collection[str]

UNSETTLED = "(?)"
"""Follows a line that names no card, so that it is not read as a name and a number."""

_MISREAD = re.compile(r"[-−－]?\d|.*[xXｘＸ×✕]\s*\d+$|.*[()（）\[\]［］【】〔〕]")


class Row(NamedTuple):
    """A card of a zone, or a line that names no card."""

    quantity: int
    name: str
    code: str
    is_card: bool


def write_text(deck: Deck, game: Game, shared_names: Names = frozenset()) -> str:
    """The deck as a text. A card has its number too where the deck says which printing, or its name is not enough."""
    lines = [f"{key}: {value}" for key, value in headers_of(deck)]
    for zone, rows in zones_of(deck, game, shared_names):
        lines.append(f"[{zone}]")
        lines += map(card_line, rows)
    return "\n".join(lines) + "\n"


def write_csv(deck: Deck, game: Game, shared_names: Names = frozenset()) -> str:
    """The deck as `zone,quantity,name,code`; headers are rows with only a name."""
    lines = [["", "", f"{key}: {value}", ""] for key, value in headers_of(deck)]
    for zone, rows in zones_of(deck, game, shared_names):
        if not rows:
            lines.append([zone, "", "", ""])
        lines += ([zone, str(row.quantity), row.name, row.code] for row in rows)
    return write_lines([COLUMNS, *lines])


def write_json(deck: Deck, game: Game, shared_names: Names = frozenset()) -> str:
    """The deck as an object with `game format name declarations zones`."""
    return json.dumps(as_json(deck, game, shared_names), ensure_ascii=False, indent=1) + "\n"


def as_json(deck: Deck, game: Game, shared_names: Names = frozenset()) -> dict[str, Any]:
    """The same before it is a text."""
    zones = {
        zone: [{"quantity": row.quantity, "name": row.name} | ({"code": row.code} if row.code else {}) for row in rows]
        for zone, rows in zones_of(deck, game, shared_names)
    }
    declarations = {key: clean(value) for key, value in deck.declarations.items() if value}
    head = {"game": deck.game, "format": deck.format, "name": clean(deck.name)}
    return head | {"declarations": declarations, "zones": zones}


def write_line(entry: DeckLine, game: Game, shared_names: Names = frozenset()) -> str:
    """One card as a line of text: `3x Name`, or `3x Name (NUMBER)`."""
    return card_line(_row(entry, game, shared_names))


def headers_of(deck: Deck) -> Iterator[tuple[str, str]]:
    """What a deck states, by the keys of headers."""
    pairs = {"game": deck.game, "format": deck.format, "name": deck.name} | dict(deck.declarations)
    return ((key, clean(value)) for key, value in pairs.items() if clean(value))


def card_line(row: Row, times: str = "x") -> str:
    """`3x Name (NUMBER)`; `times` stands after the quantity."""
    suffix = f"({row.code})" if row.code else "" if row.is_card else UNSETTLED
    return f"{row.quantity}{times} {row.name} {suffix}".rstrip()


def zones_of(deck: Deck, game: Game, shared_names: Names) -> Iterator[tuple[str, list[Row]]]:
    """The zones to write, in the game's order, the maybe-board last; a zone is left out where reading would put in just
    what is there."""
    others = dict.fromkeys(chain(deck.sections, (line.zone for line in deck.unknown)))
    slugs = dict.fromkeys(chain((zone.slug for zone in game.zones), others))
    for slug in sorted(slugs, key=lambda slug: slug == MAYBE):
        zone = next((zone for zone in game.zones if zone.slug == slug), None)
        rows = _rows(deck, game, slug, shared_names)
        if not _is_prefill(deck, zone, rows) if zone and zone.prefill else slug in others:
            yield slug, rows


def _is_prefill(deck: Deck, zone: Zone, rows: list[Row]) -> bool:
    entries = deck.zones.get(zone.slug, ())
    prefill = list(zone.prefill().items()) if zone.prefill else []
    same = [(entry.card.key, entry.count) for entry in entries] == prefill
    return same and len(rows) == len(entries) and not any(entry.code for entry in entries)


def _rows(deck: Deck, game: Game, zone: str, shared_names: Names) -> list[Row]:
    rows = [_row(entry, game, shared_names) for entry in deck.sections.get(zone, ())]
    return rows + [Row(line.count, clean(line.text), "", False) for line in deck.all_unknown if line.zone == zone]


def _row(entry: DeckLine, game: Game, shared_names: Names) -> Row:
    card, count, code = entry
    name = clean(card.name)
    if not code and (_finer(game) or fold(name) in shared_names or name != card.name or _MISREAD.match(name)):
        code = card.codes[0] if card.codes else ""
    return Row(count, name, code, True)


def _finer(game: Game) -> bool:
    """Whether a card's identity has more than name and kind, so that a name alone is ambiguous to people, too."""
    return not {*game.identity} <= {"name", "kind"}
