"""A deck while it is being edited: every change is recorded as a step that can be described and undone."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from deckbuilder.catalog.selectors import first_printings, printings_by_code
from deckbuilder.catalog.to_games import PrintedCard
from deckbuilder.common.input import InputError
from deckbuilder.decks.loading import line_of, lines_of, search_text_of
from deckbuilder.decks.models import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.reading.decklist_counts import MAX_COUNT
from games.engine.reading.decklist_lines import MAX_BYTES
from games.registry import get

MAX_COPIES = MAX_COUNT
MAX_LINES = 500
ROOM = 72
"""Bytes around a line's name and number in the longest file format, JSON."""
HEAD = 4096
"""Bytes reserved for what such a list says of the deck itself."""

LineKey = tuple[str, str, str]
"""The key of a line: the zone, and the number of the printing or, for an unrecognized line, its text."""

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
        self.rows: dict[LineKey, DeckLine] = {_place(row): row for row in lines_of(deck)}
        self.counts: Counter[LineKey] = Counter({place: row.count for place, row in self.rows.items()})
        self.positions: dict[LineKey, int] = {place: row.position for place, row in self.rows.items()}
        printings = filter(None, (row.printed_card for row in self.rows.values()))
        self.printings: dict[str, PrintedCard] = {printing.code: printing for printing in printings}

    @property
    def lines(self) -> list[DeckLine]:
        """The lines as last loaded or saved, in the order in which they were added."""
        return sorted(self.rows.values(), key=lambda row: (row.position, row.pk))

    @property
    def unsaved_lines(self) -> list[DeckLine]:
        """The lines as in memory, in the order in which they were added; unsaved rows."""
        lines = [self._row(place) for place, count in self.counts.items() if count]
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
        about = tuple(step.get(name, "") for name in ("zone", "code", "text", "declare", "field"))
        first = self._noted.get(about, step)
        self._noted[about] = {**first, **step, "from": first["from"]}

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

    def codes(self, zone: str, key: str) -> list[str]:
        """The printings of a card in a zone, in the order in which they were added."""
        return [
            code
            for (place, code, _), count in self.counts.items()
            if place == zone and code and count and self.printings[code].card.key == key
        ]

    def copies(self, zone: str, key: str) -> int:
        """The copies of a card in a zone, over all printings."""
        return sum(self.counts[zone, code, ""] for code in self.codes(zone, key))

    def put(self, zone: str, code: str, count: int, text: str = "", at: int | None = None) -> None:
        """Set a line to `count` copies; a new line is added at the end, or at the index `at`. Raises InputError for an
        impossible count."""
        place = (zone, code, text)
        before = self.counts[place]
        if not 0 <= count <= MAX_COPIES:
            raise InputError("count-range", count=count, most=MAX_COPIES)
        if count == before:
            return
        self.counts[place] = count
        step: Step = {"zone": zone, "from": before, "to": count}
        step |= {"code": code, "name": self.printing(code).name} if code else {"text": text}
        if not (before and count):
            step["at"] = self._position(place, at)
        self._note(step)

    def _position(self, place: LineKey, at: int | None) -> int:
        if at is not None:
            self.positions[place] = at
        return self.positions.setdefault(place, max(self.positions.values(), default=0) + 1)

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
        rows = {_place(row): row for row in lines}
        self.printings |= {row.printed_card.code: row.printed_card for row in rows.values() if row.printed_card}
        for zone, code, text in [place for place, count in self.counts.items() if count and place not in rows]:
            self.put(zone, code, 0, text)
        for (zone, code, text), row in rows.items():
            self.put(zone, code, row.count, text, row.position)
        for key in sorted({*self.deck.declarations, *declarations}):
            self.declare(key, declarations.get(key, ""))
        self.field("format", format)

    def take_back(self, step: Step) -> None:
        """Undo a step on the deck as it is now. Raises EditError if that is impossible."""
        if "zone" in step:
            code, text = step.get("code", ""), step.get("text", "")
            count = self.counts[step["zone"], code, text] + step["from"] - step["to"]
            if count < 0:
                raise EditError("undo-conflict", name=step.get("name") or text)
            self.put(step["zone"], code, count, text, step.get("at"))
        elif "declare" in step:
            self.declare(step["declare"], step["from"])
        else:
            self.field(step["field"], step["from"])

    def save(self) -> None:
        """Write the changed lines, and the search text with the deck. Raises EditError if the deck would be too long to
        be read as a list."""
        self._check_length()
        places = dict.fromkeys(
            (each["zone"], each.get("code", ""), each.get("text", "")) for each in self.steps if "zone" in each
        )
        remaining = [place for place in places if self.counts[place]]
        self._remove([place for place in places if place in self.rows and not self.counts[place]])
        self._update([place for place in remaining if place in self.rows])
        self._insert([place for place in remaining if place not in self.rows])
        self.deck.search_text = search_text_of(self.deck, self.lines)

    def _remove(self, places: list[LineKey]) -> None:
        if places:
            DeckLine.objects.filter(pk__in=[self.rows.pop(place).pk for place in places]).delete()

    def _update(self, places: list[LineKey]) -> None:
        rows = [self.rows[place] for place in places]
        for place, row in zip(places, rows, strict=True):
            row.count, row.position = self.counts[place], self.positions[place]
        if len(rows) == 1:  # nearly every click
            rows[0].save(update_fields=["count", "position"])
        elif rows:
            DeckLine.objects.bulk_update(rows, ["count", "position"])

    def _insert(self, places: list[LineKey]) -> None:
        if places:
            self.rows |= zip(places, DeckLine.objects.bulk_create(map(self._row, places)), strict=True)

    def _row(self, place: LineKey) -> DeckLine:
        zone, code, text = place
        printing = self.printing(code) if code else None
        return line_of(self.deck, zone, printing, text, self.counts[place], self.positions[place])

    def _check_length(self) -> None:
        if not any(step["to"] > step["from"] for step in self.steps if "zone" in step):
            return
        lines = [place for place, count in self.counts.items() if count]
        if len(lines) > MAX_LINES:
            raise EditError("too-many-lines", most=MAX_LINES)
        names = (self.printing(code).name + code if code else text for _, code, text in lines)
        if sum(len(json.dumps(name, ensure_ascii=False).encode()) + ROOM for name in names) > MAX_BYTES - HEAD:
            raise EditError("too-large", bytes=MAX_BYTES)


def _place(row: DeckLine) -> LineKey:
    return row.zone, row.printed_card.code if row.printed_card else "", row.text
