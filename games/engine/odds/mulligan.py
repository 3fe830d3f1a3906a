"""The best mulligan: from every opening hand, the cards put back give the goal the best probability.

What is put back cannot come in the same mulligan, but is in the library for the draws of the turns that follow. Cards
that count for the same groups are of one kind; which of a kind are put back makes no difference to the goal. Of choices
that are equally good, the one that puts back the fewest cards is made, then the one that keeps more of the cards that
come first in the order of kinds: by the conditions they count for, in the order of the goal.
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
"""How many pairs of an opening hand and what is kept of it, and numbers of cards that may be seen of each kind, are
looked at, times the kinds: about a fifth of a second."""

WORD = 1 << 62
"""What a machine word holds, with room for a sum."""


@dataclass(frozen=True)
class Deal:
    """A deck of `size` cards: `life` of them laid away unseen, a hand of up to `hand`, and `draws` in the turns."""

    size: int
    life: int
    hand: int
    draws: int

    @property
    def hand_size(self) -> int:
        return min(self.hand, max(self.size - self.life, 0))

    @property
    def unseen(self) -> int:
        return self.size - self.hand_size

    @property
    def library(self) -> int:
        """How many cards are left to draw from beside the hand."""
        return max(self.size - self.life, 0) - self.hand_size

    @property
    def most(self) -> int:
        """How many cards a hand can have."""
        return self.hand_size + self.draws

    def futures(self, back: int) -> Iterator[tuple[int, int, Fraction]]:
        """What comes after `back` cards were put back: new cards, returning cards, and the chance of such numbers."""
        drawn = min(back, self.library)
        fresh = self.library - drawn
        later = min(self.draws, fresh + back)
        for again in range(max(later - fresh, 0), min(back, later) + 1):
            ways = comb(back, again) * comb(fresh, later - again)
            yield drawn + later - again, again, Fraction(ways, comb(fresh + back, later))

    @cached_property
    def weights(self) -> Mapping[int, Mapping[int, Fraction]]:
        """By the cards put back and those of them that return: the chance of one set of new and of returning cards."""
        return {
            back: {
                again: like / (comb(self.unseen, new) * comb(back, again)) for new, again, like in self.futures(back)
            }
            for back in range(self.hand_size + 1)
        }

    def seen_count(self, back: int) -> int:
        """How many cards are seen and not put back for good, when so many were put back."""
        new, again, _ = next(self.futures(back))
        return self.hand_size - back + new + again


@dataclass(frozen=True)
class Choices:
    """The choices for every hand, and their values.

    `kinds`, `sizes`: the cards that the goal tells apart, and how many the deck has of each. `caps`: up to how many of
    them a hand has.
    """

    kinds: tuple[Signature, ...]
    sizes: tuple[int, ...]
    clauses: tuple[tuple[tuple[int, Bounds], ...], ...]
    deal: Deal
    caps: tuple[int, ...]

    def check(self) -> None:
        """Raises TooLarge."""
        if self.states > MAX_STATES:
            raise TooLarge("states", self.states, MAX_STATES)

    @cached_property
    def states(self) -> int:
        """How much there is to list: hands and what is kept of them, and what may be seen, each by kinds."""
        seen = vectors_of(min(self.deal.most, self.deal.size), [size + 1 for size in self.sizes])
        return len(self.kinds) * (states(self.deal.hand_size, self.caps) + seen)

    @property
    def listing(self) -> int:
        """What it costs to list the states, in steps of a budget."""
        return self.states // 40

    @property
    def counting(self) -> int:
        """What it costs to count for each of them, in steps of a budget."""
        rows, slow = 1 + min(self.deal.draws, self.deal.hand_size), 1 if self.type is np.int64 else 20
        return slow * (200 + rows * self.states // 500)

    @cached_property
    def space(self) -> Space:
        return space(self.deal.hand_size, self.caps)

    @cached_property
    def denominator(self) -> int:
        """Of all chances of choices."""
        every = [weight.denominator for weights in self.deal.weights.values() for weight in weights.values()]
        return reduce(lcm, every, 1)

    @property
    def hands(self) -> int:
        """How many opening hands there are, each as likely as any other."""
        return comb(self.deal.size, self.deal.hand_size)

    @property
    def largest(self) -> int:
        """No count and no chance of a choice is larger."""
        return max(self.deal.size * comb(self.deal.size, min(self.deal.most, self.deal.size // 2)), self.denominator)

    @property
    def type(self) -> type:
        """Of whole numbers."""
        return np.int64 if self.largest < WORD else object

    # What choices are worth

    @cached_property
    def chances(self) -> Array:
        """Of every choice of `space.whole`, times the denominator."""
        chances: Array = np.zeros(len(self.space.whole), self.type)
        for seen, weights in self._weights.items():
            for row, weight in zip(counts(self.space, self._fillings(seen), len(weights) - 1), weights, strict=True):
                chances += row[self.space.whole] * np.array(weight, self.type)[self.space.back]
        return chances

    @cached_property
    def _weights(self) -> Mapping[int, Array]:
        """By how many cards are seen: by the cards that return and those put back, the chance of a set of both."""
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
        """In how many ways what is kept is filled up to `seen` cards that meet the goal, where nothing is put back."""
        at = self.vectors(seen)
        ways = fillings(at, self.sizes, self._meets_goal(at).astype(self.type))
        kept = self.space.kept[:, self.space.levels[0]]
        few = kept.sum(axis=0) <= seen  # a small deck may have fewer cards to see than a hand has
        base = np.zeros(kept.shape[1], self.type)
        base[few] = ways[at.number(kept[:, few])]
        return base

    def vectors(self, seen: int) -> Vectors:
        """So many cards and fewer, by kind."""
        return vectors(seen, tuple(min(size + 1, seen) for size in self.sizes))

    def _meets_goal(self, at: Vectors) -> Array:
        """Which of the largest vectors meet the goal."""
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
        """For every hand, the place in `space.whole` of the best choice."""
        starts = self.space.starts
        most = np.maximum.reduceat(self.chances, starts)
        sizes = np.diff(np.append(starts, len(self.chances)))
        good = np.flatnonzero(self.chances == np.repeat(most, sizes))
        return good[np.searchsorted(good, starts)]

    def of_hand(self, hand: Mapping[Signature, int]) -> Iterator[tuple[Mapping[Signature, int], Fraction]]:
        """How many of each kind of its cards may be kept, and the chance then: those that put back fewer first."""
        counts = np.array([[hand.get(kind, 0)] for kind in self.kinds], np.int32).reshape(len(self.kinds), 1)
        number = int(np.flatnonzero((self.space.hands == counts).all(axis=0))[0])
        ends = [*self.space.starts.tolist()[1:], len(self.chances)]
        for index in range(int(self.space.starts[number]), ends[number]):
            keep = self.space.kept[:, self.space.whole[index]].tolist()
            yield dict(zip(self.kinds, keep, strict=True)), Fraction(int(self.chances[index]), self.denominator)

    @cached_property
    def ways(self) -> Array:
        """In how many ways each hand comes."""
        ways: Array = np.ones(len(self.space.starts), self.type)
        for size, count in zip(self.sizes, self.space.hands, strict=True):
            ways *= np.array([comb(size, number) for number in range(self.deal.hand_size + 1)], self.type)[count]
        return ways

    @cached_property
    def chance(self) -> Fraction:
        """Of the goal, with the best choice for every hand."""
        total = sum(map(mul, self.ways.tolist(), self.chances[self.best].tolist()))
        return Fraction(total, self.denominator * self.hands)

    def as_plan_numbers(self) -> tuple[list[int], list[int], list[int]]:
        """The best choices as `games.engine.play.trials.table.Plan` has them: `counts`, `steps` and `back`."""
        size, kinds = self.deal.hand_size, len(self.kinds)
        behind = [[int(not room) for room in range(size + 1)]]  # by kind and room, how many hands the kinds make up
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
        """The cards seen by kind, with the best choices; and the chance of each, times `denominator * hands`."""
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
    """What may be put back of every hand, or of one, by the kinds of its cards. Raises TooLarge."""
    options = every_choice(deck, deal, hand)
    spend_once((options.deal.hand_size, options.caps), options.listing)
    spend_once(options, options.counting)
    return same(options)


@lru_cache(maxsize=16)
def same(options: Choices) -> Choices:
    """The equal one for which this was counted before, if any. It still costs the same steps of a budget."""
    return options


def every_choice(deck: Split, deal: Deal, hand: Mapping[Signature, int] | None = None) -> Choices:
    """The same before anything is counted. Raises TooLarge."""
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
    """The kinds of cards that a deck has, in the order of the conditions they count for; one, if it has no cards."""
    there = [kind for kind, size in deck.sizes.items() if size]
    return tuple(sorted(there, key=lambda kind: (not kind, sorted(kind)))) or (frozenset(),)


def chance_after(deck: Split, deal: Deal) -> Fraction:
    """The chance of meeting the goal with the best mulligan for it. Raises TooLarge."""
    return choices(deck, deal).chance
