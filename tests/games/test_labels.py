"""The labels of values that the catalog holds, for readers of other languages."""

import csv

import pytest

from games.engine.reading.search.query import parse
from games.registry import GAMES, get

LABELLED = [(game, each) for game in GAMES for each in game.attributes if each.labels]
GAME = get("xing-ling-wang")


@pytest.mark.parametrize(("game", "attribute"), LABELLED, ids=lambda each: getattr(each, "slug", "") or each.name)
def test_every_value_of_the_catalog_has_a_label_of_its_own(game, attribute):
    values = set()
    for path in game.folder.glob("catalog/*.csv"):
        with path.open(encoding="utf-8") as file:
            values |= {value for row in csv.DictReader(file) for value in row[attribute.name].split("|") if value}
    for language in ("en", "ja"):
        labels = {value: attribute.label_of(value, language) for value in values}
        assert len(set(labels.values())) == len(values)
        assert language != "en" or all(label.isascii() for label in labels.values())


def test_a_search_takes_the_label_for_the_value():
    assert parse('race:"yokai village"', GAME) == parse("race:妖怪村莊", GAME)
    assert parse("st:machine", GAME) == parse("st:機械", GAME)
    assert parse("race:nowhere", GAME) != parse("race:妖怪村莊", GAME)
