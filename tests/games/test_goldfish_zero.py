"""零次元 played alone, step by step, by the paragraph of its rulebook."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.play.trials.goldfish import take_turn, watched_loop
from games.engine.play.trials.runs import Run
from games.engine.play.trials.table import AVAILABLE, OVER, SCORE, TOP, TURN, USED
from games.registry import get
from games.zero_dimension.effects import KEYWORDS
from games.zero_dimension.goldfish import GOLDFISH, RESOURCE, USE, can_play, has, names, rivals
from tests.games.alone import whereabouts
from tests.games.examples import catalog

GAME = get("zero-dimension")


def card(name, kind="character", cost=0, own=0, *effects, colour="red", attack=1000, names=(), text="", keywords=()):
    values = {"colour": colour, "cost": cost, "colour_cost": own, "attack": attack, "character_names": names}
    return Card(name, name, kind, values, text=text, keywords=keywords, effects=effects)


class Alone:
    """A game on a table that shows where everything is."""

    def __init__(self, *entries, seat="first", seed=1):
        deck = Deck(GAME.slug, {"main": tuple(DeckLine(*entry) for entry in entries)})
        self.run = Run(GAME, GOLDFISH, deck, seed, seat=seat)
        self.names = [held.card.name for held in self.run.cards]
        self.t = self.run.table(0)
        GOLDFISH.open_table(self.t)

    def at(self, place):
        """The names at a place, with how many of each."""
        counts = whereabouts(self.t, GOLDFISH.places)[place]
        return Counter({name: count for name, count in zip(self.names, counts, strict=True) if count})

    def action(self, verb, name):
        return verb * len(self.names) + self.names.index(name)

    def can(self, verb, name):
        return bool(can_play(self.t, self.action(verb, name)))

    def take_turn(self, *moves):
        """A turn of exactly these moves, (verb, name), all legal; what the pilot would do is not asked."""
        script = chain((self.action(*move) for move in moves), [-1])

        def choose(t):
            action = next(script)
            assert action < 0 or can_play(t, action)
            return action

        watched_loop(replace(GOLDFISH, choose=choose), lambda t, event: None, take_turn)(self.t)

    def asked(self, *moves, can):
        """A turn of these moves, and whether after them each of `can`, (verb, name), may be done."""
        script, answers = chain((self.action(*move) for move in moves), [-1]), []

        def choose(t):
            action = next(script)
            if action < 0:
                answers.extend(bool(can_play(t, self.action(*each))) for each in can)
            return action

        watched_loop(replace(GOLDFISH, choose=choose), lambda t, event: None, take_turn)(self.t)
        return answers

    def pilot(self):
        """A turn by the pilot: what it did, (verb, name)."""
        done = []
        watched_loop(GOLDFISH, lambda t, event: done.append(event), take_turn)(self.t)
        return [(event // len(self.names), self.names[event % len(self.names)]) for event in done if event >= 0]


@pytest.fixture(autouse=True)
def words_wrap():
    with np.errstate(over="ignore"):
        yield


def after_resources(count, *entries, seed=1):
    """A game in which red resources for `count` turns lie there and nothing else was done; `a` is what they are."""
    game = Alone(*entries, seed=seed)
    for _ in range(count):
        game.take_turn((RESOURCE, "a"))
    return game


# 100 Opening ----------------------------------------------------------------------------------------------------------


def test_100_six_cards_to_the_life_zone_and_then_six_to_the_hand():
    game = Alone((card("a"), 50))
    assert (game.at("life"), game.at("hand"), game.at("library")) == ({"a": 6}, {"a": 6}, {"a": 38})


def test_100_the_life_cards_come_off_before_the_hand_and_are_not_seen():
    """Of thirteen different cards the six of life are nowhere else, and only the hand is seen."""
    game = Alone(*((card(name), 1) for name in "abcdefghijklm"))
    assert len(game.at("life") + game.at("hand") + game.at("library")) == 13
    assert list(game.t.seen) == list(game.t.hand)
    eight = Alone((card("a"), 8))
    assert (eight.at("life"), eight.at("hand")) == ({"a": 6}, {"a": 2})


def test_101_who_must_draw_from_an_empty_deck_loses():
    game = Alone((card("a"), 14))
    ended = []
    for _ in range(3):
        game.take_turn()
        ended.append(game.t.var[OVER])
    assert ended == [0, 0, 1]


def test_101_an_effect_that_must_draw_from_an_empty_deck_loses_too():
    game = Alone((card("a", "tactic", 0, 0, "draw:2"), 14))
    game.take_turn((USE, "a"))
    assert (game.at("library").total(), game.t.var[OVER]) == (0, 1)


def test_403_every_turn_draws_one_card_the_first_players_first_turn_too():
    for seat in ("first", "second"):
        game = Alone((card("a"), 50), seat=seat)
        game.take_turn()
        assert game.at("library") == {"a": 37}


# 404 Resources --------------------------------------------------------------------------------------------------------


def test_404_one_resource_a_turn_and_before_anything_is_used():
    game = Alone((card("a"), 50))
    assert game.asked(can=[(RESOURCE, "a")]) == [True]
    assert game.asked((RESOURCE, "a"), can=[(RESOURCE, "a")]) == [False]
    assert game.asked((USE, "a"), can=[(RESOURCE, "a")]) == [False]
    assert game.at("resources") == {"a": 1}


def test_401_resources_are_refreshed_every_turn():
    game = after_resources(2, (card("a", cost=2), 50))
    assert game.asked((USE, "a"), can=[(USE, "a")]) == [False]
    assert (game.t.var[AVAILABLE], game.t.var[USED]) == (2, 2)
    assert game.asked(can=[(USE, "a")]) == [True]


def test_303_at_least_the_colour_cost_is_paid_in_the_cards_colour():
    blue = card("b", cost=2, own=1, colour="blue")
    for own, allowed in ((0, True), (1, False)):
        game = after_resources(
            2, (card("a", cost=9), 8), (replace(blue, values={**blue.values, "colour_cost": own}), 12)
        )
        assert game.asked(can=[(USE, "b")]) == [allowed]
    game.take_turn((RESOURCE, "b"))
    assert game.asked(can=[(USE, "b")]) == [True]


def test_303_what_need_not_be_of_the_colour_is_paid_by_others_so_that_the_colour_is_left():
    """One red and two blue: the red card for one of any colour takes a blue one, and the red one still pays."""
    game = Alone((card("a", cost=1, own=1), 9), (card("b", cost=1, colour="blue"), 9))
    game.take_turn((RESOURCE, "a"))
    game.take_turn((RESOURCE, "b"))
    game.take_turn((RESOURCE, "b"))
    assert game.asked((USE, "b"), can=[(USE, "a")]) == [True]
    assert game.asked((USE, "a"), can=[(USE, "a"), (USE, "b")]) == [False, True]


def test_303_the_whole_cost_is_never_less_than_its_part():
    game = after_resources(1, (card("a", cost=1, own=2), 50))
    assert game.asked(can=[(USE, "a")]) == [False]
    game.take_turn((RESOURCE, "a"))
    game.take_turn((USE, "a"))
    assert game.t.var[USED] == 2


def test_104_204_cards_an_effect_adds_lie_face_down_pay_at_once_and_have_no_colour():
    seed = next(s for s in range(50) if {"a", "b", "x"} <= set(Alone(*ramp(), seed=s).at("hand")))
    game = Alone(*ramp(), seed=seed)
    before = game.at("library").total()
    assert game.asked((USE, "x"), can=[(USE, "a"), (USE, "b")]) == [False, True]
    assert (game.at("hidden").total(), game.at("library").total()) == (2, before - 1 - 2)
    game.take_turn()
    assert game.t.var[AVAILABLE] == 2


def ramp():
    return (card("a", cost=1, own=1), 8), (card("b", cost=2), 8), (card("x", "tactic", 0, 0, "resource:2"), 8)


def test_102_an_effect_adds_only_the_resources_the_deck_has():
    game = Alone((card("a", "tactic", 0, 0, "resource:3"), 14))
    game.take_turn((USE, "a"))
    assert (game.at("hidden"), game.t.var[AVAILABLE], game.t.var[OVER]) == ({"a": 1}, 1, 0)


# 3 Cards --------------------------------------------------------------------------------------------------------------


def test_305_one_character_of_a_name_in_the_battle_zone():
    pair, same, other = ("澈", "洛缇"), ("澈",), ("朱砂",)
    entries = [(card("a", names=pair), 7), (card("b", names=same), 7), (card("c", names=other), 7)]
    seed = next(s for s in range(50) if {"a", "b", "c"} <= set(Alone(*entries, seed=s).at("hand")))
    game = Alone(*entries, seed=seed)
    assert game.asked((USE, "a"), can=[(USE, "a"), (USE, "b"), (USE, "c")]) == [False, False, True]
    assert game.asked(can=[(USE, "b")]) == [False]


def test_305_a_name_is_one_name_in_both_ways_of_writing():
    entries = [(card("a", names=("洛緹",)), 7), (card("b", names=("洛缇",)), 7)]
    seed = next(s for s in range(50) if {"a", "b"} <= set(Alone(*entries, seed=s).at("hand")))
    assert Alone(*entries, seed=seed).asked((USE, "a"), can=[(USE, "b")]) == [False]


def test_305_characters_without_a_name_may_be_many():
    game = Alone((card("a"), 50))
    game.take_turn((USE, "a"), (USE, "a"), (USE, "a"))
    assert game.at("board") == {"a": 3}


def test_319_equipment_needs_a_character_of_its_own():
    entries = [(card("a"), 10), (card("e", "equipment"), 10)]
    seed = next(s for s in range(50) if 2 <= Alone(*entries, seed=s).at("hand")["e"] <= 4)
    game = Alone(*entries, seed=seed)
    assert game.asked(can=[(USE, "e")]) == [False]
    assert game.asked((USE, "a"), can=[(USE, "e")]) == [True]
    assert game.asked((USE, "e"), can=[(USE, "e")]) == [False]
    assert game.at("board") == {"a": 1, "e": 1}


def test_320_a_used_tactic_rests():
    game = Alone((card("a", "tactic"), 50))
    game.take_turn((USE, "a"))
    assert (game.at("grave"), game.at("board")) == ({"a": 1}, {})


def test_321_a_new_event_discards_the_one_before():
    entries = [(card("a", "event"), 10), (card("b", "event"), 10)]
    seed = next(s for s in range(50) if {"a", "b"} <= set(Alone(*entries, seed=s).at("hand")))
    game = Alone(*entries, seed=seed)
    game.take_turn((USE, "a"), (USE, "b"))
    assert (game.at("board"), game.at("grave")) == ({"b": 1}, {"a": 1})


def test_408_six_cards_are_kept_at_the_end_of_a_turn():
    game = Alone((card("a", cost=9), 50))
    game.take_turn()
    assert (game.at("hand"), game.at("grave")) == ({"a": 6}, {"a": 1})
    game.take_turn((RESOURCE, "a"))
    assert (game.at("hand"), game.at("grave")) == ({"a": 6}, {"a": 1})


# Attacks --------------------------------------------------------------------------------------------------------------


def scores(card_, turns=3):
    """The score at the end of each turn when one copy is used in the first."""
    game = Alone((card_, 50))
    found = []
    for turn in range(turns):
        game.take_turn(*[(USE, card_.name)] * (turn == 0))
        found.append(int(game.t.var[SCORE]))
    return found


def test_318_a_character_does_not_attack_in_the_turn_it_arrives():
    assert scores(card("a")) == [0, 1, 2]


def test_900_with_rush_it_does():
    assert scores(card("a", text="突袭。", keywords=("突袭",))) == [1, 2, 3]
    assert scores(card("a", text="突襲。【登場時】抽一張牌。", keywords=("突襲", "登場時"))) == [1, 2, 3]
    assert scores(card("a", keywords=("突袭",))) == [1, 2, 3]


def test_900_rush_of_a_later_level_or_for_others_is_none():
    assert scores(card("a", text="LV2：此牌获得突袭且（攻）+500。", keywords=("突袭", "升级"))) == [0, 1, 2]
    assert scores(card("a", text="【登场时】其他『归鸥号』获得突袭。", keywords=("突袭", "登场时"))) == [0, 1, 2]


def test_900_who_arrives_exhausted_cannot_use_rush():
    assert scores(card("a", text="突袭。迟缓。", keywords=("突袭", "迟缓"))) == [0, 1, 2]


def test_900_a_guard_never_attacks():
    assert scores(card("a", text="守备。", keywords=("守备",))) == [0, 0, 0]


def test_308_an_attack_of_zero_turns_nothing_over():
    assert scores(card("a", attack=0)) == scores(card("a", attack=None)) == [0, 0, 0]
    assert scores(card("a", attack=9000)) == [0, 1, 2]


def test_101_six_attacks_take_the_lives_and_the_seventh_wins():
    """One character from turn 1 on attacks from turn 2 on: the seventh attack is in turn 8."""
    game = Alone((card("a"), 50))
    wins = []
    for turn in range(8):
        game.take_turn(*[(USE, "a")] * (turn == 0))
        wins.append(bool(GOLDFISH.has_won(game.t)))
    assert wins == [False] * 7 + [True]
    assert game.t.var[TURN] == 8


def test_101_only_an_attack_wins_so_an_effect_takes_no_more_than_the_lives():
    game = Alone((card("a", "tactic", 0, 0, "score:9"), 50))
    game.take_turn((USE, "a"), (USE, "a"))
    assert (game.t.var[SCORE], bool(GOLDFISH.has_won(game.t))) == (6, False)


def test_202_the_last_life_and_the_winning_attack_can_come_in_one_turn():
    game = Alone((card("a", text="突袭。", keywords=("突袭",)), 50))
    game.take_turn(*[(USE, "a")] * 7)
    assert GOLDFISH.has_won(game.t)


# The pilot ------------------------------------------------------------------------------------------------------------


def test_a_card_of_which_a_number_or_the_colour_is_not_given():
    """A cost that nobody knows cannot be paid; without a colour it is a colourless resource."""
    assert Alone((card("a", cost=None), 50)).asked(can=[(USE, "a")]) == [False]
    game = Alone((card("a", cost=1, own=1), 8), (card("b", colour=None), 12), seed=2)
    assert game.asked((RESOURCE, "b"), can=[(USE, "a")]) == [False]


def test_the_pilot_lays_the_colour_that_most_of_its_hand_lacks():
    entries = [(card("a", cost=1, own=1), 3), (card("b", cost=2, own=1, colour="blue"), 10)]
    seed = next(s for s in range(50) if Alone(*entries, seed=s).at("hand")["a"] == 1)
    game = Alone(*entries, seed=seed)
    assert game.pilot()[0] == (RESOURCE, "b")


def test_the_pilot_keeps_its_cards_once_it_can_pay_for_all_others():
    game = Alone((card("a", cost=0), 50))
    assert game.pilot() == [(USE, "a")] * 7


def test_the_pilot_adds_resources_then_attackers_then_draws_then_the_rest():
    cards = [
        card("plain", "tactic"),
        card("tea", "tactic", 0, 0, "draw:1"),
        card("big", cost=1),
        card("quick", cost=1, text="突袭。", keywords=("突袭",)),
        card("small", cost=0),
        card("rails", "tactic", 0, 0, "resource:2"),
    ]
    game = Alone(*((each, 1) for each in cards), (card("z", "tactic", 99), 9))
    hold(game, {each.name for each in cards})
    assert game.pilot() == [
        (RESOURCE, "z"),
        *((USE, each) for each in ("rails", "quick", "small", "big", "tea", "plain")),
    ]


def hold(game, held):
    """One of each of these in hand, and everything else in the library."""
    named = [c for c, name in enumerate(game.names) if name in held]
    game.t.order[:] = named + [int(c) for c in game.t.order if c not in named]
    game.t.var[TOP] = len(named)
    for c, name in enumerate(game.names):
        game.t.life[c], game.t.hand[c] = 0, name in held


def test_the_pilot_does_not_draw_from_an_empty_deck():
    game = Alone((card("a", "tactic", 0, 0, "draw:1"), 13))
    assert game.pilot() == []
    assert game.t.var[OVER] == 0


def test_rivals_are_cards_with_a_character_name_in_common():
    cards = [
        card(f"c{number}", names=each)
        for number, each in enumerate([("路飞",), ("路飛", "索隆"), ("索隆",), (), ("娜美",), ("娜美", "路飞")])
    ]
    expected = [bool(names(one) & names(other)) for one in cards for other in cards]
    assert rivals(cards).tolist() == expected
    assert sum(expected) == 15


@pytest.mark.parametrize(("verb", "keyword"), KEYWORDS.items())
def test_a_keyword_that_is_stated_is_one_that_the_pilot_reads(verb, keyword):
    cards = [each for each in catalog("zero-dimension").cards.values() if each.effects]
    stated = [each for each in cards if f"while: {verb} self" in each.effects]
    assert stated == [each for each in cards if has(each, keyword)] != []
