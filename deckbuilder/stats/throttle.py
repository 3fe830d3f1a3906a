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

MAX_WAITING = 1
"""Requests that wait for others: each holds one of the few threads that answer requests."""

MAX_WAIT_S = 5.0

_slots = threading.BoundedSemaphore(1 + MAX_WAITING)
_lock = threading.Lock()


class Busy(Exception):
    """Another request is counting, and the queue is full or the wait took too long."""


@contextmanager
def counting() -> Iterator[None]:
    """A context for the exact counting of one answer. Raises Busy inside if the count is large and others are ahead of
    it."""
    with ExitStack() as releases, budget(MAX_STEPS, light=LIGHT_STEPS, heavy=lambda: _wait(releases)):
        yield


def _wait(releases: ExitStack) -> None:
    if not _slots.acquire(blocking=False):
        raise Busy
    releases.callback(_slots.release)
    if not _lock.acquire(timeout=MAX_WAIT_S):
        raise Busy
    releases.callback(_lock.release)
