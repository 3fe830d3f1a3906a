"""Guesses the game of a list that does not name it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.engine.model.game import Game
from games.engine.reading.catalogs.catalog import Lookup
from games.engine.reading.decklists.lines import DeckListError, Piece
from games.engine.reading.decklists.marks.details import detail_ways
from games.engine.reading.decklists.match import lookups, match
from games.engine.reading.decklists.ways import Ways

MAX_DETAILED = 60
"""In how many lines of a list cards with details beside their names are looked for."""

FAR_MORE = 2
"""How many times as many of a list's names the guessed game must have as any other."""

Cards = Lookup | Callable[[Game], Lookup]
"""The look-up for a list's cards, or a function that gives it for a game."""


class Guess(NamedTuple):
    """A game and its cards, and how many lines name one of them."""

    game: Game
    cards: Lookup
    lines: int


def prefetch(pieces: Sequence[Piece], lookup: Cards, game: Game) -> Lookup:
    """A game's cards, with everything prefetched that reading the list may look up."""
    cards = lookup(game) if callable(lookup) else lookup
    cards.prefetch(*lookups(ways for piece in pieces for ways in piece.all_ways()))
    return cards


def guess_game(pieces: Sequence[Piece], lookup: Cards, games: Mapping[str, Game]) -> Guess:
    """The game that has by far the most of the list's cards. Raises DeckListError if there is none."""
    guesses = []
    if callable(lookup):
        for game in games.values():
            cards = prefetch(pieces, lookup, game)
            guesses.append(Guess(game, cards, sum(_names_card(piece, cards) for piece in pieces)))
    if not any(guess.lines for guess in guesses):
        guesses = [guess._replace(lines=_lines_with_details(pieces, guess.cards)) for guess in guesses]
    guesses.sort(key=lambda guess: -guess.lines)
    best, others = guesses[:1], guesses[1:]
    if not best or not best[0].lines or any(best[0].lines < FAR_MORE * each.lines for each in others):
        raise DeckListError("missing-game", 0, {"choices": tuple(games)})
    return best[0]


def _lines_with_details(pieces: Sequence[Piece], cards: Lookup) -> int:
    """How many lines name a card with details beside its name."""
    texts = [piece.text for piece in pieces if piece.kind in ("line", "header")][:MAX_DETAILED]
    ways_by_text = [list(detail_ways(text)) for text in texts]
    cards.prefetch(*lookups(ways for each in ways_by_text for ways in each))
    return sum(
        any(_has_match(Ways((way,), way), cards) for ways in each for way in ways.candidates) for each in ways_by_text
    )


def _names_card(piece: Piece, cards: Lookup) -> bool:
    """Whether a line names a card, or one of its parts does."""
    return any(_has_match(ways, cards) for ways in piece.all_ways())


def _has_match(ways: Ways, cards: Lookup) -> bool:
    result = match(ways, cards)
    return result.status == "matched" or result.note == "several"
