"""The heartbeat of workers."""

from typing import Any

from celery.signals import worker_ready, worker_shutdown

from deckbuilder.common.jobs.workers import Heart

_hearts: list[Heart] = []


@worker_ready.connect
def start_heart(sender: Any = None, **_: Any) -> None:
    heart = Heart(str(getattr(sender, "hostname", "")))
    _hearts.append(heart)
    heart.start()


@worker_shutdown.connect
def stop_heart(**_: Any) -> None:
    while _hearts:
        _hearts.pop().stop()
