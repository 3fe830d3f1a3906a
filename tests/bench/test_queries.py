"""The time of a search can be measured, and what is measured reads and finds."""

import pytest

from games.engine.reading.search.query import QueryError
from tests.bench import queries, timing
from tests.games.engine.small_game import CARDS, GAME

TEXT = '種族:獸人 攻擊力>=3 -kind:魔法 關鍵字:貫穿 or "exact words" (費用:1..3 or -cost:*)'


def test_both_figures_are_measured(monkeypatch):
    monkeypatch.setattr(timing, "REPEATS", 1)
    assert queries.milliseconds_of_reading(TEXT, GAME) > 0
    assert queries.milliseconds_of_matching(TEXT, GAME, CARDS) > 0


def test_each_card_is_asked_as_often_as_is_said(monkeypatch):
    monkeypatch.setattr(timing, "REPEATS", 3)
    asked = []
    monkeypatch.setattr(queries, "matches", lambda tree, card: asked.append(card))
    queries.milliseconds_of_matching(TEXT, GAME, CARDS)
    assert asked == [*CARDS] * 3


def test_a_search_that_cannot_be_read_is_not_measured():
    with pytest.raises(QueryError):
        queries.milliseconds_of_reading("nonsense:1", GAME)
