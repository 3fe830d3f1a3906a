"""Hands to keep for the clock: exact chances of hands, every choice tried, and the best of them by the games played."""

from dataclasses import replace
from fractions import Fraction
from math import prod

import numpy as np
import pytest

from games.engine.budget import TooLarge
from games.engine.model.cards import Card
from games.engine.model.decks import DeckLine
from games.engine.play.studies import keeping
from games.engine.play.studies.keeping import (
    MIN_GAMES,
    KeepTrials,
    clock_of,
    clock_of_run,
    kinds_of,
    merge_choices,
    policy_clock,
)
from games.engine.play.trials.runs import Run
from games.engine.reading.decklists.parsing import read
from games.engine.reading.goals import parse
from games.registry import get, goldfish
from tests.catalogs import decks_of, load_catalog

TURNS = 12
ECHO = "echo-of-legends"
MINIONS = ">=1 of (kind:minion)"


def run_of(slug, **how):
    game = get(slug)
    path = min(path for path in decks_of(game).glob("*.txt") if not path.name.startswith("illegal-"))
    deck = read(path.read_text(encoding="utf-8"), load_catalog(game), game).deck
    return Run(game, goldfish(game), deck, seed=3, turns=TURNS, **how)


def trials_of(slug=ECHO, kinds=MINIONS):
    run = run_of(slug)
    return KeepTrials(run, parse(kinds, run.game))


def test_hands_are_weighed_exactly_and_every_choice_is_one():
    trials = trials_of("xing-ling-wang", ">=1 of (kind:unit tribute=1) and >=1 of (kind:spell)")
    hands = trials.hands(trials.empty(), trials.empty())
    assert sum(each.dealt for each in hands) == 1
    assert all(sum(each.counts) == trials.hand_size == 4 for each in hands)
    assert sum(trials.sizes) == 20 == sum(held.count for kind in trials.cards for held in kind)
    assert sum(prod(count + 1 for count in each.counts) for each in hands) == len(trials.empty().games)
    assert all(each.keeps and each.kept is None for each in hands)
    assert policy_clock(hands) == (None, 0)


def test_games_follow_the_chances_of_hands_and_their_choices():
    trials = trials_of()
    tally = trials.play_interpreted(0, 600)
    assert tally.games.sum() == 600
    for each in trials.hands(tally, tally)[:3]:
        (number,) = [hand for hand in trials.choices if tuple(trials._hands.counts[:, hand]) == each.counts]
        games = tally.games[int(tally.first[number]) : int(tally.first[number + 1])]
        assert abs(games.sum() / 600 - float(each.dealt)) < 0.08
        assert (games > 0).mean() > 0.5


@pytest.mark.slow
def test_keeping_every_hand_is_as_fast_as_a_simulation_that_does():
    trials = trials_of("xing-ling-wang", ">=1 of (kind:spell)")
    tally = merge_choices([trials.play_interpreted(number, 400) for number in range(2)])
    kept = [(float(each.dealt), each.kept) for each in trials.hands(tally, tally) if each.kept]
    whole = sum(dealt for dealt, _ in kept)
    found = sum(dealt * clock.estimate for dealt, clock in kept) / whole
    plain = clock_of_run(trials.run.play_interpreted(5, 400))
    assert abs(found - plain.estimate) < 2 * plain.half_width


def made_up(trials, clocks, times=50):
    """A tally in which each choice of a hand, by its number, was won in these turns, each so many times."""
    tally = trials.empty()
    for hand in trials.choices:
        for number in range(int(tally.first[hand]), int(tally.first[hand + 1])):
            turns = np.array(clocks(number - int(tally.first[hand])) * times)
            tally.games[number], tally.sums[number] = len(turns), turns.sum()
            tally.squares[number] = (turns * turns).sum()
    return tally


def test_the_best_choice_is_the_earliest_and_valued_by_the_other_games():
    trials = trials_of()
    first = made_up(trials, lambda choice: (3, 4) if choice == 1 else (5, 6))
    second = made_up(trials, lambda choice: (4, 5) if choice == 1 else (6, 7))
    hands = trials.hands(first, second)
    assert all(sum(each.back) == 1 for each in hands)
    assert {(each.kept.estimate, each.best.estimate) for each in hands} == {(6.5, 4.5)}
    clock, share = policy_clock(hands)
    assert (round(clock.estimate, 9), share) == (4.5, Fraction(1))
    assert 0 < clock.half_width < hands[0].best.half_width


def test_a_hand_is_kept_where_the_gain_may_be_chance_or_too_few_games_tell():
    trials = trials_of()
    close = made_up(trials, lambda choice: (2, 9) if choice else (3, 9))
    assert all(each.keeps for each in trials.hands(close, close))
    rare = made_up(trials, lambda choice: (3, 4) if choice == 1 else (5, 6), times=MIN_GAMES // 2 - 1)
    assert all(each.keeps for each in trials.hands(rare, rare))
    assert clock_of(trials.empty(), 0) is None


def test_no_choice_is_recommended_that_is_no_better_than_keeping():
    """Every choice of every hand wins alike; at 95 % for each, one in forty hands would be told to put cards back."""
    trials, misses = trials_of("xing-ling-wang", ">=1 of (kind:unit tribute=1) and >=1 of (kind:spell)"), 0
    rng = np.random.default_rng(5)
    for _ in range(40):
        halves = [made_up(trials, lambda choice: rng.choice([3, 4, 4, 5, 6], 60).tolist(), times=1) for _ in range(2)]
        misses += any(not each.keeps for each in trials.hands(halves[0], halves[0]))
        assert all(each.best.estimate <= each.kept.estimate for each in trials.hands(*halves))
    assert misses <= 40 / 10


def test_a_choice_that_measured_worse_in_the_other_half_is_not_recommended():
    trials = trials_of()
    first = made_up(trials, lambda choice: (3, 4) if choice == 1 else (5, 6))
    second = made_up(trials, lambda choice: (7, 7) if choice == 1 else (6, 7))
    hands = trials.hands(first, second)
    assert all(each.keeps and each.best == each.kept for each in hands)


def test_thirty_games_won_in_one_turn_are_not_certain_to_be_earlier():
    trials = trials_of()
    tally = made_up(trials, lambda choice: (4,) if choice == 1 else (4, 4, 4, 4, 5), times=MIN_GAMES)
    assert all(each.keeps for each in trials.hands(tally, tally))


def test_the_best_policy_is_no_later_than_keeping_on_the_games_it_was_made_on():
    trials = trials_of("xing-ling-wang", ">=1 of (kind:spell)")
    tally = trials.play_interpreted(0, 400)
    assert all(each.best.estimate <= each.kept.estimate for each in trials.hands(tally, tally) if each.kept)


def test_too_many_choices_are_refused(monkeypatch):
    monkeypatch.setattr(keeping, "MAX_CHOICES", 10)
    with pytest.raises(TooLarge, match="choices"):
        trials_of()


@pytest.mark.exhaustive
def test_both_speeds_play_the_same_games():
    trials = trials_of()
    for one, other in zip(trials.play_interpreted(1, 40), trials.chunk(1, 40), strict=True):
        assert (one == other).all()


def test_goals_of_the_other_seat_do_not_tell_cards_apart():
    """Echo: who has three energy in the first turn does not ask about five; with both, there are too many choices."""
    run = run_of(ECHO)
    texts = [condition.text for condition in kinds_of(run.game, run.deck, "first", "").conditions]
    assert "kind:minion cost<=3" in texts
    assert "kind:minion cost<=5" not in texts
    dear = Card("dear", "dear", "minion", {"cost": 7, "attack": 1, "attribute": "fire"})
    main = (*run.deck.entries("main"), DeckLine(dear, 3))
    deck = replace(run.deck, zones={**run.deck.zones, "main": main})
    assert KeepTrials(replace(run, deck=deck), kinds_of(run.game, deck, "first", "")).choices
