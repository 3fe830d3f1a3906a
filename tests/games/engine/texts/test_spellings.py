"""Slugs and labels people write for what a game declares."""

import pytest

from games import registry
from games.engine.texts.spellings import FLAGS, by_spelling
from games.engine.texts.text import Text
from games.engine.texts.writing import fold


def test_a_thing_is_found_by_slug_and_by_label_in_every_language():
    found = by_spelling([("extra", Text("Extra area", "額外區", ja="エクストラ"))])
    assert {found[fold(each)] for each in ("EXTRA", "extra  area", "額外區", "额外区", "エクストラ")} == {"extra"}


def test_a_slug_goes_before_another_things_label():
    found = by_spelling([("deck", Text("Main", "主")), ("main", Text("Other", "次"))])
    assert found["main"] == "main"


@pytest.mark.parametrize(
    "word, flag", [("Yes", "yes"), ("是", "yes"), ("1", "yes"), ("否", "no"), ("FALSE", "no"), ("0", "no")]
)
def test_a_flag_is_said_in_many_ways(word, flag):
    assert FLAGS[fold(word)] == flag


def groups(game):
    yield [(zone.slug, zone.label) for zone in game.zones]
    yield [(each.slug, each.label) for each in game.formats]
    yield [(kind.value, kind.label) for kind in game.kinds]
    for attribute in game.attributes:
        yield [(choice.value, choice.label) for choice in attribute.choices]


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_no_two_things_of_a_game_share_a_spelling(game):
    for things in groups(game):
        spelled = [fold(each) for slug, label in things for each in {fold(part) for part in (slug, *label) if part}]
        assert len(spelled) == len(set(spelled))
