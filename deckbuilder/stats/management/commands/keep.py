"""Which opening hands to keep to win early, by goldfishing; nothing is stored."""

from argparse import ArgumentParser
from string import ascii_uppercase
from typing import Any

from deckbuilder.common.operations.progress import Progress
from deckbuilder.stats.commands import DeckFileCommand, read_deck
from deckbuilder.stats.simulations import chunking, results, specs
from deckbuilder.stats.simulations.chunking import HandStudy
from deckbuilder.stats.simulations.specs import SimulationSpec
from deckbuilder.stats.to_games import to_keep_trials
from games.engine.play.figures.estimates import Interval


class Command(DeckFileCommand):
    goal_option = "--kinds"
    help = "Print which hands to keep to win early. Exit status: 0 played, 2 invalid file or number."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
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
        parser.add_argument(
            "--hands", type=int, default=20, help="number of hands to print, most common first (default: 20)"
        )

    def answer(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        study = _play(options)
        return _as_json(options, study), _report(options, study)


def _play(options: dict[str, Any]) -> HandStudy:
    """Raises DeckListError, OSError, SimulationError, GoalError."""
    from games.engine.play.studies.keeping import outcome, play_chunk

    names = ("trials", "turns", "seat", "seed", "keep", "keep_turn")
    same = {name: options[name] for name in names}
    simulation = specs.validate(SimulationSpec(read_deck(options), study="hands", goal=options["kinds"], **same))
    trials = to_keep_trials(simulation)
    tallies = []
    with Progress("Playing") as progress:
        for number, count in enumerate(chunking.sizes(simulation)):
            tallies.append(play_chunk(trials, number, count))
            progress(sum(each.rule.trials for each in tallies), simulation.trials)
    return HandStudy(trials, outcome(trials, tallies))


def _as_json(options: dict[str, Any], study: HandStudy) -> dict[str, Any]:
    run = study.trials.run
    return {
        "file": str(options["file"]),
        "game": run.game.slug,
        "fingerprint": run.deck.fingerprint,
        "trials": options["trials"],
        "turns": run.turns,
        "seat": run.seat,
        "seed": run.seed,
        **results.hands_json(study, options["hands"]),
    }


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
