"""Playing simulations in workers: each task plays the chunk whose turn it is, whoever it is for.

While a simulation is open its tasks follow one another, so that there are tasks as long as there is work. Whatever
happens to a worker or to a message, the chunks that are stored are right, and the others are played by whoever comes
next. A lost message is made good by whoever looks at the simulation, and by every worker that starts.
"""

import logging
import threading
from typing import Any

from celery import shared_task
from celery.signals import worker_process_init, worker_ready
from django.db import OperationalError
from kombu.exceptions import KombuError

from deckbuilder.stats import selectors, services, studies, warming
from deckbuilder.stats.models import Simulation
from games.engine.play.version import VERSION
from games.registry import get

log = logging.getLogger(__name__)

MAX_TASKS_SENT = 16
"""So many tasks at most are sent for one simulation."""

RETRY = {"autoretry_for": (OperationalError,), "retry_backoff": True, "max_retries": 5}
"""The database may be busy, or gone for a moment."""


@shared_task(**RETRY)
def play_next(pk: int) -> None:
    """Play a chunk, and ask for another while the simulation for which this was sent is open."""
    own = selectors.unfinished().filter(pk=pk)
    if own.exists() and any(map(_played, selectors.by_turn())) and own.exists():
        play_next.delay(pk)


def _played(simulation: Simulation) -> bool:
    """Play a chunk of it, a small one although the machine code of the game is not ready; False where none is free."""
    if simulation.version != VERSION:
        services.fail(simulation, "other-version")
        return False
    game = get(simulation.game)
    compiled = warming.is_ready(game, simulation.study)
    number = services.take(simulation) if compiled else services.take(simulation, studies.MAX_INTERPRETED)
    if number is None and not compiled and selectors.progress(simulation).open:
        warming.ensure(game, simulation.study)
        number, compiled = services.take(simulation), True
    if number is None:
        return False
    try:
        services.play(simulation, number, compiled=compiled)
    except OperationalError:
        services.release_chunk(simulation, number)
        raise
    except Exception:
        services.fail(simulation, "internal")
        raise
    return True


def start(simulation: Simulation) -> None:
    """Hand an open simulation to the workers, unless it is with them. Called whenever somebody looks at one."""
    if services.claim_dispatch(simulation):
        _send(simulation, MAX_TASKS_SENT)


def _send(simulation: Simulation, messages: int, countdown: float = 0) -> None:
    """So many messages, if it has as many chunks. Where the queue does not answer, whoever looks tries again."""
    try:
        for _ in range(min(len(studies.sizes(simulation)), messages)):
            play_next.apply_async((simulation.pk,), countdown=countdown or None)
    except (KombuError, OSError) as error:
        log.warning("The queue does not take simulation %s: %s", simulation.slug, error)


@worker_ready.connect
def take_up(sender: Any = None, **_: Any) -> None:
    """Go on with what workers that were killed have left, and with what they had taken as soon as it is free."""
    lanes = getattr(getattr(sender, "controller", None), "concurrency", 1)
    for simulation in selectors.unfinished():
        if services.note_end(simulation):
            continue
        _send(simulation, lanes)
        if simulation.chunks.filter(made_at=None).exists():
            _send(simulation, 1, countdown=selectors.HEARTBEAT_TIMEOUT.total_seconds() + 1)


@worker_process_init.connect
def warm_up(**_: Any) -> None:
    """Make the machine code of every game, or read it from disk, while the worker begins with other work."""
    threading.Thread(target=warming.warm_up, name="warm-up", daemon=True).start()


@worker_ready.connect
def warm_up_here(sender: Any = None, **_: Any) -> None:
    """A worker that plays in its own process makes it there; one that forks leaves that to its children."""
    if getattr(getattr(sender, "pool", None), "signal_safe", True) is False:
        warm_up()
