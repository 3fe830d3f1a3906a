"""Counting what something costs, the same on every machine."""

import sys
from collections.abc import Callable


def count_steps(run: Callable[[], object]) -> int:
    """How many functions are called and left while something runs, those written in C included."""
    steps = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal steps
        steps += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return steps
