"""What 星靈王's goldfish plays of the cards' effects, on small decks, step by step."""

from __future__ import annotations

import numpy as np
import pytest

from games.engine.model.decks import Deck
from games.engine.play.trials.runs import Run
from games.engine.play.trials.table import SCORE
from games.registry import get, goldfish
from games.xing_ling_wang.goldfish import REWARD, TRAVELLERS
from games.xing_ling_wang.table import CUT, TURNED_TRAVELLERS
from tests.games.alone import Alone, card, pile

FOX = card("Fox", "unit", tribute=0, score=1, race="Fox")
OX = card("Ox", "unit", tribute=0, score=3, race="Ox")
SPELL = card("Dust", "spell")


def unit(*effects: str, name: str = "Actor", **values):
    return card(name, "unit", effects, **{"tribute": 0, "score": 2, "race": "Fox"} | values)


def spell(*effects: str, name: str = "Trick", **values):
    return card(name, "spell", effects, **values)


def game(*cards, hold: tuple[str, ...]) -> Alone:
    """A game in whose first turn these cards are held, one copy each of `cards` and foxes in the deck."""
    table = Alone("xing-ling-wang", {"main": pile(*((each, 2) for each in cards), (FOX, 12))})
    table.hold(*hold)
    table.begin()
    settle(table)
    return table


def settle(table: Alone) -> None:
    while table.can("resolve"):
        table.fish.play(table.t, table.fish.verbs.index("resolve") * len(table.names))


def do(table: Alone, verb: str, name: str = "") -> None:
    with np.errstate(over="ignore"):
        table.do(verb, name)
        settle(table)


def in_hand(table: Alone) -> int:
    return sum(table.at("hand").values())


def test_a_search_takes_a_card_that_fits_from_the_deck():
    table = game(spell("played: search 1 (race=Ox kind=unit)"), OX, hold=("Trick",))
    before = in_hand(table)
    oxen = table.at("hand").get("Ox", 0)
    do(table, "play", "Trick")
    assert table.at("grave") == {"Trick": 1}
    assert in_hand(table) == before
    assert table.at("hand")["Ox"] == min(oxen + 1, 2)


def test_a_spell_does_not_recover_itself():
    table = game(spell("played: recover 1 (kind=spell)"), hold=("Trick",))
    before = in_hand(table)
    do(table, "play", "Trick")
    assert (table.at("grave"), in_hand(table)) == ({"Trick": 1}, before - 1)


def test_tokens_come_as_far_as_there_are_places():
    table = game(spell("played: token 999"), hold=("Trick",))
    do(table, "play", "Trick")
    assert table.var(TRAVELLERS) == 10


def test_then_needs_the_step_before_to_be_done_completely_and_and_does_not():
    both = spell("played: destroy 2 (board token) then reward 5", name="Then")
    any_ = spell("played: destroy 2 (board token) and reward 3", name="And")
    table = game(both, any_, hold=("Then", "And"))
    table.t.var[TRAVELLERS] = 1
    do(table, "play", "Then")
    assert (table.var(TRAVELLERS), table.var(REWARD)) == (0, 0)
    do(table, "play", "And")
    assert table.var(REWARD) == 3


def test_what_may_be_done_is_done_unless_it_lowers_the_total():
    cheap = spell("played: may reward -1 then token 1", name="Bad")
    good = spell("played: may reward -1 then reward 2", name="Good")
    table = game(cheap, good, hold=("Bad", "Good"))
    table.t.var[REWARD] = 3
    do(table, "play", "Bad")
    assert (table.var(REWARD), table.var(TRAVELLERS)) == (3, 0)
    do(table, "play", "Good")
    assert table.var(REWARD) == 4


def test_of_two_ways_the_better_one_that_can_be_done():
    way = spell("played: destroy 1 (board token) or reward 1", name="Way")
    poor = spell("played: destroy 1 (board token) or reward -1", name="Poor")
    table = game(way, poor, hold=("Way", "Poor"))
    do(table, "play", "Way")
    assert table.var(REWARD) == 1
    do(table, "play", "Poor")  # there is no token to destroy, so that the other must be done
    assert table.var(REWARD) == 0


def test_amounts_are_counted_added_and_halved():
    adds = spell("played: reward 8-count(board kind=unit)*2", name="Adds")
    half = spell("played: reward half(count(board kind=unit))", name="Half")
    table = game(adds, half, hold=("Adds", "Half"))
    table.t.var[TRAVELLERS] = 3
    do(table, "play", "Adds")
    assert table.var(REWARD) == 2
    do(table, "play", "Half")
    assert table.var(REWARD) == 3


def test_that_is_what_the_step_before_moved():
    table = game(spell("played: destroy all (board token) and reward that"), hold=("Trick",))
    table.t.var[TRAVELLERS] = 4
    do(table, "play", "Trick")
    assert (table.var(TRAVELLERS), table.var(REWARD)) == (0, 4)


def test_a_tribute_has_its_effect_before_it_is_in_the_graveyard():
    lamb = unit("sacrificed: recover 1 (kind=unit)", "buried: reward 1", name="Lamb", score=0)
    giant = unit(name="Giant", tribute=1, score=6)
    table = game(lamb, giant, hold=("Lamb", "Giant"))
    do(table, "play", "Lamb")
    table.begin()
    settle(table)
    before = in_hand(table)
    do(table, "play", "Giant")
    assert table.at("board") == {"Giant": 1}
    assert table.at("grave") == {"Lamb": 1}
    assert (in_hand(table), table.var(REWARD), table.var(SCORE)) == (before - 1, 1, 7)


def test_effects_answer_what_happens_to_other_cards_from_where_they_must_be():
    ghost = unit("sacrificed(board kind=unit) in grave: may summon self", name="Ghost")
    widow = unit("sacrificed(board race=Fox other): reward 1", name="Widow")
    giant = unit(name="Giant", tribute=1, score=6)
    table = game(ghost, widow, giant, hold=("Widow", "Giant"))
    table.t.board[table.names.index("Widow")] += 1
    table.t.hand[table.names.index("Widow")] -= 1
    table.t.var[TRAVELLERS] = 1
    table.t.grave[table.names.index("Ghost")] += 1
    do(table, "play", "Giant")
    assert table.at("board") == {"Giant": 1, "Widow": 1, "Ghost": 1}
    assert table.var(REWARD) == 0  # a Little Traveller is no fox


def test_times_of_the_turn_and_once_a_turn():
    clock = unit("start: reward 1", "end: reward 2", "main once: reward 3", name="Clock")
    table = game(clock, hold=("Clock",))
    do(table, "play", "Clock")
    do(table, "effect", "Clock")
    do(table, "effect", "Clock")
    assert table.var(REWARD) == 3
    do(table, "close")
    assert table.var(REWARD) == 5
    assert not table.can("close")
    table.begin()
    settle(table)
    assert table.var(REWARD) == 6


def test_a_blue_star_that_is_stated_is_checked():
    star = unit("bring: if count(board kind=unit)>=3: allow", name="Star", score=9, condition="three units")
    table = game(star, hold=("Star",))
    assert not table.can("play", "Star")
    table.t.var[TRAVELLERS] = 3
    assert table.can("play", "Star")
    do(table, "play", "Star")
    assert table.at("board") == {"Star": 1}


def test_a_spell_that_could_do_nothing_is_kept():
    table = game(spell("played: if has(board token): draw 2"), hold=("Trick",))
    assert not table.can("play", "Trick")
    table.t.var[TRAVELLERS] = 1
    assert table.can("play", "Trick")


def test_a_card_that_leaves_play_tells_its_own_effects():
    bomb = unit("destroyed: reward 3", "left: reward 1", name="Bomb")
    coin = unit("returned from board: reward 5", name="Coin")
    axe = spell("played: destroy 1 (board name=Bomb)", name="Axe")
    hook = spell("played: bounce 1 (board name=Coin)", name="Hook")
    table = game(bomb, coin, axe, hook, hold=("Axe", "Hook"))
    for name in ("Bomb", "Coin"):
        table.t.board[table.names.index(name)] += 1
        table.t.order[0:1] = table.t.order[0:1]
    do(table, "play", "Axe")
    assert table.var(REWARD) == 4
    do(table, "play", "Hook")
    assert table.var(REWARD) == 9


HOSTILE = (
    ("played: draw 999",),
    ("played: token 999", "end: destroy all (board) and token 999"),
    ("destroyed: revive self", "end: destroy all (board)", "main: may destroy self"),
    ("buried: recover self", "returned: discard 1 (hand)", "start: bury self"),
    ("main: may bounce self then play self", "entered: bounce self"),
    ("left(board): destroy all (board kind=unit)", "end: destroy all (board kind=unit)"),
    ("played: shuffle all (board/hand/grave) and draw 999", "shuffled: draw 1"),
    ("start in grave: summon self", "end: remove all (board/hand/grave/deck)"),
    ("end: search 1 (name=nobody) then reward 999",),
)


@pytest.mark.parametrize("effects", HOSTILE)
def test_every_game_ends_whatever_is_stated(effects):
    deck = Deck("xing-ling-wang", {"main": pile((unit(*effects), 8), (spell(*effects), 4), (FOX, 8))})
    game = get("xing-ling-wang")
    run = Run(game, goldfish(game), deck, 3, turns=8)
    tally = run.play_interpreted(0, 12)
    assert tally.trials == 12


def test_a_game_that_is_cut_short_is_counted():
    loop = unit("entered: bounce self", "returned: summon self", name="Loop")
    table = game(loop, hold=("Loop",))
    do(table, "play", "Loop")
    assert table.t.fx[CUT] == 1


@pytest.mark.slow
@pytest.mark.parametrize("effects", [HOSTILE[2], HOSTILE[5], HOSTILE[6]])
def test_both_speeds_agree_on_decks_with_effects(effects):
    more = unit("sacrificed: draw 1", "end: may token 1 or reward 1", name="More", score=0)
    giant = unit("played: revive 1 (kind=unit other) and reward 1", name="Giant", tribute=2, score=6)
    deck = Deck(
        "xing-ling-wang", {"main": pile((unit(*effects), 4), (more, 6), (giant, 4), (spell(*effects), 2), (FOX, 4))}
    )
    game = get("xing-ling-wang")
    run = Run(game, goldfish(game), deck, 3, turns=8)
    one, other = run.chunk(1, 60), run.play_interpreted(1, 60)
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_a_unit_that_turns_itself_does_so_only_while_it_is_upright():
    table = game(unit("main: may turn self then reward 1"), hold=("Actor",))
    do(table, "play", "Actor")
    do(table, "effect", "Actor")
    do(table, "effect", "Actor")
    assert (table.var(REWARD), sum(table.t.turned)) == (1, 1)


def test_a_unit_that_decays_is_turned_and_then_destroyed():
    table = game(unit("decline"), hold=("Actor",))
    do(table, "play", "Actor")
    do(table, "close")
    assert (table.at("board"), sum(table.t.turned)) == ({"Actor": 1}, 1)
    with np.errstate(over="ignore"):
        table.fish.begin_turn(table.t)
    do(table, "close")
    assert (table.at("grave"), sum(table.t.turned)) == ({"Actor": 1}, 0)


@pytest.mark.parametrize(("turned", "can"), [(0, True), (1, False)])
def test_a_condition_beside_tributes_must_hold_and_they_are_paid(turned, can):
    table = game(unit("bring: if no(board turned): allow", tribute=1, score=6), hold=("Actor",))
    table.t.var[TRAVELLERS], table.t.var[TURNED_TRAVELLERS] = 1, turned
    assert table.can("play", "Actor") == can
    if can:
        do(table, "play", "Actor")
        assert (table.at("board"), table.var(TRAVELLERS)) == ({"Actor": 1}, 0)


@pytest.mark.parametrize(("number", "returns"), [(3, 2), (5, 0), (4, 3)])
def test_wraiths_return_only_for_exactly_the_number(number, returns):
    wraiths = [unit("worth 1", name="One"), unit("worth 2", name="Two"), unit("worth -1/1", name="Either")]
    trick = spell(f"played: wraith {number} then reward that")
    table = game(*wraiths, trick, hold=("Trick", "One", "Two", "Either"))
    for name in ("One", "Two", "Either"):
        c = table.names.index(name)
        table.t.grave[c], table.t.hand[c] = 1, table.t.hand[c] - 1
    do(table, "play", "Trick")
    assert table.var(REWARD) == returns
