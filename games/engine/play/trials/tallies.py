"""Counts of trials: integer arrays, so that adding tallies is exact in any order."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from games.engine.play.trials.table import AVAILABLE, DISMISSALS, EXCHANGES, LAID, PLAYS, SCORE, USED

Ints = Any
"""An array of int64; its shape is said where it is named."""

COUNTERS = ("available", "used", "plays", "exchanges", "dismissals", "laid", "score")
"""The counters of the table whose values after each turn are counted, in this order; then the cards in hand."""

METRICS = (*COUNTERS, "hand")
WATCHED = (AVAILABLE, USED, PLAYS, EXCHANGES, DISMISSALS, LAID, SCORE)

LOWEST, BINS = -16, 96
"""The first bin of a histogram holds this value and all below, the last one LOWEST + BINS - 1 and all above."""


FURTHER = 2
"""How many measures a game can have besides its first."""


class Tally(NamedTuple):
    """Counts of trials over T turns with K card types."""

    games: Ints
    """Trials, and those whose opening hand was kept: (2,)."""

    reached: Ints
    """Trials that came to the end of each turn: (T,)."""

    bins: Ints
    """Of these, how many had a value in each bin: (metrics, T, BINS)."""

    sums: Ints
    """Sums of their values and of the squares of these: (metrics, T, 2)."""

    won: Ints
    """Trials whose clock stopped in turn t, 0 being the opening: (T + 1,)."""

    over: Ints
    """Trials that ended in turn t without a clock, such as by an empty deck: (T + 1,)."""

    goal: Ints
    """Trials whose seen cards met the goal by turn t, 0 being the opening hand: (T + 1,)."""

    stuck: Ints
    """Copies of each card type in hand at the end of each turn: (T, K)."""

    opened: Ints
    """Copies of each card type in the opening hands: (K,)."""

    measured_bins: Ints
    """`bins` of a game's own measure at the end of each turn: (T, BINS)."""

    measured_sums: Ints
    """`sums` of a game's own measure: (T, 2)."""

    final_bins: Ints
    """Games that were played out, by their final score: (BINS,)."""

    final_sums: Ints
    """Sums of these scores and of their squares: (2,)."""

    cut: Ints
    """Trials in which effects of cards were dropped because they would not end: (1,)."""

    further_bins: Ints
    """`measured_bins` of a game's further measures: (FURTHER, T, BINS)."""

    further_sums: Ints
    """`measured_sums` of these: (FURTHER, T, 2)."""

    @property
    def trials(self) -> int:
        return int(self.games[0])

    @property
    def turns(self) -> int:
        return len(self.reached)


LATER = ("measured_bins", "measured_sums", "final_bins", "final_sums", "cut", "further_bins", "further_sums")
"""The last fields, of which the last ones may be lacking in tallies that are kept."""


class ImpactTally(NamedTuple):
    """Games of at most T turns by the cards dealt to their first hand, before any mulligan; K card types.

    Row c counts the games whose hand had a copy of card type c, row K all games.
    """

    clocks: Ints
    """Games by the turn in which they were won, in column T + 1 those that were not: (K + 1, T + 2)."""

    goals: Ints
    """Games that began to meet the goal in turn t, less those that ceased to; the sum up to t is the games that met it
    by then, or when they ended before: (K + 1, T + 1)."""

    dealt: Ints
    """Room for the rows of the game being played: (K + 1,)."""

    @property
    def games(self) -> int:
        return int(self.clocks[-1].sum())


def empty(turns: int, types: int) -> Tally:
    """The tally of no trials."""
    shapes = {
        "games": (2,),
        "reached": (turns,),
        "bins": (len(METRICS), turns, BINS),
        "sums": (len(METRICS), turns, 2),
        "won": (turns + 1,),
        "over": (turns + 1,),
        "goal": (turns + 1,),
        "stuck": (turns, types),
        "opened": (types,),
        "measured_bins": (turns, BINS),
        "measured_sums": (turns, 2),
        "final_bins": (BINS,),
        "final_sums": (2,),
        "cut": (1,),
        "further_bins": (FURTHER, turns, BINS),
        "further_sums": (FURTHER, turns, 2),
    }
    return Tally(**{name: np.zeros(shape, np.int64) for name, shape in shapes.items()})


def empty_impact(turns: int, types: int) -> ImpactTally:
    """The tally of no trials."""
    shapes = {"clocks": (types + 1, turns + 2), "goals": (types + 1, turns + 1), "dealt": (types + 1,)}
    return ImpactTally(**{name: np.zeros(shape, np.int64) for name, shape in shapes.items()})


def merge(tallies: Iterable[Tally], turns: int, types: int) -> Tally:
    """All trials together; the order does not matter."""
    whole = empty(turns, types)
    for tally in tallies:
        for sums, numbers in zip(whole, tally, strict=True):
            np.add(sums, numbers, out=sums)
    return whole


def merge_impacts(tallies: Iterable[ImpactTally], turns: int, types: int) -> ImpactTally:
    """All trials together; the order does not matter."""
    whole = empty_impact(turns, types)
    for tally in tallies:
        np.add(whole.clocks, tally.clocks, out=whole.clocks)
        np.add(whole.goals, tally.goals, out=whole.goals)
    return whole


def pack_tally(tally: Tally) -> bytes:
    """A tally for keeping."""
    return pack(tally)


def pack_impact(tally: ImpactTally) -> bytes:
    """A tally for keeping."""
    return pack((tally.clocks, tally.goals))


def pack(arrays: Iterable[Ints]) -> bytes:
    """Arrays for keeping."""
    return zlib.compress(b"".join(np.ascontiguousarray(each, "<i8").tobytes() for each in arrays))


def unpack_tally(data: bytes, turns: int, types: int) -> Tally:
    """What was packed; what was packed before there were LATER fields has counted nothing there.

    Raises ValueError where it is not of this size.
    """
    return Tally(*unpack(data, empty(turns, types), len(LATER)))


def unpack_impact(data: bytes, turns: int, types: int) -> ImpactTally:
    """What was packed. Raises ValueError where it is not of this size."""
    none = empty_impact(turns, types)
    clocks, goals = unpack(data, (none.clocks, none.goals))
    return ImpactTally(clocks, goals, none.dealt)


def unpack(data: bytes, shapes: Sequence[Ints], later: int = 0) -> list[Ints]:
    """The arrays that were packed, in these shapes; up to so many `later` ones at the end may be lacking, and are 0.

    Raises ValueError where they are not of this size.
    """
    numbers = np.frombuffer(zlib.decompress(data), "<i8").astype(np.int64)
    whole = sum(each.size for each in shapes)
    lacking = whole - numbers.size
    if lacking in (sum(each.size for each in shapes[len(shapes) - count :]) for count in range(1, later + 1)):
        numbers = np.concatenate((numbers, np.zeros(lacking, np.int64)))
    if numbers.size != whole:
        raise ValueError(f"{numbers.size} numbers, where {whole} are counted")
    parts = np.split(numbers, np.cumsum([each.size for each in shapes])[:-1])
    return [part.reshape(each.shape) for part, each in zip(parts, shapes, strict=True)]
