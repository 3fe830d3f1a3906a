"""A deck while it is being edited: every change is recorded as a step that can be described and undone."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from deckbuilder.catalog.selectors import first_printings, printings_by_code
from deckbuilder.catalog.to_games import PrintedCard
from deckbuilder.common.input import InputError
from deckbuilder.decks.loading import line_of, lines_of, search_text_of
from deckbuilder.decks.models import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.reading.decklists.counts import MAX_COUNT
from games.engine.reading.decklists.lines import MAX_BYTES
from games.registry import get

MAX_COPIES = MAX_COUNT
MAX_LINES = 500
ROOM = 72
"""Bytes around a line's name and number in the longest file format, JSON."""
HEAD = 4096
"""Bytes reserved for what such a list says of the deck itself."""


class LineKey(NamedTuple):
    """Tells a line of a deck from all others."""

    zone: str
    code: str = ""
    """The number of the printing; "" for an unrecognized line."""
    text: str = ""
    """What an unrecognized line says."""


Step = dict[str, Any]
"""A change of one line (`zone`, `code` or `text`), declaration (`declare`) or `field`, from `from` to `to`. `at`: the
index of a line that was added or removed."""


class EditError(InputError):
    """A change that cannot be made to the deck as it is."""


class Draft:
    """A deck's lines and fields in memory. Load it under the deck's lock; `save` writes the changes."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.game: Game = get(deck.game)
        self._noted: dict[tuple[str, ...], Step] = {}
        self.rows: dict[LineKey, DeckLine] = {key_of(row): row for row in lines_of(deck)}
        self.counts: Counter[LineKey] = Counter({key: row.count for key, row in self.rows.items()})
        self.positions: dict[LineKey, int] = {key: row.position for key, row in self.rows.items()}
        printings = filter(None, (row.printed_card for row in self.rows.values()))
        self.printings: dict[str, PrintedCard] = {printing.code: printing for printing in printings}

    @property
    def lines(self) -> list[DeckLine]:
        """The lines as last loaded or saved, in the order in which they were added."""
        return sorted(self.rows.values(), key=lambda row: (row.position, row.pk))

    @property
    def unsaved_lines(self) -> list[DeckLine]:
        """The lines as in memory, in the order in which they were added; unsaved rows."""
        lines = [self._row(key) for key, count in self.counts.items() if count]
        return sorted(lines, key=lambda row: row.position)

    @property
    def steps(self) -> list[Step]:
        """The changes since loading, one step for each line, declaration and field."""
        return [step for step in self._noted.values() if step["from"] != step["to"]]

    @property
    def changed_fields(self) -> set[str]:
        """The deck's fields that the steps change."""
        return {step.get("field", "declarations") for step in self.steps if "zone" not in step}

    def _note(self, step: Step) -> None:
        subject = subject_of(step)
        first = self._noted.get(subject, step)
        self._noted[subject] = {**first, **step, "from": first["from"]}

    def fetch(self, codes: Iterable[str]) -> None:
        """Load many printings at once."""
        self.printings |= printings_by_code(self.game, set(codes) - set(self.printings))

    def printing(self, code: str) -> PrintedCard:
        """The printing with that number. Raises InputError if the game has none."""
        if code not in self.printings:
            self.fetch({code})
        if code not in self.printings:
            raise InputError("unknown-card", code=code)
        return self.printings[code]

    def printings_of(self, keys: Iterable[str]) -> dict[str, PrintedCard]:
        """The first printing of each of these cards, by the card's key, if the catalog has it."""
        firsts = first_printings(self.game, keys)
        self.printings |= {each.code: each for each in firsts.values()}
        return firsts

    def printing_of(self, key: str) -> PrintedCard:
        """The first printing of a card. Raises InputError if the catalog does not have it."""
        printings = self.printings_of([key])
        if not printings:
            raise InputError("unknown-card", code=key)
        return printings[key]

    def zone(self, slug: str, printing: PrintedCard | None = None) -> str:
        """The zone with that name, or the maybe-board; without a name, the card's usual zone."""
        if not slug and printing:
            card, zones = printing.card, self.game.zones
            return card.zone or next((each.slug for each in zones if card.kind in each.kinds), zones[0].slug)
        choices = [section.slug for section in self.game.sections]
        if slug not in choices:
            raise InputError("unknown-zone", zone=slug, choices=choices)
        return slug

    def printings_in(self, zone: str, card_key: str) -> list[LineKey]:
        """The lines with a card in a zone, in the order in which they were added."""
        return [
            key
            for key, count in self.counts.items()
            if key.zone == zone and key.code and count and self.printings[key.code].card.key == card_key
        ]

    def copies(self, zone: str, card_key: str) -> int:
        """The copies of a card in a zone, over all printings."""
        return sum(self.counts[key] for key in self.printings_in(zone, card_key))

    def add(self, key: LineKey, copies: int) -> None:
        """Add copies to a line, or remove them if they are negative. Raises InputError for an impossible count."""
        self.put(key, self.counts[key] + copies)

    def put(self, key: LineKey, count: int, at: int | None = None) -> None:
        """Set a line to `count` copies; a new line is added at the end, or at the index `at`. Raises InputError for an
        impossible count."""
        before = self.counts[key]
        if not 0 <= count <= MAX_COPIES:
            raise InputError("count-range", count=count, most=MAX_COPIES)
        if count == before:
            return
        self.counts[key] = count
        step: Step = {"zone": key.zone, "from": before, "to": count}
        step |= {"code": key.code, "name": self.printing(key.code).name} if key.code else {"text": key.text}
        if not (before and count):
            if at is not None:
                self.positions[key] = at
            step["at"] = self.positions.setdefault(key, max(self.positions.values(), default=0) + 1)
        self._note(step)

    def declare(self, key: str, value: str) -> None:
        """Set a declaration; "" removes it."""
        before = self.deck.declarations.get(key, "")
        if value != before:
            others = {name: each for name, each in self.deck.declarations.items() if name != key}
            self.deck.declarations = others | ({key: value} if value else {})
            self._note({"declare": key, "from": before, "to": value})

    def field(self, name: str, value: str) -> None:
        before = getattr(self.deck, name)
        if value != before:
            setattr(self.deck, name, value)
            self._note({"field": name, "from": before, "to": value})

    def become(self, lines: Iterable[DeckLine], declarations: dict[str, str], format: str) -> None:
        """Set all lines, declarations and the format; `lines` with their printings."""
        rows = {key_of(row): row for row in lines}
        self.printings |= {row.printed_card.code: row.printed_card for row in rows.values() if row.printed_card}
        for key in [key for key, count in self.counts.items() if count and key not in rows]:
            self.put(key, 0)
        for key, row in rows.items():
            self.put(key, row.count, row.position)
        for name in sorted({*self.deck.declarations, *declarations}):
            self.declare(name, declarations.get(name, ""))
        self.field("format", format)

    def take_back(self, step: Step) -> None:
        """Undo a step on the deck as it is now. Raises EditError if that is impossible."""
        if "zone" in step:
            key = key_of_step(step)
            count = self.counts[key] + step["from"] - step["to"]
            if count < 0:
                raise EditError("undo-conflict", name=step.get("name") or key.text)
            self.put(key, count, step.get("at"))
        elif "declare" in step:
            self.declare(step["declare"], step["from"])
        else:
            self.field(step["field"], step["from"])

    def save(self) -> None:
        """Write the changed lines, and the search text with the deck. Raises EditError if the deck would be too long to
        be read as a list."""
        self._check_length()
        keys = dict.fromkeys(key_of_step(each) for each in self.steps if "zone" in each)
        if gone := [self.rows.pop(key).pk for key in keys if key in self.rows and not self.counts[key]]:
            DeckLine.objects.filter(pk__in=gone).delete()
        self._update([key for key in keys if key in self.rows])
        if new := [key for key in keys if key not in self.rows and self.counts[key]]:
            self.rows |= zip(new, DeckLine.objects.bulk_create(map(self._row, new)), strict=True)
        self.deck.search_text = search_text_of(self.deck, self.lines)

    def _update(self, keys: list[LineKey]) -> None:
        rows = [self.rows[key] for key in keys]
        for key, row in zip(keys, rows, strict=True):
            row.count, row.position = self.counts[key], self.positions[key]
        if len(rows) == 1:  # nearly every click
            rows[0].save(update_fields=["count", "position"])
        elif rows:
            DeckLine.objects.bulk_update(rows, ["count", "position"])

    def _row(self, key: LineKey) -> DeckLine:
        printing = self.printing(key.code) if key.code else None
        return line_of(self.deck, key.zone, printing, key.text, self.counts[key], self.positions[key])

    def _check_length(self) -> None:
        if not any(step["to"] > step["from"] for step in self.steps if "zone" in step):
            return
        keys = [key for key, count in self.counts.items() if count]
        if len(keys) > MAX_LINES:
            raise EditError("too-many-lines", most=MAX_LINES)
        names = (self.printing(key.code).name + key.code if key.code else key.text for key in keys)
        if sum(len(json.dumps(name, ensure_ascii=False).encode()) + ROOM for name in names) > MAX_BYTES - HEAD:
            raise EditError("too-large", bytes=MAX_BYTES)


def key_of(row: DeckLine) -> LineKey:
    return LineKey(row.zone, row.printed_card.code if row.printed_card else "", row.text)


def subject_of(step: Step) -> tuple[str, ...]:
    """The line, declaration or field that a step changes."""
    return tuple(step.get(name, "") for name in ("zone", "code", "text", "declare", "field"))


def key_of_step(step: Step) -> LineKey:
    """The line that a step changes."""
    return LineKey(step["zone"], step.get("code", ""), step.get("text", ""))
