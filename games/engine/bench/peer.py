"""The same jobs in scalar C, compiled where there is a compiler."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np

from games.engine.play.runs import Run
from games.engine.play.tallies import LATER, Tally

FOLDER = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC", "-std=c11")


def compiler() -> str | None:
    """The C compiler of this machine; None where there is none."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def build(name: str) -> ctypes.CDLL:
    """The library of `name`.c. Raises OSError where there is no compiler."""
    found = compiler()
    if not found:
        raise OSError("there is no C compiler here")
    made = Path(mkdtemp()) / f"{name}.so"
    subprocess.run([found, *FLAGS, str(FOLDER / f"{name}.c"), "-o", str(made)], check=True)
    return ctypes.CDLL(str(made))


Native = Callable[[int, int], Tally]
"""A chunk of so many trials."""


def hands(run: Run) -> Native:
    """What `run.hands` does, in C, of a run with a goal and a mulligan for it."""
    library = build("hands")

    def deal(chunk: int, count: int) -> Tally:
        t, tally, draws = run.table(chunk), run.tally(), run.draws
        numbers = (len(t.order), len(t.hand), len(t.goal.low), len(t.keep.held), run.game.opening.hand, run.turns)
        counted = (tally.games, tally.reached, tally.goal, tally.opened)
        _call(
            library.hands,
            numbers,
            (t.order, draws, *t.goal, t.keep.kind, t.keep.steps, t.keep.back, t.rng, *counted),
            count,
        )
        return tally

    return deal


def trials(run: Run) -> Native:
    """What `run.chunk` does for 星靈王 without a goal, in C."""
    library = build("goldfish")

    def play(chunk: int, count: int) -> Tally:
        t, tally = run.table(chunk), run.tally()
        numbers = (len(t.order), len(t.hand), run.turns, int(run.seat == "second"))
        facts = (t.unit, t.blue, t.tribute, t.score, t.gain, t.draws, t.rank, t.ring)
        _call(library.trials, numbers, (t.order, *facts, t.rng, *tally), count)
        return tally

    return play


def _call(function: Any, numbers: Sequence[int], arrays: Sequence[Any], count: int) -> None:
    """Call a job of such numbers and arrays, in the order of its `Job`."""
    words = [*numbers, *(array.ctypes.data for array in arrays)]
    function((ctypes.c_int64 * len(words))(*words), ctypes.c_int64(count))


def equal(one: Tally, other: Tally) -> bool:
    """Whether the games were the same; what is played beside them (`LATER`) is not the peer's work."""
    names = (name for name in one._fields if name not in LATER)
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)
