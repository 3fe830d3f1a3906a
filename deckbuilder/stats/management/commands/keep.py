"""Which opening hands to keep to win early, by goldfishing; nothing is stored."""

import json
from argparse import ArgumentParser
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from deckbuilder.common.operations.progress import Progress
from deckbuilder.decks.commands import ListCommand
from deckbuilder.decks.lists import codec
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.odds.sentences import goal_error
from deckbuilder.stats.simulations import results, specs, studies
from deckbuilder.stats.simulations.sentences import simulation_error
from deckbuilder.stats.simulations.specs import KeepError, SimulationError, SimulationSpec
from deckbuilder.stats.simulations.studies import HandStudy
from deckbuilder.stats.to_games import to_keep_trials
from games.engine.model.opening import Seat
from games.engine.play.stats import Interval
from games.engine.reading.decklists import DeckListError
from games.engine.reading.goals import GoalError
from games.registry import GAMES

if TYPE_CHECKING:
    pass


class Command(ListCommand):
    help = "Print which hands to keep to win early. Exit status: 0 played, 2 invalid file or number."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a deck list")
        parser.add_argument(
            "--kinds",
            default="",
            metavar="GOAL",
            help="its conditions distinguish the cards (default: those of the game)",
        )
        parser.add_argument(
            "--keep", default="", metavar="GOAL", help="a mulligan rule to compare with (default: keep all)"
        )
        parser.add_argument(
            "--keep-turn", type=int, default=0, metavar="N", help="turn by which it aims to meet that goal"
        )
        parser.add_argument("--trials", type=int, default=1_000_000, help="games (default: 1000000)")
        parser.add_argument("--turns", type=int, default=20, help="turns of a game (default: 20)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same figures (default: 1)")
        parser.add_argument("--second", action="store_true", help="on the draw: the player who goes second")
        parser.add_argument(
            "--hands", type=int, default=20, help="number of hands to print, most common first (default: 20)"
        )
        parser.add_argument("--game", choices=[game.slug for game in GAMES], help="if the list does not name it")
        parser.add_argument("--json", action="store_true", help="one object")

    def handle(self, **options: Any) -> None:
        try:
            study = _play(options)
        except DeckListError as error:
            self.refuse(options, f"list.{error.code}", codec.list_error(error))
        except OSError as error:
            self.refuse(options, "unreadable", error.strerror or str(error))
        except SimulationError as error:
            self.refuse(options, f"simulation.{error.code}", simulation_error(error))
        except GoalError as error:
            option = "--keep" if isinstance(error, KeepError) else "--kinds"
            self.refuse(options, f"goal.{error.code}", f"{option}, character {error.position + 1}: {goal_error(error)}")
        else:
            self.stdout.write(_as_json(options, study) if options["json"] else "\n".join(_report(options, study)))


def _play(options: dict[str, Any]) -> HandStudy:
    """Raises what `handle` knows."""
    from games.engine.play.keeping import outcome, play_chunk

    simulation = _build_simulation(options)
    trials = to_keep_trials(simulation)
    tallies = []
    with Progress("Playing") as progress:
        for number, count in enumerate(studies.sizes(simulation)):
            tallies.append(play_chunk(trials, number, count))
            progress(sum(each.rule.trials for each in tallies), simulation.trials)
    return HandStudy(trials, outcome(trials, tallies))


def _build_simulation(options: dict[str, Any]) -> Simulation:
    """What is to be played, checked as a simulation is. Raises DeckListError, OSError, SimulationError, GoalError."""
    deck = codec.read_file(options["file"], options["game"]).deck
    same = {name: options[name] for name in ("trials", "turns", "seed", "keep", "keep_turn")}
    seat: Seat = "second" if options["second"] else "first"
    return specs.validate(SimulationSpec(deck, seat=seat, study="hands", goal=options["kinds"], **same))


def _as_json(options: dict[str, Any], study: HandStudy) -> str:
    run = study.trials.run
    data = {
        "file": str(options["file"]),
        "game": run.game.slug,
        "fingerprint": run.deck.fingerprint,
        "trials": options["trials"],
        "turns": run.turns,
        "seat": run.seat,
        "seed": run.seed,
        **results.hands_json(study, options["hands"]),
    }
    return json.dumps(data, ensure_ascii=False)


def _report(options: dict[str, Any], study: HandStudy) -> list[str]:
    run, kinds = study.trials.run, study.trials.cards
    seat = "play" if run.seat == "first" else "draw"
    rule = f"the mulligan for {options['keep']}" if options["keep"] else "every hand kept"
    lines = [
        f"{options['file']}: {run.game.slug}, {run.deck.fingerprint}, on the {seat}",
        f"mean turn of the win, {run.turns + 1} where there is none in {run.turns}, with its 95 % interval:",
        f"  the best choices: {_clock(study.outcome.best)}  (of {float(study.outcome.share):.2%} of hands)",
        f"  {rule}: {_clock(study.outcome.rule)}",
        "",
        *(
            f"{letter}: {sum(entry.count for entry in kind)} cards: {', '.join(entry.card.name for entry in kind)}"
            for letter, kind in zip(ascii_uppercase, kinds, strict=False)
        ),
        "",
        "  dealt  hand -> put back: won in turn (kept -> best)",
    ]
    for each in study.outcome.hands[: options["hands"]]:
        clocks = _clock(each.kept) if each.keeps else f"{_clock(each.kept)} -> {_clock(each.best)}"
        lines.append(f"{float(each.dealt):7.2%}  {_hand(each.counts)} -> {_hand(each.back) or 'keep'}: {clocks}")
    return lines


def _hand(counts: tuple[int, ...]) -> str:
    pairs = zip(ascii_uppercase, counts, strict=False)
    return " ".join(f"{count}{letter}" for letter, count in pairs if count)


def _clock(clock: Interval | None) -> str:
    return "–" if clock is None else f"{clock.estimate:.3f} ± {clock.half_width:.3f}"
