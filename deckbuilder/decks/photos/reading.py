"""What stands in a picture, recognized in a process of its own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from games.engine.reading.photos.layout import list_in
from games.engine.reading.photos.ocr import ENVIRONMENT

TIMEOUT_S = 180
"""Seconds after which a picture is given up."""

BEAT_S = 2

ROOT = Path(__file__).parents[3]

COMMAND = (sys.executable, "-m", "games.engine.reading.photos.ocr")


class UnreadableError(Exception):
    """The process failed, or took too long."""


def recognize(data: bytes, beat: Callable[[], None] = lambda: None) -> str:
    """The list in a picture, see layout.list_in. `beat` is called every few seconds. Raises UnreadableError."""
    give_up_at = time.monotonic() + TIMEOUT_S
    pipe = subprocess.PIPE
    environment = os.environ | ENVIRONMENT
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT, env=environment) as process:
        left: bytes | None = data
        while True:
            try:
                words, problem = process.communicate(left, timeout=BEAT_S)
                break
            except subprocess.TimeoutExpired:
                left = None  # has been sent
                beat()
                if time.monotonic() > give_up_at:
                    process.kill()
    if process.returncode:
        raise UnreadableError(f"status {process.returncode}: {problem.decode(errors='replace')[-2000:]}")
    return list_in(json.loads(words))
