"""Odds of every game's own opening against counting all hands, all that may be put back and all that may come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from random import Random

import pytest

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.model.opening import SEATS, Opening
from games.engine.odds.exact import chance
from games.engine.odds.keep_policy import keep_policy
from games.engine.reading.goals import Goal, groups, parse
from games.registry import GAMES, get
from tests.games.examples import catalog

CASES = 200
"""Of each game, so that there are a thousand of all."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_best_mulligan_odds_are_those_of_trying_every_choice(game: Game) -> None:
    telling = 0
    for number in range(CASES):
        random = Random(f"{game.slug} {number}")
        deck = some_deck(random, game)
        goal = some_goal(random, deck, game.opening.zones[0])
        turn, seat = random.randrange(4), random.choice(SEATS)
        draws = game.opening.draws(turn, seat)
        told = f"case {number}: {goal}, turn {turn}, {seat}"
        dealt = chance(goal, deck, game.opening, turn=turn, seat=seat)
        assert dealt == count_chance(goal, deck, game.opening, draws, changes=False), told
        best = chance(goal, deck, game.opening, turn=turn, seat=seat, mulligan=True)
        assert best == count_chance(goal, deck, game.opening, draws, changes=game.opening.mulligan == "once"), told
        assert best >= dealt, told
        if game.opening.mulligan == "once":
            policy = keep_policy(goal, deck, game.opening, turn=turn, seat=seat)
            assert (policy.without_mulligan, policy.best) == (dealt, best), told
        telling += 0 < best < 1
    assert telling > CASES / 5


def some_deck(random: Random, game: Game) -> Deck:
    """A few cards more than the opening takes, of three or four kinds."""
    zone = game.opening.zones[0]
    cards = [card for card in catalog(game.slug).cards.values() if card.kind in game.zone(zone).kinds]
    kinds = random.sample(cards, random.choice((3, 4)))
    drawn = random.choices(kinds, k=game.opening.hand + game.opening.life + random.randrange(1, 7))
    return Deck(game.slug, {zone: tuple(DeckLine(card, drawn.count(card)) for card in dict.fromkeys(drawn))})


def some_goal(random: Random, deck: Deck, zone: str) -> Goal:
    """One or two alternatives of up to three conditions, each about one or two kinds of cards and a number between."""
    lines = deck.entries(zone)

    def condition() -> str:
        named = random.sample(lines, random.randrange(1, min(3, len(lines) + 1)))
        sign, number = random.choice((">=", ">=", "<=", "=")), random.randrange(sum(line.count for line in named) + 1)
        return f"{sign}{number} of ({' or '.join(f'number:{line.card.codes[0]}' for line in named)})"

    clauses = (" and ".join(condition() for _ in range(random.randrange(1, 4))) for _ in range(random.randrange(1, 3)))
    return parse(" or ".join(clauses), get(deck.game))


# By counting ----------------------------------------------------------------------------------------------------------

Counts = tuple[int, ...]
"""So many cards of each kind."""


def count_chance(goal: Goal, deck: Deck, opening: Opening, draws: int, *, changes: bool) -> Fraction:
    """The chance of a goal. Life cards lie unseen among those that may come, so they need not be told apart from the
    others as long as nothing is put back."""
    assert not (changes and opening.life)
    lines = [line for zone in opening.zones for line in deck.entries(zone)]
    pile = tuple(line.count for line in lines)
    met = Met(goal, [line.card for line in lines])
    hand = min(opening.hand, max(sum(pile) - opening.life, 0))
    total = Fraction(0)
    for held in hands_of(pile, hand):
        rest = minus(pile, held)
        best = after_draws(met, held, rest, draws, opening.life)
        if changes:
            best = max(
                best, *(after_mulligan(met, minus(held, back), rest, back, draws) for back in product(*map(upto, held)))
            )
        total += ways(pile, held) * best
    return total / comb(sum(pile), hand)


def after_mulligan(met: Met, kept: Counts, rest: Counts, back: Counts, draws: int) -> Fraction:
    number = min(sum(back), sum(rest))
    whole = sum(
        ways(rest, drawn) * after_draws(met, plus(kept, drawn), plus(minus(rest, drawn), back), draws, 0)
        for drawn in hands_of(rest, number)
    )
    return whole / comb(sum(rest), number)


def after_draws(met: Met, held: Counts, rest: Counts, draws: int, life: int) -> Fraction:
    number = min(draws, max(sum(rest) - life, 0))
    good = sum(ways(rest, drawn) for drawn in hands_of(rest, number) if met(plus(held, drawn)))
    return Fraction(good, comb(sum(rest), number))


class Met:
    """Whether so many cards of each kind meet a goal."""

    def __init__(self, goal: Goal, cards: Sequence[Card]) -> None:
        self.goal, self.known = goal, dict[Counts, bool]()
        self.rows = [groups(goal, [DeckLine(card, 1)])[0] for card in cards]

    def __call__(self, held: Counts) -> bool:
        if held not in self.known:
            totals = [
                sum(count * row[at] for count, row in zip(held, self.rows, strict=True)) for at in self.conditions
            ]
            self.known[held] = self.goal.is_met_by(totals)
        return self.known[held]

    @property
    def conditions(self) -> range:
        return range(len(self.goal.conditions))


def hands_of(pile: Counts, number: int) -> Iterator[Counts]:
    """The ways to have `number` cards of a pile."""
    return (each for each in product(*map(upto, pile)) if sum(each) == number)


def ways(pile: Counts, taken: Counts) -> int:
    return prod(map(comb, pile, taken))


def upto(count: int) -> range:
    return range(count + 1)


def plus(some: Counts, more: Counts) -> Counts:
    return tuple(map(sum, zip(some, more, strict=True)))


def minus(some: Counts, fewer: Counts) -> Counts:
    return tuple(each - other for each, other in zip(some, fewer, strict=True))
