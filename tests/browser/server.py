"""The site as people meet it: its own process, database, sample cards and worker, on a free port."""

import socket
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.site import Site


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server(Site):
    """A running site."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment |= {"API_RATE_ANON": "100000/min", "API_RATE_USER": "100000/min"}
        self.environment |= {"SIMULATION_RATE": "100000/min"}

    def start(self) -> None:
        super().start()
        self.run("collectstatic", "--no-input", "--verbosity", "0")
        address = ["--bind", f"127.0.0.1:{self.port}"]
        self.spawn("gunicorn", "deckbuilder.wsgi", *address, "--workers", "2", "--threads", "4")
        self.spawn_worker()
        self._wait()
        self._warm()

    def _warm(self) -> None:
        """Ask often enough for every process to have read what it serves."""
        addresses = [f"{self.url}{path}" for path in ("/", "/xing-ling-wang/cards/", "/api/v1/schema/")] * 4
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda address: urllib.request.urlopen(address, timeout=120).close(), addresses))

    def _wait(self) -> None:
        for _ in range(200):
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                pass
            time.sleep(0.1)
        raise AssertionError(self.log.read_text(errors="replace")[-4000:])
