"""Which game a list is for that does not say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.engine.model.game import Game
from games.engine.reading.catalogs import Lookup
from games.engine.reading.decklist_lines import DeckListError, Piece
from games.engine.reading.decklist_match import lookups, match
from games.engine.reading.decklist_ways import Ways

FAR_MORE = 2
"""The game of a list has at least so many times as many of its names as any other."""

Cards = Lookup | Callable[[Game], Lookup]
"""Where a list's cards are looked up; or how to come by that once the list has said its game."""


class Guess(NamedTuple):
    """A game and its cards, and how many lines name some of them."""

    game: Game
    cards: Lookup
    lines: int


def prepared(pieces: Sequence[Piece], lookup: Cards, game: Game) -> Lookup:
    """A game's cards, with all that reading the list may look up announced."""
    cards = lookup(game) if callable(lookup) else lookup
    cards.prefetch(*lookups(ways for piece in pieces for ways in piece.all_ways()))
    return cards


def guessed(pieces: Sequence[Piece], lookup: Cards, games: Mapping[str, Game]) -> Guess:
    """The game by far the most lines name cards of. Raises DeckListError where there is none."""
    found = []
    if callable(lookup):
        for game in games.values():
            cards = prepared(pieces, lookup, game)
            found.append(Guess(game, cards, sum(_named(piece, cards) for piece in pieces)))
    found.sort(key=lambda guess: -guess.lines)
    best, others = found[:1], found[1:]
    if not best or not best[0].lines or any(best[0].lines < FAR_MORE * each.lines for each in others):
        raise DeckListError("missing-game", 0, {"choices": tuple(games)})
    return best[0]


def _named(piece: Piece, cards: Lookup) -> bool:
    """Whether a line names a card, or one of its parts does."""
    return any(_matched(ways, cards) for ways in piece.all_ways())


def _matched(ways: Ways, cards: Lookup) -> bool:
    found = match(ways, cards)
    return found.status == "matched" or found.note == "several"
