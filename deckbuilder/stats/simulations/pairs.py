"""The figures of two simulations under equal conditions, and by how much they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, get_args

from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import selectors
from deckbuilder.stats.simulations.specs import unequal_conditions
from games.engine.play.figures.estimates import Interval, proportion_difference
from games.engine.play.figures.races import Clocks, race

Data = dict[str, Any]
Figure = Literal["clock", "won", "kept", "goal"]
FIGURES: tuple[Figure, ...] = get_args(Figure)


class Contrast(NamedTuple):
    """A figure of both simulations: the mean winning "clock" in turns, or the share of games "won" by `turn`, of hands
    "kept", or of games that meet the "goal" by `turn`. `difference`: how much higher it is in the first; None where
    one of them has no games."""

    figure: Figure
    turn: int | None
    first: float | None
    second: float | None
    difference: Interval | None

    @property
    def clear(self) -> bool:
        """Whether the difference is statistically significant."""
        return self.difference is not None and (self.difference.low > 0 or self.difference.high < 0)


def contrasts(first: tuple[Simulation, Data], second: tuple[Simulation, Data]) -> Iterator[Contrast]:
    """The figures of two simulations, each with its summary; none unless their conditions are equal and
    games of both have been played."""
    (simulation, one), (other_simulation, other) = first, second
    if unequal_conditions(simulation, other_simulation) or not one["trials"] or not other["trials"]:
        return
    yield from _clocks(one, other)
    if simulation.keep:
        yield _contrast("kept", None, one["keep"], other["keep"])
    if one["goal"] and other["goal"]:
        early = min(map(selectors.goal_turn, (simulation, other_simulation)))
        for turn in sorted({early, min(late_turn(one), late_turn(other))}):
            yield _contrast("goal", turn, one["goal"][turn], other["goal"][turn])


def late_turn(summary: Data) -> int:
    """The last turn that at least half of the games reach; 0 if there is none."""
    return max([each["turn"] for each in summary["turns"] if 2 * each["reached"] >= summary["trials"]], default=0)


def clocks(summary: Data) -> Clocks:
    return Clocks([each["won"] for each in summary["clock"]["turns"][1:]], summary["trials"])


def _clocks(one: Data, other: Data) -> Iterator[Contrast]:
    first, second = clocks(one), clocks(other)
    result = race(first, second)
    yield Contrast("clock", None, first.mean, second.mean, result.mean)
    share, other_share = (each.won_by[result.turn - 1] / each.games for each in (first, second))
    yield Contrast("won", result.turn, share, other_share, result.won)


def _contrast(figure: Figure, turn: int | None, one: Data, other: Data) -> Contrast:
    counts = [(share["hits"], share["trials"]) for share in (one, other)]
    difference = proportion_difference(*counts) if all(trials for _, trials in counts) else None
    return Contrast(figure, turn, one["estimate"], other["estimate"], difference)
