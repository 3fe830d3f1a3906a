"""What workers do for events: judging the lists of large ones, and writing to players."""

import logging
from collections.abc import Sequence
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Any

from celery import Task, shared_task
from celery.signals import worker_ready
from django.db import OperationalError
from kombu.exceptions import KombuError

from deckbuilder.events import gate_runs, tell
from deckbuilder.events.errors import EventError
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


MAILED = 50
"""So many letters are one task."""


def write_to(entries: Sequence[int], language: str, root: str) -> None:
    """Have workers write to these entries, by their numbers in the database; see tell.letter."""
    try:
        for start in range(0, len(entries), MAILED):
            mail.delay(list(entries[start : start + MAILED]), language, root)
    except (KombuError, OSError) as error:
        log.warning("The queue does not take letters: %s", error)
        raise EventError("no-queue") from error


@shared_task(bind=True, max_retries=5)
def mail(self: Task, entries: list[int], language: str, root: str) -> None:
    """Write to entries, one after the other; where the mail server fails, to the rest of them later."""
    for place, number in enumerate(entries):
        try:
            if letter := tell.letter(number, language, root):
                letter.send()
        except SMTPRecipientsRefused as error:
            log.warning("Nobody gets letters at the address of entry %s: %s", number, error)
        except (SMTPException, OSError, OperationalError) as error:
            delay = 30 * 2**self.request.retries
            raise self.retry(args=(entries[place:], language, root), exc=error, countdown=delay) from error


@worker_ready.connect
def take_up(**_: Any) -> None:
    """Go on with what a worker that was killed has left: not every broker delivers its messages again."""
    for run in gate_runs.unfinished():
        _send(run)
