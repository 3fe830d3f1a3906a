"""星靈王 played alone, by the paragraph of its rulebook."""

import pytest

from games.engine.play.trials.table import OVER, SCORE
from games.engine.reading.catalogs.rows import parse_row
from games.registry import get
from games.xing_ling_wang.goldfish import LEFT, REWARD
from tests.games.alone import Alone, card, pile

FOX = card("Fox", "unit", tribute=0, score=1)
GIFT = card("Gift", "spell", effects=("score:2",))
DEBT = card("Debt", "spell", effects=("score:-3",))


def xing(*copies) -> Alone:
    return Alone("xing-ling-wang", {"main": pile(*copies)})


@pytest.mark.parametrize("condition", [None, "three units"])
def test_12_3_a_unit_whose_tribute_nobody_gave_cannot_be_brought(condition):
    values = {"condition": condition} if condition else {}
    game = xing((card("Unknown", "unit", score=9, **values), 4), (FOX, 16))
    game.hold("Unknown", "Fox")
    game.begin()
    assert not game.can("play", "Unknown")
    assert game.can("play", "Fox")


def test_rewards_are_never_below_zero():
    game = xing((GIFT, 5), (DEBT, 5), (FOX, 10))
    game.hold("Debt", "Gift", "Debt")
    game.begin()
    game.do("play", "Debt")
    assert game.var(REWARD) == 0
    game.do("play", "Gift")
    assert (game.var(REWARD), game.var(SCORE)) == (2, 2)
    game.do("play", "Debt")
    assert (game.var(REWARD), game.var(SCORE)) == (0, 0)


def test_14_4_no_early_finish_once_the_countdown_has_begun():
    game = xing((FOX, 6))
    game.begin()
    game.end()
    assert game.at("library") == {}
    assert game.var(LEFT) > 0
    game.t.var[SCORE] = 15
    assert not game.won()


def test_3_1_the_countdown_leaves_two_turns_of_ones_own():
    game = xing((FOX, 5))
    over = []
    for _ in range(4):
        game.turns()
        over.append(game.var(OVER))
    assert over == [0, 0, 0, 1]


def test_6_9_a_token_can_be_in_the_catalog_and_in_no_deck():
    game = get("xing-ling-wang")
    parsed = parse_row(game, {"code": "T-1", "name": "小旅人", "kind": "token", "attack": "1", "score": "2"})
    assert (parsed.problems, parsed.warnings) == ((), ())
    assert all("token" not in zone.kinds for zone in game.zones)
