"""Limits on exact calculations, for one answer and for all requests at once."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from games.engine.odds.exact import budget

MAX_STEPS = 120_000
"""So much is counted exactly for one answer, about a second of work. What comes after it is too large."""

LIGHT_STEPS = 6_000
"""So much anybody may count at any time. With more, one answer is counted after the other in each process."""

WAITING = 1
"""So many wait for their turn at most: whoever waits holds one of the few threads that answer."""

PATIENCE = 5.0
"""Seconds that they wait."""

_places = threading.BoundedSemaphore(1 + WAITING)
_turn = threading.Lock()


class Busy(Exception):
    """Others are counting, and somebody waits already."""


@contextmanager
def counting() -> Iterator[None]:
    """Exact counting for one answer. Raises Busy inside, where it is much and others are before it."""
    with ExitStack() as releases, budget(MAX_STEPS, light=LIGHT_STEPS, heavy=lambda: _wait(releases)):
        yield


def _wait(releases: ExitStack) -> None:
    if not _places.acquire(blocking=False):
        raise Busy
    releases.callback(_places.release)
    if not _turn.acquire(timeout=PATIENCE):
        raise Busy
    releases.callback(_turn.release)
