"""Play a deck alone in this very process: nothing is stored, and the figures are those of the site."""

import json
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NamedTuple

from deckbuilder.common.progress import Progress
from deckbuilder.decks import lists
from deckbuilder.decks.commands import ListCommand
from deckbuilder.stats import results, selectors, services
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.sentences import goal_error, simulation_error
from deckbuilder.stats.services import KeepError, SimulationError, SimulationSpec
from deckbuilder.stats.to_games import to_run
from games.engine.reading.decklists import DeckListError
from games.engine.reading.goals import GoalError
from games.registry import GAMES


class Played(NamedTuple):
    """What was asked, what came out, and how many seconds it took."""

    simulation: Simulation
    summary: dict[str, Any]
    seconds: float


class Command(ListCommand):
    help = "Play a deck alone many times. Exit status: 0 played, 2 a file or a number that makes no sense."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a deck list")
        parser.add_argument(
            "--trials", type=int, default=SimulationSpec.trials, help=f"games (usual: {SimulationSpec.trials})"
        )
        parser.add_argument(
            "--turns", type=int, default=SimulationSpec.turns, help=f"turns of a game (usual: {SimulationSpec.turns})"
        )
        parser.add_argument(
            "--seed", type=int, default=SimulationSpec.seed, help="the same seed gives the same figures (usual: 1)"
        )
        parser.add_argument("--second", action="store_true", help="on the draw: the player who goes second")
        parser.add_argument("--goal", default="", help="what to count, such as “>=1 of (kind:unit)”")
        parser.add_argument("--keep", default="", metavar="GOAL", help="what the game's mulligan is used for")
        parser.add_argument(
            "--keep-turn", type=int, default=SimulationSpec.keep_turn, metavar="N",
            help="by when the mulligan is to meet it (usual: 0, the opening hand)",
        )  # fmt: skip
        parser.add_argument("--game", choices=[game.slug for game in GAMES], help="where the list does not say it")
        parser.add_argument("--json", action="store_true", help="one object")

    def handle(self, **options: Any) -> None:
        try:
            simulation = services.validate(_asked(options))
        except DeckListError as error:
            self.refuse(options, f"list.{error.code}", lists.list_error(error))
        except OSError as error:
            self.refuse(options, "unreadable", error.strerror or str(error))
        except SimulationError as error:
            self.refuse(options, f"simulation.{error.code}", simulation_error(error))
        except GoalError as error:
            option = "--keep" if isinstance(error, KeepError) else "--goal"
            self.refuse(options, f"goal.{error.code}", f"{option}, character {error.position + 1}: {goal_error(error)}")
        else:
            played = _played(simulation)
            file = str(options["file"])
            self.stdout.write(_as_json(file, played) if options["json"] else "\n".join(_told(file, played)))


def _asked(options: dict[str, Any]) -> SimulationSpec:
    """Raises DeckListError and OSError."""
    deck = lists.read_file(options["file"], options["game"]).deck
    same = {name: options[name] for name in ("trials", "turns", "seed", "goal", "keep", "keep_turn")}
    return SimulationSpec(deck, seat="second" if options["second"] else "first", **same)


def _played(simulation: Simulation) -> Played:
    """The same chunks as workers play, added up. The machine code is made before the seconds are counted."""
    from games.engine.play import summary, tallies

    run = to_run(simulation)
    whole = run.chunk(0, 0)
    began = time.perf_counter()
    with Progress("Playing") as progress:
        for number, trials in enumerate(selectors.sizes(simulation)):
            whole = tallies.merged((whole, run.chunk(number, trials)), run.turns, len(run.cards))
            progress(whole.trials, simulation.trials)
    seconds = time.perf_counter() - began
    return Played(simulation, summary.summary(whole, run.cards, goal=bool(simulation.goal)), seconds)


def _as_json(file: str, played: Played) -> str:
    asked = results.input_json(played.simulation)
    asked.pop("precision")
    data = {"file": file, **asked, "seconds": played.seconds, "summary": played.summary}
    return json.dumps(data, ensure_ascii=False)


# In words -------------------------------------------------------------------------------------------------------------

RARE = ("exchanges", "dismissals", "laid")
"""Columns of games that know them only."""


def _told(file: str, played: Played) -> list[str]:
    asked, data = played.simulation, played.summary
    seat = "play" if asked.seat == "first" else "draw"
    kept_for = f"  (for {asked.keep}, by turn {asked.keep_turn})" if asked.keep_turn else f"  (for {asked.keep})"
    lines = [
        f"{file}: {asked.game}, {asked.fingerprint}, on the {seat}",
        f"{data['trials']} games, seed {asked.seed}, {played.seconds:.1f} s",
        f"hands kept: {_share(data['keep'])}" + (kept_for if asked.keep else ""),
        "",
        *_turns(data),
        "",
        *_clock(data),
    ]
    return lines + (["", *_goal(asked, data)] if asked.goal else [])


def _turns(data: dict[str, Any]) -> list[str]:
    """The means at the end of each turn, of the games that came to it."""
    happened = [name for name in RARE if any(each[name] and each[name]["mean"] for each in data["turns"])]
    columns = [name for name in results.METRICS if name in happened or name not in RARE]
    lines = [_row("turn", "games", *columns)]
    for each in data["turns"]:
        means = ["–" if each[name] is None else f"{each[name]['mean']:.3f}" for name in columns]
        lines.append(_row(each["turn"], each["reached"], *means))
    return lines


def _row(turn: object, *cells: object) -> str:
    return "  ".join([f"{turn:>4}", *(f"{cell:>10}" if cell == "dismissals" else f"{cell:>9}" for cell in cells)])


def _clock(data: dict[str, Any]) -> list[str]:
    clock = data["clock"]
    lines = [f"won: {_share(data['win'])}"]
    for each in clock["turns"]:
        if each["won"] or each["over"]:
            over = f", over without: {each['over']}" if each["over"] else ""
            lines.append(f"  in turn {each['turn']}: {each['won']} ({each['share']:.2%}){over}")
    return [*lines, f"  still going: {clock['unfinished']}"]


def _goal(asked: Simulation, data: dict[str, Any]) -> list[str]:
    lines = [f"goal: {asked.goal}"]
    for each in data["goal"]:
        when = f"after turn {each['turn']}" if each["turn"] else "at the start"
        lines.append(f"  {when}: {_share(each)}")
    return lines


def _share(share: dict[str, Any]) -> str:
    """With the 95 % Wilson interval."""
    if share["estimate"] is None:
        return "no game lasted so long"
    return f"{share['estimate']:.4%}  [{share['low']:.4%}, {share['high']:.4%}]"
