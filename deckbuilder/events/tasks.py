"""Judging the lists of large events in a worker."""

import logging
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.db import OperationalError
from kombu.exceptions import KombuError

from deckbuilder.events import gate_runs
from deckbuilder.events.gate_models import JudgingRun

log = logging.getLogger(__name__)

AGAIN = {"autoretry_for": (OperationalError,), "retry_backoff": True, "max_retries": 5}
"""The database may be busy, or gone for a moment."""


@shared_task(**AGAIN)
def judge_event(pk: int) -> None:
    """Judge what waits. Delivered twice it is done once."""
    run = JudgingRun.objects.select_related("event").filter(pk=pk, finished_at=None).first()
    if run is None:
        return
    try:
        gate_runs.work(run)
    except OperationalError:
        raise
    except Exception:
        gate_runs.fail(run)
        raise


def start(run: JudgingRun) -> None:
    """Hand a run to the workers, unless it is with them. Called whenever somebody looks at one.

    Where the queue does not answer, who looks next tries again.
    """
    if gate_runs.may_be_sent(run):
        _send(run)


def _send(run: JudgingRun) -> None:
    try:
        judge_event.delay(run.pk)
    except (KombuError, OSError) as error:
        log.warning("The queue does not take the judging of event %s: %s", run.event_id, error)


@worker_ready.connect
def take_up(**_: Any) -> None:
    """Go on with what a worker that was killed has left: not every broker delivers its messages again."""
    for run in gate_runs.unfinished():
        _send(run)
