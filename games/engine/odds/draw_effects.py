"""Odds with cards that draw: each card with an effect `draw:N` is played at once, and for free.

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
"""Draw effects to count: none; all, which is refused if one is a choice; or those that are no choice."""

DRAWS: tuple[Draws, ...] = ("none", "all", "free")

Counts = tuple[int, ...]
"""The number of cards of each kind."""

MAX_STEPS = 60_000
"""Steps of a budget that one count may take, about half a second."""


class DrawsRefused(ValueError):
    """Draw effects cannot be counted, because playing some `cards` is a choice, each for its reason.

    Without cards the goal has an upper bound: a player who may see too many cards may not want to draw.
    """

    def __init__(self, cards: Sequence[tuple[Card, Text]] = ()) -> None:
        super().__init__(tuple(cards))
        self.cards = tuple(cards)

    def __str__(self) -> str:
        if not self.cards:
            return "With an upper bound in the goal, playing a card that draws is a choice."
        return "Playing these cards is a choice: " + ", ".join(f"{card.name} ({why.en})" for card, why in self.cards)


class Drawing(NamedTuple):
    """The cards of a deck that draw."""

    free: tuple[Card, ...]
    """Cards that are played at once."""

    choices: tuple[tuple[Card, Text], ...]
    """Cards that a player may prefer not to play, and why."""


def choices_to_draw(entries: Sequence[DeckLine], deck: Deck, opening: Opening) -> list[tuple[Card, Text]]:
    """The cards whose draws are a choice, and why."""
    reasons = (
        (entry.card, opening.draw_choice(entry.card, deck)) for entry in entries if entry.card.effect("draw") > 0
    )
    return [(card, why) for card, why in reasons if why is not None]


def draw_values(entries: Sequence[DeckLine], deck: Deck, opening: Opening, draws: Draws) -> list[int]:
    """The number of cards that each entry draws, 0 if it is not counted. Raises DrawsRefused."""
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
    """A deck whose cards draw, for a goal without upper bounds."""

    kinds: tuple[Kind, ...]
    """The kinds of cards that the goal or the draws tell apart."""

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

    def _with(self, counts: Counts) -> Iterator[tuple[int, Kind]]:
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
