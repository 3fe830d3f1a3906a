"""The only converter between stored playtests and the engine's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckbuilder.playtest.models import Playtest
from deckbuilder.stats.to_games import thaw
from games.engine.model.opening import Seat
from games.registry import board, get, goldfish

if TYPE_CHECKING:
    from games.engine.play.playtest import Playtest as Game
    from games.engine.play.playtest import Record


def to_game(playtest: Playtest) -> Game:
    """The game on the engine. Loads numpy. Raises Unplayable."""
    from games.engine.play.limits import MAX_TURNS
    from games.engine.play.playtest import Playtest as Game
    from games.engine.play.runs import Run

    game = get(playtest.game)
    seat: Seat = "second" if playtest.seat == "second" else "first"
    run = Run(game, goldfish(game), thaw(playtest.game, playtest.cards), playtest.seed, MAX_TURNS, seat)
    return Game(run, board(game), playtest.chunk)


def to_records(data: list[list[Any]]) -> tuple[Record, ...]:
    """What an operation did, as it was kept."""
    from games.engine.play.playtest import Record
    from games.engine.play.positions import Move

    return tuple(
        Record(
            op,
            turn,
            verb,
            tuple(cards),
            tuple(Move(*move) for move in moves),
            number,
            name,
            free,
            pilot,
            tuple(over),
        )
        for op, turn, verb, cards, moves, number, name, free, pilot, over in data
    )
