"""Reading and applying large catalog files in a worker."""

import logging
from collections.abc import Callable
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.db import OperationalError
from kombu.exceptions import KombuError

from deckbuilder.catalog import uploads
from deckbuilder.catalog.models import CatalogImport, ImportStatus

log = logging.getLogger(__name__)

RETRY = {"autoretry_for": (OperationalError,), "retry_backoff": True, "max_retries": 5}
"""The database may be busy, or gone for a moment."""


def _run(work: Callable[[int], None], pk: int) -> None:
    try:
        work(pk)
    except OperationalError:
        raise
    except Exception:
        uploads.broke(pk)
        raise


@shared_task(**RETRY)
def read_upload(pk: int) -> None:
    """Make the preview of an uploaded file."""
    _run(uploads.read, pk)


@shared_task(**RETRY)
def apply_upload(pk: int) -> None:
    """Apply an uploaded file. Delivered twice it is applied once."""
    _run(uploads.apply, pk)


def start(upload: CatalogImport) -> bool:
    """Hand the file to a worker; False, and the row says so, where the queue does not answer."""
    upload.refresh_from_db(fields=["status"])
    task = apply_upload if upload.status == ImportStatus.APPLYING else read_upload
    try:
        task.delay(upload.pk)
    except (KombuError, OSError) as error:
        log.warning("The queue does not take import %s: %s", upload.pk, error)
        uploads.could_not_start(upload)
        return False
    return True


@worker_ready.connect
def take_up(**_: Any) -> None:
    """Go on with what a worker that was killed has left: not every broker delivers its messages again."""
    for upload in uploads.unfinished():
        start(upload)
