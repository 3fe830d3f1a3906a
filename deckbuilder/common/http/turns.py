"""Streamed downloads: one slice at a time in each process, however many people download."""

import threading
from collections.abc import Iterable, Iterator

_turn = threading.Lock()


def in_turn(slices: Iterable[str | bytes]) -> Iterator[str | bytes]:
    """The slices of a file.

    In each process, one slice of all files is written at a time: downloads share one thread's CPU time, and a slow
    client blocks nobody.
    """
    left = iter(slices)
    while True:
        with _turn:
            part = next(left, None)
        if part is None:
            return
        yield part
