"""The example in a search field is a search of that game."""

import pytest

from deckbuilder.site.tags import search_example
from games.engine.reading.search.query import parse
from games.registry import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_its_fields_are_the_games_own(game):
    parse(search_example(game).replace("…", "x"), game)
