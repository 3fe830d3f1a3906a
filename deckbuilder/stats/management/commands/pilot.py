"""Compare the pilot with the best line of play found, in this process; nothing is stored."""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckbuilder.common.operations.progress import Progress
from deckbuilder.decks.commands import ListCommand
from deckbuilder.decks.lists import codec
from deckbuilder.stats.simulations import results, specs
from deckbuilder.stats.simulations.sentences import simulation_error
from deckbuilder.stats.simulations.specs import SimulationError, SimulationSpec
from deckbuilder.stats.to_games import to_run
from games.engine.model.opening import Seat
from games.engine.reading.decklists import DeckListError
from games.registry import GAMES

if TYPE_CHECKING:
    from games.engine.play.lines import Comparison
    from games.engine.play.runs import Run

MAX_BUDGET = 1_000_000


class Command(ListCommand):
    help = "Print how many turns the pilot misses. Exit status: 0 compared, 2 invalid file, game or number."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a deck list")
        parser.add_argument("--games", type=int, default=30, help="games to compare, up to 1000 (default: 30)")
        parser.add_argument("--turns", type=int, default=20, help="turns of a game (default: 20)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same figures (default: 1)")
        parser.add_argument("--budget", type=int, default=20_000, help="actions tried for one game (default: 20000)")
        parser.add_argument("--second", action="store_true", help="on the draw: the player who goes second")
        parser.add_argument("--game", choices=[game.slug for game in GAMES], help="if the list does not name it")
        parser.add_argument("--json", action="store_true", help="one object")

    def handle(self, **options: Any) -> None:
        if not 1 <= options["budget"] <= MAX_BUDGET:
            self.refuse(options, "pilot.budget", f"--budget {options['budget']}: from 1 to {MAX_BUDGET}")
        try:
            simulation = specs.validate(_spec(options))
        except DeckListError as error:
            self.refuse(options, f"list.{error.code}", codec.list_error(error))
        except OSError as error:
            self.refuse(options, "unreadable", error.strerror or str(error))
        except SimulationError as error:
            self.refuse(options, f"simulation.{error.code}", simulation_error(error))
        run = to_run(simulation)
        comparisons = _compare_games(run, options["games"], options["budget"])
        data = {
            "file": str(options["file"]),
            "game": simulation.game,
            "seed": run.seed,
            **results.missed_json(comparisons),
        }
        self.stdout.write(
            json.dumps(data, ensure_ascii=False) if options["json"] else "\n".join(_report(data, run, comparisons))
        )


def _spec(options: dict[str, Any]) -> SimulationSpec:
    """Raises DeckListError and OSError."""
    deck = codec.read_file(options["file"], options["game"]).deck
    same = {name: options[name] for name in ("turns", "seed")}
    seat: Seat = "second" if options["second"] else "first"
    return SimulationSpec(deck, seat=seat, study="pilot", trials=options["games"], **same)


def _compare_games(run: "Run", games: int, budget: int) -> "list[Comparison]":
    from games.engine.play.lines import compare

    comparisons: list[Comparison] = []
    with Progress("Searching") as progress:
        for number in range(games):
            comparisons.append(compare(run, number, budget))
            progress(number + 1, games)
    return comparisons


# In words -------------------------------------------------------------------------------------------------------------


def _report(data: dict[str, Any], run: "Run", comparisons: "Sequence[Comparison]") -> list[str]:
    least = "" if data["complete"] == data["games"] else "at least "
    number = max(range(len(comparisons)), key=lambda index: comparisons[index].turns_missed)
    worst = comparisons[number]
    lines = [
        f"{data['file']}: {data['game']}, {data['games']} games, seed {data['seed']}",
        f"Knowing the cards to come, the pilot could win {least}{data['mean']:.2f} turns earlier on average.",
        f"searched to the end: {data['complete']}; in part: {data['games'] - data['complete']}",
        *(f"  turns missed {each['turns']}: games {each['games']}" for each in data["missed"]),
    ]
    if worst.turns_missed:
        lines += ["", f"most missed: game {number + 1}"]
        for name, line in (("pilot", worst.pilot), ("best line found", worst.best)):
            lines.append(f"{name}, " + ("not won" if line.clock is None else f"won in turn {line.clock}"))
            lines += [f"  {turn}: {_actions(actions, run)}" for turn, actions in enumerate(line.turns, 1)]
    return lines


def _actions(actions: Sequence[int], run: "Run") -> str:
    size, verbs = len(run.cards), run.goldfish.verbs
    return ", ".join(f"{verbs[each // size]} {run.cards[each % size].card.name}" for each in actions) or "–"
