"""LEGIONS! played alone, by the heading of its rulebook."""

import pytest

from games.engine.effects.understanding import of_card
from games.engine.play.trials.table import AVAILABLE, DISMISSALS, EXCHANGES, OVER, PLAYS, SCORE, USED
from games.legions.goldfish import AWAKE, UPON, WAITING, ZONE, assaults
from games.registry import get
from tests.games.alone import Alone, card, pile
from tests.games.examples import catalog

MASTER = card("Master", "master", colours=("white", "blue"))
BLANK = card("Blank", "skill", cost=9, wait=1)
SCOUT = card("Scout", "minion", cost=1, atk=1, hp=1, wait=1)
GUARD = card("Guard", "minion", cost=2, atk=3, hp=3, wait=2)
CHARGER = card("Charger", "minion", cost=2, atk=2, hp=1, wait=1, keywords=("強襲",))
DUKE = card("Duke", "lord", cost=4, core_cost=2, atk=5, hp=5)
PRAYER = card("Prayer", "arts", effects=("score:4",), cost=1, wait=4)
WATCH = card("Watch", "minion", cost=1, atk=0, hp=1, wait=1)


def legions(*copies, seat="first", master=MASTER, **input) -> Alone:
    """A game with cards that nobody can pay for, and these."""
    zones = {"main": pile((BLANK, 30), *copies)}
    return Alone("legions", zones | ({"master": pile((master, 1))} if master else {}), seat, **input)


def available(game: Alone, turns: int) -> list[int]:
    """The cores of each turn in which nothing is done."""
    found = []
    for _ in range(turns):
        game.turns()
        found.append(game.var(AVAILABLE))
    return found


# 遊戲的準備 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat, upon, waiting", [("first", 5, 0), ("second", 4, 3)])
def test_opening_five_cores_lie_on_the_master_one_of_the_second_players_in_wt_3(seat, upon, waiting):
    game = legions(seat=seat)
    assert (game.var(UPON), game.var(WAITING), game.var(ZONE)) == (upon, waiting, 0)
    assert sum(game.at("hand").values()) == 5


# 魔法核階段, 模式 -----------------------------------------------------------------------------------------------------


def test_cores_one_leaves_the_master_each_turn():
    assert available(legions(), 5) == [1, 2, 3, 4, 5]


def test_cores_that_of_the_second_player_comes_out_of_wt_3_for_turn_four():
    assert available(legions(seat="second"), 5) == [1, 2, 3, 5, 6]


def test_cores_an_awakened_master_is_exhausted_for_one_that_comes_with_the_next_turn():
    assert available(legions(), 8) == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("seat, turn", [("first", 5), ("second", 4)])
def test_awakening_comes_the_moment_no_core_is_left_on_the_master(seat, turn):
    game = legions((DUKE, 1), (PRAYER, 1), seat=seat)
    game.hold("Duke", "Prayer")
    game.turns(turn - 1)
    assert (game.var(AWAKE), game.can("unlock", "Duke"), game.can("unlock", "Prayer")) == (0, False, False)
    game.begin()
    assert (game.var(AWAKE), game.can("unlock", "Duke"), game.can("unlock", "Prayer")) == (1, True, True)


def test_awakening_is_for_good():
    game = legions()
    game.turns(6)
    assert (game.var(UPON), game.var(AWAKE)) == (1, 1)


# 起始階段, 解鎖手牌 ---------------------------------------------------------------------------------------------------


def test_unlocking_spends_cores_until_the_next_start_phase():
    game = legions((GUARD, 2))
    game.hold("Guard", "Guard")
    game.turns(2)
    game.begin()
    game.do("unlock", "Guard")
    assert (game.var(AVAILABLE), game.var(USED)) == (3, 2)
    assert not game.can("unlock", "Guard"), "one core is left"
    game.end()
    game.begin()
    assert (game.var(AVAILABLE), game.var(USED)) == (4, 0)


@pytest.mark.parametrize(
    "kind, colours, turn",
    [
        ("minion", (), 2),
        ("minion", ("white",), 2),
        ("minion", ("red",), 3),
        ("minion", ("white", "blue"), 2),
        ("minion", ("white", "red"), None),
        ("skill", ("blue",), 2),
        ("skill", ("red",), 3),
        ("skill", ("blue", "red"), None),
    ],
)
def test_unlocking_off_the_masters_colours_costs_a_core_more_or_is_impossible(kind, colours, turn):
    game = legions((card("Other", kind, cost=2, wait=1, colours=colours), 1))
    game.hold("Other")
    first = None
    for number in range(1, 9):
        game.begin()
        if first is None and game.can("unlock", "Other"):
            first = number
        game.end()
    assert first == turn


def test_unlocking_knows_no_colours_without_exactly_one_master():
    foreign = card("Other", "skill", cost=1, wait=1, colours=("red", "black"))
    game = legions((foreign, 1), master=None)
    game.hold("Other")
    game.begin()
    game.do("unlock", "Other")


def test_a_master_among_the_other_cards_is_never_unlocked():
    game = legions((card("Stray", "master"), 1))
    game.hold("Stray")
    game.turns(6)
    assert not game.can("unlock", "Stray")


# 維護成本 -------------------------------------------------------------------------------------------------------------


def test_core_cost_stays_on_the_lord_and_still_counts_as_owned():
    game = legions((DUKE, 1))
    game.hold("Duke")
    game.turns(4)
    game.begin()
    game.do("unlock", "Duke")
    assert (game.var(AVAILABLE), game.var(USED)) == (5, 4)
    game.end()
    assert available(game, 6) == [4, 5, 6, 7, 8, 9]
    game.t.var[SCORE] = 0
    assert not game.won(), "nine and two"
    game.turns()
    game.t.var[SCORE] = 0
    assert (game.var(ZONE), game.won()) == (10, True)


def test_core_cost_is_the_least_a_lord_is_paid_with():
    game = legions((card("Miser", "lord", cost=1, core_cost=6, atk=1), 1))
    game.hold("Miser")
    game.turns(4)
    game.begin()
    assert not game.can("unlock", "Miser")
    game.end()
    game.begin()
    game.do("unlock", "Miser")
    assert (game.var(USED), game.var(ZONE)) == (6, 0)


# 抽牌階段 -------------------------------------------------------------------------------------------------------------


def test_drawing_the_last_card_is_safe_and_having_none_to_draw_loses():
    game = Alone("legions", {"main": pile((BLANK, 7)), "master": pile((MASTER, 1))})
    game.turns(2)
    assert (game.at("library"), game.var(OVER)) == ({}, 0)
    game.turns()
    assert game.var(OVER) == 1


def test_drawing_by_an_effect_from_an_empty_deck_loses():
    bells = card("Bells", "skill", effects=("draw:2",), cost=1, wait=1)
    game = Alone("legions", {"main": pile((BLANK, 6), (bells, 1)), "master": pile((MASTER, 1))})
    game.hold("Bells", "Blank", "Blank", "Blank", "Blank")
    game.begin()
    game.do("unlock", "Bells")
    assert (game.at("library"), game.var(OVER)) == ({}, 1)


def test_exchange_removes_a_card_for_another_once_a_turn():
    game = legions((SCOUT, 1))
    game.begin()
    game.do("exchange", "Blank")
    assert (game.at("removed"), sum(game.at("hand").values())) == ({"Blank": 1}, 6)
    assert not game.can("exchange", "Blank")
    game.end()
    game.begin()
    assert game.can("exchange", "Blank")


def test_exchange_needs_a_card_to_draw():
    game = Alone("legions", {"main": pile((BLANK, 6)), "master": pile((MASTER, 1))})
    game.begin()
    assert (game.at("library"), game.can("exchange", "Blank")) == ({}, False)


def test_exchange_comes_before_anything_else():
    game = legions((SCOUT, 1))
    game.hold("Scout")
    game.begin()
    game.do("unlock", "Scout")
    assert not game.can("exchange", "Blank")


# 等待區, 板凳區 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wait", [1, 2, 3, 4])
def test_a_used_skill_is_free_again_after_as_many_turns_as_it_waits(wait):
    game = legions((card("Spark", "skill", effects=("score:1",), cost=1, wait=wait), 1))
    game.hold("Spark")
    game.begin()
    game.do("unlock", "Spark")
    assert (game.at(f"wait{wait}"), game.var(USED)) == ({"Spark": 1}, 1)
    game.end()
    for _ in range(wait - 1):
        assert game.at("standby") == {}
        game.turns()
    game.begin()
    game.do("use", "Spark")
    assert (game.at(f"wait{wait}"), game.var(USED), game.var(SCORE)) == ({"Spark": 1}, 0, 2)


def test_standby_has_two_places_and_the_cheapest_of_more_is_removed():
    sparks = [card(f"Spark{cost}", "skill", effects=("score:1",), cost=cost, wait=1) for cost in (1, 2, 3)]
    game = legions(*[(spark, 1) for spark in sparks])
    game.hold("Spark1", "Spark2", "Spark3")
    game.turns(5)
    game.begin()
    for name in ("Spark3", "Spark1", "Spark2"):
        game.do("unlock", name)
    game.end()
    assert (game.at("standby"), game.at("removed")) == ({"Spark2": 1, "Spark3": 1}, {"Spark1": 1})


def test_a_skill_without_a_wait_place_is_removed_after_use():
    game = legions((card("Once", "skill", effects=("score:1",), cost=1), 1))
    game.hold("Once")
    game.begin()
    game.do("unlock", "Once")
    assert game.at("removed") == {"Once": 1}


# 卡牌攻擊, 小兵放置區 -------------------------------------------------------------------------------------------------


def test_attack_comes_not_in_the_turn_a_unit_is_placed_unless_it_has_assault():
    game = legions((GUARD, 1), (CHARGER, 1))
    game.hold("Guard", "Charger")
    game.turns(3)
    game.begin()
    game.do("unlock", "Guard")
    game.do("unlock", "Charger")
    game.end()
    assert game.var(SCORE) == 2
    game.turns()
    assert game.var(SCORE) == 2 + 5


def test_places_are_three_for_minions_and_one_for_a_lord():
    game = legions((SCOUT, 4), (DUKE, 2))
    game.hold(*["Scout"] * 4, "Duke", "Duke")
    game.turns(10)
    game.begin()
    for name in ("Scout", "Scout", "Scout", "Duke"):
        game.do("unlock", name)
    assert (game.var(AVAILABLE), game.var(USED)) == (11, 7), "enough for one more of each"
    assert not game.can("unlock", "Scout")
    assert not game.can("unlock", "Duke")
    assert not game.can("dismiss", "Scout"), "placed this turn, it is not active"
    game.end()
    game.begin()
    game.do("dismiss", "Scout")
    game.do("unlock", "Scout")
    assert (game.at("board"), game.at("fresh"), game.at("removed")) == (
        {"Scout": 2, "Duke": 1},
        {"Scout": 1},
        {"Scout": 1},
    )


# 勝利條件 -------------------------------------------------------------------------------------------------------------


def test_victory_is_twenty_damage():
    game = legions((card("Giant", "minion", cost=1, atk=19, wait=4), 1), (PRAYER, 1))
    game.hold("Giant")
    game.begin()
    game.do("unlock", "Giant")
    game.end()
    game.turns()
    assert (game.var(SCORE), game.won()) == (19, False)
    game.turns()
    assert game.won()


@pytest.mark.parametrize("seat, turn", [("first", 12), ("second", 11)])
def test_victory_is_twelve_cores_but_not_those_on_the_master_or_waiting(seat, turn):
    game = legions(seat=seat)
    game.turns(turn - 1)
    assert (game.var(ZONE) + game.var(UPON), game.won()) == (12, False)
    game.turns()
    assert game.won()


# Effects --------------------------------------------------------------------------------------------------------------


def test_effects_draw_bring_fresh_cores_and_damage_the_master():
    rich = card("Rich", "minion", effects=("draw:2", "resource:3", "score:4"), cost=1, atk=1, wait=1)
    game = legions((rich, 1))
    game.hold("Rich")
    game.begin()
    game.do("unlock", "Rich")
    assert sum(game.at("hand").values()) == 3
    assert (game.var(AVAILABLE), game.var(USED), game.var(ZONE), game.var(SCORE)) == (4, 1, 4, 4)


# The pilot ------------------------------------------------------------------------------------------------------------


def test_the_pilot_exchanges_what_does_nothing_and_plays_the_dearest_card():
    game = legions((SCOUT, 1), (GUARD, 1))
    game.hold("Scout", "Guard")
    game.turns(1)
    assert game.pilot() == [("exchange", "Blank"), ("unlock", "Guard")]


def test_the_pilot_keeps_a_hand_that_is_all_of_use():
    game = Alone("legions", {"main": pile((SCOUT, 9)), "master": pile((MASTER, 1))})
    assert game.pilot(2) == [("unlock", "Scout"), ("unlock", "Scout"), ("unlock", "Scout")]


def test_the_pilot_takes_the_weakest_minion_off_a_full_board_for_one_more_than_twice_as_strong():
    game = Alone("legions", {"main": pile((WATCH, 9), (SCOUT, 4), (GUARD, 4)), "master": pile((MASTER, 1))})
    full_board(game, "Watch", "Scout", "Scout")
    game.hold("Guard", "Guard", "Guard")
    assert game.pilot() == [("dismiss", "Watch"), ("unlock", "Guard"), ("dismiss", "Scout"), ("unlock", "Guard")]


def test_the_pilot_keeps_the_weakest_minion_against_one_only_twice_as_strong():
    double = card("Double", "minion", cost=1, atk=2, hp=1, wait=1)
    game = Alone("legions", {"main": pile((SCOUT, 9), (double, 4)), "master": pile((MASTER, 1))})
    full_board(game, "Scout", "Scout", "Scout")
    game.hold("Double", "Double")
    assert game.pilot() == []


def full_board(game: Alone, *names: str) -> None:
    """Turns one to three, at the end of which these lie on the board."""
    game.hold(*names)
    game.turns(2)
    game.begin()
    for name in names:
        game.do("unlock", name)
    game.end()


def test_the_pilot_never_draws_more_than_there_is():
    bells = card("Bells", "skill", effects=("draw:2",), cost=1, wait=1)
    game = Alone("legions", {"main": pile((bells, 7)), "master": pile((MASTER, 1))})
    game.turns(1)
    assert game.pilot() == []
    assert (game.at("hand"), game.var(OVER)) == ({"Bells": 7}, 0)


def test_exchanges_and_dismissals_are_counted_apart_from_plays():
    game = legions((SCOUT, 3))
    game.hold("Blank", "Scout")
    done = game.pilot()
    assert done == [("exchange", "Blank"), ("unlock", "Scout")]
    assert (game.var(PLAYS), game.var(EXCHANGES), game.var(DISMISSALS)) == (1, 1, 0)


def test_assault_that_is_stated_is_the_keyword_that_the_pilot_reads():
    stated = [each for each in catalog("legions").cards.values() if "while: assault self" in each.effects]
    assert stated
    assert all(map(assaults, stated))
    assert all(of_card(each, get("legions").effects).state == "played" for each in stated)
