"""The best time of several runs."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time

REPEATS = 20


def milliseconds(run: Callable[[], object]) -> float:
    """Of several runs the shortest: what else the machine does only adds."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return 1000 * min(times)


def units(run: Callable[[], object], rounds: int = REPEATS) -> float:
    """The processor time of a run, counted in that of a sum of squares: the same on every machine, or nearly so."""
    return ratio(run, _unit, rounds)


def ratio(run: Callable[[], object], other: Callable[[], object], rounds: int = REPEATS) -> float:
    """The processor time of a run by that of another. They take turns, since a machine is slower at times."""
    run()
    other()
    ratios = []
    for _ in range(rounds):
        one = _processor_time(other)
        ratios.append(_processor_time(run) / one)
    return median(ratios)


def unit_seconds() -> float:
    """The processor time of a unit on this machine."""
    return median(_processor_time(_unit) for _ in range(REPEATS))


def _unit() -> object:
    return sum(i * i for i in range(20_000))


def _processor_time(run: Callable[[], object]) -> float:
    start = process_time()
    run()
    return process_time() - start
