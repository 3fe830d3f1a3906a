"""Sending e-mail to players in workers."""

import logging
from functools import partial
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused

from celery import Task, shared_task
from django.db import OperationalError

from deckbuilder.common.jobs.jobs import RETRY, enqueue
from deckbuilder.events.errors import EventError
from deckbuilder.events.notify import emails

log = logging.getLogger(__name__)

MAILED = 50
"""E-mails sent by one task before it queues the rest, so that a retry after a crash repeats no more than these."""


REFUSED_FOR_GOOD = 500
"""From this reply code of a mail server on, retrying is useless (RFC 5321, 4.2.1)."""


def enqueue_mail(order: emails.Order, language: str, root: str) -> None:
    """Have workers e-mail all entries of an order, or none; see emails.build_email. Raises EventError."""
    if not enqueue("e-mails", partial(mail.delay, order.entries, language, root, order.log, order.proof)):
        raise EventError("no-queue")


@shared_task(bind=True, name="deckbuilder.events.tasks.mail", **RETRY)
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
            _send(number, language, root, off=log_entry.params.get("off", False))
        except (SMTPException, OSError, OperationalError) as error:
            delay = 30 * 2**self.request.retries
            raise self.retry(args=(entries[index:], *words), exc=error, countdown=delay) from error


def _send(number: int, language: str, root: str, *, off: bool) -> None:
    try:
        if letter := emails.build_email(number, language, root, off=off):
            letter.send()
    except SMTPRecipientsRefused as error:
        log.warning("Nobody gets letters at the address of entry %s: %s", number, error)
    except SMTPDataError as error:
        if error.smtp_code < REFUSED_FOR_GOOD:
            raise
        log.warning("The mail server takes no letter to entry %s: %s", number, error)
