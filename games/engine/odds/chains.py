"""Chains of draws and searches: each card that draws or searches is played at once, and for free.

Then the order of the deck alone decides what is seen. Let d be the number of cards of the hand and the regular draws,
and v(i) the number of cards that the i-th card from the top draws, 0 for most. The cards seen are the first n, where n
is the least number with n = d + v(1) + … + v(n), or all cards if there is none. In the opening hand (turn 0) nothing
has been played.

For a set of n cards let its share be the fraction of its n! orders in which the drawing ends with the last card and not
before. It depends only on how many cards of each value v the set has (`Chain._shares`). The chance of a goal is the sum
of share / C(size, n) over all sets that meet it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, factorial, lcm, prod
from operator import mul
from typing import NamedTuple

from games.engine.budget import TooLarge, spend
from games.engine.odds.hands import Clause, Part
from games.engine.odds.split import Signature, sets_meeting, still_open

Counts = tuple[int, ...]
"""The number of cards of each kind."""

MAX_STEPS = 60_000
"""Steps of a budget that one count may take, about half a second."""


@dataclass(eq=False)
class Chain:
    """A deck whose cards draw, for a goal without upper bounds."""

    kinds: tuple[tuple[Signature, int], ...]
    """The groups a card counts for and how many it draws, of each kind that the goal or the draws tell apart."""

    sizes: Counts
    """The number of cards of each kind."""

    clauses: tuple[Clause, ...]
    cap: int
    """The number of cards that can be drawn: all but the life cards."""

    _share_cache: dict[tuple[int, int], Mapping[Counts, tuple[int, Fraction]]] = field(default_factory=dict)
    _plain_cache: dict[tuple[tuple[Part, ...], frozenset[tuple[int, int]], int], int] = field(default_factory=dict)
    _steps: int = 0

    @cached_property
    def values(self) -> Counts:
        """The different numbers v > 0 of cards that a card draws, in rising order."""
        return tuple(sorted({value for _, value in self.kinds if value}))

    def chance(self, draws: int, in_hand: Counts | None = None) -> Fraction:
        """The chance of the goal after `draws` regular draws and all draw effects. Raises TooLarge.

        `in_hand`: cards in hand, none of which has been played.
        """
        in_hand = in_hand or (0,) * len(self.kinds)
        unseen = _minus(self.sizes, in_hand)
        room, size = self.cap - sum(in_hand), sum(unseen)
        draws_due = draws + sum(count * value for count, (_, value) in self._with(in_hand))
        shares = self._shares(draws_due, room)
        chance = Fraction(0)
        for drawers in product(*(range(count + 1 if value else 1) for count, (_, value) in self._with(unseen))):
            self._take(1)
            plain, share = shares.get(self._by_value(drawers), (0, Fraction(0)))
            if share and plain <= size - sum(drawers):
                ways = prod(map(comb, unseen, drawers)) * self._plain(unseen, _plus(in_hand, drawers), plain)
                chance += share * Fraction(ways, comb(size, plain + sum(drawers)))
        return chance

    def _with(self, counts: Counts) -> Iterator[tuple[int, tuple[Signature, int]]]:
        return zip(counts, self.kinds, strict=True)

    def _by_value(self, drawers: Counts) -> Counts:
        return tuple(sum(n for n, (_, each) in self._with(drawers) if each == value) for value in self.values)

    def _plain(self, rest: Counts, present: Counts, number: int) -> int:
        """The number of sets of `number` cards that do not draw, out of `rest`, that meet the goal with `present`."""
        counts: Counter[int] = Counter()
        for count, (signature, _) in self._with(present):
            for group in signature:
                counts[group] = min(counts[group] + count, self._count_caps[group])
        parts = tuple(Part(size, tuple(groups)) for size, (groups, value) in self._with(rest) if not value)
        key = (parts, frozenset(counts.items()), number)
        if key not in self._plain_cache:
            self._take(20)
            self._plain_cache[key] = sets_meeting(parts, still_open(self.clauses, counts), number)
        return self._plain_cache[key]

    @cached_property
    def _count_caps(self) -> Mapping[int, int]:
        """By group, the count above which one card more makes no difference."""
        counts: Counter[int] = Counter()
        for clause in self.clauses:
            for group, each in clause.items():
                counts[group] = max(counts[group], each.low)
        return counts

    def _shares(self, draws_due: int, room: int) -> Mapping[Counts, tuple[int, Fraction]]:
        """The share of every set of cards that can be what is seen, with the number of its cards that draw nothing.

        The key says how many cards of each of `values` the set has; these determine its size n = draws_due + sum of
        v * count, at most `room`. The share is orders / all orders, where `orders` counts the arrangements of the set
        by value in which a draw is still due before every card.
        """
        if (draws_due, room) in self._share_cache:
            return self._share_cache[draws_due, room]
        limits = (sum(size for size, kind in self._with(self.sizes) if not kind[1]), *self._by_value(self.sizes))
        gains = (0, *self.values)
        layer: Mapping[Counts, int] = {(0,) * len(limits): 1}
        shares: dict[Counts, tuple[int, Fraction]] = {}
        for number in range(room + 1):
            after: Counter[Counts] = Counter()
            for counts, orders in layer.items():
                self._take(len(limits))
                if number == min(room, draws_due + sum(map(mul, counts, gains))):
                    every = factorial(number) // prod(map(factorial, counts))
                    shares[counts[1:]] = (counts[0], Fraction(orders, every))
                    continue
                for index, limit in enumerate(limits):
                    if counts[index] < limit:
                        after[*counts[:index], counts[index] + 1, *counts[index + 1 :]] += orders
            layer = after
        self._share_cache[draws_due, room] = shares
        return shares

    def _take(self, steps: int) -> None:
        spend(steps)
        self._steps += steps
        if self._steps > MAX_STEPS:
            raise TooLarge("steps", self._steps, MAX_STEPS)

    # The mulligan

    def after_mulligan(self, hand: int, draws: int) -> Fraction:
        """The chance with the best mulligan of `hand` cards, for a deck without life cards. Raises TooLarge.

        After the mulligan all cards not in hand are the library, so the value of a hand depends on the hand alone.
        """
        size = sum(self.sizes)
        dealt = min(hand, size)
        worth = {
            hand_counts: self.chance(draws, hand_counts)
            for number in range(min(dealt, size - dealt), dealt + 1)
            for hand_counts in vectors(self.sizes, number)
        }
        scale = lcm(*(each.denominator for each in worth.values()))
        whole = {hand_counts: int(each * scale) for hand_counts, each in worth.items()}
        total = sum(
            (
                prod(map(comb, self.sizes, hand_counts)) * self._best(hand_counts, size - dealt, whole.__getitem__)
                for hand_counts in vectors(self.sizes, dealt)
            ),
            Fraction(0),
        )
        return total / (scale * comb(size, dealt))

    def _best(self, hand_counts: Counts, library: int, worth: Callable[[Counts], int]) -> Fraction:
        """The value of a hand after its best mulligan: the greatest mean `worth` over all refills of a choice."""
        unseen, best = _minus(self.sizes, hand_counts), Fraction(0)
        for keep in product(*(range(count + 1) for count in hand_counts)):
            new = min(sum(hand_counts) - sum(keep), library)
            ways = 0
            refills = list(vectors(unseen, new))
            self._take(1 + len(refills) // 2)
            for refill in refills:
                ways += prod(map(comb, unseen, refill)) * worth(_plus(keep, refill))
            best = max(best, Fraction(ways, comb(library, new)))
        return best


class Find(NamedTuple):
    """A search takes up to `number` cards of these kinds: all of them, or some of a single kind."""

    number: int
    kinds: tuple[int, ...]


@dataclass(eq=False)
class SearchChain(Chain):
    """A deck whose cards search and none draws: each search is used in the turn in which its card is drawn.

    A turn's regular draws come before its searches, so the cards are counted turn by turn.
    """

    finds: tuple[Find | None, ...] = ()
    later: tuple[int, ...] = ()
    """The regular draws of each turn but the first."""

    _met: dict[tuple[int, Counts], Fraction] = field(default_factory=dict)

    def chance(self, draws: int, in_hand: Counts | None = None) -> Fraction:
        nothing = (0,) * len(self.kinds)
        return self._after_draws(0, draws - sum(self.later), in_hand or nothing, in_hand or nothing)

    def _after_draws(self, turn: int, draws: int, seen: Counts, unused: Counts) -> Fraction:
        """The chance after so many draws, with `unused` of the cards seen not yet played, and all turns after these."""
        unseen = _minus(self.sizes, seen)
        number = min(draws, sum(unseen))
        drawn = list(vectors(unseen, number))
        self._take(len(drawn))
        ways = sum(
            (
                prod(map(comb, unseen, new))
                * self._from(turn, self._after_searches(_plus(seen, new), _plus(unused, new)))
                for new in drawn
            ),
            Fraction(0),
        )
        return ways / comb(sum(unseen), number)

    def _from(self, turn: int, seen: Counts) -> Fraction:
        """The chance with these cards seen at the end of a turn, counted from 0; all that search have been used."""
        key = turn, seen
        if key not in self._met:
            if self._is_met(seen):
                self._met[key] = Fraction(1)
            elif turn == len(self.later):
                self._met[key] = Fraction(0)
            else:
                self._met[key] = self._after_draws(turn + 1, self.later[turn], seen, (0,) * len(seen))
        return self._met[key]

    def _is_met(self, seen: Counts) -> bool:
        counts: Counter[int] = Counter()
        for count, (signature, _) in self._with(seen):
            counts.update(dict.fromkeys(signature, count))
        return any(all(each.low <= counts[group] for group, each in clause.items()) for clause in self.clauses)

    def _after_searches(self, seen: Counts, unused: Counts) -> Counts:
        """The cards seen after all searches, those of cards that they find, too."""
        seen_now, waiting = list(seen), list(unused)
        while any(count and find for count, find in zip(waiting, self.finds, strict=True)):
            for kind, find in enumerate(self.finds):
                used, waiting[kind] = waiting[kind], 0
                if find is None:
                    continue
                for target in find.kinds:
                    new = min(used * find.number, self.sizes[target] - seen_now[target])
                    seen_now[target] += new
                    waiting[target] += new
        return tuple(seen_now)


def vectors(sizes: Counts, number: int) -> Iterator[Counts]:
    """The vectors n with 0 <= n[i] <= sizes[i] whose sum is `number`, in lexicographic order."""
    if not sizes:
        if not number:
            yield ()
        return
    behind = sum(sizes[1:])
    for count in range(max(number - behind, 0), min(sizes[0], number) + 1):
        for rest in vectors(sizes[1:], number - count):
            yield (count, *rest)


def _plus(one: Counts, other: Counts) -> Counts:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _minus(one: Counts, other: Counts) -> Counts:
    return tuple(a - b for a, b in zip(one, other, strict=True))
