"""Reads deck lists (text, CSV or JSON) into decks, with a receipt for every line."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from games.engine.budget import TooLarge
from games.engine.model.game import Game
from games.engine.reading.catalogs.catalog import Lookup
from games.engine.reading.decklists.assembly import HEADER_KEYS, MAX_NEAR, Reading
from games.engine.reading.decklists.forms import csv_pieces, json_pieces
from games.engine.reading.decklists.guess import Cards, guess_game, prefetch
from games.engine.reading.decklists.lines import MAX_BYTES, DeckListError, Piece, pieces
from games.engine.reading.decklists.match import Candidate
from games.engine.reading.decklists.reader import Reader
from games.engine.reading.decklists.receipts import Receipt, ReceiptLine
from games.engine.reading.decklists.writing import write_csv, write_json, write_line, write_text
from games.engine.texts.encodings import legacy_codec, utf_16
from games.engine.texts.spellings import by_spelling
from games.engine.texts.writing import fold

__all__ = [
    "MAX_NEAR",
    "Candidate",
    "Cards",
    "DeckListError",
    "Reading",
    "Receipt",
    "ReceiptLine",
    "decode",
    "read",
    "read_csv",
    "read_json",
    "read_pieces",
    "write_csv",
    "write_json",
    "write_line",
    "write_text",
]


def decode(data: bytes) -> str:
    """The text of a list's file: in UTF-8 or UTF-16, with or without a byte order mark, or, up to MAX_BYTES, in Big5,
    GB18030, Shift_JIS or EUC-JP. Raises DeckListError.
    """
    if (text := utf_16(data)) is not None:
        return text
    start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    try:
        return data[start:].decode()
    except UnicodeDecodeError as error:
        if not start and len(data) <= MAX_BYTES and (codec := legacy_codec(data)):
            return data.decode(codec)
        position = start + error.start
        raise DeckListError("encoding", data[:position].count(b"\n") + 1, {"position": position}) from None


def read(text: str, lookup: Cards, game: Game | None = None, games: Mapping[str, Game] | None = None) -> Reading:
    """Read a list as people write it: header lines, `[zone]` lines, and `2x name (number)` or the like.

    `game`: the list's game; the list may omit it then, and must not name another. `games`: possible games, by
    slug; if the list names none, its cards decide, and `receipt.guessed` has it. Raises DeckListError if the list as
    a whole cannot be read; problems of single lines are in the receipt.
    """
    return read_pieces(tuple(pieces(text)), lookup, game, games)


def read_csv(text: str, lookup: Cards, game: Game | None = None, games: Mapping[str, Game] | None = None) -> Reading:
    """Read a list in CSV, columns `zone,quantity,name,code` in any order; otherwise like `read`.

    A row of nothing but a name that reads `key: value` is a header; one of nothing but a zone names it.
    """
    return read_pieces(tuple(csv_pieces(text)), lookup, game, games)


def read_json(text: str, lookup: Cards, game: Game | None = None, games: Mapping[str, Game] | None = None) -> Reading:
    """Read a list in JSON, an object with `game format name declarations zones`; otherwise like `read`.

    `zones` maps each zone to a list of objects with `quantity name code`. Lines are counted by card.
    """
    return read_pieces(tuple(json_pieces(text)), lookup, game, games)


def read_pieces(
    list_pieces: tuple[Piece, ...],
    lookup: Cards,
    game: Game | None,
    games: Mapping[str, Game] | None,
    reader: Callable[[Game, Lookup, Sequence[Piece]], Reader] = Reader,
) -> Reading:
    """Read the lines of a list, otherwise like `read`. `reader`: what decides on each line."""
    try:
        named_game = _game(list_pieces, game, games or {})
        if named_game:
            return reader(named_game, prefetch(list_pieces, lookup, named_game), list_pieces).read()
        guess = guess_game(list_pieces, lookup, games or {})
        reading = reader(guess.game, guess.cards, list_pieces).read()
        return reading._replace(receipt=replace(reading.receipt, guessed={"game": guess.game.slug}))
    except TooLarge as error:
        raise DeckListError("too-many-cards", 0, {"limit": error.bound}) from None


def _game(list_pieces: Iterable[Piece], expected: Game | None, games: Mapping[str, Game]) -> Game | None:
    """The game that the list names, which must be the expected one, if any; None if it names none."""
    games = dict(games) | ({expected.slug: expected} if expected else {})
    slugs = by_spelling((slug, game.name) for slug, game in games.items())
    top = True
    for piece in list_pieces:
        top = top and piece.kind not in ("card", "zone", "line")
        if piece.kind != "header" or HEADER_KEYS.get(fold(piece.key)) != "game" or not piece.value:
            continue
        slug = slugs.get(fold(piece.value))
        if not (top or slug):
            continue
        if expected and slug != expected.slug:
            raise DeckListError("other-game", piece.line, {"value": piece.value, "wanted": expected.slug})
        if slug is None:
            raise DeckListError("unknown-game", piece.line, {"value": piece.value, "choices": tuple(games)})
        return games[slug]
    return expected
