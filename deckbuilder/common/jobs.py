"""Background jobs: rows with work for the workers, queued, watched, and resumed after a worker died.

Whoever looks at an unfinished job may `start` it: of several who do so at once one queues it. One that is silent
although there are workers is queued again, each time after twice as long, since they may be busy with other work. A
worker that starts queues whatever is unfinished. So messages may be lost or arrive twice, and what a job does is
written so that doing it again, or twice at once, does no harm.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from celery.signals import worker_ready
from django.db import OperationalError
from django.db.models import QuerySet
from django.utils import timezone
from kombu.exceptions import KombuError

from deckbuilder.common import workers
from deckbuilder.common.models import CountedJob, Job

log = logging.getLogger(__name__)

RETRY: dict[str, Any] = {"autoretry_for": (OperationalError,), "retry_backoff": True, "max_retries": 5}
"""Options of a task: the database may be busy, or gone for a moment."""

BEAT_S = 0.25
"""Between two heartbeats of one job."""

AnyJob = TypeVar("AnyJob", bound=Job)


def now() -> datetime:
    """What time it is for jobs, so that a test can say."""
    return timezone.now()


# Queueing -------------------------------------------------------------------------------------------------------------


class Jobs(Generic[AnyJob]):
    """One kind of job. Every worker that starts resumes those that are unfinished."""

    name: ClassVar[str]
    """What a job is called in logs."""

    timeout = timedelta(seconds=30)
    """After so long without a sign of life a job is silent."""

    def __init__(self) -> None:
        worker_ready.connect(self._on_worker_ready, weak=False)

    def unfinished(self) -> Iterable[AnyJob]:
        """The jobs workers have still to do with."""
        raise NotImplementedError

    def is_unfinished(self, job: AnyJob) -> bool:
        raise NotImplementedError

    def put(self, job: AnyJob) -> None:
        """Add its task to the queue."""
        raise NotImplementedError

    def put_again(self, job: AnyJob, lanes: int) -> None:
        """Add its task to the queue for a worker that has just started and does so many tasks at once."""
        self.put(job)

    def refuse(self, job: AnyJob) -> None:
        """Note that the queue does not take it, where that is to be shown."""

    def heard_at(self, job: AnyJob) -> datetime:
        """The last sign of life; before the first one, when the work was requested."""
        return (job.beat_at if isinstance(job, CountedJob) else None) or job.asked_at

    def start(self, job: AnyJob) -> None:
        """Queue an unfinished job, unless it is with the workers. Called whenever somebody looks at one."""
        if self.is_unfinished(job) and self._is_due(job) and self._claim(job):
            self._send(job)

    def restart(self, job: AnyJob) -> None:
        """Queue an unfinished job, wherever it is."""
        if self.is_unfinished(job):
            type(job)._default_manager.filter(pk=job.pk).update(queued_at=now())
            self._send(job)

    def resume(self, lanes: int = 1) -> None:
        """Queue whatever is unfinished: not every broker delivers the messages of a worker that was killed again."""
        for job in self.unfinished():
            if self.is_unfinished(job):
                enqueue(f"{self.name} {job.pk}", partial(self.put_again, job, lanes))

    def is_silent(self, job: AnyJob) -> bool:
        """Whether it was queued and nothing has been heard of it for a while."""
        return job.queued_at is not None and now() - max(job.queued_at, self.heard_at(job)) >= self.timeout

    def _is_due(self, job: AnyJob) -> bool:
        """Whether it was never queued, or seems to be lost: there are workers, and it is silent."""
        if job.queued_at is None:
            return True
        heard = self.heard_at(job)
        quiet = now() - max(job.queued_at, heard)
        return quiet >= max(self.timeout, job.queued_at - heard) and workers.alive()

    def _claim(self, job: AnyJob) -> bool:
        moment = claim(type(job)._default_manager.filter(pk=job.pk), "queued_at", job.queued_at)
        job.queued_at = moment or job.queued_at
        return moment is not None

    def _send(self, job: AnyJob) -> None:
        if not enqueue(f"{self.name} {job.pk}", partial(self.put, job)):
            self.refuse(job)

    def _on_worker_ready(self, sender: Any = None, **_: Any) -> None:
        self.resume(getattr(getattr(sender, "controller", None), "concurrency", 1))


def claim(rows: QuerySet[Any], field: str, before: datetime | None) -> datetime | None:
    """Set the moment in a row's field to now; None where it is no longer `before`. Of several at once one succeeds."""
    moment = now()
    return moment if rows.filter(**{field: before}).update(**{field: moment}) else None


def enqueue(name: str, put: Callable[[], Any]) -> bool:
    """Put something in the queue; False, and the log says so, where the queue does not answer."""
    try:
        put()
    except (KombuError, OSError) as error:
        log.warning("The queue does not take %s: %s", name, error)
        return False
    return True


# Working --------------------------------------------------------------------------------------------------------------


@contextmanager
def working(fail: Callable[[], None], release: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Work that calls `fail` at an error nobody foresaw.

    That the database is busy or gone is none: `release` gives back what was claimed, and the task is tried again.
    """
    try:
        yield
    except OperationalError:
        release()
        raise
    except Exception:
        fail()
        raise


def beat(job: CountedJob, **fields: Any) -> None:
    """A sign of life; `fields`, such as `done`, are written with it."""
    fields["beat_at"] = now()
    for name, value in fields.items():
        setattr(job, name, value)
    type(job)._default_manager.filter(pk=job.pk).update(**fields)


class Heartbeat:
    """A progress that writes how far the work has come, a few times a second."""

    def __init__(self, job: CountedJob) -> None:
        self.job = job
        self.next = 0.0

    def __call__(self, done: int, total: int) -> None:
        if (moment := time.monotonic()) >= self.next:
            self.next = moment + BEAT_S
            beat(self.job, done=done, total=max(total, 1))
