"""Reading and importing uploads in workers."""

from collections.abc import Iterable
from functools import partial

from celery import shared_task

from deckbuilder.common.jobs.jobs import RETRY, Jobs, working
from deckbuilder.events.bulk import jobs
from deckbuilder.events.models import BulkUpload


@shared_task(name="deckbuilder.events.tasks.bring_in", **RETRY)
def import_lists(pk: int) -> None:
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
        import_lists.delay(job.pk)


BULK_UPLOADS = BulkUploads()
