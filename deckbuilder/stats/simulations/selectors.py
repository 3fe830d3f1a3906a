"""Queries on simulations: their progress and their results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from django.db.models import F, Prefetch, QuerySet
from django.utils import timezone

from deckbuilder.stats.models import OPEN, Simulation, SimulationChunk
from deckbuilder.stats.odds.exact_odds import default_turn
from deckbuilder.stats.simulations import chunking
from deckbuilder.stats.simulations.chunking import MAX_INTERPRETED, HandStudy
from deckbuilder.stats.to_games import thaw, to_run
from games.engine.model.opening import seat_of
from games.engine.play.figures.estimates import wilson, wilson_trials
from games.engine.play.version import VERSION
from games.registry import get

if TYPE_CHECKING:
    from games.engine.play.studies.best_lines import Comparison
    from games.engine.play.trials.tallies import Tally

State = Literal["waiting", "running", "done", "cancelled", "failed"]
STATES: tuple[State, ...] = ("waiting", "running", "done", "cancelled", "failed")

HEARTBEAT_TIMEOUT = timedelta(seconds=12)
"""The time after which a chunk without a sign of life is free again: its worker is assumed dead."""

RATE_CHUNKS = 8
"""The number of last chunks from which the rate is measured."""

Counts = dict[str, Any]


class Progress(NamedTuple):
    """The progress of a simulation."""

    state: State
    played: int
    """Trials that count so far."""
    expected: int
    """Trials that will count in the end, as an estimate."""
    chunks: tuple[int, ...]
    """Numbers of the chunks that count."""
    half_width: float | None
    """Of the interval that `precision` refers to."""
    rate: float | None
    """Trials per second; None before the first chunk."""
    left: float | None
    """Seconds left at that rate."""
    seconds: float
    """The workers' time for the chunks that count."""

    @property
    def open(self) -> bool:
        """Whether workers have anything left to do."""
        return self.state in ("waiting", "running")

    @property
    def percent(self) -> int:
        return 100 * self.played // max(self.expected, 1)


def chunks_of(simulation: Simulation) -> list[SimulationChunk]:
    """Its chunks, in progress or played, without their tallies."""
    return list(simulation.chunks.defer("tally", "impact"))


def is_outdated(simulation: Simulation) -> bool:
    """Whether an earlier version of the pilots played it, so that its figures must not pass for today's."""
    return simulation.version != VERSION


def progress(simulation: Simulation, chunks: Sequence[SimulationChunk] | None = None) -> Progress:
    """The progress of a simulation. `chunks`: as returned by chunks_of, if the caller has them."""
    if is_outdated(simulation):
        return Progress("failed", 0, simulation.trials, (), None, None, None, 0)
    chunks = chunks_of(simulation) if chunks is None else chunks
    played_chunks = [chunk for chunk in chunks if chunk.counts is not None]
    stop = _last_counted_chunk(simulation, played_chunks)
    counted_chunks = played_chunks if stop is None else [chunk for chunk in played_chunks if chunk.number <= stop]
    trials = sum(chunk.trials for chunk in counted_chunks)
    width = half_width(_sums(counted_chunks)) if counted_chunks else None
    expected = trials if stop is not None else _forecast(simulation, counted_chunks, width)
    rate = _rate(_at_speed(simulation, played_chunks))
    state = _state(simulation, chunks, stop is not None)
    return Progress(
        state,
        trials,
        expected,
        tuple(chunk.number for chunk in counted_chunks),
        width,
        rate,
        (expected - trials) / rate if rate else None,
        sum(chunk.seconds or 0 for chunk in counted_chunks),
    )


def _state(simulation: Simulation, chunks: Iterable[SimulationChunk], complete: bool) -> State:
    if complete:
        return "done"
    if simulation.error:
        return "failed"
    if simulation.cancelled_at:
        return "cancelled"
    signs = [chunk.made_at or chunk.taken_at for chunk in chunks]
    return "running" if signs and timezone.now() - max(signs) < HEARTBEAT_TIMEOUT else "waiting"


def _last_counted_chunk(simulation: Simulation, played_chunks: Sequence[SimulationChunk]) -> int | None:
    """The number of the last chunk that counts; None while it is not known.

    Chunks are evaluated by number, not by the time they were played: which worker was faster makes no difference.
    """
    last = len(chunking.sizes(simulation)) - 1
    sums = accumulate(map(_counts, played_chunks), _plus)
    for index, (chunk, counts) in enumerate(zip(played_chunks, sums, strict=True)):
        if chunk.number != index:
            return None
        if index == last or (simulation.precision and half_width(counts) <= simulation.precision):
            return index
    return None


def _counts(chunk: SimulationChunk) -> Counts:
    assert chunk.counts is not None
    return dict(chunk.counts)


def _plus(one: Counts, other: Counts) -> Counts:
    """The sum of two chunks' counts."""
    return {
        name: one[name] + number if isinstance(number, int) else [a + b for a, b in zip(one[name], number, strict=True)]
        for name, number in other.items()
    }


def _sums(chunks: Iterable[SimulationChunk]) -> Counts:
    *_, sums = accumulate(map(_counts, chunks), _plus)
    return sums


def _proportions(counts: Counts) -> list[tuple[int, int]]:
    """The proportions that the precision refers to, as (hits, trials): the goal at each turn that at least half of the
    games reach, or, without a goal, the games won."""
    if "goal" not in counts:
        return [(counts["won"], counts["games"])]
    turns = zip(counts["goal"], counts["reached"], strict=True)
    return [(hits, games) for hits, games in turns if 2 * games >= counts["games"]]


def half_width(counts: Counts) -> float:
    """The half-width of the widest interval that the precision refers to."""
    return max(wilson(hits, trials).half_width for hits, trials in _proportions(counts))


def _forecast(simulation: Simulation, counted_chunks: Sequence[SimulationChunk], width: float | None) -> int:
    """How many trials the simulation is expected to take."""
    if not simulation.precision or width is None:
        return simulation.trials
    counts = _sums(counted_chunks)
    need = max(
        wilson_trials(hits / trials, simulation.precision) * counts["games"] / trials
        for hits, trials in _proportions(counts)
    )
    trials_played = sum(chunk.trials for chunk in counted_chunks)
    ends = list(accumulate(chunking.sizes(simulation)))
    return next((end for end in ends if end >= max(need, trials_played)), simulation.trials)


def _at_speed(simulation: Simulation, played_chunks: Sequence[SimulationChunk]) -> list[SimulationChunk]:
    """The chunks without those that may have been played step by step, if others follow: their speed is not
    representative."""
    small = all(trials <= MAX_INTERPRETED for trials in chunking.sizes(simulation))
    return [chunk for chunk in played_chunks if small or chunk.trials > MAX_INTERPRETED]


def _rate(played_chunks: Sequence[SimulationChunk]) -> float | None:
    """Trials per second over the last chunks, in wall-clock time."""
    last = sorted((chunk for chunk in played_chunks if chunk.made_at), key=_made_at)[-RATE_CHUNKS:]
    if not last:
        return None
    began = min(_made_at(chunk) - timedelta(seconds=chunk.seconds or 0) for chunk in last)
    seconds = (_made_at(last[-1]) - began).total_seconds()
    return sum(chunk.trials for chunk in last) / seconds if seconds > 0 else None


def _made_at(chunk: SimulationChunk) -> datetime:
    assert chunk.made_at is not None
    return chunk.made_at


# Results --------------------------------------------------------------------------------------------------------------


def merged_tally(simulation: Simulation, numbers: Iterable[int] | None = None) -> Tally:
    """The merged tally of these chunks; by default of those that count. Loads numpy."""
    from games.engine.play.trials import tallies

    types = len(to_run(simulation).cards)
    parts = (tallies.unpack_tally(data, simulation.turns, types) for data in _stored_tallies(simulation, numbers))
    return tallies.merge(parts, simulation.turns, types)


def _stored_tallies(simulation: Simulation, numbers: Iterable[int] | None) -> Iterator[bytes]:
    """The stored tallies of these chunks, in order; by default of those that count."""
    chunk_numbers = progress(simulation).chunks if numbers is None else numbers
    chunks = simulation.chunks.filter(number__in=list(chunk_numbers), tally__isnull=False)
    return (bytes(data) for data in chunks.values_list("tally", flat=True) if data)


def comparisons(simulation: Simulation, numbers: Iterable[int] | None = None) -> list[Comparison]:
    """The compared games of a study of the pilot; by default those that count. Loads numpy."""
    return chunking.comparisons(_stored_tallies(simulation, numbers))


def hand_study(simulation: Simulation, numbers: Iterable[int] | None = None) -> HandStudy:
    """The results of a study of hands; by default from the chunks that count. Loads numpy."""
    return chunking.hands(simulation, _stored_tallies(simulation, numbers))


class Outcome(NamedTuple):
    """The results of games: their summary, and the answers to the game's simulated questions."""

    summary: dict[str, Any]
    simulated: list[dict[str, Any]]


def outcome(simulation: Simulation, numbers: Iterable[int] | None = None) -> Outcome:
    """The results of these chunks; by default of those that count. See games.engine.play.figures.summary."""
    from games.engine.play.figures.summary import simulated_answers, summary

    run, tally = to_run(simulation), merged_tally(simulation, numbers)
    figures = summary(tally, run.cards, goal=bool(simulation.goal), keep=bool(simulation.keep))
    return Outcome(figures, simulated_answers(tally, run.game.simulated))


def impact(simulation: Simulation, numbers: Iterable[int] | None = None) -> dict[str, Any] | None:
    """The effect of having a card in the hand as dealt, in the games of these chunks; by default in those that count.

    None if none of the chunks was played since the site began to count this. See games.engine.play.figures.impact.
    """
    from games.engine.play.figures import impact
    from games.engine.play.trials import tallies

    chunk_numbers = progress(simulation).chunks if numbers is None else numbers
    cards, turns = to_run(simulation).cards, simulation.turns
    chunks = simulation.chunks.filter(number__in=list(chunk_numbers), impact__isnull=False)
    stored = chunks.values_list("impact", flat=True)
    parts = [tallies.unpack_impact(bytes(data), turns, len(cards)) for data in stored if data]
    if not parts:
        return None
    whole = tallies.merge_impacts(parts, turns, len(cards))
    return impact.impact(whole, cards, goal_turn(simulation) if simulation.goal else None)


def goal_turn(simulation: Simulation) -> int:
    """The turn of its goal, at most the last turn played; 0 for the opening hand."""
    game = get(simulation.game)
    deck, seat = thaw(simulation.game, simulation.cards), seat_of(simulation.seat)
    return min(default_turn(simulation.goal, deck, game, seat), simulation.turns)


def unfinished_simulations() -> QuerySet[Simulation]:
    """The simulations that workers still have to play."""
    return Simulation.objects.filter(OPEN)


def in_serving_order() -> QuerySet[Simulation]:
    """The unfinished simulations in the order they are served: those of the least recently served person come first."""
    return unfinished_simulations().order_by(F("served_at").asc(nulls_first=True), "id")


def last_served_at() -> datetime | None:
    """When a worker last took a chunk of any simulation."""
    simulations = Simulation.objects.exclude(served_at=None).order_by("-served_at")
    return simulations.values_list("served_at", flat=True).first()


def newest_with_progress(simulations: QuerySet[Simulation], limit: int) -> list[tuple[Simulation, Progress]]:
    """The newest of these simulations with their progress, in two queries."""
    chunks = Prefetch("chunks", SimulationChunk.objects.defer("tally", "impact"))
    return [(each, progress(each, list(each.chunks.all()))) for each in simulations.prefetch_related(chunks)[:limit]]
