"""Background jobs: rows with work for the workers, queued, watched, and resumed after a worker died.

Any view of an unfinished job may `start` it: of several at once, one queues it. A silent job is queued again if there
are workers, each time after twice as long, since they may be busy. A worker that starts queues all unfinished jobs. So
messages may be lost or arrive twice, and jobs are written so that running them again, or twice at once, is harmless.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from celery.signals import worker_ready
from django.db import OperationalError
from django.db.models import QuerySet
from django.utils import timezone
from kombu.exceptions import KombuError

from deckbuilder.common.jobs import workers
from deckbuilder.common.models import CountedJob, Job

log = logging.getLogger(__name__)

RETRY: dict[str, Any] = {"autoretry_for": (OperationalError,), "retry_backoff": True, "max_retries": 5}
"""Task options for a database that is busy or briefly down."""

BEAT_S = 0.25
"""Seconds between two heartbeats of a job."""

LONGEST_PAUSE_S = 60
"""The most seconds between two polls of a page."""

AnyJob = TypeVar("AnyJob", bound=Job)


def now() -> datetime:
    """The current time for jobs, which tests can set."""
    return timezone.now()


class Polling(NamedTuple):
    """What a page that polls a job needs. `silent`: nothing was heard of the job for a while; `pause_s`: seconds until
    the page asks again."""

    silent: bool
    pause_s: int


# Queueing -------------------------------------------------------------------------------------------------------------


class Jobs(Generic[AnyJob]):
    """One kind of job. Every worker that starts resumes its unfinished ones."""

    name: ClassVar[str]
    """The name of a job in logs."""

    timeout = timedelta(seconds=30)
    """Time without a heartbeat after which a job counts as silent."""

    def __init__(self) -> None:
        worker_ready.connect(self._on_worker_ready, weak=False)

    def unfinished_jobs(self) -> Iterable[AnyJob]:
        """The unfinished jobs."""
        raise NotImplementedError

    def is_unfinished(self, job: AnyJob) -> bool:
        raise NotImplementedError

    def put(self, job: AnyJob) -> None:
        """Add its task to the queue."""
        raise NotImplementedError

    def put_again(self, job: AnyJob, lanes: int) -> None:
        """Queue its task for a worker that has just started, with so many tasks at once."""
        self.put(job)

    def refuse(self, job: AnyJob) -> None:
        """Note that queueing failed, if that is to be shown."""

    def heard_at(self, job: AnyJob) -> datetime:
        """The last heartbeat; before the first, the time of the request."""
        return (job.beat_at if isinstance(job, CountedJob) else None) or job.asked_at

    def start(self, job: AnyJob) -> None:
        """Queue an unfinished job, unless a worker has it. Called whenever somebody views one."""
        if self.is_unfinished(job) and self._is_due(job) and self._claim(job):
            self._send(job)

    def poll(self, job: AnyJob) -> Polling:
        """Start a job for a page that shows it. The page asks again after a tenth of the time since anything was heard
        of the job: every second while somebody works, ever less while nobody does."""
        silent = self.is_silent(job)
        self.start(job)
        pause_s = min(max(self._silence(job).total_seconds() / 10, 1), LONGEST_PAUSE_S)
        return Polling(silent, round(pause_s))

    def restart(self, job: AnyJob) -> None:
        """Queue an unfinished job, wherever it is."""
        if self.is_unfinished(job):
            type(job)._default_manager.filter(pk=job.pk).update(queued_at=now())
            self._send(job)

    def resume(self, lanes: int = 1) -> None:
        """Queue all unfinished jobs: not every broker redelivers the messages of a killed worker."""
        for job in self.unfinished_jobs():
            if self.is_unfinished(job):
                enqueue(f"{self.name} {job.pk}", partial(self.put_again, job, lanes))

    def is_silent(self, job: AnyJob) -> bool:
        """Whether it was queued and has had no heartbeat for a while."""
        return job.queued_at is not None and self._silence(job) >= self.timeout

    def _silence(self, job: AnyJob) -> timedelta:
        """The time since a job was queued or had a heartbeat."""
        heard = self.heard_at(job)
        return now() - max(heard, job.queued_at or heard)

    def _is_due(self, job: AnyJob) -> bool:
        """Whether it was never queued, or seems lost: it is silent although there are workers."""
        if job.queued_at is None:
            return True
        waits = max(self.timeout, job.queued_at - self.heard_at(job))
        return self._silence(job) >= waits and workers.alive()

    def _claim(self, job: AnyJob) -> bool:
        queued_at = claim(type(job)._default_manager.filter(pk=job.pk), "queued_at", job.queued_at)
        job.queued_at = queued_at or job.queued_at
        return queued_at is not None

    def _send(self, job: AnyJob) -> None:
        if not enqueue(f"{self.name} {job.pk}", partial(self.put, job)):
            self.refuse(job)

    def _on_worker_ready(self, sender: Any = None, **_: Any) -> None:
        self.resume(getattr(getattr(sender, "controller", None), "concurrency", 1))


def claim(rows: QuerySet[Any], field: str, before: datetime | None) -> datetime | None:
    """Set the row's field to the current time; None if it is no longer `before`. Of several at once, one succeeds."""
    claimed_at = now()
    return claimed_at if rows.filter(**{field: before}).update(**{field: claimed_at}) else None


def enqueue(name: str, put: Callable[[], Any]) -> bool:
    """Queue a task; False, with a log entry, if the queue does not answer."""
    try:
        put()
    except (KombuError, OSError) as error:
        log.warning("The queue does not take %s: %s", name, error)
        return False
    return True


# Working --------------------------------------------------------------------------------------------------------------


@contextmanager
def working(fail: Callable[[], None], release: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Work that calls `fail` on an unexpected error. If the database is busy or down, `release` gives up the claim, and
    the task is retried."""
    try:
        yield
    except OperationalError:
        release()
        raise
    except Exception:
        fail()
        raise


def beat(job: CountedJob, **fields: Any) -> None:
    """A heartbeat; `fields`, such as `done`, are written with it."""
    fields["beat_at"] = now()
    for name, value in fields.items():
        setattr(job, name, value)
    type(job)._default_manager.filter(pk=job.pk).update(**fields)


class Heartbeat:
    """A progress callback that writes how far the work is, a few times per second."""

    def __init__(self, job: CountedJob) -> None:
        self.job = job
        self.next = 0.0

    def __call__(self, done: int, total: int) -> None:
        if (seconds := time.monotonic()) >= self.next:
            self.next = seconds + BEAT_S
            beat(self.job, done=done, total=max(total, 1))
