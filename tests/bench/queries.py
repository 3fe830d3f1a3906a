"""Time needed to parse searches and match cards."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.reading.search.query import matches, parse
from tests.bench.timing import milliseconds


def milliseconds_of_reading(text: str, game: Game) -> float:
    """From a search's text to its tree, at its best. Raises QueryError."""
    return milliseconds(lambda: parse(text, game))


def milliseconds_of_matching(text: str, game: Game, cards: Sequence[Card]) -> float:
    """For each of the cards whether it is found, at its best. Raises QueryError."""
    tree = parse(text, game)
    return milliseconds(lambda: [matches(tree, card) for card in cards])
