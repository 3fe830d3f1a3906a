"""A door before a server of this machine, which can be shut, and whose connections can be cut."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from typing import Self
from urllib.parse import urlsplit, urlunsplit

CHUNK = 65_536


class Gate:
    """Passes bytes on to `port` of 127.0.0.1, from a port of its own."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.open = True
        self.door = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.port = int(self.door.getsockname()[1])
        self.pairs: set[tuple[socket.socket, socket.socket]] = set()
        self.lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    @classmethod
    def before(cls, url: str, port: int) -> tuple[Self, str]:
        """A gate before the server of a URL, and the URL that leads through it."""
        parts = urlsplit(url)
        gate = cls(parts.port or port)
        login = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
        return gate, urlunsplit(parts._replace(netloc=f"{login}127.0.0.1:{gate.port}"))

    def cut(self) -> None:
        """End all connections there are, in the middle of whatever they say."""
        with self.lock:
            pairs, self.pairs = self.pairs, set()
        for pair in pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def shut(self, seconds: float) -> None:
        """End every connection at once for a while."""
        self.open = False
        self.cut()
        time.sleep(seconds)
        self.open = True

    def _accept(self) -> None:
        while True:
            inner, _ = self.door.accept()
            if not self.open:
                inner.close()
                continue
            try:
                outer = socket.create_connection(("127.0.0.1", self.target))
            except OSError:  # the server is not there
                inner.close()
                continue
            pair = inner, outer
            with self.lock:
                self.pairs.add(pair)
            threading.Thread(target=self._pass_on, args=pair, daemon=True).start()

    def _pass_on(self, inner: socket.socket, outer: socket.socket) -> None:
        with selectors.DefaultSelector() as ready, inner, outer, contextlib.suppress(OSError):
            ready.register(inner, selectors.EVENT_READ, outer)
            ready.register(outer, selectors.EVENT_READ, inner)
            while True:
                for key, _ in ready.select():
                    data = key.fileobj.recv(CHUNK)  # type: ignore[union-attr]
                    if not data:
                        return
                    key.data.sendall(data)
        with self.lock:
            self.pairs.discard((inner, outer))
