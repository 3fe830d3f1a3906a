"""Rows of a catalog as they were, kept with each change, from which every earlier state can be worked out."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple

from deckbuilder.catalog.models import CatalogState, PlainJSON, Printing
from games.engine.model.game import Game

NAMED = 500
"""Up to so many rows are asked for by number."""


class Snapshot(NamedTuple):
    """What a printing's row held."""

    name: str
    facts: dict[str, Any]
    released: str
    """As ISO text; "" if it has no day."""

    retired: bool
    position: int

    def write(self, row: Printing) -> Printing:
        """The row with these values."""
        row.name, row.facts, row.retired, row.position = self.name, self.facts, self.retired, self.position
        row.released = date.fromisoformat(self.released) if self.released else None
        return row

    def row(self, game: Game, code: str) -> Printing:
        """A new row with these values, not stored."""
        return self.write(Printing(game=game.slug, code=code))


Rows = Mapping[str, Snapshot | None]
"""Rows by the number of the printing; None: there was none."""


def snapshot(row: Printing) -> Snapshot:
    released = row.released.isoformat() if row.released else ""
    return Snapshot(row.name, row.facts, released, row.retired, row.position)


def record(game: Game, before: Rows, state: CatalogState | None) -> None:
    """Keep what a change replaces; nothing if it replaces nothing. Requires the transaction of the change."""
    if before:
        state = state or CatalogState(game=game.slug)
        text = json.dumps(before, cls=PlainJSON, separators=(",", ":"))
        state.before, state.changed = zlib.compress(text.encode()), len(before)
        state.save(force_insert=True)


def rows_before(state: CatalogState) -> dict[str, Snapshot | None]:
    """What the change that left a state replaced."""
    table = json.loads(zlib.decompress(state.before))
    return {code: Snapshot(*values) if values else None for code, values in table.items()}


def current_rows(game: Game, codes: Iterable[str]) -> dict[str, Snapshot | None]:
    """These rows as they are."""
    rows: dict[str, Snapshot | None] = dict.fromkeys(codes)
    stored = Printing.objects.filter(game=game.slug)
    if len(rows) <= NAMED:
        stored = stored.filter(code__in=list(rows))
    for row in stored.iterator(chunk_size=2000):
        if row.code in rows:
            rows[row.code] = snapshot(row)
    return rows


def rows_after(game: Game, state: int, codes: Iterable[str]) -> dict[str, Snapshot | None]:
    """These rows as the change with that primary key left them: from today's, all later changes are taken back."""
    rows = current_rows(game, codes)
    for later in CatalogState.objects.filter(game=game.slug, pk__gt=state).order_by("-pk").iterator(chunk_size=1):
        rows |= {code: each for code, each in rows_before(later).items() if code in rows}
    return rows
