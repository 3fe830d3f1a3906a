"""What all processes of a test run share: the first that asks starts it, and it is stopped when the last has gone.

Its users hold a shared lock on a file; its keeper, a process of its own, waits for an exclusive one. So it is stopped
after success, failure and Ctrl-C alike, even if the test processes are killed.
"""

import atexit
import fcntl
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.utils.module_loading import import_string

from tests.site import ROOT


@contextmanager
def shared(folder: Path, keep: str, *arguments: str) -> Iterator[Any]:
    """What the context manager of that dotted name yields, as JSON; it is called with a new folder and `arguments`."""
    folder.mkdir(exist_ok=True)
    state = folder / "state.json"
    with (folder / "users").open("w") as users:
        with (folder / "start").open("w") as start:
            fcntl.flock(start, fcntl.LOCK_EX)
            fcntl.flock(users, fcntl.LOCK_SH)  # waits for a keeper that is stopping
            if not state.exists():
                _start_keeper(folder, [keep, *arguments])
        yield json.loads(state.read_text())


def _start_keeper(folder: Path, words: list[str]) -> None:
    """Start it, and wait until it has written its state."""
    log = folder / "keeper.log"
    line = [sys.executable, "-m", "tests.shared", str(folder), *words]
    with log.open("ab") as said:  # in a session of its own, so that Ctrl-C is not for it
        keeper = subprocess.Popen(
            line, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
        )
    atexit.register(keeper.wait)
    while not (folder / "state.json").exists():
        assert keeper.poll() is None, log.read_text(errors="replace")[-4000:]
        time.sleep(0.05)


def main(place: str, keep: str, *arguments: str) -> None:
    """The keeper's life."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = Path(place)
    state, draft, inside = folder / "state.json", folder / "state.draft", folder / str(time.time_ns())
    inside.mkdir()
    with (folder / "users").open("w") as users, import_string(keep)(inside, *arguments) as kept:
        draft.write_text(json.dumps(kept))
        draft.replace(state)
        try:
            fcntl.flock(users, fcntl.LOCK_EX)
        finally:
            state.unlink()


if __name__ == "__main__":
    main(*sys.argv[1:])
