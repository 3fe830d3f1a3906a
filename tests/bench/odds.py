"""Time needed for exact odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.model.opening import Opening
from games.engine.odds import mulligan as odds_mulligan
from games.engine.odds.exact import chance
from games.engine.reading.goals import Goal, parse
from tests.bench.timing import milliseconds

GROUPS = range(6)

APART = (
    ">=1 of {0} and >=1 of {1} or >=2 of {2} and <=1 of {3} or >=1 of {4} and >=2 of {5} or >=1 of {0} and <=2 of {2}",
    ">=1 of {0} and >=1 of {1} and >=2 of {2} or >=2 of {3} and <=1 of {4} or >=1 of {5} and =0 of {0} or 1..2 of {1}",
)
"""Goals of four clauses over six groups."""

OVERLAPPING = (
    " and ".join(f">=1 of {{{group}}}" for group in GROUPS),
    " and ".join(f">=2 of {{{group}}}" for group in GROUPS),
    " and ".join(f"1..2 of {{{group}}}" for group in GROUPS),
    ">=2 of {0} and >=1 of {1} or >=2 of {2} and <=1 of {3} or >=3 of {4} and <=2 of {5} or >=2 of {1} and >=2 of {5}",
)


def milliseconds_of_six_groups(game: Game) -> float:
    """A hand of seven of 60 cards; the slowest of the goals APART, each at its best."""
    deck = _deck(game, [((group,), count) for group, count in enumerate((4, 3, 8, 4, 6, 10))], others=25)
    return _slowest(game, APART, deck, hand=7)


def milliseconds_of_the_best_mulligan(game: Game) -> float:
    """The same hands with the best mulligan; which states there are is known from the first time on."""
    deck = _deck(game, [((group,), count) for group, count in enumerate((4, 3, 8, 4, 6, 10))], others=25)
    return _slowest(game, APART, deck, hand=7, mulligan=True)


def milliseconds_of_21_classes(game: Game) -> float:
    """A hand of ten of 63 cards, each in one or two of six groups; the slowest of OVERLAPPING, each at its best."""
    kinds = [*combinations(GROUPS, 1), *combinations(GROUPS, 2)]
    return _slowest(game, OVERLAPPING, _deck(game, [(groups, 3) for groups in kinds]), hand=10)


def _deck(game: Game, counts: Iterable[tuple[Sequence[int], int]], others: int = 0) -> Deck:
    """Cards by the groups they count for, which their names tell."""
    names = [("".join(f"g{group}g" for group in groups), count) for groups, count in counts]
    if others:
        names.append(("other", others))
    entries = tuple(DeckLine(Card(name, name, ""), count) for name, count in names)
    return Deck(game.slug, {"main": entries})


def _slowest(game: Game, goals: Iterable[str], deck: Deck, hand: int, mulligan: bool = False) -> float:
    opening = Opening(hand=hand, draw=1, rule="", mulligan="once" if mulligan else "none")
    names = [f"(name:g{group}g)" for group in GROUPS]
    return max(_milliseconds(parse(text.format(*names), game), deck, opening) for text in goals)


def _milliseconds(goal: Goal, deck: Deck, opening: Opening) -> float:
    """From the deck's cards to the fraction, at its best."""

    def count() -> None:
        odds_mulligan.same.cache_clear()
        chance(goal, deck, opening, mulligan=True)

    return milliseconds(count)
