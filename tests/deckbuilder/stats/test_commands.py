"""What the commands on a deck's file have in common."""

from unittest import mock

from games.engine.model.game import Game
from games.registry import GAMES
from tests.catalogs import decks_of
from tests.deckbuilder.commands import CommandTest


class DeckFileCommandTest(CommandTest):
    def test_a_game_without_a_pilot_is_refused_by_name(self):
        file = next(decks_of(GAMES[0]).glob("[!i]*.txt"))
        with mock.patch.object(Game, "has_pilot", False):
            for command in ("goldfish", "keep", "pilot"):
                status, (answer,) = self.objects(command, file)
                assert (status, answer["code"]) == (2, "no-pilot"), command
                assert GAMES[0].slug in answer["message"]
