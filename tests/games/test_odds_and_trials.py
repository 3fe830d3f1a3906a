"""Exact odds beside trials: two ways to one number, which share only the goal and the rules of the opening."""

from __future__ import annotations

import random
from functools import cache

import pytest

from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import SEATS, Seat
from games.engine.model.presets import goals_of
from games.engine.odds import exact
from games.engine.play.figures.estimates import wilson
from games.engine.play.trials.runs import Run
from games.engine.reading.catalogs.catalog import Catalog
from games.engine.reading.goals import Goal, parse
from games.engine.reading.search.query import quote
from games.registry import GAMES, get, goldfish
from tests.catalogs import load_catalog
from tests.games.test_goldfish import sample

pytestmark = pytest.mark.slow

TRIALS = 4000
SPARSE = 0.02
"""Shares nearer to 0 or 1 are left out: hits are so few there that no interval can come close to 95 %."""


@cache
def own_catalog(slug: str) -> Catalog:
    """Without the cards that examples add, which would make other decks of a seed."""
    return load_catalog(get(slug))


def random_deck(chance: random.Random, slug: str) -> Deck:
    """Cards of the catalog in the library of a legal deck."""
    game, deck = get(slug), sample(slug)
    cards = [card for card in own_catalog(slug).cards.values() if game.zone_of(card).slug in game.opening.zones]
    chosen = chance.sample(cards, chance.randint(4, min(20, len(cards))))
    entries = tuple(DeckLine(card, chance.randint(1, 4)) for card in chosen)
    return Deck(slug, {**deck.zones, game.opening.zones[0]: entries}, deck.declarations)


def random_goal(chance: random.Random, deck: Deck) -> Goal:
    """One to three conditions on facts of its cards."""
    game = get(deck.game)
    held = deck.entries(game.opening.zones[0])

    def condition() -> str:
        card = chance.choice(held).card
        count = chance.choice((">=1", ">=2", ">=3", "<=1", "=0", "=1"))
        return f"{count} of (kind:{quote(card.kind)}{chance.choice(('', f' or {quote(card.name)}'))})"

    joints = chance.choice(((), ("and",), ("or",), ("and", "or")))
    return parse(" ".join([condition(), *(f"{joint} {condition()}" for joint in joints)]), game)


def inside(chance: random.Random, slug: str) -> bool | None:
    """Whether the exact odds of one random deck and goal lie in the interval of its trials; None: nearly 0 or 1."""
    game, deck = get(slug), random_deck(chance, slug)
    goal, turn, seat = random_goal(chance, deck), chance.randint(0, 4), chance.choice(("first", "second"))
    changes = game.opening.mulligan == "once" and chance.random() < 0.5
    expected = exact.chance(goal, deck, game.opening, turn=turn, seat=seat, mulligan=changes)
    if not SPARSE < expected < 1 - SPARSE:
        return None
    keep = goal if changes else None
    run = Run(game, goldfish(game), deck, chance.randrange(10**6), 4, seat, goal, keep, turn)
    tally = run.hands(0, TRIALS)
    interval = wilson(int(tally.goal[turn]), TRIALS)
    return interval.low <= expected <= interval.high


def number_inside(decks: int) -> int:
    """For how many of `decks` random decks the exact odds lie in the interval."""
    chance, results = random.Random(2026), []
    while len(results) < decks:
        result = inside(chance, chance.choice(GAMES).slug)
        if result is not None:
            results.append(result)
    return sum(results)


def test_exact_odds_lie_in_the_interval_of_the_trials():
    assert 54 <= number_inside(60) <= 60  # 95 %, and three standard deviations below


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_the_presets_of_a_seat_are_met_in_games_as_often_as_their_odds_say(slug: str, seat: Seat) -> None:
    """As dealt and, where the game has one, with the best mulligan for them, to four standard deviations."""
    game, deck = get(slug), sample(slug)
    for preset, text in goals_of(game.presets, deck, seat):
        goal = parse(text, game)
        for keep in (None, goal) if game.opening.mulligan == "once" else (None,):
            expected = exact.chance(goal, deck, game.opening, turn=preset.turn, seat=seat, mulligan=keep is not None)
            run = Run(game, goldfish(game), deck, 5, max(preset.turn, 1), seat, goal, keep, preset.turn)
            interval = wilson(int(run.hands(0, TRIALS).goal[preset.turn]), TRIALS, z=4)
            assert interval.low <= expected <= interval.high, (preset.slug, keep)


@pytest.mark.exhaustive
def test_exact_odds_lie_in_the_interval_of_the_trials_as_often_as_it_says():
    assert 940 <= number_inside(1000) <= 960
