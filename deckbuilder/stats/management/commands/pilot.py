"""Compare the pilot with the best line of play found, in this process; nothing is stored."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deckbuilder.common.operations.progress import Progress
from deckbuilder.stats.commands import DeckFileCommand, read_deck
from deckbuilder.stats.simulations import results, specs
from deckbuilder.stats.simulations.specs import SimulationSpec
from deckbuilder.stats.to_games import to_run

if TYPE_CHECKING:
    from games.engine.play.studies.best_lines import Comparison
    from games.engine.play.trials.runs import Run

MAX_BUDGET = 1_000_000


class Command(DeckFileCommand):
    help = "Print how many turns the pilot misses. Exit status: 0 compared, 2 invalid file, game or number."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--games", type=int, default=30, help="games to compare, up to 1000 (default: 30)")
        parser.add_argument("--turns", type=int, default=20, help="turns of a game (default: 20)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same figures (default: 1)")
        parser.add_argument("--budget", type=int, default=20_000, help="actions tried for one game (default: 20000)")

    def handle(self, **options: Any) -> None:
        if not 1 <= options["budget"] <= MAX_BUDGET:
            self.refuse(options, "pilot.budget", f"--budget {options['budget']}: from 1 to {MAX_BUDGET}")
        super().handle(**options)

    def answer(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        same = {name: options[name] for name in ("turns", "seat", "seed")}
        spec = SimulationSpec(read_deck(options), study="pilot", trials=options["games"], **same)
        run = to_run(specs.validate(spec))
        comparisons = _compare_games(run, options["games"], options["budget"])
        data = {"file": str(options["file"]), "game": run.game.slug, "seed": run.seed}
        data |= results.missed_json(comparisons)
        return data, _report(data, run, comparisons)


def _compare_games(run: "Run", games: int, budget: int) -> "list[Comparison]":
    from games.engine.play.studies.best_lines import compare

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
