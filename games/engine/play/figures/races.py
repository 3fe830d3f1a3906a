"""Two simulations of the same kind against each other: how much earlier one of them wins, and by which turn they differ
most.

With T turns, a game that is not won in them has the clock T + 1, as in card impact. The mean of these clocks is T + 1
less the shares of games won by each of the turns. So one set of intervals, of the share won by each turn, gives an
interval of the mean as well, and it holds for the turn of the largest difference, which is chosen after the fact.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from games.engine.play.figures.estimates import ALPHA, Interval, proportion_sequence


class Clocks(NamedTuple):
    """How many games were won in each turn, from turn 1, of all games that were played."""

    won: Sequence[int]
    games: int

    @property
    def won_by(self) -> list[int]:
        """How many games were won by the end of each turn."""
        return list(accumulate(self.won))

    @property
    def mean(self) -> float:
        """The mean turn of the win; a game that is not won counts as won in the turn after the last."""
        return len(self.won) + 1 - sum(self.won_by) / self.games


class Race(NamedTuple):
    """How much more the first has than the second. `mean`: of the mean turn of the win, in turns; `won`: of the share
    of games won by `turn`, the turn at which the shares differ most.

    Together, both intervals hold 19 times in 20, at every look while games are played.
    """

    mean: Interval
    turn: int
    won: Interval


def race(first: Clocks, second: Clocks) -> Race:
    """Compare the clocks of two simulations with the same number of turns. Raises ValueError if either has no games."""
    if not first.games or not second.games:
        raise ValueError("clocks of no games")
    alpha = ALPHA / (2 * len(first.won))
    differences = []
    for one, other in zip(_shares(first, alpha), _shares(second, alpha), strict=True):
        interval = Interval(one.estimate - other.estimate, one.low - other.high, one.high - other.low)
        differences.append((interval, abs(one.estimate + other.estimate - 1)))
    mean = Interval(
        first.mean - second.mean,
        -sum(interval.high for interval, _ in differences),
        -sum(interval.low for interval, _ in differences),
    )
    # Where the shares differ nowhere, the turn in which half of the games are won says most.
    turn = max(range(len(differences)), key=lambda index: (abs(differences[index][0].estimate), -differences[index][1]))
    return Race(mean, turn + 1, differences[turn][0])


def _shares(clocks: Clocks, alpha: float) -> list[Interval]:
    """The share of games won by each turn. Many turns share one number of games: those before the first win and those
    after the last."""
    interval = {hits: proportion_sequence(hits, clocks.games, alpha) for hits in set(clocks.won_by)}
    return [interval[hits] for hits in clocks.won_by]
