"""The best matches come first, page after page, and the database parts them as the rules do."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckbuilder.catalog.models import Card
from deckbuilder.catalog.search import exact_names
from deckbuilder.catalog.search.searching import search
from deckbuilder.catalog.to_games import to_card
from games.engine.model.cards import Printing
from games.engine.reading.search.query import matches, parse
from games.engine.reading.search.reasons import rank, words_of
from tests.deckbuilder.catalog.search.test_search import only_for_now, put
from tests.games.engine.small_game import GAME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_cards"), pytest.mark.databases]


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    """What is kept by a game's name is of this game."""
    monkeypatch.setattr(exact_names, "get", lambda slug: GAME)


def printing(number, name, **given):
    return Printing(f"T-{number}", name, given.pop("kind", "unit"), **given)


SNOW = (
    printing(1, "夜行", text="使一張雪女回到手牌。"),
    printing(2, "小妖", values={"race": "雪女族"}),
    printing(3, "大雪女", text="-"),
    printing(4, "雪女之歌"),
    printing(5, "氷の娘", alt_names=("雪女",)),
    printing(6, "雪女"),
)


def names(text, **asked):
    return [card.name for card in search(GAME, text, **asked).cards]


def test_names_come_before_values_and_values_before_texts():
    put(SNOW)
    assert names("雪女") == ["氷の娘", "雪女", "雪女之歌", "大雪女", "小妖", "夜行"]


def test_pages_follow_each_other_in_that_order():
    put(SNOW)
    pages = [names("雪女", page=page, size=2) for page in (1, 2, 3)]
    assert [name for page in pages for name in page] == names("雪女")
    assert names("雪女", page=4, size=2) == []


def test_another_order_counts_where_one_is_asked_for():
    put(SNOW)
    assert names("雪女", order="name") != names("雪女")
    assert sorted(names("雪女", order="name")) == sorted(names("雪女"))


parts = st.sampled_from(("雪", "女", "red", "紅", "ア", "あ", "yuki", "獸人", " "))
texts = st.lists(parts, min_size=1, max_size=3).map("".join).filter(str.strip)


@st.composite
def printings(draw):
    cards = []
    for number, name in enumerate(draw(st.lists(texts, max_size=8, unique_by=str.strip))):
        values = {"race": draw(texts), "colours": draw(st.sampled_from(((), ("red",), ("red", "blue"))))}
        cards.append(printing(number, name, values=values, text=draw(texts), alt_names=(draw(texts),)))
    return cards


@pytest.mark.slow
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(printings(), st.lists(texts, min_size=1, max_size=6))
def test_the_database_ranks_as_the_rules_do(made, typed):
    with only_for_now():
        put(made)
        cards = [to_card(row) for row in Card.objects.filter(game=GAME.slug)]
        for text in typed:
            node = parse(text, GAME)
            ranks = [rank(words_of(node), card) for card in search(GAME, text, size=100).cards]
            assert ranks == sorted(rank(words_of(node), card) for card in cards if matches(node, card)), text
