"""How much exact counting is done in all for one question, such as a page with many odds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field


class TooLarge(ValueError):
    """What is asked would take too long. `size`: what there is, `bound`: what there may be, `what`: of which."""

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
    spent: int = 0
    paid: set[Hashable] = field(default_factory=set)


_current: ContextVar[_Budget | None] = ContextVar("budget", default=None)


@contextmanager
def budget(steps: int, *, light: int = 0, heavy: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Whatever is counted inside takes so many steps at most, all together; what comes after them raises TooLarge.

    `heavy` is called once, when more than `light` steps are taken; what it raises ends the counting.
    """
    token = _current.set(_Budget(steps, light, heavy))
    try:
        yield
    finally:
        _current.reset(token)


def spend(steps: int) -> None:
    """Take steps, each a few microseconds of work, out of the budget there may be. Raises TooLarge."""
    if (found := _current.get()) is None:
        return
    was_light = found.spent <= found.light
    found.spent += steps
    if was_light and found.spent > found.light:
        found.heavy()
    if found.spent > found.steps:
        raise TooLarge("steps", found.spent, found.steps)


def spent() -> int:
    """The steps taken so far, 0 outside a budget."""
    return found.spent if (found := _current.get()) else 0


def spend_once(what: Hashable, steps: int) -> None:
    """The same for what is kept once it is made: the first time that it is asked for within a budget."""
    if (found := _current.get()) is not None and what not in found.paid:
        found.paid.add(what)
        spend(steps)
