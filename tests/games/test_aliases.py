"""Short names of fields: no two fields of a game share one, and the document has them all."""

import re
from pathlib import Path

import pytest

from games import registry
from games.engine.reading.search.query import QueryError, parse
from games.engine.reading.search.values import spellings

DOCUMENT = Path(__file__).parents[2] / "docs" / "search.md"
GAMES = pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)


@GAMES
def test_an_alias_stands_for_one_field_alone(game):
    for name, attribute in game.fields.items():
        others = {
            spelling for each in game.fields.values() if each.name != name for spelling in (each.name, *spellings(each))
        }
        assert not others & set(attribute.aliases), name


@GAMES
def test_an_alias_asks_for_its_field(game):
    for name, attribute in game.fields.items():
        for alias in attribute.aliases:
            assert parse(f"{alias}:*", game) == parse(f"{name}:*", game)


@GAMES
def test_players_find_their_usual_aliases(game):
    assert {"c", "t", "r", "k", "o", "n", "s"} <= {alias for each in game.fields.values() for alias in each.aliases}


@GAMES
def test_the_document_lists_the_aliases_of_each_game(game):
    (row,) = re.findall(rf"^\| {re.escape(game.name.en)} \| (.*) \|$", DOCUMENT.read_text(encoding="utf-8"), re.M)
    listed = {
        name: tuple(re.findall(r"`(.+?):`", aliases)) for aliases, name in re.findall(r"((?:`\S+:` )+)(\w+)", row)
    }
    assert listed == {name: each.aliases for name, each in game.fields.items() if each.aliases}


def test_a_mistake_names_the_aliases():
    game = registry.get("xing-ling-wang")
    with pytest.raises(QueryError) as raised:
        parse("rase:獸人", game)
    assert "race (r)" in raised.value.params["fields"]
    assert "race" in raised.value.params["choices"]
