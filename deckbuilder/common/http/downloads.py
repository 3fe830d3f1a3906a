"""Streamed downloads of large files."""

import threading
from collections.abc import Iterable, Iterator

_lock = threading.Lock()


def one_at_a_time(slices: Iterable[str | bytes]) -> Iterator[str | bytes]:
    """The slices of a file.

    In each process, one slice of all files is written at a time: downloads share one thread's CPU time, and a slow
    client blocks nobody.
    """
    left = iter(slices)
    while True:
        with _lock:
            part = next(left, None)
        if part is None:
            return
        yield part
