"""What workers do for events: judging the lists of large ones, reading and taking many lists, writing to players."""

import logging
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from typing import Any

from celery import Task, shared_task
from celery.signals import worker_ready
from django.db import OperationalError
from kombu.exceptions import KombuError

from deckbuilder.events.bulk import jobs as bulk_jobs
from deckbuilder.events.bulk.models import BulkUpload
from deckbuilder.events.errors import EventError
from deckbuilder.events.gate import services as gate_runs
from deckbuilder.events.gate.models import JudgingRun
from deckbuilder.events.notify import emails as letters

log = logging.getLogger(__name__)

RETRY = {"autoretry_for": (OperationalError,), "retry_backoff": True, "max_retries": 5}
"""The database may be busy, or gone for a moment."""


@shared_task(**RETRY)
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
    if gate_runs.claim_dispatch(run):
        _send(run)


def _send(run: JudgingRun) -> None:
    try:
        judge_event.delay(run.pk)
    except (KombuError, OSError) as error:
        log.warning("The queue does not take the judging of event %s: %s", run.event_id, error)


@shared_task(**RETRY)
def bring_in(pk: int) -> None:
    """Read, or take, lists that were sent in bulk. Delivered twice it is done once."""
    try:
        bulk_jobs.work(pk)
    except OperationalError:
        raise
    except Exception:
        bulk_jobs.fail(pk)
        raise


def start_bulk(upload: BulkUpload) -> None:
    """Hand an upload to the workers, unless it is with them. Called whenever somebody looks at one."""
    if bulk_jobs.may_be_queued(upload):
        _send_bulk(upload)


def _send_bulk(upload: BulkUpload) -> None:
    try:
        bring_in.delay(upload.pk)
    except (KombuError, OSError) as error:
        log.warning("The queue does not take the lists for event %s: %s", upload.event_id, error)


MAILED = 50
"""So many letters are written by one task, which hands on the rest: a worker that dies repeats no more than these."""


REFUSED_FOR_GOOD = 500
"""From this code of a mail server on, trying again is of no use (RFC 5321, 4.2.1)."""


def write_to(order: letters.Order, language: str, root: str) -> None:
    """Have workers write to all entries of an order, or to none; see letters.letter. Raises EventError."""
    try:
        mail.delay(order.entries, language, root, order.log, order.proof)
    except (KombuError, OSError) as error:
        log.warning("The queue does not take letters: %s", error)
        raise EventError("no-queue") from error


@shared_task(bind=True, **RETRY)
def mail(self: Task, entries: list[int], language: str, root: str, order: int, proof: str) -> None:
    """Write to entries, one after the other; where the mail server fails, to the rest of them later.

    An order the log does not know is waited for, and forgotten if it was undone: see letters.order.
    """
    words = language, root, order, proof
    told = letters.ordered(order, proof)
    if told is None:
        raise self.retry(countdown=2 ** (self.request.retries + 1))
    for place, number in enumerate(entries):
        if place and place % MAILED == 0 and _handed_on(entries[place:], *words):
            return
        try:
            _write(number, language, root, off=told.params.get("off", False))
        except (SMTPException, OSError, OperationalError) as error:
            delay = 30 * 2**self.request.retries
            raise self.retry(args=(entries[place:], *words), exc=error, countdown=delay) from error


def _write(number: int, language: str, root: str, *, off: bool) -> None:
    try:
        if letter := letters.build_email(number, language, root, off=off):
            letter.send()
    except SMTPRecipientsRefused as error:
        log.warning("Nobody gets letters at the address of entry %s: %s", number, error)
    except SMTPDataError as error:
        if error.smtp_code < REFUSED_FOR_GOOD:
            raise
        log.warning("The mail server takes no letter to entry %s: %s", number, error)


def _handed_on(*words: Any) -> bool:
    """Give the rest to another task, if the queue takes it."""
    try:
        mail.delay(*words)
    except (KombuError, OSError) as error:
        log.warning("The queue does not take the rest of the letters: %s", error)
        return False
    return True


@worker_ready.connect
def take_up(**_: Any) -> None:
    """Go on with what a worker that was killed has left: not every broker delivers its messages again."""
    for run in gate_runs.unfinished():
        _send(run)
    for upload in bulk_jobs.unfinished():
        _send_bulk(upload)
