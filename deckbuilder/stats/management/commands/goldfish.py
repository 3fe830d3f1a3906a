"""Goldfish a deck in this process: nothing is stored, and the figures are those of the site."""

import time
from argparse import ArgumentParser
from typing import Any, NamedTuple

from deckbuilder.common.operations.progress import Progress
from deckbuilder.decks.verdicts.understanding_page import MAX_NAMES
from deckbuilder.stats.commands import DeckFileCommand, read_deck
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import chunking, results, selectors, specs
from deckbuilder.stats.simulations.specs import SimulationSpec
from deckbuilder.stats.to_games import to_run


class Played(NamedTuple):
    """What was asked, what came out, the answers to simulated questions, what each card in the opening hand changes,
    and how many seconds it took."""

    simulation: Simulation
    summary: dict[str, Any]
    simulated: list[dict[str, Any]]
    impact: dict[str, Any]
    seconds: float


class Command(DeckFileCommand):
    help = "Goldfish a deck many times. Exit status: 0 played, 2 invalid file or number."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        usual = SimulationSpec
        parser.add_argument("--trials", type=int, default=usual.trials, help=f"games (default: {usual.trials})")
        parser.add_argument("--turns", type=int, default=usual.turns, help=f"turns of a game (default: {usual.turns})")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same figures (default: 1)")
        parser.add_argument("--goal", default="", help="what to count, such as “>=1 of (kind:unit)”")
        parser.add_argument("--keep", default="", metavar="GOAL", help="the goal of the mulligan")
        parser.add_argument(
            "--keep-turn", type=int, default=0, metavar="N",
            help="turn by which the mulligan aims to meet it (default: 0, the opening hand)",
        )  # fmt: skip
        parser.add_argument("--impact", action="store_true", help="show the impact of each card in the opening hand")

    def answer(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        names = ("trials", "turns", "seat", "seed", "goal", "keep", "keep_turn")
        spec = SimulationSpec(read_deck(options), **{name: options[name] for name in names})
        result, file = _play(specs.validate(spec)), str(options["file"])
        impact_lines = ["", *_impact(result.impact)] if options["impact"] else []
        return _as_json(file, result), _report(file, result) + impact_lines


def _play(simulation: Simulation) -> Played:
    """The same chunks as workers play, added up. The machine code is made before the seconds are counted."""
    from games.engine.play.figures import impact, summary
    from games.engine.play.trials import tallies

    run = to_run(simulation)
    whole, openings = run.chunk(0, 0), run.impact()
    began = time.perf_counter()
    with Progress("Playing") as progress:
        for number, trials in enumerate(chunking.sizes(simulation)):
            whole = tallies.merge((whole, run.chunk(number, trials, openings)), run.turns, len(run.cards))
            progress(whole.trials, simulation.trials)
    seconds = time.perf_counter() - began
    figures = summary.summary(whole, run.cards, goal=bool(simulation.goal), keep=bool(simulation.keep))
    answers = results.simulated_json(simulation.game, summary.simulated_answers(whole, run.game.simulated))
    turn = selectors.goal_turn(simulation) if simulation.goal else None
    return Played(simulation, figures, answers, impact.impact(openings, run.cards, turn), seconds)


def _as_json(file: str, result: Played) -> dict[str, Any]:
    settings = results.input_json(result.simulation)
    for name in ("precision", "study"):
        settings.pop(name)
    data = {"file": file, **settings, "seconds": result.seconds}
    data["understood"] = results.understanding_json(result.simulation)
    return data | {"summary": result.summary, "simulated": result.simulated, "impact": result.impact}


# In words -------------------------------------------------------------------------------------------------------------

RARE = ("exchanges", "dismissals", "laid")
"""Columns of games that know them only."""


def _report(file: str, result: Played) -> list[str]:
    simulation, data = result.simulation, result.summary
    seat = "play" if simulation.seat == "first" else "draw"
    kept_for = (
        f"  (for {simulation.keep}, by turn {simulation.keep_turn})"
        if simulation.keep_turn
        else f"  (for {simulation.keep})"
    )
    lines = [
        f"{file}: {simulation.game}, {simulation.fingerprint}, on the {seat}",
        f"{data['trials']} games, seed {simulation.seed}, {result.seconds:.1f} s",
        _understanding(simulation),
        f"hands kept: {_share(data['keep'])}{kept_for}" if simulation.keep else "every hand is kept",
        "",
        *_turns(data),
        "",
        *_clock(data),
    ]
    lines += ["", *_goal_lines(simulation, data)] if simulation.goal else []
    return lines + [line for answer in result.simulated for line in ("", *_answer(answer))]


def _understanding(simulation: Simulation) -> str:
    deck_part = results.understanding_json(simulation)
    names = [each["name"] for each in deck_part["cards"]]
    sentence = f"{deck_part['as_printed']} of {deck_part['total']} cards are played as printed"
    if len(names) > MAX_NAMES:
        names[MAX_NAMES:] = [f"{len(names) - MAX_NAMES} more"]
    return f"{sentence}; not {', '.join(names)}" if names else sentence


def _turns(data: dict[str, Any]) -> list[str]:
    """The means at the end of each turn, of the games that came to it."""
    rare_columns = [name for name in RARE if any(each[name] and each[name]["mean"] for each in data["turns"])]
    columns = [name for name in results.METRICS if name in rare_columns or name not in RARE]
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


def _goal_lines(simulation: Simulation, data: dict[str, Any]) -> list[str]:
    lines = [f"goal: {simulation.goal}"]
    for each in data["goal"]:
        when = f"after turn {each['turn']}" if each["turn"] else "at the start"
        lines.append(f"  {when}: {_share(each)}")
    return lines


def _answer(answer: dict[str, Any]) -> list[str]:
    """A simulated question: a row for each turn, with its 95 % interval."""
    write = "{:.4%}" if answer["unit"] == "chance" else "{:.4f}"
    lines = [f"{answer['label']}: {answer['explanation']} ({answer['rule']})"]
    for line in answer["lines"]:
        lines.append(f"  {line['label']}")
        for value in line["values"]:
            when = f"after turn {value['turn']}" if value["turn"] else f"over {value['games']} games"
            figures = [value[name] for name in ("estimate", "low", "high")]
            texts = ["–" if figure is None else write.format(figure) for figure in figures]
            lines.append(f"    {when}: {texts[0]}  [{texts[1]}, {texts[2]}]")
    return lines


def _impact(data: dict[str, Any]) -> list[str]:
    """A table for the clock, one for the goal; differences that are clear have a star."""
    lines = [f"card impact, with a copy in the hand as dealt against without ({data['intervals']} intervals at once)"]
    titles = {"clock": f"turn of the win, {data['turns'] + 1} where there is none in {data['turns']}"}
    if data["goal_turn"] is not None:
        titles["goal"] = (
            f"goal met by turn {data['goal_turn']}" if data["goal_turn"] else "goal met in the opening hand"
        )
    for figure, title in titles.items():
        lines += [f"{title}:", f"{'games':>9}  {'with':>7}  {'without':>7}  difference"]
        lines += [f"{card['dealt']:>9}  {_contrast(card[figure])}  {card['name']}" for card in data["cards"]]
    return lines


def _contrast(contrast: dict[str, Any] | None) -> str:
    if not contrast:
        return f"{'–':>7}  {'–':>7}  {'–':<26} "
    interval = f"{contrast['difference']:+.3f} [{contrast['low']:+.3f}, {contrast['high']:+.3f}]"
    return (
        f"{contrast['with_card']:>7.3f}  {contrast['without']:>7.3f}  {interval:<26}{'*' if contrast['clear'] else ' '}"
    )


def _share(share: dict[str, Any]) -> str:
    """With the 95 % Wilson interval."""
    if share["estimate"] is None:
        return "no game lasted so long"
    return f"{share['estimate']:.4%}  [{share['low']:.4%}, {share['high']:.4%}]"
