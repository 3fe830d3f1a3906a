"""The sizes and contents of a simulation's chunks, by study. Loads numpy when something is played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from deckbuilder.stats.models import Simulation
from deckbuilder.stats.to_games import to_keep_trials, to_run

if TYPE_CHECKING:
    from games.engine.play.studies.best_lines import Comparison
    from games.engine.play.studies.keeping import KeepOutcome, KeepTrials
    from games.engine.play.trials.tallies import Tally


MAX_INTERPRETED = 256
"""A chunk of up to this many trials is played step by step, in seconds, while the machine code is being compiled."""


class Made(NamedTuple):
    """The stored data of a chunk, see SimulationChunk."""

    tally: bytes
    counts: Mapping[str, Any]
    impact: bytes | None = None


def sizes(simulation: Simulation) -> tuple[int, ...]:
    """The trials of each chunk."""
    from games.engine.play.trials.goldfish import chunk_sizes

    return (1,) * simulation.trials if simulation.study == "pilot" else chunk_sizes(simulation.trials)


def play_chunk(simulation: Simulation, number: int, *, compiled: bool = True) -> Made:
    """Play a chunk: by machine code, or step by step, which gives the same figures."""
    return _PLAYED[simulation.study](simulation, number, sizes(simulation)[number], compiled)


def _games(simulation: Simulation, number: int, trials: int, compiled: bool) -> Made:
    from games.engine.play.trials.tallies import pack_impact, pack_tally

    run = to_run(simulation)
    impact = run.impact()
    tally = run.chunk(number, trials, impact) if compiled else run.play_interpreted(number, trials, impact=impact)
    return Made(pack_tally(tally), _counts(tally, bool(simulation.goal)), pack_impact(impact))


def _pilot(simulation: Simulation, number: int, trials: int, compiled: bool) -> Made:
    """Compare one game, always step by step, whatever `compiled` is."""
    from games.engine.play.studies.best_lines import compare, plain

    comparison = compare(to_run(simulation), number)
    counts = {"games": trials, "won": int(comparison.pilot.clock is not None)}
    return Made(json.dumps(plain(comparison)).encode(), counts)


def _hands(simulation: Simulation, number: int, trials: int, compiled: bool) -> Made:
    from games.engine.play.studies.keeping import pack_tally, play_chunk

    tally = play_chunk(to_keep_trials(simulation), number, trials, compiled=compiled)
    return Made(pack_tally(tally), _counts(tally.rule, goal=False))


_PLAYED: dict[str, Callable[[Simulation, int, int, bool], Made]] = {"games": _games, "pilot": _pilot, "hands": _hands}


def _counts(tally: Tally, goal: bool) -> dict[str, Any]:
    """The counts that decide when a simulation may stop."""
    counts: dict[str, Any] = {"games": tally.trials, "won": sum(tally.won.tolist())}
    if goal:
        counts |= {"goal": tally.goal.tolist(), "reached": [tally.trials, *tally.reached.tolist()]}
    return counts


def comparisons(tallies: Iterable[bytes]) -> list[Comparison]:
    """The comparisons stored in chunks of a study of the pilot."""
    from games.engine.play.studies.best_lines import from_plain

    return [from_plain(json.loads(each)) for each in tallies]


class HandStudy(NamedTuple):
    """The results of a study of hands so far."""

    trials: KeepTrials
    outcome: KeepOutcome


def hands(simulation: Simulation, tallies: Iterable[bytes]) -> HandStudy:
    """The combined results of chunks of a study of hands."""
    from games.engine.play.studies.keeping import outcome, unpack_tally

    trials = to_keep_trials(simulation)
    return HandStudy(trials, outcome(trials, (unpack_tally(each, trials) for each in tallies)))
