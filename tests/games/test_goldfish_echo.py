"""Echo of Legends played alone, step by step, by the paragraph of its rulebook."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest

from games.echo_of_legends.goldfish import GOLDFISH, HP, PLACE, USE, WAKE, can_play
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.play.trials.goldfish import take_turn, watched_loop
from games.engine.play.trials.runs import Run
from games.engine.play.trials.table import AVAILABLE, OVER, SCORE, TURN, USED, mulligan, redraw, set_aside
from games.registry import get
from tests.games.alone import whereabouts

GAME = get("echo-of-legends")


def minion(name, cost=1, attack=1, *effects):
    return Card(name, name, "minion", {"cost": cost, "attack": attack}, effects=effects)


def item(name, cost=0, *effects):
    return Card(name, name, "item", {"cost": cost}, effects=effects)


def hero(hp=30):
    return Card("hero", "hero", "hero", {} if hp is None else {"hp": hp})


class Alone:
    """A game on a table that shows where everything is."""

    def __init__(self, *entries, seat="first", hp=30, seed=1):
        deck = Deck(GAME.slug, {"hero": (DeckLine(hero(hp), 1),), "main": tuple(DeckLine(*entry) for entry in entries)})
        self.run = Run(GAME, GOLDFISH, deck, seed, seat=seat)
        self.names = [held.card.name for held in self.run.cards]
        self.t = self.run.table(0)
        GOLDFISH.open_table(self.t)

    def at(self, place):
        """The names at a place, with how many of each."""
        counts = whereabouts(self.t, GOLDFISH.places)[place]
        return Counter({name: count for name, count in zip(self.names, counts, strict=True) if count})

    def can(self, verb, name):
        return bool(can_play(self.t, verb * len(self.names) + self.names.index(name)))

    def take_turn(self, *moves):
        """A turn of exactly these moves, (verb, name), all legal; what the pilot would do is not asked."""
        script = chain((verb * len(self.names) + self.names.index(name) for verb, name in moves), [-1])

        def choose(t):
            action = next(script)
            assert action < 0 or can_play(t, action)
            return action

        watched_loop(replace(GOLDFISH, choose=choose), lambda t, event: None, take_turn)(self.t)

    def pilot(self):
        """A turn by the pilot: what it did, (verb, name)."""
        done = []
        watched_loop(GOLDFISH, lambda t, event: done.append(event), take_turn)(self.t)
        return [(event // len(self.names), self.names[event % len(self.names)]) for event in done if event >= 0]


@pytest.fixture(autouse=True)
def words_wrap():
    with np.errstate(over="ignore"):
        yield


# 2.1.1 Opening --------------------------------------------------------------------------------------------------------


def test_2_1_1_ten_cards():
    game = Alone((minion("a"), 30))
    assert game.at("hand") == {"a": 10}
    assert game.at("library") == {"a": 20}


def test_2_1_1_cards_put_at_the_bottom_cannot_be_drawn_in_their_own_mulligan():
    """Of a deck of twenty, ten in hand: who puts all back draws exactly the other ten."""
    game = Alone(*((minion(name), 1) for name in "abcdefghijklmnopqrst"))
    first = game.at("hand")
    for c, name in enumerate(game.names):
        if name in first:
            set_aside(game.t, c)
    redraw(game.t)
    assert game.at("hand").total() == 10
    assert not game.at("hand") & first
    assert game.at("library") == first


def test_2_1_1_cards_put_at_the_bottom_are_shuffled_in_and_can_be_drawn_later():
    met_again = False
    for seed in range(20):
        game = Alone((minion("a"), 10), (minion("b"), 10), seed=seed)
        back = game.at("hand")["a"]
        for _ in range(back):
            set_aside(game.t, game.names.index("a"))
        redraw(game.t)
        before = game.at("hand")["a"]
        GOLDFISH.ready(game.t)
        game.take_turn()
        game.take_turn()
        met_again |= back == 10 - before and game.at("hand")["a"] + game.at("asleep")["a"] > before
    assert met_again


def test_2_1_1_minions_are_placed_asleep_after_the_mulligan_for_nothing():
    game = Alone((minion("a", cost=4), 30))
    mulligan(game.t)
    assert game.at("asleep").total() == 0
    GOLDFISH.ready(game.t)
    assert (game.at("asleep"), game.at("hand")) == ({"a": 5}, {"a": 5})
    assert game.t.var[USED] == 0


def test_2_1_1_a_player_without_a_minion_to_place_loses_at_once():
    game = Alone((item("x"), 30))
    GOLDFISH.ready(game.t)
    assert game.t.var[OVER] == 1
    tally = game.run.play_interpreted(0, 5)
    assert (int(tally.over[0]), int(tally.reached[0])) == (5, 0)


def test_2_1_1_one_minion_is_enough():
    game = Alone((minion("a"), 1), (item("x"), 9))
    GOLDFISH.ready(game.t)
    assert (game.t.var[OVER], game.at("asleep")) == (0, {"a": 1})


# 2.1.2 Turns ----------------------------------------------------------------------------------------------------------


def test_2_1_2_the_first_player_draws_nothing_in_the_first_turn_and_one_in_every_other():
    game = Alone((minion("a"), 30))
    GOLDFISH.ready(game.t)
    libraries = []
    for _ in range(3):
        game.take_turn()
        libraries.append(game.at("library")["a"])
    assert libraries == [20, 19, 18]


def test_2_1_2_the_second_player_draws_from_the_first_turn_on():
    game = Alone((minion("a"), 30), seat="second")
    GOLDFISH.ready(game.t)
    game.take_turn()
    assert game.at("library") == {"a": 19}


@pytest.mark.parametrize(("seat", "energy"), [("first", [3, 5, 5]), ("second", [5, 5, 5])])
def test_2_1_2_energy_is_filled_up_to_five_to_three_in_the_first_players_first_turn(seat, energy):
    game = Alone((minion("a", cost=6), 30), seat=seat)
    GOLDFISH.ready(game.t)
    seen = []
    for _ in range(3):
        game.take_turn()
        seen.append(game.t.var[AVAILABLE])
    assert seen == energy


def test_2_1_2_what_is_not_used_is_lost():
    """Three of energy are left of the second turn, and yet the third has five, not eight."""
    game = Alone((minion("a", cost=2), 15), (minion("z", cost=6), 15))
    GOLDFISH.ready(game.t)
    game.take_turn()
    game.take_turn((WAKE, "a"))
    assert game.t.var[USED] == 2
    game.take_turn()
    assert not game.can(WAKE, "z")


def test_2_1_2_an_item_costs_energy_and_goes_to_the_graveyard():
    game = Alone((minion("a"), 5), (item("x", 2), 5))
    GOLDFISH.ready(game.t)
    game.take_turn((USE, "x"))
    assert (game.t.var[USED], game.at("grave")) == (2, {"x": 1})
    assert not game.can(USE, "x")


def test_2_1_2_energy_is_never_below_zero():
    game = Alone((minion("a", cost=4), 10), hp=30)
    GOLDFISH.ready(game.t)
    game.take_turn()
    assert not game.can(WAKE, "a")
    game.take_turn((WAKE, "a"))
    assert not game.can(WAKE, "a")


def test_1_1_there_are_five_places():
    game = Alone((minion("a"), 4), (minion("b"), 16))
    GOLDFISH.ready(game.t)
    assert game.at("asleep").total() == 5
    assert not game.can(PLACE, "b")


def test_2_1_2_a_minion_drawn_later_is_placed_for_nothing_where_a_place_is_free():
    games = (Alone((minion("a", 4), 2), (item("x", 9), 9), seat="second", seed=seed) for seed in range(100))
    game = next(each for each in games if each.at("library") == {"a": 1})
    GOLDFISH.ready(game.t)
    game.take_turn((PLACE, "a"))
    assert (game.at("asleep"), game.t.var[USED]) == ({"a": 2}, 0)


def test_2_1_2_a_minion_woken_this_turn_does_not_attack_the_hero():
    game = Alone((minion("a", cost=1, attack=4), 10))
    GOLDFISH.ready(game.t)
    game.take_turn((WAKE, "a"), (WAKE, "a"))
    assert game.t.var[SCORE] == 0
    game.take_turn((WAKE, "a"))
    assert game.t.var[SCORE] == 8
    game.take_turn()
    assert game.t.var[SCORE] == 8 + 12


def test_2_1_2_eight_cards_are_kept_at_the_end_of_a_turn():
    game = Alone((minion("a"), 1), (item("x", 9), 29))
    while not game.at("hand")["a"]:
        game = Alone((minion("a"), 1), (item("x", 9), 29), seed=game.run.seed + 1)
    GOLDFISH.ready(game.t)
    assert game.at("hand").total() == 9
    game.take_turn()
    assert (game.at("hand"), game.at("grave")) == ({"x": 8}, {"x": 1})
    game.take_turn()
    assert (game.at("hand"), game.at("grave")) == ({"x": 8}, {"x": 2})


# 2.3.3 Empty deck -----------------------------------------------------------------------------------------------------


def test_2_3_3_each_card_missing_from_an_empty_deck_costs_one_hp():
    game = Alone((minion("a", cost=9), 5), (item("x", 1, "draw:3"), 6), hp=20)
    GOLDFISH.ready(game.t)
    game.take_turn()
    assert game.t.var[HP] == 20
    game.take_turn()
    assert (game.at("library").total(), game.t.var[HP]) == (0, 20)
    game.take_turn((USE, "x"))
    assert game.t.var[HP] == 20 - 1 - 3


def test_2_3_3_3_a_hero_at_zero_has_lost():
    game = Alone((minion("a", cost=9), 5), (item("x"), 5), hp=2)
    GOLDFISH.ready(game.t)
    ended = []
    for _ in range(3):
        game.take_turn()
        ended.append((game.t.var[HP], game.t.var[OVER]))
    assert ended == [(2, 0), (1, 0), (0, 1)]


# 3 Clock --------------------------------------------------------------------------------------------------------------


def test_3_a_hero_with_the_same_hp_falls_in_the_turn_its_hp_are_gone():
    """One minion of 5, woken in turn 1, strikes from turn 2 on: 5, 10 and 15 by turn 4."""
    for hp, turn in ((10, 3), (11, 4), (15, 4)):
        game = Alone((minion("a", cost=1, attack=5), 1), (item("x", 9), 8), hp=hp)
        won = game.run.play_interpreted(0, 3).won
        assert int(won[turn]) == won.sum() == 3, hp


def test_5_1_without_a_hero_or_its_hp_there_is_nothing_to_play_down():
    deck = Deck(GAME.slug, {"main": (DeckLine(minion("a"), 30),)})
    with pytest.raises(ValueError, match="exactly one hero, and has 0"):
        Run(GAME, GOLDFISH, deck, 1).table(0)
    with pytest.raises(ValueError, match="is unknown"):
        Alone((minion("a"), 30), hp=None)
    with pytest.raises(ValueError, match="is unknown"):
        Alone((minion("a"), 30), hp=0)


# Effects --------------------------------------------------------------------------------------------------------------


def test_an_item_has_its_effects_when_it_is_used():
    game = Alone((minion("a", cost=9), 5), (item("x", 1, "draw:2", "resource:2", "score:3"), 7))
    GOLDFISH.ready(game.t)
    assert game.at("library").total() == 2
    game.take_turn((USE, "x"))
    assert (game.at("library").total(), game.t.var[HP]) == (0, 30)
    assert (game.t.var[AVAILABLE], game.t.var[USED], game.t.var[SCORE]) == (3 + 2, 1, 3)
    game.take_turn()
    assert game.t.var[AVAILABLE] == 5


def test_a_minion_has_its_effects_when_it_is_woken_and_not_when_it_is_placed():
    game = Alone((minion("a", 1, 1, "resource:1", "score:2"), 10))
    GOLDFISH.ready(game.t)
    assert (game.t.var[AVAILABLE], game.t.var[SCORE]) == (0, 0)
    game.take_turn((WAKE, "a"))
    assert (game.t.var[AVAILABLE], game.t.var[SCORE]) == (3 + 1, 2)


def test_a_cost_that_is_not_given_cannot_be_paid():
    game = Alone((minion("a", cost=None), 5), (Card("x", "x", "item"), 5))
    GOLDFISH.ready(game.t)
    game.take_turn()
    assert game.t.var[TURN] == 1
    assert not game.can(WAKE, "a")
    assert not game.can(USE, "x")


# The pilot ------------------------------------------------------------------------------------------------------------


def test_the_pilot_places_the_hardest_hitters():
    game = Alone((minion("a", attack=1), 4), (minion("b", attack=7), 3), (minion("c", attack=3), 3))
    GOLDFISH.ready(game.t)
    assert game.at("asleep") == {"b": 3, "c": 2}


def test_the_pilot_takes_free_energy_first_then_wakes_then_uses_what_is_left():
    game = Alone(
        (minion("big", 4, 7), 1),
        (minion("small", 1, 1), 1),
        (item("coin", 0, "resource:1"), 1),
        (item("nothing", 0), 1),
        (item("tea", 0, "draw:1"), 1),
        (item("tin", 1), 5),
    )
    GOLDFISH.ready(game.t)
    assert game.pilot() == [(USE, "coin"), (USE, "tea"), (WAKE, "big"), (USE, "nothing")]
    assert game.pilot() == [(WAKE, "small"), *[(USE, "tin")] * 4]


def test_the_pilot_keeps_places_free_of_minions_that_five_energy_can_never_wake():
    game = Alone((minion("dead", 6, 9), 4), (minion("unknown", None, 9), 2), (minion("a", 5, 1), 4))
    GOLDFISH.ready(game.t)
    assert game.at("asleep") == {"a": 4}


def test_the_pilot_places_one_such_minion_rather_than_lose_at_once():
    game = Alone((minion("dead", 6, 9), 5), (item("x", 9), 5))
    GOLDFISH.ready(game.t)
    assert (game.at("asleep"), game.t.var[OVER]) == ({"dead": 1}, 0)
