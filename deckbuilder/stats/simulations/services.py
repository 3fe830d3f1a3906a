"""Changes to simulations: starting, playing chunk by chunk, cancelling and resuming."""

from __future__ import annotations

import time
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.common.jobs import jobs
from deckbuilder.decks import models
from deckbuilder.stats.models import Simulation, SimulationChunk
from deckbuilder.stats.simulations import chunking, selectors
from deckbuilder.stats.simulations.specs import MAX_TRIALS, SimulationError, SimulationSpec, validate

# Starting -------------------------------------------------------------------------------------------------------------


def start(
    spec: SimulationSpec, *, deck: models.Deck | None = None, user: User | None = None, asker: str = ""
) -> Simulation:
    """The simulation of this input: the one this person already has for this deck, resumed if it was cancelled, or a
    new one.

    `asker`: the account or address it is scheduled for; "" for none. A new simulation takes over chunks that others
    have played for the same input. Raises the errors of `validate`, and SimulationError if the asker has too many open
    simulations.
    """
    simulation = validate(spec)
    own = Simulation.objects.filter(digest=simulation.digest, deck=deck, asked_by=user, error="").first()
    if own is not None:
        resume(own)
        return own
    simulation.deck, simulation.asked_by, simulation.asker = deck, user, asker
    simulation.served_at, simulation.asked_at = _check_quota(simulation), jobs.now()
    with transaction.atomic():
        simulation.save()
        _take_over(simulation)
    note_end(simulation)
    return simulation


def _check_quota(simulation: Simulation) -> datetime | None:
    """When the asker was last served. Raises SimulationError if the asker has too many open simulations already."""
    if not simulation.asker:
        return None
    most = settings.OPEN_SIMULATIONS_USER if simulation.asked_by else settings.OPEN_SIMULATIONS_ANON
    others = selectors.unfinished_simulations().filter(asker=simulation.asker).exclude(pk=simulation.pk)
    serving_times = list(others.values_list("served_at", flat=True))
    if len(serving_times) >= most:
        raise SimulationError("too-many-open", "", max=most)
    return max(filter(None, serving_times), default=None)


def _take_over(simulation: Simulation) -> None:
    """Copy the chunks that others have played for the same input."""
    played_chunks = SimulationChunk.objects.filter(simulation__digest=simulation.digest, tally__isnull=False)
    chunks = {chunk.number: chunk for chunk in played_chunks}
    for chunk in chunks.values():
        chunk.pk, chunk.simulation = None, simulation
    SimulationChunk.objects.bulk_create(chunks.values())


def cancel(simulation: Simulation) -> None:
    """Start no further chunks; those played are kept."""
    Simulation.objects.filter(pk=simulation.pk, cancelled_at=None).update(cancelled_at=timezone.now())
    simulation.refresh_from_db(fields=["cancelled_at"])


def resume(simulation: Simulation) -> None:
    """Resume a cancelled simulation; tasks queued before no longer count. Raises SimulationError like `start`."""
    if simulation.cancelled_at is None:
        return
    _check_quota(simulation)
    Simulation.objects.filter(pk=simulation.pk).exclude(cancelled_at=None).update(cancelled_at=None, queued_at=None)
    simulation.refresh_from_db(fields=["cancelled_at", "queued_at"])


def note_end(simulation: Simulation) -> bool:
    """Whether workers are done with it. A complete simulation is marked as finished and not checked again."""
    if simulation.finished_at is not None:
        return True
    progress = selectors.progress(simulation)
    if progress.state == "done":
        simulation.finished_at = timezone.now()
        simulation.save(update_fields=["finished_at"])
    return not progress.open


# Playing --------------------------------------------------------------------------------------------------------------


def take(simulation: Simulation, largest: int = MAX_TRIALS) -> int | None:
    """Take the next chunk for a worker and return its number; None if all are played or in progress, or if the next one
    has more trials than `largest`."""
    chunks = {chunk.number: chunk for chunk in selectors.chunks_of(simulation)}
    if not selectors.progress(simulation, list(chunks.values())).open:
        note_end(simulation)
        return None
    for number, trials in enumerate(chunking.sizes(simulation)):
        if trials > largest:
            return None
        if _take_chunk(simulation, number, trials, chunks.get(number)):
            _record_serving(simulation)
            return number
    return None


def _record_serving(simulation: Simulation) -> None:
    """Record that the asker has been served."""
    same = Q(asker=simulation.asker) if simulation.asker else Q(pk=simulation.pk)
    selectors.unfinished_simulations().filter(same).update(served_at=timezone.now())


def _take_chunk(simulation: Simulation, number: int, trials: int, chunk: SimulationChunk | None) -> bool:
    if chunk is None:
        try:
            with transaction.atomic():
                simulation.chunks.create(number=number, trials=trials, taken_at=jobs.now())
        except IntegrityError:  # another worker took it first
            return False
        return True
    if chunk.made_at or jobs.now() - chunk.taken_at < selectors.HEARTBEAT_TIMEOUT:
        return False
    unmade = simulation.chunks.filter(number=number, made_at=None)
    return jobs.claim(unmade, "taken_at", chunk.taken_at) is not None


def play(simulation: Simulation, number: int, *, compiled: bool = True) -> None:
    """Play a chunk and store its tally, unless another worker already did. Safe to repeat.

    `compiled`: with machine code; otherwise step by step, which gives the same figures.
    """
    began = time.perf_counter()
    result = chunking.play_chunk(simulation, number, compiled=compiled)._asdict()
    result |= {"made_at": timezone.now(), "seconds": time.perf_counter() - began}
    simulation.chunks.filter(number=number, made_at=None).update(**result)
    note_end(simulation)


def release_chunk(simulation: Simulation, number: int) -> None:
    """Free a chunk that was taken but could not be played."""
    simulation.chunks.filter(number=number, made_at=None).delete()


def fail(simulation: Simulation, code: str) -> None:
    Simulation.objects.filter(pk=simulation.pk).update(error=code)
