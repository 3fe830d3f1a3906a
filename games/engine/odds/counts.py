"""The probability of each count of a group among the cards seen, if the mulligan is used for a goal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import compress
from math import comb

from games.engine.budget import spend
from games.engine.odds.mulligan import Deal, choices
from games.engine.odds.split import Signature, Split


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
    options = choices(deck, deal)
    relevant = frozenset[int]().union(*options.kinds)
    good: Counter[Signature] = Counter()
    for signature, size in deck.sizes.items():
        if group in signature:
            good[signature & relevant] += size
    of_kind = [good[kind] for kind in options.kinds]
    spend(len(options.seen_weights) // 5)
    sure = [some == size for some, size in zip(of_kind, options.sizes, strict=True)]
    open_ = [0 < some < size for some, size in zip(of_kind, options.sizes, strict=True)]
    weights: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for counts, weight in options.seen_weights:
        weights[sum(compress(counts, sure)), tuple(compress(counts, open_))] += weight
    totals: list[Fraction] = [Fraction(0)] * (
        min(sum(of_kind), max(sum(counts) for counts, _ in options.seen_weights)) + 1
    )
    pairs = list(compress(zip(options.sizes, of_kind, strict=True), open_))
    for (at_least, some), weight in weights.items():
        chances = [Fraction(weight, options.denominator * options.hands)]
        for (size, some_good), drawn_some in zip(pairs, some, strict=True):
            chances = _convolve(chances, hypergeometric(size, some_good, drawn_some))
        for count, chance in enumerate(chances, at_least):
            totals[count] += chance
    return tuple(totals)


def _convolve(one: Sequence[Fraction], other: Sequence[Fraction]) -> list[Fraction]:
    """By their sum, the chances of two counts together."""
    sums = [Fraction(0)] * (len(one) + len(other) - 1)
    for index, chance in enumerate(one):
        for further, more in enumerate(other):
            sums[index + further] += chance * more
    return sums
