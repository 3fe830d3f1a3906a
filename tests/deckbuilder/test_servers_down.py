"""A queue or a cache that refuses, or takes a connection and then says nothing, does not hang a page."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HANGS = 90
"""Seconds after which a page would long be given up."""

HAND_OVER = """
from deckbuilder.catalog.imports import tasks
from deckbuilder.common.jobs.jobs import enqueue
print("queued" if enqueue("an import", lambda: tasks.read_upload.delay(1)) else "the page says so")
"""
COUNT = """
from django.core.cache import cache
cache.add("visits", 1)
print(cache.incr("visits"))
"""


pytestmark = pytest.mark.slow


@pytest.fixture(params=["refuses", "says nothing"])
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    """Where nobody listens, or somebody who never answers."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        if request.param == "says nothing":
            server.listen(100)
        yield server.getsockname()[1]


def done(code: str, folder: Path, **variables: str) -> str:
    environment = {**os.environ, **variables, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "deckbuilder.settings"}
    command = [sys.executable, "-c", f"import django; django.setup()\n{code}"]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=HANGS)
    return run.stdout.strip()


@pytest.mark.parametrize("broker", ["redis://127.0.0.1:{port}/0", "amqp://guest:guest@127.0.0.1:{port}//"])
def test_a_page_says_that_the_queue_is_down(broker: str, port: int, tmp_path: Path) -> None:
    assert done(HAND_OVER, tmp_path, CELERY_BROKER_URL=broker.format(port=port)) == "the page says so"


def test_a_process_counts_for_itself_while_the_cache_is_down(port: int, tmp_path: Path) -> None:
    assert done(COUNT, tmp_path, CACHE_URL=f"redis://127.0.0.1:{port}/0") == "2"
