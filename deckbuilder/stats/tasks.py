"""Playing simulations in workers: each task plays one chunk and asks for the next.

Whatever happens to a worker or to a message, the chunks that are stored are right, and the others are played by
whoever comes next. A lost message is made good by whoever looks at the simulation, and by every worker that starts.
"""

import logging
import threading
from typing import Any

from celery import shared_task
from celery.signals import worker_process_init, worker_ready
from django.db import OperationalError
from kombu.exceptions import KombuError

from deckbuilder.stats import runs, services, warming
from deckbuilder.stats.models import Simulation
from games.registry import get

log = logging.getLogger(__name__)

LANES = 16
"""As many workers at most play one simulation at once; the others have the next one's chunks between them."""

AGAIN = {"autoretry_for": (OperationalError,), "retry_backoff": True, "max_retries": 5}
"""The database may be busy, or gone for a moment."""


@shared_task(**AGAIN)
def play_next(pk: int) -> None:
    """Play the next chunk of a simulation that is free, and ask for the one after it."""
    simulation = Simulation.objects.filter(pk=pk).first()
    if simulation and _ready(simulation) and _played(simulation):
        play_next.delay(pk)


def _ready(simulation: Simulation) -> bool:
    """Whether there is something to do for this engine; its machine code is made before a chunk is taken."""
    from games.engine.runs import VERSION

    if not runs.standing(simulation).open:
        return False
    if simulation.version != VERSION:
        services.fail(simulation, "other-version")
        return False
    warming.ensure(get(simulation.game))
    return True


def _played(simulation: Simulation) -> bool:
    """Play a chunk; False where none was free."""
    number = services.take(simulation)
    if number is None:
        return False
    try:
        services.play(simulation, number)
    except OperationalError:
        services.let_go(simulation, number)
        raise
    except Exception:
        services.fail(simulation, "internal")
        raise
    return True


def start(simulation: Simulation) -> None:
    """Hand an open simulation to the workers, unless it is with them. Called whenever somebody looks at one."""
    if services.may_be_sent(simulation):
        _send(simulation)


def _send(simulation: Simulation, countdown: float = 0) -> None:
    """As many messages as workers may play it at once. Where the queue does not answer, whoever looks tries again."""
    try:
        for _ in range(min(len(runs.sizes(simulation)), LANES)):
            play_next.apply_async((simulation.pk,), countdown=countdown or None)
    except (KombuError, OSError) as error:
        log.warning("The queue does not take simulation %s: %s", simulation.slug, error)


@worker_ready.connect
def take_up(**_: Any) -> None:
    """Go on with what workers that were killed have left, and with what they had taken as soon as it is free."""
    for simulation in runs.unfinished():
        _send(simulation)
        if simulation.chunks.filter(made_at=None).exists():
            _send(simulation, countdown=runs.SILENT.total_seconds() + 1)


@worker_process_init.connect
def warm_up(**_: Any) -> None:
    """Make the machine code of every game, or read it from disk, while the worker begins with other work."""
    threading.Thread(target=warming.warm_up, name="warm-up", daemon=True).start()


@worker_ready.connect
def warm_up_here(sender: Any = None, **_: Any) -> None:
    """A worker that plays in its own process makes it there; one that forks leaves that to its children."""
    if getattr(getattr(sender, "pool", None), "signal_safe", True) is False:
        warm_up()
