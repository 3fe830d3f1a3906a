"""Deck lists: a text, CSV or JSON becomes a deck, with a receipt for every line of it."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.catalogs import Lookup
from games.engine.decklist_forms import csv_pieces, json_pieces
from games.engine.decklist_lines import (
    HEADERS,
    MAX_LINE,
    MAX_NAME,
    DeckListError,
    Piece,
    clean,
    pieces,
    seen,
    unprintable,
)
from games.engine.decklist_match import Choice, Match, asked, match, name_in
from games.engine.decklist_writing import write_csv, write_json, write_text
from games.engine.decks import Deck, Entry, Unknown
from games.engine.game import Game, Zone
from games.engine.receipts import Receipt, ReceiptLine
from games.engine.spellings import by_spelling
from games.engine.writing import fold

__all__ = [
    "Choice",
    "DeckListError",
    "Reading",
    "Receipt",
    "ReceiptLine",
    "decode",
    "read",
    "read_csv",
    "read_json",
    "write_csv",
    "write_json",
    "write_text",
]

MAX_NEAR = 40
"""For how many lines that name no card names that are alike are looked for; a list of nonsense would take minutes."""

Cards = Lookup | Callable[[Game], Lookup]
"""Where a list's cards are looked up; or how to come by that once the list has said its game."""


class Reading(NamedTuple):
    """A list as it was read. Lines that name no card stand in `deck.unknown`: nothing is dropped."""

    deck: Deck
    receipt: Receipt


def decode(data: bytes) -> str:
    """The text of a list's file in UTF-8, with or without a byte order mark. Raises DeckListError."""
    start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    try:
        return data[start:].decode()
    except UnicodeDecodeError as error:
        position = start + error.start
        raise DeckListError("encoding", data[:position].count(b"\n") + 1, {"position": position}) from None


def read(text: str, lookup: Cards, game: Game | None = None, games: Mapping[str, Game] | None = None) -> Reading:
    """Read a list as people write it: header lines, `[zone]` lines, and `2x name (number)` or the like.

    `game`: the one the list is for; it need not say so then, and must not say another. `games`: those it may be for, by
    slug. Raises DeckListError where the list as a whole makes no sense; what is wrong with a line is in the receipt.
    """
    return _read(tuple(pieces(text)), lookup, game, games)


def read_csv(text: str, lookup: Cards, game: Game | None = None, games: Mapping[str, Game] | None = None) -> Reading:
    """Read a list in CSV, columns `zone,quantity,name,code` in any order; otherwise like `read`.

    A row of nothing but a name that reads `key: value` is a header; one of nothing but a zone names it.
    """
    return _read(tuple(csv_pieces(text)), lookup, game, games)


def read_json(text: str, lookup: Cards, game: Game | None = None, games: Mapping[str, Game] | None = None) -> Reading:
    """Read a list in JSON, an object with `game format name declarations zones`; otherwise like `read`.

    `zones` maps each zone to a list of objects with `quantity name code`. Lines are counted by card.
    """
    return _read(tuple(json_pieces(text)), lookup, game, games)


def _read(found: tuple[Piece, ...], lookup: Cards, game: Game | None, games: Mapping[str, Game] | None) -> Reading:
    game = _game(found, game, games or {})
    cards = lookup(game) if callable(lookup) else lookup
    cards.prefetch(*asked(piece.ways for piece in found if piece.ways))
    reader = _Reader(game, cards)
    for piece in found:
        reader.take(piece)
    return reader.reading()


def _game(found: Iterable[Piece], wanted: Game | None, games: Mapping[str, Game]) -> Game:
    """The game the list is for: what it says, which must not be other than what was wanted."""
    games = dict(games) | ({wanted.slug: wanted} if wanted else {})
    slugs = by_spelling((slug, game.name) for slug, game in games.items())
    for piece in found:
        if piece.kind != "header" or _HEADER_KEYS.get(fold(piece.key)) != "game" or not piece.value:
            continue
        slug = slugs.get(fold(piece.value))
        if wanted and slug != wanted.slug:
            raise DeckListError("other-game", piece.line, {"value": piece.value, "wanted": wanted.slug})
        if slug is None:
            raise DeckListError("unknown-game", piece.line, {"value": piece.value, "choices": tuple(games)})
        return games[slug]
    if wanted is None:
        raise DeckListError("missing-game", 0, {"choices": tuple(games)})
    return wanted


_HEADER_KEYS = by_spelling(HEADERS.items())


class _Reader:
    """Puts a list's pieces together, one after the other."""

    def __init__(self, game: Game, cards: Lookup) -> None:
        self.game, self.cards = game, cards
        self.misses = 0
        self.zone: Zone | None = None
        self.zones: dict[str, list[Entry]] = {}
        self.headers: dict[str, str] = {}
        self.unknown: list[Unknown] = []
        self.lines: list[ReceiptLine] = []
        self.zone_slugs = by_spelling((zone.slug, zone.label) for zone in game.zones)
        declared = by_spelling((declaration.key, declaration.label) for declaration in game.declarations)
        self.header_keys = declared | _HEADER_KEYS

    def take(self, piece: Piece) -> None:
        if piece.kind == "header":
            self.take_header(piece)
        elif piece.kind == "zone":
            self.take_zone(piece)
        elif piece.kind == "card":
            if piece.zone is not None:
                self.enter(piece)
            self.take_card(piece)
        else:
            self.ignore(piece, piece.kind)

    def ignore(self, piece: Piece, note: str) -> None:
        self.lines.append(ReceiptLine(piece.line, piece.text, "ignored", (note,)))

    def take_header(self, piece: Piece) -> None:
        key = self.header_keys.get(fold(piece.key))
        if key is None and piece.ways and match(piece.ways, self.cards).status != "unknown":
            self.take_card(piece)
            return
        self.ignore(piece, "header" if key else "unknown-header")
        if key and piece.value:
            if key in self.headers:
                raise DeckListError("repeated-header", piece.line, {"key": piece.key})
            self.headers[key] = self.header_value(key, piece)

    def header_value(self, key: str, piece: Piece) -> str:
        if key == "format":
            formats = by_spelling((each.slug, each.label) for each in self.game.formats)
            return _chosen(formats, "unknown-format", piece)
        if key == "name" and len(piece.value) > MAX_NAME:
            raise DeckListError("too-long-name", piece.line, {"limit": MAX_NAME})
        if key == "name" and not seen(piece.value):
            raise unprintable(piece.value, piece.line)
        return piece.value

    def take_zone(self, piece: Piece) -> None:
        named = fold(piece.value) not in self.zone_slugs and piece.ways
        if named and match(named, self.cards).status == "matched":
            self.take_card(piece)
            return
        self.enter(piece._replace(zone=piece.value))
        self.ignore(piece, "zone")

    def enter(self, piece: Piece) -> None:
        """Go on in the piece's zone; "" is where a list without zones puts its cards."""
        self.zone = None
        if piece.zone:
            self.zone = self.game.zone(_chosen(self.zone_slugs, "unknown-zone", piece._replace(value=piece.zone)))
            self.zones.setdefault(self.zone.slug, [])

    def take_card(self, piece: Piece) -> None:
        assert piece.ways
        found = match(piece.ways, self.cards)
        if found.card is None:
            self.unsettled(piece, found)
            return
        zone = self.zone or self.home(found.card)
        self.zones.setdefault(zone.slug, []).append(Entry(found.card, found.way.quantity, found.code))
        notes = ("moved",) if zone is not (self.zone or self.game.zones[0]) else ()
        card, count = found.card, found.way.quantity
        line = ReceiptLine(piece.line, piece.text, "matched", notes, zone.slug, count, card.name, found.code)
        self.lines.append(line)

    def home(self, card: Card) -> Zone:
        """Where a card goes that stands in no zone: the main one if that takes it."""
        main = self.game.zones[0]
        return main if card.kind in main.kinds and card.zone in ("", main.slug) else self.game.zone_of(card)

    def unsettled(self, piece: Piece, found: Match) -> None:
        """A line with an impossible count stays as one line: how many cards it means is not known."""
        zone = (self.zone or self.game.zones[0]).slug
        count, text = (1, piece.text) if found.note == "bad-count" else found.way
        if len(text) > MAX_LINE:
            raise DeckListError("too-long-line", piece.line, {"limit": MAX_LINE})
        near = self.near(found) if found.status == "unknown" else ()
        self.zones.setdefault(zone, [])
        self.unknown.append(Unknown(zone, text, count, tuple(map(str, found.choices)), near))
        line = ReceiptLine(piece.line, piece.text, found.status, (found.note,), zone, count)
        self.lines.append(line._replace(choices=found.choices, near=near))

    def near(self, found: Match) -> tuple[str, ...]:
        self.misses += 1
        return tuple(self.cards.near(name_in(found.way))) if self.misses <= MAX_NEAR else ()

    def prefill(self) -> dict[str, int]:
        """Fill the zones the list does not speak of. A card the catalog does not have is a line that names none."""
        filled: dict[str, int] = {}
        for zone in self.game.zones:
            if zone.prefill and zone.slug not in self.zones:
                counts = zone.prefill()
                filled[zone.slug] = sum(counts.values())
                self.zones[zone.slug] = []
                for key, count in counts.items():
                    self.fill(zone.slug, key, count)
        return filled

    def fill(self, zone: str, key: str, count: int) -> None:
        if card := self.cards.by_key(key):
            self.zones[zone].append(Entry(card, count))
        else:
            self.unknown.append(Unknown(zone, key, count))

    def reading(self) -> Reading:
        receipt = Receipt(tuple(self.lines), self.prefill())
        declared = {each.key: self.headers[each.key] for each in self.game.declarations if each.key in self.headers}
        deck = Deck(
            game=self.game.slug,
            zones={zone: tuple(entries) for zone, entries in self.zones.items()},
            declarations=declared,
            name=self.headers.get("name", ""),
            format=self.headers.get("format", ""),
            unknown=tuple(self.unknown),
        )
        return Reading(deck, receipt)


def _chosen(choices: Mapping[str, str], code: str, piece: Piece) -> str:
    """The slug somebody meant. Raises DeckListError with what there is to choose from."""
    if slug := choices.get(fold(clean(piece.value))):
        return slug
    slugs = tuple(dict.fromkeys(choices.values()))
    raise DeckListError(code, piece.line, {"value": piece.value, "choices": slugs})
