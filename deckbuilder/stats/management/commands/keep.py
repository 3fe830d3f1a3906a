"""Which opening hands to keep to win early: found by playing a deck alone, and nothing is stored."""

import json
from argparse import ArgumentParser
from fractions import Fraction
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

from deckbuilder.common.progress import Progress
from deckbuilder.decks import lists
from deckbuilder.decks.commands import ListCommand
from deckbuilder.stats import selectors, services
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.sentences import goal_error, simulation_error
from deckbuilder.stats.services import KeepError, SimulationError, SimulationSpec
from deckbuilder.stats.to_games import to_run
from games.engine.budget import TooLarge
from games.engine.model.decks import Deck
from games.engine.play.stats import Interval
from games.engine.reading.decklists import DeckListError
from games.engine.reading.goals import Goal, GoalError, parse
from games.registry import GAMES, get

if TYPE_CHECKING:
    from games.engine.play.keeping import HandClock, KeepTrials

FEWEST_TRIALS = 1_000


class Kept(NamedTuple):
    """What came out: all hands; the mean turn of the win with the best choices and with the mulligan of `--keep`, or
    where that is not given with every hand kept; and the share of hands that the first is of."""

    trials: "KeepTrials"
    hands: "list[HandClock]"
    best: Interval
    rule: Interval
    share: Fraction


class Command(ListCommand):
    help = "Print which hands to keep to win early. Exit status: 0 played, 2 a file or a number that makes no sense."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a deck list")
        parser.add_argument(
            "--kinds", default="", metavar="GOAL", help="its conditions tell cards apart (usual: those of the game)"
        )
        parser.add_argument("--keep", default="", metavar="GOAL", help="a mulligan to compare with (usual: keep all)")
        parser.add_argument("--keep-turn", type=int, default=0, metavar="N", help="by when it is to meet that goal")
        parser.add_argument("--trials", type=int, default=1_000_000, help="games (usual: 1000000)")
        parser.add_argument("--turns", type=int, default=20, help="turns of a game (usual: 20)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same figures (usual: 1)")
        parser.add_argument("--second", action="store_true", help="on the draw: the player who goes second")
        parser.add_argument("--hands", type=int, default=20, help="so many hands, those dealt most often (usual: 20)")
        parser.add_argument("--game", choices=[game.slug for game in GAMES], help="where the list does not say it")
        parser.add_argument("--json", action="store_true", help="one object")

    def handle(self, **options: Any) -> None:
        try:
            kept = _played(options)
        except DeckListError as error:
            self.refuse(options, f"list.{error.code}", lists.list_error(error))
        except OSError as error:
            self.refuse(options, "unreadable", error.strerror or str(error))
        except SimulationError as error:
            self.refuse(options, f"simulation.{error.code}", simulation_error(error))
        except GoalError as error:
            option = "--keep" if isinstance(error, KeepError) else "--kinds"
            self.refuse(options, f"goal.{error.code}", f"{option}, character {error.position + 1}: {goal_error(error)}")
        except TooLarge as error:
            told = f"--kinds: {error.size} choices, at most {error.bound}. Tell fewer kinds of cards apart."
            self.refuse(options, "too-large", told)
        else:
            self.stdout.write(_as_json(options, kept) if options["json"] else "\n".join(_told(options, kept)))


def _played(options: dict[str, Any]) -> Kept:
    """Of each chunk one half of the games chooses and the other values. Raises what `handle` knows."""
    from games.engine.play import tallies
    from games.engine.play.keeping import KeepTrials, clock_of_run, merged, policy_clock

    simulation = _checked(options)
    run = to_run(simulation)
    trials = KeepTrials(run, _kinds(run.deck, options["kinds"]))
    first, second, rule = [trials.empty()], [trials.empty()], [run.tally()]
    with Progress("Playing") as progress:
        for number, count in enumerate(selectors.sizes(simulation)):
            first.append(trials.chunk(2 * number, count - count // 2))
            second.append(trials.chunk(2 * number + 1, count // 2))
            rule.append(run.chunk(number, count))
            progress(sum(int(each.trials) for each in rule), simulation.trials)
    hands = trials.hands(merged(first), merged(second))
    best, share = policy_clock(hands)
    return Kept(trials, hands, best, clock_of_run(tallies.merged(rule, run.turns, len(run.cards))), share)


def _checked(options: dict[str, Any]) -> Simulation:
    """What is to be played, checked as a simulation is. Raises DeckListError, OSError, SimulationError, GoalError."""
    deck = lists.read_file(options["file"], options["game"]).deck
    if get(deck.game).opening.mulligan == "none":
        raise SimulationError("no-mulligan", "keep")
    if options["trials"] < FEWEST_TRIALS:
        bounds = {"min": FEWEST_TRIALS, "max": services.MAX_TRIALS}
        raise SimulationError("out-of-range", "trials", value=str(options["trials"]), **bounds)
    same = {name: options[name] for name in ("trials", "turns", "seed", "keep", "keep_turn")}
    return services.validate(SimulationSpec(deck, seat="second" if options["second"] else "first", **same))


def _kinds(deck: Deck, text: str) -> Goal:
    """The conditions that tell cards apart: those given, else those of all goals that the game offers."""
    game = get(deck.game)
    texts = [text] if text else [preset.text(deck) for preset in game.presets]
    return Goal(tuple(clause for each in texts if each for clause in parse(each, game).clauses))


def _as_json(options: dict[str, Any], kept: Kept) -> str:
    run = kept.trials.run
    data = {
        "file": str(options["file"]),
        "game": run.game.slug,
        "fingerprint": run.deck.fingerprint,
        "trials": options["trials"],
        "turns": run.turns,
        "seat": run.seat,
        "seed": run.seed,
        "best": kept.best._asdict(),
        "rule": kept.rule._asdict(),
        "share": float(kept.share),
        "kinds": [[held.card.name for held in kind] for kind in kept.trials.cards],
        "hands": [
            {
                "counts": each.counts,
                "back": each.back,
                "dealt": float(each.dealt),
                "kept": each.kept and each.kept._asdict(),
                "best": each.best and each.best._asdict(),
            }
            for each in kept.hands[: options["hands"]]
        ],
    }
    return json.dumps(data, ensure_ascii=False)


def _told(options: dict[str, Any], kept: Kept) -> list[str]:
    run, kinds = kept.trials.run, kept.trials.cards
    seat = "play" if run.seat == "first" else "draw"
    rule = f"the mulligan for {options['keep']}" if options["keep"] else "every hand kept"
    lines = [
        f"{options['file']}: {run.game.slug}, {run.deck.fingerprint}, on the {seat}",
        f"mean turn of the win, {run.turns + 1} where there is none in {run.turns}, with its 95 % interval:",
        f"  the best choices: {_clock(kept.best)}  (of {float(kept.share):.2%} of hands)",
        f"  {rule}: {_clock(kept.rule)}",
        "",
        *(
            f"{letter}: {sum(held.count for held in kind)} cards: {', '.join(held.card.name for held in kind)}"
            for letter, kind in zip(ascii_uppercase, kinds, strict=False)
        ),
        "",
        "  dealt  hand -> put back: won in turn (kept -> best)",
    ]
    for each in kept.hands[: options["hands"]]:
        clocks = _clock(each.kept) if each.keeps else f"{_clock(each.kept)} -> {_clock(each.best)}"
        lines.append(f"{float(each.dealt):7.2%}  {_hand(each.counts)} -> {_hand(each.back) or 'keep'}: {clocks}")
    return lines


def _hand(counts: tuple[int, ...]) -> str:
    pairs = zip(ascii_uppercase, counts, strict=False)
    return " ".join(f"{count}{letter}" for letter, count in pairs if count)


def _clock(clock: Interval | None) -> str:
    return "–" if clock is None else f"{clock.estimate:.3f} ± {clock.half_width:.3f}"
