"""Hold slow connections to a site, and look at its front page meanwhile.

    python tests/slow_clients.py http://127.0.0.1:8000/ [--clients 40] [--seconds 30] [--probes 40]

A third of the clients sends a header byte by byte, a third a body, and a third reads an answer byte by byte. Each
begins again when it is cut off. Prints the probes' times; exits with 1 if a probe failed or took longer than 5 s.
"""

import argparse
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

PROBE_TIMEOUT_S = 5
PAUSE_S = 0.5
BODY_PATH = "/api/v1/games/xing-ling-wang/check/"
BIG_PATH = "/static/drf_spectacular_sidecar/redoc/bundles/redoc.standalone.js"
"""An answer larger than the sockets' buffers."""


class SlowClients:
    """Threads that each hold one connection after another to host:port until they are stopped."""

    def __init__(self, host: str, port: int, count: int) -> None:
        self.host, self.port = host, port
        self.stopped = threading.Event()
        kinds = (self._header, self._body, self._reader)
        self.threads = [
            threading.Thread(target=self._hold, args=(kinds[number % len(kinds)],), daemon=True)
            for number in range(count)
        ]

    def __enter__(self) -> "SlowClients":
        for thread in self.threads:
            thread.start()
        self.stopped.wait(2 * PAUSE_S)  # until all are connected
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        for thread in self.threads:
            thread.join()

    def _hold(self, use: Callable[[socket.socket], None]) -> None:
        while not self.stopped.is_set():
            with suppress(OSError), socket.socket() as client:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                client.settimeout(PROBE_TIMEOUT_S)
                client.connect((self.host, self.port))
                use(client)
            self.stopped.wait(PAUSE_S)

    def _drip(self, client: socket.socket, data: bytes) -> None:
        for byte in data:
            client.send(bytes([byte]))
            if self.stopped.wait(PAUSE_S):
                return

    def _header(self, client: socket.socket) -> None:
        client.sendall(f"GET / HTTP/1.1\r\nHost: {self.host}\r\nX-Slow: ".encode())
        self._drip(client, b"a" * 10_000)

    def _body(self, client: socket.socket) -> None:
        head = f"POST {BODY_PATH} HTTP/1.1\r\nHost: {self.host}\r\nContent-Length: 100000\r\n"
        client.sendall(f"{head}Content-Type: text/plain\r\n\r\n".encode())
        self._drip(client, b"a" * 10_000)

    def _reader(self, client: socket.socket) -> None:
        client.sendall(f"GET {BIG_PATH} HTTP/1.1\r\nHost: {self.host}\r\n\r\n".encode())
        while client.recv(1):
            if self.stopped.wait(PAUSE_S):
                return


def probe(url: str) -> float | None:
    """Seconds until the page is read; None where it failed."""
    started = time.monotonic()
    try:
        with urlopen(url, timeout=PROBE_TIMEOUT_S) as answer:
            answer.read()
    except (URLError, OSError):
        return None
    took = time.monotonic() - started
    return took if took <= PROBE_TIMEOUT_S else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--clients", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--probes", type=int, default=40)
    options = parser.parse_args()
    address = urlsplit(options.url)
    with SlowClients(address.hostname or "", address.port or 80, options.clients):
        times = []
        for _ in range(options.probes):
            times.append(probe(options.url))
            time.sleep(options.seconds / options.probes)
    good = sorted(each for each in times if each is not None)
    failed = len(times) - len(good)
    if good:
        print(f"{options.clients} slow clients: {len(times)} probes, {failed} failed,", end=" ")
        print(f"median {good[len(good) // 2] * 1000:.0f} ms, p95 {good[int(len(good) * 0.95)] * 1000:.0f} ms")
    else:
        print(f"{options.clients} slow clients: all {failed} probes failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
