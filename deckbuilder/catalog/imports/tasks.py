"""Reading and applying large catalog files in a worker."""

from collections.abc import Iterable
from functools import partial

from celery import shared_task

from deckbuilder.catalog.imports import uploads
from deckbuilder.catalog.models import CatalogImport, ImportStatus
from deckbuilder.common.jobs.jobs import RETRY, Jobs, working


@shared_task(name="deckbuilder.catalog.tasks.read_upload", **RETRY)
def read_upload(pk: int) -> None:
    """Preview an uploaded file."""
    with working(partial(uploads.record_crash, pk)):
        uploads.read(pk)


@shared_task(name="deckbuilder.catalog.tasks.apply_upload", **RETRY)
def apply_upload(pk: int) -> None:
    """Apply an uploaded file; if the task is delivered twice, the file is applied once."""
    with working(partial(uploads.record_crash, pk)):
        uploads.apply(pk)


@shared_task(name="deckbuilder.catalog.tasks.undo_upload", **RETRY)
def undo_upload(pk: int) -> None:
    """Undo an applied file; if the task is delivered twice, it is undone once."""
    with working(partial(uploads.record_crash, pk)):
        uploads.undo(pk)


class Imports(Jobs[CatalogImport]):
    name = "catalog import"

    def unfinished_jobs(self) -> Iterable[CatalogImport]:
        return uploads.unfinished_uploads()

    def is_unfinished(self, job: CatalogImport) -> bool:
        return job.status in uploads.WAITS_FOR_WORKER

    def put(self, job: CatalogImport) -> None:
        tasks = {ImportStatus.APPLYING: apply_upload, ImportStatus.UNDOING: undo_upload}
        tasks.get(ImportStatus(job.status), read_upload).delay(job.pk)

    def refuse(self, job: CatalogImport) -> None:
        uploads.record_queue_failure(job)


IMPORTS = Imports()
