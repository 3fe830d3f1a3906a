"""星杯傳說 played alone, by the paragraph of its rulebook."""

import pytest

from games.asteriated_grail.goldfish import ACTED, CHARGE, CRYSTALS, GEMS
from games.engine.play.trials.table import AVAILABLE, EXCHANGES, PLAYS, SCORE, USED
from tests.games.alone import Alone, card, pile

SLASH = card("風神斬", "attack", element="wind")
LIGHT = card("聖光", "magic", element="light")
POISON = card("中毒", "magic", element="earth")
OTHERS = ("next1", "next2", "next3")


def grail(*copies, team=2) -> Alone:
    """A team with a base deck of these cards."""
    roles = [(card(f"Role {number}", "role"), 1) for number in range(team)]
    return Alone("asteriated-grail", {"base": pile(*copies), "team": pile(*roles)})


def stones(game: Alone) -> tuple[int, int]:
    return game.var(GEMS), game.var(CRYSTALS)


def set_stones(game: Alone, gems: int, crystals: int) -> None:
    game.t.var[GEMS], game.t.var[CRYSTALS] = gems, crystals


def sizes(game: Alone) -> list[int]:
    """The cards in hand of the player who acts and of those who act next."""
    return [sum(game.at(place).values()) for place in ("hand", *OTHERS)]


# 三.一 The opening --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("team, hands", [(2, [4, 4, 0, 0]), (3, [4, 4, 4, 0]), (4, [4, 4, 4, 4])])
def test_3_1_every_player_draws_four_from_the_one_shared_deck(team, hands):
    game = grail((SLASH, 20), (LIGHT, 20), team=team)
    assert sizes(game) == hands
    assert sum(game.at("library").values()) == 40 - 4 * team
    assert sum(game.t.seen) == 4, "those of the first player"


@pytest.mark.parametrize("team", [0, 1, 5])
def test_3_1_a_team_is_two_three_or_four_roles(team):
    with pytest.raises(ValueError, match=f"this one has {team}"):
        grail((SLASH, 20), team=team)


# 三.三 The turn -----------------------------------------------------------------------------------------------------


def test_3_3_no_card_is_drawn_when_a_turn_begins():
    game = grail((SLASH, 40))
    game.begin()
    assert sizes(game) == [4, 4, 0, 0]


@pytest.mark.parametrize("team", [2, 3, 4])
def test_3_3_each_player_takes_one_action_a_turn_with_a_hand_of_their_own(team):
    game = grail((SLASH, 40), team=team)
    game.begin()
    for player in range(team):
        assert sizes(game)[:team] == [4] * (team - player) + [3] * player
        game.do("play", "風神斬")
    assert sizes(game)[:team] == [3] * team
    assert not game.can("play", "風神斬")
    assert game.at("discarded") == {"風神斬": team}


def test_3_3_the_hands_go_round_to_the_first_player():
    game = grail((SLASH, 20), (POISON, 20), team=3)
    game.hold("中毒", "中毒", "中毒")
    game.begin()
    for _ in range(3):
        game.do("play", next(iter(game.at("hand"))))
    assert game.at("hand") == {"中毒": 2}


def test_3_3_cards_the_others_draw_are_not_counted_as_seen():
    game = grail((SLASH, 40))
    before = sum(game.t.seen)
    game.hold("風神斬", "風神斬", "風神斬")
    game.begin()
    game.do("buy")
    assert sum(game.t.seen) == before + 3
    game.hold("風神斬", "風神斬", "風神斬")
    game.do("buy")
    assert sum(game.t.seen) == before + 3


@pytest.mark.parametrize("held, possible", [(0, True), (3, True), (4, False), (6, False)])
@pytest.mark.parametrize("verb", ["buy", "synthesise"])
def test_3_3_buying_and_synthesis_need_a_hand_that_stays_within_six(held, possible, verb):
    game = grail((SLASH, 40))
    set_stones(game, 3, 0)
    game.hold(*["風神斬"] * held)
    game.begin()
    assert game.can(verb) is possible


def test_3_3_a_purchase_is_three_cards_a_gem_and_a_crystal():
    game = grail((SLASH, 40))
    game.hold("風神斬", "風神斬")
    game.begin()
    game.do("buy")
    assert stones(game) == (1, 1)
    assert sizes(game)[1] == 5
    assert (game.var(AVAILABLE), game.var(USED)) == (2, 0)


def test_3_3_synthesis_is_three_cards_and_a_grail_for_three_stones():
    game = grail((SLASH, 40))
    set_stones(game, 2, 2)
    game.hold("風神斬", "風神斬", "風神斬")
    game.begin()
    game.do("synthesise")
    assert (stones(game), game.var(SCORE), sizes(game)[1]) == ((1, 0), 1, 6)
    assert (game.var(AVAILABLE), game.var(USED)) == (4, 3)


def test_3_3_no_synthesis_with_two_stones():
    game = grail((SLASH, 40))
    set_stones(game, 1, 1)
    game.hold("風神斬")
    game.begin()
    assert not game.can("synthesise")


# 二.八 Cards --------------------------------------------------------------------------------------------------------


def test_2_8_holy_light_is_never_an_action_and_other_magic_is():
    game = grail((LIGHT, 20), (POISON, 20))
    game.hold("聖光", "中毒", "聖光", "聖光")
    game.begin()
    assert not game.can("play", "聖光")
    game.do("play", "中毒")
    assert (stones(game), game.at("discarded")) == ((0, 0), {"中毒": 1})


def test_2_8_a_deck_used_up_is_made_anew_of_the_discards():
    game = grail((SLASH, 9))
    game.begin()
    game.do("play", "風神斬")
    game.do("play", "風神斬")
    game.begin()
    assert (game.at("library"), game.at("discarded")) == ({"風神斬": 1}, {"風神斬": 2})
    game.do("buy")
    assert (game.at("library"), game.at("discarded")) == ({}, {})
    assert sizes(game) == [3, 6, 0, 0]


# 四.一 Stones -------------------------------------------------------------------------------------------------------


def test_4_1_an_attack_that_hits_brings_a_gem():
    game = grail((SLASH, 40))
    game.begin()
    game.do("play", "風神斬")
    assert stones(game) == (1, 0)


@pytest.mark.parametrize("gems, crystals, after", [(1, 2, (2, 3)), (2, 2, (3, 2)), (3, 2, (3, 2))])
def test_4_1_a_purchase_brings_a_gem_first_and_no_more_than_five_stones(gems, crystals, after):
    game = grail((SLASH, 40))
    set_stones(game, gems, crystals)
    game.hold("風神斬")
    game.begin()
    game.do("buy")
    assert stones(game) == after
    assert sizes(game)[1] == 4, "cards come all the same"


def test_4_1_an_attack_with_five_stones_brings_none():
    game = grail((SLASH, 40))
    set_stones(game, 2, 3)
    game.begin()
    game.do("play", "風神斬")
    assert stones(game) == (2, 3)


def test_4_1_the_fifth_grail_ends_the_game_at_once():
    game = grail((SLASH, 40), team=4)
    set_stones(game, 5, 0)
    game.t.var[SCORE] = 4
    game.hold("風神斬")
    done = game.pilot()
    assert done == [("synthesise", "風神斬")], "the other three do not act"
    assert game.won()
    assert not game.can("play", "風神斬")


# 四.七 Energy -------------------------------------------------------------------------------------------------------


def test_4_7_refining_turns_up_to_two_stones_into_energy_of_the_role_three_at_most():
    game = grail((SLASH, 40))
    set_stones(game, 4, 1)
    for expected in ((2, (3, 0)), (3, (2, 0))):
        game.begin()
        game.do("refine")
        game.do("play", "風神斬")
        set_stones(game, stones(game)[0] - 1, stones(game)[1])
        assert (game.var(CHARGE), stones(game)) == expected
    game.begin()
    assert not game.can("refine"), "three already"
    game.do("play", "風神斬")
    game.do("refine")
    assert (game.var(CHARGE), game.var(CHARGE + 1)) == (3, 2)


def test_4_7_nothing_is_refined_without_stones():
    game = grail((SLASH, 40))
    game.begin()
    assert not game.can("refine")


# 四.八 The hand limit -----------------------------------------------------------------------------------------------


def test_4_8_a_hand_over_six_is_discarded_down_to_it_the_least_useful_cards_first():
    rich = card("Rich", "attack", effects=("draw:6", "resource:2"))
    game = grail((rich, 1), (SLASH, 1), (LIGHT, 1), (POISON, 40))
    game.hold("Rich", "風神斬", "聖光")
    game.begin()
    game.do("play", "Rich")
    assert game.at("next1") == {"風神斬": 1, "中毒": 5}
    assert game.at("discarded") == {"Rich": 1, "聖光": 1, "中毒": 1}
    assert stones(game) == (3, 0)


# 四.十 無法行動 -----------------------------------------------------------------------------------------------------


def stuck(*held: str, gems: int = 0) -> Alone:
    """A player with these in hand, and a library of attacks."""
    game = grail((SLASH, 40), (LIGHT, 6), (POISON, 1))
    game.hold(*held)
    set_stones(game, gems, 0)
    game.begin()
    return game


def test_4_10_four_holy_lights_are_shown_discarded_and_replaced_and_the_player_goes_on():
    game = stuck(*["聖光"] * 4)
    library = sum(game.at("library").values())
    game.do("stuck")
    assert game.at("discarded") == {"聖光": 4}
    assert (sizes(game), sum(game.at("library").values())) == ([4, 4, 0, 0], library - 4)
    assert game.var(ACTED) == 0
    assert not game.can("stuck")
    game.do("play", next(name for name in game.at("hand") if game.can("play", name)))
    assert game.var(ACTED) == 1


@pytest.mark.parametrize("held", [["聖光"] * 3, ["聖光"] * 3 + ["風神斬"], ["聖光"] * 4 + ["中毒"], []])
def test_4_10_who_can_act_may_not_declare_it(held):
    assert not stuck(*held).can("stuck")


def test_4_10_refining_is_no_reason_not_to_but_special_actions_are_over_afterwards():
    game = stuck(*["聖光"] * 5, gems=4)
    assert game.can("refine")
    game.do("stuck")
    assert not any(game.can(verb) for verb in ("buy", "synthesise", "refine"))
    game.do("play", next(name for name in game.at("hand") if game.can("play", name)))
    assert game.can("refine"), "to the next player it means nothing"


def test_4_10_who_is_still_stuck_has_had_the_turn():
    game = grail((LIGHT, 40))
    game.begin()
    game.do("stuck")
    assert game.var(ACTED) == 1
    assert (sizes(game), game.at("discarded")) == ([4, 4, 0, 0], {"聖光": 4})


# The pilot ----------------------------------------------------------------------------------------------------------


def test_the_pilot_attacks_until_a_grail_can_be_made():
    game = grail((SLASH, 60))
    assert game.pilot(2) == [("play", "風神斬")] * 3 + [("synthesise", "風神斬")]
    assert (game.var(SCORE), stones(game), game.var(PLAYS)) == (1, (0, 0), 2)


def test_the_pilot_buys_without_an_attack_and_uses_magic_without_room():
    game = grail((POISON, 60))
    assert [verb for verb, _ in game.pilot(2)] == ["play", "play", "buy", "buy"]


def test_the_pilot_saves_attacks_while_there_are_five_stones():
    game = grail((SLASH, 30), (POISON, 30))
    set_stones(game, 5, 0)
    game.hold("風神斬", "風神斬", "風神斬", "中毒")
    assert game.pilot()[0] == ("play", "中毒")


def test_the_pilot_declares_itself_stuck():
    game = stuck(*["聖光"] * 4)
    game.t.var[ACTED] = 0
    assert game.pilot()[0][0] == "stuck"


@pytest.mark.parametrize("team", [2, 3, 4])
def test_4_1_after_the_fifth_grail_the_hand_is_the_first_players_again(team):
    game = grail((SLASH, 40), team=team)
    set_stones(game, 5, 0)
    game.t.var[SCORE] = 4
    game.hold("風神斬")
    game.pilot()
    assert sizes(game)[:team] == [4, *[4] * (team - 1)]
    game = grail((SLASH, 60), team=team)
    set_stones(game, 3, 0)
    game.t.var[SCORE] = 4
    game.hold("風神斬", "風神斬")
    game.pilot()
    assert (game.won(), sizes(game)[:team]) == (True, [5, *[4] * (team - 1)])


def test_a_changed_hand_is_no_play():
    game = stuck(*["聖光"] * 4)
    done = game.pilot()
    assert [verb for verb, _ in done].count("stuck") == game.var(EXCHANGES) == 1
    assert game.var(PLAYS) == len(done) - 1


def test_the_answering_card_is_told_by_its_element_and_not_by_its_name():
    other = card("Another name", "magic", element="light")
    game = grail((other, 20), (POISON, 20))
    game.hold("Another name", "中毒")
    game.begin()
    assert not game.can("play", "Another name")
