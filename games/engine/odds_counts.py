"""The chance of each count of a group among the cards seen, where the mulligan is used for a goal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import comb, lcm

import numpy as np

from games.engine.budget import spend
from games.engine.odds_choices import Array
from games.engine.odds_mulligan import Deal, choices
from games.engine.odds_split import Signature, Split


def hypergeometric(size: int, good: int, seen: int) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2 … good cards among `seen` of `size` cards, `good` of which are good."""
    total = comb(size, seen)
    return tuple(Fraction(ways, total) for ways in _ways(size, good, seen))


def _ways(size: int, good: int, seen: int) -> list[int]:
    """In how many ways `seen` cards hold 0, 1, 2 … good ones."""
    return [comb(good, count) * comb(size - good, seen - count) for count in range(min(good, seen) + 1)]


def counts_after(deck: Split, deal: Deal, group: int) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2 … cards of a group with the best mulligan for the deck's clauses. Raises TooLarge.

    Of cards that the clauses cannot tell apart any may have been put back, so that among so many seen those of the
    group are as in a hand dealt of these cards alone.
    """
    found = choices(deck, deal)
    telling = frozenset[int]().union(*found.kinds)
    good: Counter[Signature] = Counter()
    for signature, size in deck.sizes.items():
        if group in signature:
            good[signature & telling] += size
    most = sum(good.values())
    totals = [0] * (most + 1)
    scale = 1
    for seen, chances in found.seen.items():
        spend(chances.size // 20)
        scale, counts = _counted(chances.astype(object), found.sizes, [good[kind] for kind in found.kinds], seen)
        totals = [total + extra for total, extra in zip(totals, counts, strict=True)]
    every = found.denominator * found.hands * scale
    last = min(most, max(found.seen))
    return tuple(Fraction(int(total), every) for total in totals[: last + 1])


def _counted(chances: Array, sizes: Sequence[int], good: Sequence[int], seen: int) -> tuple[int, list[int]]:
    """By the good cards among those seen, their chance times a scale; and the scale.

    `chances`: by the cards seen of each kind; `good`: how many of each kind are.
    """
    scale = 1
    counts = chances[np.newaxis]
    for size, some in zip(sizes, good, strict=True):
        whole = reduce(lcm, (comb(size, held) for held in range(size + 1))) if 0 < some < size else 1
        new = np.zeros((len(counts) + some, *counts.shape[2:]), object)
        for held in range(counts.shape[1]):
            every = comb(size, held) if 0 < some < size else 1
            ways = _ways(size, some, held) if 0 < some < size else _only(held if some else 0)
            for count, number in enumerate(ways):
                if number:
                    new[count : count + len(counts)] += counts[:, held] * (number * whole // every)
        counts, scale = new, scale * whole
    return scale, counts.tolist()


def _only(count: int) -> list[int]:
    return [0] * count + [1]
