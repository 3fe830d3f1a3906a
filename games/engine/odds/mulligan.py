"""The best mulligan: from every opening hand, the choice of cards to put back with the best chance of the goal.

Cards put back cannot be drawn in the same mulligan, but in later turns. Cards that count for the same groups are of one
kind, and a choice is the number of cards to put back of each kind. Of equally good choices the best puts back the
fewest cards, then keeps most of the first kinds; kinds are ordered by the conditions they count for, in the order of
the goal. `choices.py` has the recurrences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from math import comb, lcm
from operator import mul

import numpy as np

from games.engine.budget import TooLarge, spend_once
from games.engine.odds.choices import (
    Array,
    Space,
    Vectors,
    base_weights,
    counts,
    filling_weights,
    fillings,
    space,
    states,
    vectors,
    vectors_of,
)
from games.engine.odds.hands import Bounds
from games.engine.odds.split import Signature, Split

MAX_STATES = 2_400_000
"""Pairs of a hand and what is kept of it, plus vectors of cards seen, times the kinds: about a fifth of a second."""

WORD = 1 << 62
"""Smaller numbers fit into a machine word, sums of two as well."""


@dataclass(frozen=True)
class Deal:
    """How cards are dealt up to a turn."""

    size: int
    """Cards of the deck."""

    life: int
    """Cards laid away unseen before the hand is drawn."""

    hand: int
    """Cards of an opening hand, where the deck has as many."""

    draws: int
    """Regular draws up to the turn."""

    @property
    def hand_size(self) -> int:
        return min(self.hand, max(self.size - self.life, 0))

    @property
    def unseen(self) -> int:
        return self.size - self.hand_size

    @property
    def library(self) -> int:
        """The number of cards that can be drawn after the hand."""
        return max(self.size - self.life, 0) - self.hand_size

    @property
    def most(self) -> int:
        """The greatest number of cards that can be seen."""
        return self.hand_size + self.draws

    def futures(self, back: int) -> Iterator[tuple[int, int, Fraction]]:
        """The numbers of cards drawn after `back` were put back: (new, returning, chance).

        New cards were not in the hand; returning ones were put back and are drawn again in a later turn.
        """
        drawn = min(back, self.library)
        fresh = self.library - drawn
        later = min(self.draws, fresh + back)
        for again in range(max(later - fresh, 0), min(back, later) + 1):
            ways = comb(back, again) * comb(fresh, later - again)
            yield drawn + later - again, again, Fraction(ways, comb(fresh + back, later))

    @cached_property
    def weights(self) -> Mapping[int, Mapping[int, Fraction]]:
        """weights[back][returning]: the chance of one particular set of new cards and one of returning cards."""
        return {
            back: {
                again: like / (comb(self.unseen, new) * comb(back, again)) for new, again, like in self.futures(back)
            }
            for back in range(self.hand_size + 1)
        }

    def seen_count(self, back: int) -> int:
        """The number of cards kept and drawn by the turn, after `back` were put back."""
        new, again, _ = next(self.futures(back))
        return self.hand_size - back + new + again


@dataclass(frozen=True)
class Choices:
    """The choices for every hand, and their values."""

    kinds: tuple[Signature, ...]
    """The kinds of cards that the goal tells apart."""

    sizes: tuple[int, ...]
    """The number of cards of each kind in the deck."""

    clauses: tuple[tuple[tuple[int, Bounds], ...], ...]
    deal: Deal
    caps: tuple[int, ...]
    """The greatest number of cards of each kind in a hand."""

    def check(self) -> None:
        """Raises TooLarge."""
        if self.states > MAX_STATES:
            raise TooLarge("states", self.states, MAX_STATES)

    @cached_property
    def states(self) -> int:
        """The size of the tables, as MAX_STATES bounds it."""
        seen = vectors_of(min(self.deal.most, self.deal.size), [size + 1 for size in self.sizes])
        return len(self.kinds) * (states(self.deal.hand_size, self.caps) + seen)

    @property
    def listing(self) -> int:
        """Steps of a budget for listing the states."""
        return self.states // 40

    @property
    def counting(self) -> int:
        """Steps of a budget for the recurrences over all states."""
        rows, slow = 1 + min(self.deal.draws, self.deal.hand_size), 1 if self.type is np.int64 else 20
        return slow * (200 + rows * self.states // 500)

    @cached_property
    def space(self) -> Space:
        return space(self.deal.hand_size, self.caps)

    @cached_property
    def denominator(self) -> int:
        """The common denominator of the chances."""
        every = [weight.denominator for weights in self.deal.weights.values() for weight in weights.values()]
        return reduce(lcm, every, 1)

    @property
    def hands(self) -> int:
        """The number of opening hands as sets of cards, all equally likely."""
        return comb(self.deal.size, self.deal.hand_size)

    @property
    def largest(self) -> int:
        """An upper bound of all counts, and of all chances times the denominator."""
        return max(self.deal.size * comb(self.deal.size, min(self.deal.most, self.deal.size // 2)), self.denominator)

    @property
    def type(self) -> type:
        """The dtype of the arrays: machine words if they suffice, else Python's integers."""
        return np.int64 if self.largest < WORD else object

    # What choices are worth

    @cached_property
    def chances(self) -> Array:
        """The chance of the goal after each choice of `space.whole`, times the denominator."""
        chances: Array = np.zeros(len(self.space.whole), self.type)
        for seen, weights in self._weights.items():
            for row, weight in zip(counts(self.space, self._fillings(seen), len(weights) - 1), weights, strict=True):
                chances += row[self.space.whole] * np.array(weight, self.type)[self.space.back]
        return chances

    @cached_property
    def _weights(self) -> Mapping[int, Array]:
        """_weights[seen][returning][back]: `deal.weights` times the denominator, 0 if another number is seen."""
        rows = range(1 + max(again for weights in self.deal.weights.values() for again in weights))
        backs = range(self.deal.hand_size + 1)
        return {
            seen: [
                [
                    int(
                        self.deal.weights[back].get(again, Fraction(0))
                        * self.denominator
                        * (self.deal.seen_count(back) == seen)
                    )
                    for back in backs
                ]
                for again in rows
            ]
            for seen in {self.deal.seen_count(back) for back in backs}
        }

    def _fillings(self, seen: int) -> Array:
        """S(k, 0) of every state: the sets of unseen cards that make k up to `seen` cards that meet the goal."""
        at = self.vectors(seen)
        ways = fillings(at, self.sizes, self._meets_goal(at).astype(self.type))
        kept = self.space.kept[:, self.space.levels[0]]
        few = kept.sum(axis=0) <= seen  # a small deck may have fewer cards to see than a hand has
        base = np.zeros(kept.shape[1], self.type)
        base[few] = ways[at.number(kept[:, few])]
        return base

    def vectors(self, seen: int) -> Vectors:
        """The vectors of up to `seen` cards by kind."""
        return vectors(seen, tuple(min(size + 1, seen) for size in self.sizes))

    def _meets_goal(self, at: Vectors) -> Array:
        """Whether each vector of the greatest size meets the goal."""
        counts = at.counts[:, at.levels[-1]]
        meets = np.zeros(counts.shape[1], bool)
        for clause in self.clauses:
            holds = np.ones(len(meets), bool)
            for group, bounds in clause:
                number = counts[[group in kind for kind in self.kinds]].sum(axis=0)
                holds &= number >= bounds.low
                if bounds.high is not None:
                    holds &= number <= bounds.high
            meets |= holds
        return meets

    # The best choice

    @cached_property
    def best(self) -> Array:
        """The index in `space.whole` of the best choice, by hand."""
        starts = self.space.starts
        most = np.maximum.reduceat(self.chances, starts)
        sizes = np.diff(np.append(starts, len(self.chances)))
        good = np.flatnonzero(self.chances == np.repeat(most, sizes))
        return good[np.searchsorted(good, starts)]

    def of_hand(self, hand: Mapping[Signature, int]) -> Iterator[tuple[Mapping[Signature, int], Fraction]]:
        """The choices of one hand: the cards kept by kind, and the chance; choices that put back fewer cards first."""
        counts = np.array([[hand.get(kind, 0)] for kind in self.kinds], np.int32).reshape(len(self.kinds), 1)
        number = int(np.flatnonzero((self.space.hands == counts).all(axis=0))[0])
        ends = [*self.space.starts.tolist()[1:], len(self.chances)]
        for index in range(int(self.space.starts[number]), ends[number]):
            keep = self.space.kept[:, self.space.whole[index]].tolist()
            yield dict(zip(self.kinds, keep, strict=True)), Fraction(int(self.chances[index]), self.denominator)

    @cached_property
    def ways(self) -> Array:
        """The number of sets of cards that are each hand."""
        ways: Array = np.ones(len(self.space.starts), self.type)
        for size, count in zip(self.sizes, self.space.hands, strict=True):
            ways *= np.array([comb(size, number) for number in range(self.deal.hand_size + 1)], self.type)[count]
        return ways

    @cached_property
    def chance(self) -> Fraction:
        """The chance of the goal with the best choice for every hand."""
        total = sum(map(mul, self.ways.tolist(), self.chances[self.best].tolist()))
        return Fraction(total, self.denominator * self.hands)

    def as_plan_numbers(self) -> tuple[list[int], list[int], list[int]]:
        """The best choices as `games.engine.play.trials.table.Plan` has them: `counts`, `steps` and `back`."""
        size, kinds = self.deal.hand_size, len(self.kinds)
        behind = [[int(not room) for room in range(size + 1)]]  # by kind and room: the hands of this and later kinds
        for cap in reversed(self.caps):
            after = behind[0]
            behind.insert(0, [sum(after[room - min(cap, room) : room + 1]) for room in range(size + 1)])
        steps = [
            sum(behind[kind + 1][room - fewer] for fewer in range(min(count, room + 1)))
            for kind in range(kinds)
            for room in range(size + 1)
            for count in range(size + 1)
        ]
        table, room = np.array(steps).reshape(kinds, size + 1, size + 1), np.full(len(self.best), size)
        number = np.zeros(len(self.best), np.int64)
        for kind, count in enumerate(self.space.hands):
            number += table[kind, room, count]
            room = room - count
        back = np.zeros((behind[0][size], kinds), np.int64)
        back[number] = (self.space.hands - self.space.kept[:, self.space.whole[self.best]]).T
        return [0] * kinds, steps, back.ravel().tolist()

    @cached_property
    def seen_weights(self) -> list[tuple[tuple[int, ...], int]]:
        """The vectors of cards seen after the best choices, each with its chance times `denominator * hands`."""
        spend_once((self, "seen_weights"), self.states // 100)
        whole, back = self.space.whole[self.best], self.space.back[self.best]
        weights_by_counts: list[tuple[tuple[int, ...], int]] = []
        for seen, weights in self._weights.items():
            rows = np.zeros((len(weights), len(self.space.fewer)), object)
            for row, weight in zip(rows, weights, strict=True):
                row[whole] = self.ways.astype(object) * np.array(weight, object)[back]
            at, first = self.vectors(seen), self.space.levels[0]
            base = np.zeros(at.counts.shape[1], object)
            kept = self.space.kept[:, first]
            few = kept.sum(axis=0) <= seen
            base[at.number(kept[:, few])] = base_weights(self.space, rows)[few]
            ways = filling_weights(at, self.sizes, base).tolist()
            weights_by_counts += zip(map(tuple, at.counts[:, at.levels[-1]].T.tolist()), ways, strict=True)
        return [(counts, ways) for counts, ways in weights_by_counts if ways]


def choices(deck: Split, deal: Deal, hand: Mapping[Signature, int] | None = None) -> Choices:
    """The choices of every hand, or only of `hand`. Raises TooLarge."""
    options = every_choice(deck, deal, hand)
    spend_once((options.deal.hand_size, options.caps), options.listing)
    spend_once(options, options.counting)
    return same(options)


@lru_cache(maxsize=16)
def same(options: Choices) -> Choices:
    """Equal choices whose values were counted before, if any. They cost the same steps of a budget."""
    return options


def every_choice(deck: Split, deal: Deal, hand: Mapping[Signature, int] | None = None) -> Choices:
    """The choices of every hand, or only of `hand`, before anything is counted. Raises TooLarge."""
    deck = deck.relax(deal.most)
    kinds = kinds_of(deck)
    room = hand or {kind: size + 1 for kind, size in deck.sizes.items()}  # a copy more asks for the same space
    options = Choices(
        kinds=kinds,
        sizes=tuple(deck.sizes.get(kind, 0) for kind in kinds),
        clauses=tuple(tuple(sorted(clause.items())) for clause in deck.clauses),
        deal=deal,
        caps=tuple(min(room.get(kind, 0), deal.hand_size) for kind in kinds),
    )
    options.check()
    return options


def kinds_of(deck: Split) -> tuple[Signature, ...]:
    """A deck's kinds, in the order of the conditions they count for; one kind for an empty deck."""
    there = [kind for kind, size in deck.sizes.items() if size]
    return tuple(sorted(there, key=lambda kind: (not kind, sorted(kind)))) or (frozenset(),)


def chance_after(deck: Split, deal: Deal) -> Fraction:
    """The chance of meeting the goal with the best mulligan for it. Raises TooLarge."""
    return choices(deck, deal).chance
