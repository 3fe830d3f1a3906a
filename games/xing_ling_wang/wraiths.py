"""Wraiths of the graveyard, and the sums of their numbers: a bit for each sum, that of 0 being LEAST_WORTH."""

from __future__ import annotations

from games.engine.play.trials.effects.program import FALLING, LEAST_WORTH, MOST_WORTH, WORTHS
from games.engine.play.trials.shuffle import below
from games.xing_ling_wang.table import TRYING, Table

SUMS = LEAST_WORTH + 2 * MOST_WORTH + 1
"""Sums are kept from -LEAST_WORTH to twice MOST_WORTH."""


def first_wraith(t: Table) -> int:
    """The place of `fx` from which on the copies are listed; after them their sums."""
    return len(t.fx) - 2 * (len(t.order) + 1)


def worths_of(t: Table, c: int) -> int:
    return t.code[t.code[WORTHS] + c]


def list_wraiths(t: Table) -> int:
    """List the copies, the highest rank first, equal ones in any order, and what each and those after it can add up
    to. How many there are."""
    listed, first, rank, count = first_wraith(t), 0, -1, 0
    for place in range(len(t.hand)):
        c = t.code[t.code[FALLING] + place]
        if worths_of(t, c) > 0 and t.grave[c] > 0:
            if t.rank[c] != rank:
                first, rank = count, t.rank[c]
            for _ in range(t.grave[c]):
                other = first + below(t.rng, count - first + 1) if count > first and t.fx[TRYING] == 0 else count
                t.fx[listed + count] = t.fx[listed + other]
                t.fx[listed + other] = c
                count += 1
    sums = listed + len(t.order) + 1
    t.fx[sums + count] = 1 << LEAST_WORTH
    for place in range(count - 1, -1, -1):
        t.fx[sums + place] = add_worths(t.fx[sums + place + 1], worths_of(t, t.fx[listed + place]))
    return count


def add_worths(sums: int, worths: int) -> int:
    """The sums with one card more, or without it."""
    more = sums
    for number in range(-LEAST_WORTH, MOST_WORTH + 1):
        if worths & (1 << (LEAST_WORTH + number)):
            more = more | (sums << number if number >= 0 else sums >> -number)
    return more & ((1 << SUMS) - 1)


def can_reach(t: Table, place: int, need: int) -> bool:
    """Whether the copies from the one at `place` on can add up to `need`."""
    bit = LEAST_WORTH + need
    return 0 <= bit < SUMS and t.fx[first_wraith(t) + len(t.order) + 1 + place] & (1 << bit) > 0


def number_towards(t: Table, place: int, need: int) -> int:
    """The lowest number of a copy with which those after it can make up the rest; more than MOST_WORTH for none."""
    worths = worths_of(t, t.fx[first_wraith(t) + place])
    for number in range(-LEAST_WORTH, MOST_WORTH + 1):
        if worths & (1 << (LEAST_WORTH + number)) and can_reach(t, place + 1, need - number):
            return number
    return MOST_WORTH + 1
