"""Playing simulations in workers: each task plays the next chunk, whoever it belongs to.

While a simulation is open its tasks follow one another, so that there are tasks as long as there is work. Whatever
happens to a worker or to a message, the chunks that are stored are right, and the others are played by whoever comes
next. A lost message is made good by whoever looks at the simulation, and by every worker that starts.
"""

import threading
from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any

from celery import shared_task
from celery.signals import worker_process_init, worker_ready

from deckbuilder.common.jobs import RETRY, Jobs, working
from deckbuilder.stats import selectors, services, studies, warming
from deckbuilder.stats.models import Simulation
from games.engine.play.version import VERSION
from games.registry import get

MAX_TASKS_SENT = 16
"""So many tasks at most are sent for one simulation."""


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
    fail, release = partial(services.fail, simulation, "internal"), partial(services.release_chunk, simulation, number)
    with working(fail, release):
        services.play(simulation, number, compiled=compiled)
    return True


class Simulations(Jobs[Simulation]):
    """Every task plays one chunk. While a worker takes a chunk of any simulation, none is lost."""

    name = "simulation"
    timeout = selectors.HEARTBEAT_TIMEOUT

    def unfinished(self) -> Iterable[Simulation]:
        return selectors.unfinished()

    def is_unfinished(self, job: Simulation) -> bool:
        return not services.note_end(job)

    def heard_at(self, job: Simulation) -> datetime:
        return max(filter(None, (job.asked_at, selectors.last_served())))

    def put(self, job: Simulation, tasks: int = MAX_TASKS_SENT, countdown: float | None = None) -> None:
        """So many tasks, if it has as many chunks."""
        for _ in range(min(len(studies.sizes(job)), tasks)):
            play_next.apply_async((job.pk,), countdown=countdown)

    def put_again(self, job: Simulation, lanes: int) -> None:
        """What other workers had taken is played as soon as it is free."""
        self.put(job, lanes)
        if job.chunks.filter(made_at=None).exists():
            self.put(job, 1, countdown=self.timeout.total_seconds() + 1)


SIMULATIONS = Simulations()


@worker_process_init.connect
def warm_up(**_: Any) -> None:
    """Make the machine code of every game, or read it from disk, while the worker begins with other work."""
    threading.Thread(target=warming.warm_up, name="warm-up", daemon=True).start()


@worker_ready.connect
def warm_up_here(sender: Any = None, **_: Any) -> None:
    """A worker that plays in its own process makes it there; one that forks leaves that to its children."""
    if getattr(getattr(sender, "pool", None), "signal_safe", True) is False:
        warm_up()
