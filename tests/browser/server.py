"""The site as people meet it: its own processes and database, sample cards, and a worker if needed, on a free port."""

import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.site import Site

START_TIMEOUT_S = 180
THREADS = 4
UNLIMITED = {
    "API_RATE_ANON": "100000/min",
    "API_RATE_USER": "100000/min",
    "SIMULATION_RATE": "100000/min",
    "SIMULATION_RATE_ANON": "100000/min",
    "OPEN_SIMULATIONS_ANON": "100000",
    "SIGNUP_RATE": "100000/m/ip",
    "DECKS_PER_HOUR": "100000",
    "EVENTS_PER_HOUR": "100000",
    "ENTRIES_PER_HOUR": "100000",
    "UPLOADS_PER_HOUR": "100000",
}


class Server(Site):
    """A running site."""

    serving: tuple[str, ...] = ("--threads", str(THREADS))
    """How gunicorn is told to serve."""

    def __init__(self, folder: Path, database: str = "", port: int = 0) -> None:
        super().__init__(folder, database)
        self.port = port
        self.web: subprocess.Popen[bytes] | None = None
        self.environment |= UNLIMITED

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def state(self) -> dict[str, Any]:
        """What another process needs to know of it; see `at`."""
        return {"folder": str(self.folder), "database": self.database, "port": self.port}

    @classmethod
    def at(cls, state: dict[str, Any]) -> "Server":
        """A site that runs already."""
        return cls(Path(state["folder"]), state["database"], state["port"])

    def serve(self, processes: int) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.web = self.spawn_web(processes)
        self._wait()
        self._warm(processes)

    def spawn_web(self, processes: int = 2) -> subprocess.Popen[bytes]:
        """Start answering at the port it has."""
        place = ["--bind", f"127.0.0.1:{self.port}", "--no-control-socket"]
        return self.spawn("gunicorn", "deckbuilder.wsgi", *place, *self.serving, "--workers", str(processes))

    def stop(self) -> None:
        if self.web is not None:
            self.web.terminate()
            self.web.wait()
        super().stop()

    def _wait(self) -> None:
        end = time.monotonic() + START_TIMEOUT_S
        while not self._answers():
            assert time.monotonic() < end, self.log.read_text(errors="replace")[-4000:]
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return answer.status == 200
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def _warm(self, processes: int) -> None:
        """Ask often enough for every process to have read what it serves."""
        addresses = [f"{self.url}{path}" for path in ("/", "/xing-ling-wang/cards/")] * 2 * processes
        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(lambda address: urllib.request.urlopen(address, timeout=120).close(), addresses))


@contextmanager
def running(samples: Site, folder: Path, processes: int = 1) -> Iterator[Server]:
    """A copy of `samples` that answers with so many processes."""
    site = Server.copy(samples, folder)
    try:
        site.serve(processes)
        yield site
    finally:
        site.stop()


@contextmanager
def journeys(folder: Path, samples: str, database: str) -> Iterator[dict[str, Any]]:
    """What tests.shared keeps for the journeys: two processes, so that some requests meet in the database alone."""
    with running(Site(Path(samples), database), folder, processes=2) as site:
        site.spawn_worker()
        yield site.state


@contextmanager
def world(folder: Path, samples: str, database: str) -> Iterator[dict[str, Any]]:
    """What tests.shared keeps for a look at every page, which needs no worker."""
    with running(Site(Path(samples), database), folder) as site:
        yield site.state | {"world": site.call("tests.browser.world.build")}
