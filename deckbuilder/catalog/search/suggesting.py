"""Suggestions for a card that is being typed: a quantity, and part of a name, its pinyin or a number."""

from __future__ import annotations

from collections.abc import Iterator

from deckbuilder.catalog.search.searching import search
from deckbuilder.catalog.selectors import Lookup
from games.engine.model.cards import Card
from games.engine.model.decks import DeckLine
from games.engine.model.game import Game
from games.engine.reading.decklists.ways import Way, ways
from games.engine.reading.search.query import Is, Word, all_of
from games.engine.texts.writing import fold, pinyin

SUGGESTED = 8
"""The most cards suggested."""

LONGEST = 200
"""The most characters that get suggestions; no name is longer."""

QUANTITY_DIGITS = 2
"""Up to this many digits alone are a quantity whose card is still to be typed."""

RANKED = 200
"""How many results of each search are ranked."""


def suggestions(game: Game, text: str, n: int = SUGGESTED) -> list[DeckLine]:
    """Up to n cards that may be meant, likeliest first, each with the typed quantity.

    Similar names are suggested only if nothing contains the typed text.
    """
    text = " ".join(text.split())
    if len(text) > LONGEST or (text.isdecimal() and len(text) <= QUANTITY_DIGITS):
        return []
    read = ways(text, ordinals=False)
    readings = [way for way in dict.fromkeys((read.default, *read.candidates)) if fold(way.text)]
    for look_up in (_holding, _alike):
        for way in readings:
            if cards := look_up(game, way.text, n):
                return [DeckLine(card, way.quantity, _code(card, way)) for card in cards]
    return []


def _holding(game: Game, text: str, n: int) -> list[Card]:
    """The cards with the text in a name, its pinyin or a number; those with it only in their card text come last."""
    key = fold(text)
    cards: dict[str, Card] = {}
    for node in (Is("name", ":", key), Is("code", ":", key), all_of(map(Word, key.split()))):
        cards |= {card.key: card for card in search(game, node, size=RANKED, retired=True).cards}
    return sorted(cards.values(), key=lambda card: _rank(card, key))[:n]


def _rank(card: Card, key: str) -> tuple[int, bool, int, str]:
    """Sort key: how much of a name is typed (all, its beginning, a part), then cards in print, then short names."""
    best = min(_distances(card, key), default=9)
    return best, card.retired, len(card.name), fold(card.name)


def _distances(card: Card, key: str) -> Iterator[int]:
    spellings = (card.name, *pinyin(card.name), *card.alt_names, *card.codes)
    for spelling in map(fold, spellings):
        if spelling == key:
            yield 0
        elif spelling.startswith(key):
            yield 1
        elif key in spelling:
            yield 2


def _alike(game: Game, text: str, n: int) -> list[Card]:
    """The cards whose names are similar to the text."""
    lookup = Lookup(game)
    names = lookup.near(text, n)
    lookup.prefetch(names, ())
    return [card for name in names for card in lookup.find(name)][:n]


def _code(card: Card, way: Way) -> str:
    """The number of the printing, if it was typed in full; otherwise ""."""
    return next((code for code in card.codes if fold(code) == fold(way.text)), "")
