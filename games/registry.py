"""All games, listed by hand: add yours at the end, since a deck code holds the place of its game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from games import asteriated_grail, echo_of_legends, legions, xing_ling_wang, zero_dimension
from games.engine.model.game import Game

if TYPE_CHECKING:
    from games.engine.play.playtest.boards import Board
    from games.engine.play.trials.goldfish import Goldfish

GAMES: tuple[Game, ...] = (
    xing_ling_wang.GAME,
    asteriated_grail.GAME,
    legions.GAME,
    echo_of_legends.GAME,
    zero_dimension.GAME,
)

_BY_SLUG = {game.slug: game for game in GAMES}


class NoPilotError(LookupError):
    """A game without `goldfish.py` was to be played."""


def get(slug: str) -> Game:
    """The game of that slug. Raises KeyError."""
    return _BY_SLUG[slug]


def find(slug: str) -> Game | None:
    """The game of that slug, if there is one."""
    return _BY_SLUG.get(slug)


def goldfish(game: Game) -> Goldfish:
    """The game's goldfish. Loaded on demand, since numpy is only needed where trials run. Raises NoPilotError."""
    if not game.has_pilot:
        raise NoPilotError(game.slug)
    result: Goldfish = import_module(f"games.{game.folder.name}.goldfish").GOLDFISH
    return result


def board(game: Game) -> Board:
    """What its table looks like to somebody who plays by hand. Loaded like its goldfish, whose steps it shows."""
    declared: Board = import_module(f"games.{game.folder.name}.board").BOARD
    return declared
