"""Limits on exact calculations, for one answer and for all requests at once."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from games.engine.odds.exact import budget

MAX_STEPS = 120_000
"""The most steps counted exactly for one answer, about a second of work. Any further step raises TooLarge."""

LIGHT_STEPS = 6_000
"""Answers of up to this many steps are counted at any time. Larger ones are counted one after the other in each
process."""

WAITING = 1
"""The most requests waiting for their turn: each of them holds one of the few threads that answer requests."""

PATIENCE = 5.0
"""The longest wait, in seconds."""

_places = threading.BoundedSemaphore(1 + WAITING)
_turn = threading.Lock()


class Busy(Exception):
    """Another request is counting, and the queue is full or the wait took too long."""


@contextmanager
def counting() -> Iterator[None]:
    """A context for the exact counting of one answer. Raises Busy inside if the count is large and others are ahead of
    it."""
    with ExitStack() as releases, budget(MAX_STEPS, light=LIGHT_STEPS, heavy=lambda: _wait(releases)):
        yield


def _wait(releases: ExitStack) -> None:
    if not _places.acquire(blocking=False):
        raise Busy
    releases.callback(_places.release)
    if not _turn.acquire(timeout=PATIENCE):
        raise Busy
    releases.callback(_turn.release)
