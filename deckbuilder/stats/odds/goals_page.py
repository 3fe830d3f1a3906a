"""Goals in the fields of a page, and those that a game offers."""

from collections.abc import Sequence
from typing import NamedTuple

from deckbuilder.catalog.search.exact_names import parse_goal
from deckbuilder.catalog.search.query_sentences import query_error
from deckbuilder.stats.odds.sentences import goal_error, preset_label
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.model.opening import Seat
from games.engine.model.presets import goals_of
from games.engine.reading.goals import Goal, GoalError
from games.engine.reading.search.query import QueryError


class Mistake(NamedTuple):
    """An error in a text, and its position."""

    message: str
    before: str
    at: str
    after: str


def mistake_in(text: str, error: GoalError | QueryError) -> Mistake:
    message = goal_error(error) if isinstance(error, GoalError) else query_error(error)
    end = error.position + error.length
    return Mistake(message, text[: error.position], text[error.position : end], text[end:])


def goal_in(text: str, game: Game) -> tuple[Goal | None, Mistake | None]:
    """The goal of a text and the error in it; either may be None."""
    try:
        return (parse_goal(text, game) if text else None), None
    except GoalError as error:
        return None, mistake_in(text, error)


class Aim(NamedTuple):
    """A goal the game offers for advice."""

    label: str
    text: str
    turn: int

    def is_at(self, text: str, turn: int) -> bool:
        return (self.text, self.turn) == (text, turn)


def aims_of(deck: Deck, game: Game, seat: Seat) -> Sequence[Aim]:
    """The game's preset goals that apply to the deck, from a seat."""
    return [Aim(preset_label(preset), text, preset.turn) for preset, text in goals_of(game.presets, deck, seat)]
