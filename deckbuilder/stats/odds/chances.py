"""What an odds page asks, and the exact chances of a goal."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.common.names import reader_name
from deckbuilder.stats.figures import exact, percent
from deckbuilder.stats.odds.sentences import choices_sentence, draws_refusal, exchange_refusal, too_large
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.model.opening import Seat
from games.engine.odds.exact import (
    Draws,
    DrawsRefused,
    ExchangeRefused,
    TooLarge,
    chance,
    chance_with_exchange,
    left_out,
)
from games.engine.reading.goals import Goal


class OddsQuery(NamedTuple):
    """The query of an odds page."""

    seat: Seat = "first"
    turn: int = 0
    mulligan: bool = False
    """Whether cards are counted after the mulligan for the goal."""
    goal: str = ""
    groups: tuple[str, ...] = ()
    """The reader's own searches."""
    sort: str = ""
    """The order of the table of changes."""
    shown_goal: str = ""
    """The goal shown, even if `goal` is empty."""
    swap: bool = False
    """Whether to search for the best swap."""
    draws: Draws = "none"
    """The draws and searches of cards counted for goals, the curve and the changes."""

    @property
    def counts_draws(self) -> bool:
        return self.draws != "none"

    @property
    def when(self) -> dict[str, Any]:
        """What the engine counts the goal by."""
        return {"turn": self.turn, "seat": self.seat, "draws": self.draws}

    def fields(self, goal: str) -> list[tuple[str, str]]:
        """The hidden fields of a form that keeps these options, for a goal."""
        fields = [
            ("seat", self.seat if self.seat != "first" else ""),
            ("turn", str(self.turn)),
            ("draws", self.draws if self.counts_draws else ""),
            ("mulligan", "goal" if self.mulligan else ""),
            ("goal", goal),
            *(("group", group) for group in self.groups),
        ]
        return [(name, value) for name, value in fields if value]


class Chances(NamedTuple):
    """The chance of a goal as dealt, with the mulligan used for it, and with the exchange every turn.

    None if it cannot be exact, for the reason in `failure`, or if the game has no mulligan or no exchange.
    """

    without_mulligan: Fraction | None
    with_mulligan: Fraction | None
    failure: str = ""
    with_exchange: Fraction | None = None
    left_out: str = ""
    """The cards whose searches are a choice for this goal and not counted, with their reasons."""

    @property
    def best(self) -> Fraction | None:
        return self.without_mulligan if self.with_mulligan is None else self.with_mulligan

    @property
    def chance_text(self) -> str:
        return "" if self.best is None else percent(self.best)

    @property
    def plain(self) -> str:
        return "" if self.without_mulligan is None else percent(self.without_mulligan)

    @property
    def fractions(self) -> list[tuple[str, str, str]]:
        """Label, fraction and percentage of each chance that is not None."""
        chances = (
            (_("As dealt"), self.without_mulligan),
            (_("With the mulligan"), self.with_mulligan),
            (_("With the exchange every turn"), self.with_exchange),
        )
        return [(label, exact(each), percent(each)) for label, each in chances if each is not None]


def chances_of(goal: Goal, deck: Deck, game: Game, by: tuple[int, Seat], draws: Draws) -> Chances:
    turn, seat = by
    when: Mapping[str, Any] = {"turn": turn, "seat": seat, "draws": draws}
    without_mulligan, failure = or_why(lambda: chance(goal, deck, game.opening, **when))
    with_mulligan, other = None, ""
    if game.opening.has_mulligan:
        with_mulligan, other = or_why(lambda: chance(goal, deck, game.opening, mulligan=True, **when))
    with_exchange = None
    if draws == "none" and turn:
        with_exchange, refusal = or_why(lambda: chance_with_exchange(goal, deck, game.opening, turn=turn, seat=seat))
        other = other or refusal
    not_counted = left_out(goal, deck, game.opening) if draws == "free" else ()
    return Chances(
        without_mulligan,
        with_mulligan,
        failure or other,
        with_exchange,
        choices_sentence(not_counted, reader_name),
    )


def or_why(count: Callable[[], Fraction | None]) -> tuple[Fraction | None, str]:
    try:
        return count(), ""
    except TooLarge as error:
        return None, too_large(error)
    except DrawsRefused as error:
        return None, draws_refusal(error, reader_name)
    except ExchangeRefused as error:
        return None, exchange_refusal(error)
