"""gunicorn's threaded worker, in which a slow client blocks a thread for a limited time only.

A proxy that buffers is the better answer (docs/deployment.md); this is for a site that is served without one.
"""

import socket
from contextlib import suppress
from time import monotonic
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

HEADER_TIMEOUT_S = 10.0
REQUEST_TIMEOUT_S = 60.0
"""The time from the end of the header to the end of the answer: enough for an upload of 32 MB at 5 Mbit/s."""

LINGER_S = 2.0
MAX_UNREAD = 65_536
"""How long, and how many bytes, an answered connection is still read (RFC 9112, 9.6)."""


class Worker(ThreadWorker):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.deadlines: dict[TConn, float] = {}
        """The deadlines of the connections that threads are busy with."""

    def handle(self, conn: TConn) -> Any:
        self.deadlines[conn] = monotonic() + HEADER_TIMEOUT_S
        try:
            keeps_alive = super().handle(conn)
            if not keeps_alive:
                linger(conn.sock)
            return keeps_alive
        finally:
            del self.deadlines[conn]

    def handle_request(self, req: Any, conn: TConn) -> Any:
        self.deadlines[conn] = monotonic() + REQUEST_TIMEOUT_S
        return super().handle_request(req, conn)

    def murder_pending(self) -> None:
        """Called about once a second by the main thread."""
        super().murder_pending()
        now = monotonic()
        for conn, deadline in list(self.deadlines.items()):
            if now >= deadline:
                cut(conn.sock)


def linger(sock: socket.socket) -> None:
    """Let the client read to the end and close, for a while, in this thread.

    gunicorn would wait for that in the one thread that takes connections, where a client that does not close keeps all
    others waiting.
    """
    end, read = monotonic() + LINGER_S, 0
    with suppress(OSError):
        sock.shutdown(socket.SHUT_WR)
        while read < MAX_UNREAD and (left := end - monotonic()) > 0:
            sock.settimeout(left)
            if not (data := sock.recv(4096)):
                break
            read += len(data)
    cut(sock)


def cut(sock: socket.socket) -> None:
    """End a connection that a thread waits for, so that the thread goes on at once and closes the socket."""
    with suppress(OSError):  # the thread has just finished
        sock.shutdown(socket.SHUT_RDWR)
