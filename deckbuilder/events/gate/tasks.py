"""Judging the lists of an event in workers."""

from collections.abc import Iterable
from datetime import timedelta
from functools import partial

from celery import shared_task

from deckbuilder.common.jobs.jobs import RETRY, Jobs, working
from deckbuilder.events.gate import services
from deckbuilder.events.models import JudgingRun


@shared_task(name="deckbuilder.events.tasks.judge_event", **RETRY)
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
