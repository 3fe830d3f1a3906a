"""Shared by the commands on the deck of a file."""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from deckbuilder.decks.lists import codec
from deckbuilder.decks.lists.commands import ListCommand
from deckbuilder.stats.odds.sentences import draws_refusal, goal_error, refusal_code, unreadable
from deckbuilder.stats.questions.sentences import seen_error
from deckbuilder.stats.simulations.sentences import simulation_error
from deckbuilder.stats.simulations.specs import KeepError, SimulationError
from games.engine.model.decks import Deck
from games.engine.odds.exact import DrawsRefused, Unreadable
from games.engine.odds.seen_cards import SeenError
from games.engine.reading.decklists.parsing import DeckListError
from games.engine.reading.goals import GoalError
from games.registry import GAMES, NoPilotError

INPUT_ERRORS = (DeckListError, OSError, Unreadable, DrawsRefused, SeenError, SimulationError, GoalError, NoPilotError)


class DeckFileCommand(ListCommand):
    """Answers as one JSON object or in words."""

    goal_option = "--goal"
    """The option with the goal that a GoalError is about, unless it is a KeepError."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a deck list")
        parser.add_argument(
            "--second", dest="seat", action="store_const", const="second", default="first",
            help="on the draw: the player who goes second",
        )  # fmt: skip
        parser.add_argument("--game", choices=[game.slug for game in GAMES], help="if the list does not name it")
        parser.add_argument("--json", action="store_true", help="one object")

    def handle(self, **options: Any) -> None:
        try:
            data, lines = self.answer(options)
        except INPUT_ERRORS as error:
            self.refuse(options, *self._describe(error))
        self.stdout.write(json.dumps(data, ensure_ascii=False) if options["json"] else "\n".join(lines))

    def answer(self, options: dict[str, Any]) -> tuple[dict[str, Any], Sequence[str]]:
        """The JSON object, and the lines in words. Raises INPUT_ERRORS."""
        raise NotImplementedError

    def _describe(self, error: Exception) -> tuple[str, str]:
        """The code and the message of one of INPUT_ERRORS."""
        match error:
            case DeckListError():
                code, message = f"list.{error.code}", codec.list_error(error)
            case OSError():
                code, message = "unreadable", error.strerror or str(error)
            case Unreadable():
                code, message = "odds.unknown-cards", unreadable(error)
            case DrawsRefused():
                code, message = f"odds.{refusal_code(error)}", draws_refusal(error)
            case SeenError():
                code, message = f"seen.{error.code}", f"--seen: {seen_error(error)}"
            case SimulationError():
                code, message = f"simulation.{error.code}", simulation_error(error)
            case GoalError():
                option = "--keep" if isinstance(error, KeepError) else self.goal_option
                code, message = f"goal.{error.code}", f"{option}, character {error.position + 1}: {goal_error(error)}"
            case NoPilotError():
                code, message = "no-pilot", f"no pilot plays {error} yet"
            case _:
                raise error
        return code, message


def read_deck(options: dict[str, Any]) -> Deck:
    """The deck of the file. Raises DeckListError and OSError."""
    return codec.read_file(options["file"], options["game"]).deck
