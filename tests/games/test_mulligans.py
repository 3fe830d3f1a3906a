"""The best mulligan over real decks is the best of all there is to put back, by code that only knows the opening."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb

import pytest

from games.engine.model.decks import Deck
from games.engine.model.opening import SEATS, Opening, Seat
from games.engine.odds.exact import chance
from games.engine.reading.goals import Goal, groups
from games.registry import GAMES, get
from tests.games.test_odds_and_trials import random_deck, random_goal

Counts = tuple[int, ...]
"""By kind of cards."""

MAX_KINDS = 4


@lru_cache(maxsize=100_000)
def draws(pool: Counts, number: int) -> tuple[tuple[Counts, int], ...]:
    """What so many cards of a pool can be, and in how many ways."""
    if not pool:
        return () if number else (((), 1),)
    return tuple(
        ((count, *rest), comb(pool[0], count) * ways)
        for count in range(min(pool[0], number) + 1)
        for rest, ways in draws(pool[1:], number - count)
    )


def plus(one: Counts, other: Counts) -> Counts:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def minus(one: Counts, other: Counts) -> Counts:
    return tuple(a - b for a, b in zip(one, other, strict=True))


class Dealing:
    """A deck as a goal tells its cards apart, dealt by the rules of an opening."""

    def __init__(self, goal: Goal, deck: Deck, opening: Opening) -> None:
        held = [each for zone in opening.zones for each in deck.entries(zone)]
        rows = groups(goal, held)
        self.kinds = sorted({tuple(row) for row in rows})
        copies = [(tuple(row), each.count) for row, each in zip(rows, held, strict=True)]
        self.sizes = tuple(sum(count for row, count in copies if row == kind) for kind in self.kinds)
        self.goal, self.opening = goal, opening

    @lru_cache(maxsize=100_000)  # noqa: B019  a dealing lives for one goal
    def met(self, counts: Counts) -> bool:
        return self.goal.is_met_by(
            [
                sum(count for kind, count in zip(self.kinds, counts, strict=True) if kind[number])
                for number in range(len(self.goal.conditions))
            ]
        )

    def chance(self, turn: int, seat: Seat, *, mulligan: bool) -> Fraction:
        size = sum(self.sizes)
        hand = min(self.opening.hand, size - self.opening.life)
        later = self.opening.draws(turn, seat)
        total = sum(
            (ways * max(self.after(held, back, later) for back in self.backs(held, mulligan)))
            for held, ways in draws(self.sizes, hand)
        )
        return Fraction(total) / comb(size, hand)

    def backs(self, held: Counts, mulligan: bool) -> Iterator[Counts]:
        for number in range(sum(held) + 1 if mulligan else 1):
            for back, _ in draws(held, number):
                yield back

    def after(self, held: Counts, back: Counts, later: int) -> Fraction:
        """The chance of the goal: as many new cards as went back, then the draws of the turns."""
        kept, unseen = minus(held, back), minus(self.sizes, held)
        library = sum(unseen) - self.opening.life
        new = min(sum(back), library)
        chance = Fraction(0)
        for drawn, ways in draws(unseen, new):
            rest = plus(minus(unseen, drawn), back)  # life cards are as unknown as what is left
            chance += Fraction(ways, comb(sum(unseen), new)) * self.later(
                plus(kept, drawn), rest, back, library - new, later
            )
        return chance

    def later(self, seen: Counts, rest: Counts, back: Counts, fresh: int, number: int) -> Fraction:
        number = min(number, fresh + sum(back))
        if self.opening.life:
            assert not any(back), "no game has both life cards and a mulligan"
        ways = sum(ways for more, ways in draws(rest, number) if self.met(plus(seen, more)))
        return Fraction(ways, comb(sum(rest), number))


def agree(number: int, seed: int) -> int:
    """Compares so many decks and goals; how many of them the mulligan makes likelier."""
    picked, helped = random.Random(seed), 0
    while number:
        slug = picked.choice(GAMES).slug
        deck = random_deck(picked, slug)
        goal, turn, seat = random_goal(picked, deck), picked.randint(0, 3), picked.choice(SEATS)
        opening = get(slug).opening
        dealing = Dealing(goal, deck, opening)
        if len(dealing.kinds) > MAX_KINDS or sum(dealing.sizes) <= opening.life:
            continue
        dealt = chance(goal, deck, opening, turn=turn, seat=seat)
        best = chance(goal, deck, opening, turn=turn, seat=seat, mulligan=True)
        assert dealt == dealing.chance(turn, seat, mulligan=False)
        assert best >= dealt
        assert best == dealing.chance(turn, seat, mulligan=opening.mulligan == "once"), (slug, goal, turn, seat)
        helped += best > dealt
        number -= 1
    return helped


@pytest.mark.slow
def test_the_odds_are_those_of_the_best_of_all_that_may_be_put_back():
    assert agree(100, seed=11) > 5


@pytest.mark.exhaustive
def test_the_odds_of_a_thousand_decks_are_those_of_the_best_of_all_that_may_be_put_back():
    assert agree(1000, seed=12) > 100
