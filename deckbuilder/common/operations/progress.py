"""A progress bar for slow commands: on a terminal, after the first second."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType
from typing import TextIO

WAIT = 1.0
PAUSE = 0.1


class Progress:
    """Call it with (done, total) as often as you like; leaving the `with` block wipes the bar.

    with Progress("Importing") as progress:
        progress(20, 100)
    """

    def __init__(self, label: str, stream: TextIO | None = None) -> None:
        self.label = label
        self.stream = stream or sys.stderr
        self.next = time.monotonic() + WAIT
        self.shown = False

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now < self.next or not self.stream.isatty():
            return
        self.next, self.shown = now + PAUSE, True
        self.stream.write("\r" + bar(self.label, done, total, shutil.get_terminal_size().columns))
        self.stream.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()


def bar(label: str, done: int, total: int, columns: int) -> str:
    """`Importing  [######······]  50 %  10000/20000`, one column shorter than the terminal."""
    share = min(done / total, 1.0) if total else 0.0
    figures = f"{share:4.0%}  {done}/{total}"
    width = max(columns - len(label) - len(figures) - 7, 5)
    length = int(width * share)
    return f"{label}  [{'#' * length}{'·' * (width - length)}]  {figures}"[: columns - 1]
