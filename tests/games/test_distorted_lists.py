"""A list that people have changed on its way reads back as the same deck, or asks; it is never read wrongly."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games import registry
from games.engine.reading.decklists.parsing import read
from tests.catalogs import load_catalog
from tests.games.distorted_lists import attempt

LEGIONS = registry.get("legions")


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
@settings(max_examples=12)
@example(20)
@given(st.integers(0, 1_000_000))
def test_a_distorted_list_is_the_same_deck_or_asks(game, seed):
    kind, text, _ = attempt(game, seed)
    assert kind != "wrong", text


@pytest.mark.parametrize(
    "line",
    ["影踏み x3 ¥120", "影踏み 3枚 ¥120", "影踏み 3x", "3x 影踏み ¥120", "影踏み ×3 *F*", "影踏み 3 ¥120 (foil)"],
)
def test_a_price_or_a_mark_behind_the_quantity_is_none(line):
    (entry,) = read(line, load_catalog(LEGIONS), LEGIONS).deck.zones["main"]
    assert entry.count == 3
