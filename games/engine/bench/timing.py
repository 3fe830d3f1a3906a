"""How long something takes at its best."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

REPEATS = 20


def milliseconds(run: Callable[[], object]) -> float:
    """Of several runs the shortest: what else the machine does only adds."""
    taken = []
    for _ in range(REPEATS):
        started = perf_counter()
        run()
        taken.append(perf_counter() - started)
    return 1000 * min(taken)
