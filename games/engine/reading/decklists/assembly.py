"""Assembles a deck and its receipt from the lines of a deck list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from games.engine.budget import TooLarge
from games.engine.model.cards import Card
from games.engine.model.decks import MAYBE, Deck, DeckLine, Unknown
from games.engine.model.game import Declaration, Game, Zone
from games.engine.reading.catalogs.catalog import Lookup
from games.engine.reading.decklists.counts import numbers, open_counts
from games.engine.reading.decklists.lines import HEADERS, MAX_LINE, MAX_NAME, DeckListError, Piece, unprintable
from games.engine.reading.decklists.marks.codes import is_code_like
from games.engine.reading.decklists.marks.facts import Facts
from games.engine.reading.decklists.marks.matching import DetailMatcher
from games.engine.reading.decklists.match import Match, similar_names
from games.engine.reading.decklists.receipts import Receipt, ReceiptLine
from games.engine.reading.decklists.tally import Tally
from games.engine.reading.decklists.titles import SECTIONS, plain_title
from games.engine.reading.decklists.ways import Way, is_numbered
from games.engine.texts.spellings import by_spelling
from games.engine.texts.visible import clean, is_visible
from games.engine.texts.writing import fold, letters

MAX_NEAR = 40
"""For how many lines of a list similar names are searched; each search costs as much as reading twenty lines."""

HEADER_KEYS = by_spelling(HEADERS.items()) | {
    fold(word): "name"
    for word in ("deck name", "title", "牌組名稱", "牌組名", "卡組名稱", "卡組名", "デッキ名", "タイトル")
}

MAYBE_SLUGS = {fold(word): MAYBE for row in SECTIONS if MAYBE in row for word in row}


class Reading(NamedTuple):
    """The result of reading a list. Lines that name no card are in `deck.unknown`: nothing is dropped."""

    deck: Deck
    receipt: Receipt


class Assembly:
    """A deck and its receipt in the making.

    `top`: only headers were read so far; `zone`: where cards go, None if their kinds decide; `loose`: only those it
    takes; `kinds` and `values`: the kinds of card in the section's title, and what else it says of them; `aside`: it is
    about tokens; `title`: words before everything else. `max_near`: for how many lines similar names are searched.
    """

    max_near = MAX_NEAR

    def __init__(self, game: Game, cards: Lookup) -> None:
        self.game, self.cards = game, cards
        self.misses = 0
        self._near: dict[str, tuple[str, ...] | None] = {}
        self.top = True
        self.title = ""
        self.zone: Zone | None = None
        self.loose = False
        self.kinds: tuple[str, ...] = ()
        self.values: tuple[str, ...] = ()
        self.aside = False
        self.facts = Facts(game)
        self.details = DetailMatcher(cards, self.facts, self.near)
        self.zones: dict[str, list[DeckLine]] = {}
        self.headers: dict[str, str] = {}
        self.header_keys_seen: set[str] = set()
        self.unknown: list[Unknown] = []
        self.lines: list[ReceiptLine] = []
        self.tally = Tally()
        self.zone_slugs = by_spelling((zone.slug, zone.label) for zone in game.sections) | MAYBE_SLUGS
        self.declared = by_spelling((declaration.key, declaration.label) for declaration in game.declarations)
        self.header_keys = HEADER_KEYS | self.declared

    def ignore(self, piece: Piece, *notes: str) -> None:
        self.lines.append(ReceiptLine(piece.line, piece.text, "ignored", notes))

    def take_header(self, piece: Piece, key: str, text: str) -> None:
        self.ignore(piece, "header")
        key = self.header_keys[fold(key)]
        self.header_keys_seen.add(key)
        if text:
            if key in self.headers:
                raise DeckListError("repeated-header", piece.line, {"key": piece.key or text})
            self.headers[key] = self.header_value(key, piece._replace(value=text))

    def header_value(self, key: str, piece: Piece) -> str:
        if key == "format":
            formats = by_spelling((each.slug, each.label) for each in self.game.formats)
            return _choose(formats, "unknown-format", piece)
        if key == "name" and len(piece.value) > MAX_NAME:
            raise DeckListError("too-long-name", piece.line, {"limit": MAX_NAME})
        if key == "name" and not is_visible(piece.value):
            raise unprintable(piece.value, piece.line)
        return piece.value

    def enter(self, piece: Piece) -> None:
        """Go on in the piece's zone; "" is where a list without zones puts its cards."""
        self.zone, self.loose, self.top, self.kinds, self.values, self.aside = None, False, False, (), (), False
        if piece.zone:
            self.zone = self.game.section(_choose(self.zone_slugs, "unknown-zone", piece._replace(value=piece.zone)))
            self.zones.setdefault(self.zone.slug, [])

    def take_card(self, piece: Piece, result: Match, notes: tuple[str, ...] = ()) -> None:
        self.top = False
        result = result.narrow(self.takes, *(partial(self.facts.says, text=value) for value in self.values))
        if self.aside and not self.is_dealt(result):
            self.ignore(piece, "token")
            return
        result = self.proposal(piece, result)
        if result.card is None:
            self.take_unknown(piece, result, is_count_unclear=result.note == "count-unclear")
            return
        list_zone = self.zone
        if list_zone and self.loose and result.card.kind not in list_zone.kinds:
            zone = self.home(result.card)
            if list_zone.single:
                self.zone, self.kinds = None, ()
        else:
            zone = list_zone or self.home(result.card)
        card, count = result.card, result.way.quantity
        self.zones.setdefault(zone.slug, []).append(DeckLine(card, count, result.code))
        self.tally.add(zone.slug, count)
        if zone is not (list_zone or self.game.zones[0]):
            notes = (*notes, "moved")
        if result.note:
            notes = (*notes, result.note)
        taken = (zone.slug, count, card.name, result.code)
        self.lines.append(ReceiptLine(piece.line, piece.text, "matched", notes, *taken, card=card))
        for note, texts in (("fact", result.details), ("comment", result.remarks)):
            if texts:
                self.ignore(piece._replace(text=" ".join(texts)), note)

    def is_dealt(self, result: Match) -> bool:
        """Whether a line names a card that decks of the game have."""
        cards = result.cards or ((result.card,) if result.card else ())
        return any(zone.takes(card) for card in cards for zone in self.game.zones)

    def proposal(self, piece: Piece, result: Match) -> Match:
        """The match of a line that names no card: the only card that is called so apart from punctuation, or the
        printings whose numbers are like a mistyped one."""
        if result.status != "unknown" or result.note != "no-card" or len(result.way.text) > MAX_LINE:
            return result
        if is_code_like(result.way.text) and (choices := self.details.similar_printings(result.way.text)):
            return Match("ambiguous", result.way, choices=choices, note="unknown-number")
        names = [name for name in self.near(result.way) or () if letters(name) == letters(result.way.text)]
        cards = list({card.key: card for name in names for card in self.cards.find(name)}.values())
        return Match("matched", result.way, cards[0]) if len(cards) == 1 else result

    def takes(self, card: Card) -> bool:
        """Whether the list's current zone takes a card, and its section too, if its title names kinds of card.

        After the card of a zone for one, the rest of the deck may follow without a title.
        """
        zone = self.zone
        if zone and self.loose and zone.single and self.zones[zone.slug]:
            return True
        return (zone is None or zone.takes(card)) and (not self.kinds or card.kind in self.kinds)

    def home(self, card: Card) -> Zone:
        """The zone of a card outside any section: the main one if that takes it."""
        main = self.game.zones[0]
        return main if main.takes(card) else self.game.zone_of(card)

    def take_unknown(self, piece: Piece, result: Match, *, is_count_unclear: bool = False) -> None:
        """A line with an impossible count stays one unknown line: the number of cards is unclear."""
        zone = self.zone_for_unknown(piece, result).slug
        count, text = (1, piece.text) if result.note == "bad-count" else result.way
        if len(text) > MAX_LINE:
            raise DeckListError("too-long-line", piece.line, {"limit": MAX_LINE})
        near = self.near(result.way) if result.status == "unknown" else ()
        notes = (result.note,) if near is not None else (result.note, "not-compared")
        near = near or ()
        counts = self.open_counts(piece._replace(text=text) if is_count_unclear else piece, result, near)
        if counts or is_count_unclear or result.note == "bad-count":
            notes = tuple(dict.fromkeys((*notes, "count-unclear")))
        self.zones.setdefault(zone, [])
        self.unknown.append(Unknown(zone, text, count, tuple(map(str, result.choices)), near))
        self.tally.add(zone, count)
        line = ReceiptLine(piece.line, piece.text, result.status, notes, zone, count)
        self.lines.append(line._replace(choices=result.choices, near=near, counts=counts))

    def zone_for_unknown(self, piece: Piece, result: Match) -> Zone:
        """The list's current zone. A zone for one that has its card is left: the rest of the deck follows."""
        zone = self.zone or self.game.zones[0]
        is_misplaced = bool(result.cards) and not any(map(zone.takes, result.cards))
        is_full = bool(self.zones.get(zone.slug)) or any(line.zone == zone.slug for line in self.unknown)
        if not zone.single or piece.kind == "card" or not (is_full or is_misplaced or result.way.quantity > 1):
            return zone
        if self.loose:
            self.zone, self.kinds = None, ()
        return self.home(result.cards[0]) if is_misplaced else self.game.zones[0]

    def open_counts(self, piece: Piece, result: Match, near: Sequence[str]) -> tuple[int, ...]:
        """The numbers that may be the quantity of a line, whichever of the suggested cards it means; none where a
        column or a mark states it."""
        if piece.kind in ("card", "comment") and result.note != "bad-count" and not is_numbered(piece.text):
            return ()
        text = piece.text if result.note == "bad-count" else result.way.text
        counts = [open_counts(text, [name]) for name in (*(choice.name for choice in result.choices), *near)]
        counts_left = max(counts, key=len, default=open_counts(text))
        counts_read = Counter(numbers(piece.text)) - Counter(numbers(text))
        return (*counts_read.elements(), *counts_left) if counts_left else ()

    def near(self, way: Way) -> tuple[str, ...] | None:
        """Similar names; None once they are no longer searched."""
        if way.text not in self._near:
            self.misses += 1
            try:
                self._near[way.text] = tuple(similar_names(way, self.cards)) if self.misses <= self.max_near else None
            except TooLarge:
                self._near[way.text] = None
        return self._near[way.text]

    def prefill(self) -> dict[str, int]:
        """Fill the zones the list does not mention. A card missing from the catalog becomes an unknown line."""
        counts_by_zone: dict[str, int] = {}
        for zone in self.game.zones:
            if zone.prefill and zone.slug not in self.zones:
                prescribed = zone.prefill()
                counts_by_zone[zone.slug] = sum(prescribed.values())
                self.zones[zone.slug] = []
                for key, count in prescribed.items():
                    self.fill(zone.slug, key, count)
        return counts_by_zone

    def fill(self, zone: str, key: str, count: int) -> None:
        if card := self.cards.by_key(key):
            self.zones[zone].append(DeckLine(card, count))
        else:
            self.unknown.append(Unknown(zone, key, count))

    def reading(self) -> Reading:
        for index, claimed, count in self.tally.differences(self.game.opening.zones):
            line = self.lines[index]
            self.lines[index] = line._replace(notes=(*line.notes, "count-differs"), said=claimed, read=count)
        counts_by_zone = self.prefill()
        declarations = {each.key: self.headers[each.key] for each in self.game.declarations if each.key in self.headers}
        name = plain_title(self.title)
        deck = Deck(
            game=self.game.slug,
            declarations=declarations,
            name=self.headers.get("name") or (name if len(name) <= MAX_NAME and is_visible(name) else ""),
            format=self.headers.get("format", ""),
        ).with_sections(self.zones, self.unknown)
        return Reading(deck, Receipt(tuple(self.lines), counts_by_zone, proposed=self.proposals()))

    def proposals(self) -> dict[str, str]:
        """Declarations the list omits, unless it leaves them empty, for which only one value fits the cards."""
        fitting = {
            each.key: self.fitting(each) for each in self.game.declarations if each.key not in self.header_keys_seen
        }
        return {key: values[0] for key, values in fitting.items() if len(values) == 1}

    def fitting(self, declaration: Declaration) -> list[str]:
        neutral = set(map(fold, declaration.neutral))
        cards = (entry.card for zone, entries in self.zones.items() for entry in entries if zone != MAYBE)
        values = {fold(str(value)): str(value) for card in cards if (value := card.get(declaration.attribute))}
        return [value for folded, value in values.items() if folded not in neutral]


def _choose(choices: Mapping[str, str], code: str, piece: Piece) -> str:
    """The slug of a text. Raises DeckListError with the choices."""
    if slug := choices.get(fold(clean(piece.value))):
        return slug
    slugs = tuple(dict.fromkeys(choices.values()))
    raise DeckListError(code, piece.line, {"value": piece.value, "choices": slugs})
