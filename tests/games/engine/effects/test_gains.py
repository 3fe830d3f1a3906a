"""What the exact odds may count on: what a card gives whenever it is played."""

import pytest

from games.engine.model.cards import Card


@pytest.mark.parametrize(
    ("effects", "draws"),
    [
        ((), 0),
        (("draw:2", "draw:1", "score:-1"), 3),
        (("nothing",), 0),
        (("played: draw 1",), 1),
        (("draw:1", "played: draw 2 and score 1; draw 3"), 6),
        (("end: draw 1", "worth 3"), 0),
        (("played: may draw 1",), 0),
        (("played: if library>=1: draw 1",), 0),
        (("played: draw 1 or draw 1",), 0),
        (("played: discard 1 then draw 1",), 0),
        (("played: draw 2 and discard 1",), 0),
        (("played: draw count(hand)",), 0),
        (("played: draw 0..2",), 0),
        (("played: score 1 to (board)",), 0),
        (("played: search 1 (name=「a; draw 5; b」)",), 0),
        (("played once: draw 1",), 0),
    ],
)
def test_only_what_is_certain_is_counted(effects, draws):
    assert Card("a", "a", "unit", effects=effects).effect("draw") == draws


def test_points_may_go_down():
    assert Card("a", "a", "unit", effects=("score:-2", "played: score -1")).effect("score") == -3
