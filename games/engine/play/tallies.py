"""What trials count: arrays of integers, so that adding tallies up is exact in any order."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from games.engine.play.table import AVAILABLE, DISMISSALS, EXCHANGES, LAID, PLAYS, SCORE, USED

Ints = Any
"""An array of int64; its shape is said where it is named."""

COUNTERS = ("available", "used", "plays", "exchanges", "dismissals", "laid", "score")
"""The counters of the table whose values after each turn are counted, in this order; then the cards in hand."""

METRICS = (*COUNTERS, "hand")
WATCHED = (AVAILABLE, USED, PLAYS, EXCHANGES, DISMISSALS, LAID, SCORE)

LOWEST, BINS = -16, 96
"""The first bin of a histogram holds this value and all below, the last one LOWEST + BINS - 1 and all above."""


class Tally(NamedTuple):
    """Counts of trials over T turns with K card types.

    `games`: trials, and those whose opening hand was kept, (2,). `reached`: trials that came to the end of a turn,
    (T,). `bins`: of these, how many had a value in each bin, (metrics, T, BINS). `sums`: of their values and of the
    squares of these, (metrics, T, 2). `won`: trials whose clock stopped in turn t, `over`: those that ended in it
    without, such as by an empty deck, (T + 1,); in turn 0 at the opening.
    `goal`: trials whose seen cards met the goal by turn t, 0 the opening hand, (T + 1,). `stuck`: copies of a card in
    hand at the end of a turn, (T, K). `opened`: copies of it in the opening hands, (K,).
    """

    games: Ints
    reached: Ints
    bins: Ints
    sums: Ints
    won: Ints
    over: Ints
    goal: Ints
    stuck: Ints
    opened: Ints

    @property
    def trials(self) -> int:
        return int(self.games[0])

    @property
    def turns(self) -> int:
        return len(self.reached)


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
    }
    return Tally(**{name: np.zeros(shape, np.int64) for name, shape in shapes.items()})


def merged(tallies: Iterable[Tally], turns: int, types: int) -> Tally:
    """All trials together; the order does not matter."""
    whole = empty(turns, types)
    for tally in tallies:
        for sums, numbers in zip(whole, tally, strict=True):
            np.add(sums, numbers, out=sums)
    return whole


def packed(tally: Tally) -> bytes:
    """A tally for keeping."""
    return zlib.compress(b"".join(np.ascontiguousarray(each, "<i8").tobytes() for each in tally))


def unpacked(data: bytes, turns: int, types: int) -> Tally:
    """What was packed. Raises ValueError where it is not of this size."""
    numbers = np.frombuffer(zlib.decompress(data), "<i8").astype(np.int64)
    shapes = empty(turns, types)
    if numbers.size != sum(each.size for each in shapes):
        raise ValueError(f"{numbers.size} numbers are no tally of {turns} turns and {types} cards")
    parts = np.split(numbers, np.cumsum([each.size for each in shapes])[:-1])
    return Tally(*(part.reshape(each.shape) for part, each in zip(parts, shapes, strict=True)))
