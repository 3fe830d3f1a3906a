"""A third speed for the trial loops: scalar C, compiled if there is a compiler."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from inspect import signature
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from games.engine.play.trials.goldfish import Goldfish, Loop, trials
from tests.bench.c_source import array_words, c_source

FLAGS = ("-O3", "-march=native", "-shared", "-fPIC", "-std=c11", f"-I{Path(__file__).parent}")


def compiler() -> str | None:
    """The C compiler of this machine; None where there is none."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@cache
def native(goldfish: Goldfish, loop: Loop = trials) -> Loop:
    """A loop in C, made on first use. Raises OSError where there is no compiler."""
    job: list[Callable[..., None]] = []

    def play(*arguments_given: Any) -> None:
        arguments = dict(zip(signature(loop).parameters, arguments_given, strict=True))
        if not job:
            job.append(_build(c_source(loop, goldfish.steps, arguments)))
        words = list(array_words(each for each in arguments_given if not isinstance(each, int)))
        numbers = (ctypes.c_int64(each) for each in arguments_given if isinstance(each, int))
        job[0]((ctypes.c_int64 * len(words))(*words), *numbers)

    return play


def _build(source: str) -> Callable[..., None]:
    path = compiler()
    if not path:
        raise OSError("there is no C compiler here")
    folder = Path(mkdtemp())
    (folder / "job.c").write_text(source, encoding="utf-8")
    subprocess.run([path, *FLAGS, str(folder / "job.c"), "-o", str(folder / "job.so")], check=True)
    return ctypes.CDLL(str(folder / "job.so")).job
