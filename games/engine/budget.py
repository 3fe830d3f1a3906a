"""A budget for exact counting per question, such as a page with many odds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field


class TooLarge(ValueError):
    """The calculation would take too long: `size` of `what`, where at most `bound` are allowed."""

    def __init__(self, what: str, size: int, bound: int) -> None:
        super().__init__(what, size, bound)
        self.what, self.size, self.bound = what, size, bound

    def __str__(self) -> str:
        return f"Too large to be exact: {self.size} {self.what}, at most {self.bound}."


@dataclass
class _Budget:
    steps: int
    light: int
    heavy: Callable[[], None]
    used: int = 0
    charged: set[Hashable] = field(default_factory=set)


_current: ContextVar[_Budget | None] = ContextVar("budget", default=None)


@contextmanager
def budget(steps: int, *, light: int = 0, heavy: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Limit all counting inside to this many steps altogether; the next one raises TooLarge.

    `heavy` is called once, when more than `light` steps are taken; what it raises ends the counting.
    """
    token = _current.set(_Budget(steps, light, heavy))
    try:
        yield
    finally:
        _current.reset(token)


def spend(steps: int) -> None:
    """Take steps, each a few microseconds of work, from the current budget, if any. Raises TooLarge."""
    if (current := _current.get()) is None:
        return
    was_light = current.used <= current.light
    current.used += steps
    if was_light and current.used > current.light:
        current.heavy()
    if current.used > current.steps:
        raise TooLarge("steps", current.used, current.steps)


def used_steps() -> int:
    """The steps used so far, 0 outside a budget."""
    return current.used if (current := _current.get()) else 0


def spend_once(key: Hashable, steps: int) -> None:
    """The same for cached results: charged only once within a budget."""
    if (current := _current.get()) is not None and key not in current.charged:
        current.charged.add(key)
        spend(steps)
