"""Live workers. Each writes a heartbeat to the database every few seconds."""

import logging
import threading
from collections.abc import Callable
from datetime import timedelta

from django.db import DatabaseError, connection
from django.utils import timezone

from deckbuilder.common.models import Worker

log = logging.getLogger(__name__)

BEAT_S = 3.0
"""Seconds between two heartbeats."""

HEARTBEAT_TIMEOUT = timedelta(seconds=15)
"""Seconds without a heartbeat after which a worker counts as gone."""

FORGOTTEN = timedelta(days=1)


def beat(name: str) -> None:
    """A heartbeat, which also removes workers that died long ago."""
    now = timezone.now()
    Worker.objects.update_or_create(name=name, defaults={"seen_at": now})
    Worker.objects.filter(seen_at__lt=now - FORGOTTEN).delete()


def unregister(name: str) -> None:
    """A worker that stops by itself."""
    Worker.objects.filter(name=name).delete()


def alive() -> bool:
    """Whether any worker is alive."""
    return Worker.objects.filter(seen_at__gt=timezone.now() - HEARTBEAT_TIMEOUT).exists()


class Heart:
    """Sends heartbeats beside a worker's tasks until it is stopped. The first is delayed, so that a worker that dies at
    once never counts as alive."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._run, name="heart", daemon=True)

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        self.stopped.set()
        self.thread.join(BEAT_S)

    def _run(self) -> None:
        while not self.stopped.wait(BEAT_S):
            self._try(beat)
        self._try(unregister)

    def _try(self, say: Callable[[str], None]) -> None:
        try:
            say(self.name)
        except DatabaseError as error:
            log.warning("The heartbeat of %s is not written: %s", self.name, error)
            connection.close()
