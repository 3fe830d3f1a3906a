"""Trials per second, compared with the same job in C, and with two workers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from statistics import median
from time import perf_counter

from games.engine.play.trials.goldfish import CHUNK
from games.engine.play.trials.runs import Run
from tests.bench.peer import native

ROUNDS = 7
"""Interleaved runs, so background load affects both alike."""

CHUNKS = 8


def hands_beside_c(run: Run) -> float:
    """How many times as fast opening hands are dealt as in C, the middle of some rounds. Raises OSError without cc."""
    return _ratio(run.hands)


def goldfish_beside_c(run: Run) -> float:
    """How many times as fast a game is played alone as in C. Raises OSError without a compiler."""
    return _ratio(run.chunk)


def goldfish_beside(run: Run, other: Run) -> float:
    """How many times as fast a game is played alone as with another deck."""
    return _ratio(run.chunk, other.chunk)


def _ratio(ours: Callable[..., object], theirs: Callable[..., object] | None = None) -> float:
    """How many times as fast it is as another job, by default the same in C."""
    theirs = theirs or partial(ours, speed=native)
    for each in (ours, theirs):
        each(0, 1)  # made, or read from disk
    ratios = []
    for chunk in range(ROUNDS):
        own_seconds, other_seconds = _seconds(ours, chunk), _seconds(theirs, chunk)
        ratios.append(other_seconds / own_seconds)
    return median(ratios)


def _seconds(play: Callable[[int, int], object], chunk: int) -> float:
    start = perf_counter()
    play(chunk, CHUNK)
    return perf_counter() - start


def goldfish_a_second(run: Run) -> float:
    """Games a second on one core."""
    run.chunk(0, 1)
    return CHUNK / min(_seconds(run.chunk, chunk) for chunk in range(ROUNDS))


def two_workers_beside_one(make: Callable[[], Run], begin: Callable[[], object] | None = None) -> float:
    """How many times as fast two processes play some chunks as one does.

    `make`: importable, the run; `begin`: what each process must do before `make` can be imported.
    """
    with ProcessPoolExecutor(2, mp_context=get_context("spawn"), initializer=begin) as two:
        list(two.map(_play, [make] * 2, range(2)))  # both have begun, and read the loop
        ratios = [_by(two, make, 1) / _by(two, make, 2) for _ in range(3)]
    return median(ratios)


def _by(workers: ProcessPoolExecutor, make: Callable[[], Run], count: int) -> float:
    """Seconds in which `count` workers play the chunks, each its share in one go."""
    shares = [range(first, CHUNKS, count) for first in range(count)]
    start = perf_counter()
    list(workers.map(_play_all, [make] * count, shares))
    return perf_counter() - start


def _play(make: Callable[[], Run], chunk: int) -> int:
    return make().chunk(chunk).trials


def _play_all(make: Callable[[], Run], chunks: range) -> int:
    run = make()
    return sum(run.chunk(chunk).trials for chunk in chunks)
