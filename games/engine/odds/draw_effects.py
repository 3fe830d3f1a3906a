"""Odds where cards with an effect `draw:N` draw: each is played as soon as it is in hand, and for nothing.

The order of the deck decides everything then: the cards seen are those off the top up to the first place where all
regular draws and all draws of the cards seen are made. By turn 0 nothing has been played. A set of cards is what is
seen in a certain share of its orders, which depends only on how many of its cards draw how many (`Chain._shares`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, factorial, lcm, prod
from operator import mul
from typing import Literal, NamedTuple

from games.engine.budget import TooLarge, spend
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Opening
from games.engine.odds.hands import Clause, Part
from games.engine.odds.split import Signature, Split, sets_meeting, still_open
from games.engine.texts.text import Text

Draws = Literal["none", "all", "free"]
"""Which draw effects are counted: none; all, and none of them may be a choice; those that are no choice."""

DRAWS: tuple[Draws, ...] = ("none", "all", "free")

Counts = tuple[int, ...]
"""By kind of cards."""

MAX_STEPS = 60_000
"""How many steps of a budget one count may take, about half a second."""


class DrawsRefused(ValueError):
    """Draw effects cannot be counted. `cards`: which are a choice, and why; without any it is the goal's upper bound,
    for who may see too many cards may want to draw no more."""

    def __init__(self, cards: Sequence[tuple[Card, Text]] = ()) -> None:
        super().__init__(tuple(cards))
        self.cards = tuple(cards)

    def __str__(self) -> str:
        if not self.cards:
            return "With an upper bound in the goal, playing a card that draws is a choice."
        return "Playing these cards is a choice: " + ", ".join(f"{card.name} ({why.en})" for card, why in self.cards)


class Drawing(NamedTuple):
    """The cards of a deck that draw: those whose draws can be counted, and those whose playing is a choice, and why."""

    free: tuple[Card, ...]
    choices: tuple[tuple[Card, Text], ...]


def choices_to_draw(entries: Sequence[DeckLine], deck: Deck, opening: Opening) -> list[tuple[Card, Text]]:
    """The cards whose draws are a choice, and why."""
    reasons = (
        (entry.card, opening.draw_choice(entry.card, deck)) for entry in entries if entry.card.effect("draw") > 0
    )
    return [(card, why) for card, why in reasons if why is not None]


def draw_values(entries: Sequence[DeckLine], deck: Deck, opening: Opening, draws: Draws) -> list[int]:
    """How many cards each entry draws, 0 where that is not counted. Raises DrawsRefused."""
    if draws == "none":
        return [0] * len(entries)
    choices = choices_to_draw(entries, deck, opening)
    if choices and draws == "all":
        raise DrawsRefused(choices)
    left_out = {card for card, _ in choices}
    return [0 if entry.card in left_out else max(entry.card.effect("draw"), 0) for entry in entries]


Kind = tuple[Signature, int]
"""The groups a card counts for, and how many cards it draws."""


def chain(deck_split: Split, sizes: Mapping[Kind, int], life: int) -> Chain:
    """A deck for a goal, `sizes` being its cards by group and draws. Raises DrawsRefused."""
    total = max(sum(sizes.values()), 0)
    deck = deck_split.relax(max(total - life, 0))
    if deck.has_upper_bounds:
        raise DrawsRefused
    relevant = frozenset(group for clause in deck.clauses for group, each in clause.items() if each.low > 0)
    merged: Counter[Kind] = Counter()
    for (signature, value), size in sizes.items():
        merged[signature & relevant, value] += size
    kinds = sorted((kind for kind, size in merged.items() if size > 0), key=lambda each: (each[1], sorted(each[0])))
    clauses = tuple({group: each for group, each in clause.items() if group in relevant} for clause in deck.clauses)
    return Chain(tuple(kinds), tuple(merged[kind] for kind in kinds), clauses, max(total - life, 0))


@dataclass(eq=False)
class Chain:
    """`kinds`, `sizes`: the cards that goal and draws tell apart, and how many there are. `cap`: how many can be drawn.

    The goal has no upper bounds.
    """

    kinds: tuple[Kind, ...]
    sizes: Counts
    clauses: tuple[Clause, ...]
    cap: int
    _share_cache: dict[tuple[int, int], Mapping[Counts, tuple[int, Fraction]]] = field(default_factory=dict)
    _plain_cache: dict[tuple[tuple[Part, ...], frozenset[tuple[int, int]], int], int] = field(default_factory=dict)
    _steps: int = 0

    @cached_property
    def values(self) -> Counts:
        """How many cards the cards that draw do draw, each number once."""
        return tuple(sorted({value for _, value in self.kinds if value}))

    def chance(self, draws: int, in_hand: Counts | None = None) -> Fraction:
        """The chance of the goal with `draws` cards to draw, and with the draws of all that draw. Raises TooLarge.

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

    def _with(self, counts: Counts) -> Iterator[tuple[int, Kind]]:
        return zip(counts, self.kinds, strict=True)

    def _by_value(self, drawers: Counts) -> Counts:
        return tuple(sum(n for n, (_, each) in self._with(drawers) if each == value) for value in self.values)

    def _plain(self, rest: Counts, present: Counts, number: int) -> int:
        """In how many ways so many of the cards that do not draw meet the goal, with those that are there."""
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
        """From how many cards of a group on, one more makes no difference."""
        counts: Counter[int] = Counter()
        for clause in self.clauses:
            for group, each in clause.items():
                counts[group] = max(counts[group], each.low)
        return counts

    def _shares(self, draws_due: int, room: int) -> Mapping[Counts, tuple[int, Fraction]]:
        """By how many cards of each value are seen: how many others are, and the share of the orders of such cards in
        which they are what is seen, for before each of them a draw is owed."""
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
        """The chance with the best mulligan of a hand of so many cards, of a deck without life cards. Raises TooLarge.

        What is not in hand after it is the library, whatever was put back: so a hand is worth the same however it came.
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
        """What the best choice for a hand is worth."""
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


def vectors(sizes: Counts, number: int) -> Iterator[Counts]:
    """Everything that so many cards can be."""
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
