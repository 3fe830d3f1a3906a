"""Tasks of workers for events: checking many lists, bulk imports, and e-mail to players."""

import logging
from collections.abc import Iterable
from datetime import timedelta
from functools import partial
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused

from celery import Task, shared_task
from django.db import OperationalError

from deckbuilder.common.jobs.jobs import RETRY, Jobs, enqueue, working
from deckbuilder.events.bulk import jobs
from deckbuilder.events.errors import EventError
from deckbuilder.events.gate import services
from deckbuilder.events.models.bulk import BulkUpload
from deckbuilder.events.models.judging import JudgingRun
from deckbuilder.events.notify import emails

log = logging.getLogger(__name__)


@shared_task(**RETRY)
def judge_event(pk: int) -> None:
    """Judge the waiting lists. Delivered twice, it has the same result."""
    run = JudgingRun.objects.select_related("event").filter(pk=pk, finished_at=None).first()
    if run is not None:
        with working(partial(services.fail, run)):
            services.work(run)


class Judgings(Jobs[JudgingRun]):
    name = "judging run"
    timeout = timedelta(seconds=12)

    def unfinished_jobs(self) -> Iterable[JudgingRun]:
        return services.unfinished_runs()

    def is_unfinished(self, job: JudgingRun) -> bool:
        return job.finished_at is None

    def put(self, job: JudgingRun) -> None:
        judge_event.delay(job.pk)


JUDGINGS = Judgings()


@shared_task(**RETRY)
def bring_in(pk: int) -> None:
    """Read or import an upload. Delivered twice, it has the same result."""
    with working(partial(jobs.fail, pk)):
        jobs.work(pk)


class BulkUploads(Jobs[BulkUpload]):
    name = "bulk upload"

    def unfinished_jobs(self) -> Iterable[BulkUpload]:
        return jobs.unfinished_uploads()

    def is_unfinished(self, job: BulkUpload) -> bool:
        return bool(job.task)

    def put(self, job: BulkUpload) -> None:
        bring_in.delay(job.pk)


BULK_UPLOADS = BulkUploads()


MAILED = 50
"""E-mails sent by one task before it queues the rest, so that a retry after a crash repeats no more than these."""


REFUSED_FOR_GOOD = 500
"""From this reply code of a mail server on, retrying is useless (RFC 5321, 4.2.1)."""


def write_to(order: emails.Order, language: str, root: str) -> None:
    """Have workers e-mail all entries of an order, or none; see emails.build_email. Raises EventError."""
    if not enqueue("e-mails", partial(mail.delay, order.entries, language, root, order.log, order.proof)):
        raise EventError("no-queue")


@shared_task(bind=True, **RETRY)
def mail(self: Task, entries: list[int], language: str, root: str, order: int, proof: str) -> None:
    """E-mail entries one by one; if the mail server fails, retry the others later.

    Waits for the log entry of the order, and gives up if it was rolled back; see emails.order.
    """
    words = language, root, order, proof
    log_entry = emails.logged_order(order, proof)
    if log_entry is None:
        raise self.retry(countdown=2 ** (self.request.retries + 1))
    for index, number in enumerate(entries):
        if index and index % MAILED == 0 and enqueue("e-mails", partial(mail.delay, entries[index:], *words)):
            return
        try:
            _write(number, language, root, off=log_entry.params.get("off", False))
        except (SMTPException, OSError, OperationalError) as error:
            delay = 30 * 2**self.request.retries
            raise self.retry(args=(entries[index:], *words), exc=error, countdown=delay) from error


def _write(number: int, language: str, root: str, *, off: bool) -> None:
    try:
        if letter := emails.build_email(number, language, root, off=off):
            letter.send()
    except SMTPRecipientsRefused as error:
        log.warning("Nobody gets letters at the address of entry %s: %s", number, error)
    except SMTPDataError as error:
        if error.smtp_code < REFUSED_FOR_GOOD:
            raise
        log.warning("The mail server takes no letter to entry %s: %s", number, error)
