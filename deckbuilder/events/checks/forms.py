"""The form of a deck check: ticks and typed numbers, kept until the check can be recorded."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from django.http import QueryDict

from deckbuilder.catalog.selectors import cards_by_key
from deckbuilder.common.names import reader_label
from deckbuilder.decks.changes.drafts import MAX_COPIES
from deckbuilder.events.checks import selectors
from deckbuilder.events.checks.selectors import CheckLine
from deckbuilder.events.checks.services import Extra
from deckbuilder.events.errors import EventError
from games.engine.model.cards import Card
from games.engine.model.game import Game

CARD, TEXT = "card:", "text:"
"""Prefixes of the names of fields; the rest is a card's key, or a text."""


class ExtraRow(NamedTuple):
    """An extra card, not on the list, with the number typed for it. `name`: as it will be recorded."""

    field: str
    name: str
    typed: str
    card: Card | None = None

    @property
    def label(self) -> str:
        """Its name on the page."""
        return reader_label(self.name, self.card) if self.card else self.name


class Typed:
    """The submitted form for these lines.

    A tick means "as listed", for a line or a whole zone; a typed number overrides it.
    """

    def __init__(self, data: QueryDict, lines: Sequence[CheckLine], game: Game) -> None:
        self.lines = lines
        self.game = game
        self.numbers = {index: data.get(f"n-{index}", "").strip() for index in range(len(lines))}
        self.ticks = {index for index in range(len(lines)) if data.get(f"ok-{index}")}
        self.zones = {line.zone for line in lines if data.get(f"zone-{line.zone}")}
        self.outcome, self.note = data.get("outcome", ""), data.get("note", "")
        self.find = data.get("find", "").strip()[:200]
        self.extra = self._extra(data)

    def _extra(self, data: QueryDict) -> list[ExtraRow]:
        keys = [name.removeprefix(CARD) for name in data if name.startswith(CARD)]
        cards = cards_by_key(self.game, keys)
        rows = [ExtraRow(CARD + key, cards[key].name if key in cards else key, "", cards.get(key)) for key in keys]
        rows += [ExtraRow(name, name.removeprefix(TEXT), "") for name in data if name.startswith(TEXT)]
        filled_rows = [row._replace(typed=data.get(row.field, "").strip()) for row in rows]
        return [row for row in filled_rows if row.typed]

    def offer(self) -> None:
        """Add a row for each card that the looked-up text may mean, and one for the text itself."""
        cards = selectors.cards_like(self.game, self.find)
        fields = {row.field for row in self.extra}
        sole = "1" if len(cards) == 1 else ""
        rows = [ExtraRow(CARD + card.key, _distinct_name(card, cards), sole, card) for card in cards]
        rows += [ExtraRow(TEXT + self.find, self.find, "" if cards else "1")] if self.find else []
        self.extra += [row for row in rows if row.field not in fields]

    def counts(self) -> dict[int, int]:
        """Copies by index of the line; lines neither ticked nor typed are not counted. Raises EventError."""
        counts = {}
        for place, line in enumerate(self.lines):
            if self.numbers[place]:
                counts[place] = _number(line.label, self.numbers[place])
            elif place in self.ticks or line.zone in self.zones:
                counts[place] = line.listed
        return counts

    def extras(self) -> list[Extra]:
        """The extra cards. Raises EventError."""
        read = [Extra(row.card.key if row.card else "", row.name, _number(row.label, row.typed)) for row in self.extra]
        return [each for each in read if each.found]


def _distinct_name(card: Card, others: Sequence[Card]) -> str:
    alike = sum(card.name == other.name for other in others) > 1 and card.codes
    return f"{card.name} ({card.codes[0]})" if alike else card.name


def _number(name: str, text: str) -> int:
    plain = unicodedata.normalize("NFKC", text)
    if not re.fullmatch(r"[0-9]{1,6}", plain) or int(plain) > MAX_COPIES:
        raise EventError("bad-count", "count", card=name, value=text[:20], most=MAX_COPIES)
    return int(plain)
