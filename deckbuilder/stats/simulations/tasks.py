"""Playing simulations in workers: each task plays the next chunk, whichever simulation it belongs to.

While a simulation is open, each of its tasks queues the next one, so that there are tasks as long as there is work.
Whatever happens to a worker or a message, the stored chunks are correct, and the next worker plays the others. A lost
message is replaced when somebody views the simulation, and when a worker starts.
"""

import threading
from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any

from celery import shared_task
from celery.signals import worker_process_init, worker_ready

from deckbuilder.common.jobs.jobs import RETRY, Jobs, working
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import chunking, selectors, services, warming
from games.engine.play.version import VERSION
from games.registry import get

MAX_TASKS_SENT = 16
"""The most tasks sent for one simulation."""


@shared_task(name="deckbuilder.stats.tasks.play_next", **RETRY)
def play_next(pk: int) -> None:
    """Play a chunk, and queue another task while the simulation this task was sent for is open."""
    own = selectors.unfinished_simulations().filter(pk=pk)
    if own.exists() and any(map(_play_chunk, selectors.in_serving_order())) and own.exists():
        play_next.delay(pk)


def _play_chunk(simulation: Simulation) -> bool:
    """Play a chunk of the simulation, a small one if the game's machine code is not ready; False if none is free."""
    if simulation.version != VERSION:
        services.fail(simulation, "other-version")
        return False
    game = get(simulation.game)
    is_compiled = warming.is_ready(game, simulation.study)
    number = services.take(simulation) if is_compiled else services.take(simulation, chunking.MAX_INTERPRETED)
    if number is None and not is_compiled and selectors.progress(simulation).open:
        warming.ensure(game, simulation.study)
        number, is_compiled = services.take(simulation), True
    if number is None:
        return False
    fail, release = partial(services.fail, simulation, "internal"), partial(services.release_chunk, simulation, number)
    with working(fail, release):
        services.play(simulation, number, compiled=is_compiled)
    return True


class Simulations(Jobs[Simulation]):
    """Each task plays one chunk. As long as a worker takes chunks of any simulation, no simulation counts as silent."""

    name = "simulation"
    timeout = selectors.HEARTBEAT_TIMEOUT

    def unfinished_jobs(self) -> Iterable[Simulation]:
        return selectors.unfinished_simulations()

    def is_unfinished(self, job: Simulation) -> bool:
        return not services.note_end(job)

    def heard_at(self, job: Simulation) -> datetime:
        return max(filter(None, (job.asked_at, selectors.last_served_at())))

    def put(self, job: Simulation, tasks: int = MAX_TASKS_SENT, countdown: float | None = None) -> None:
        """Queue up to `tasks` tasks, at most one per chunk."""
        for _ in range(min(len(chunking.sizes(job)), tasks)):
            play_next.apply_async((job.pk,), countdown=countdown)

    def put_again(self, job: Simulation, lanes: int) -> None:
        """Also queue a delayed task for the chunks other workers had taken, for when they are free again."""
        self.put(job, lanes)
        if job.chunks.filter(made_at=None).exists():
            self.put(job, 1, countdown=self.timeout.total_seconds() + 1)


SIMULATIONS = Simulations()


@worker_process_init.connect
def warm_up(**_: Any) -> None:
    """Compile the machine code of every game, or read it from disk, while the worker starts on other work."""
    threading.Thread(target=warming.warm_up, name="warm-up", daemon=True).start()


@worker_ready.connect
def warm_up_here(sender: Any = None, **_: Any) -> None:
    """Warm up in a worker that plays in its own process; one that forks leaves that to its children."""
    if getattr(getattr(sender, "pool", None), "signal_safe", True) is False:
        warm_up()
