"""Checking all lists of an event in a worker: queued, done in batches, and resumed after a worker died."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from deckbuilder.accounts.models import User
from deckbuilder.common.jobs import jobs
from deckbuilder.events import clock
from deckbuilder.events.locking import before_start, locked_event
from deckbuilder.events.models import Event, Judgement, JudgingRun
from deckbuilder.events.readiness import judgements
from deckbuilder.events.readiness.gate import MAX_JUDGED_AT_ONCE

BATCH = 500


def ask(event: Event, *, by: User | None = None) -> JudgingRun:
    """The run that judges what has not been judged under the current rules: the current one, or a new one."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        digest = judgements.rules_digest(event)
        run = under_way(event)
        if run and run.digest == digest:
            return run
        if run:
            _finish(run, "overtaken")
        total = judgements.waiting(event, digest).count()
        return JudgingRun.objects.create(event=event, digest=digest, total=total, asked_by=by, asked_at=clock.now())


def rejudge(event: Event, *, by: User) -> None:
    """Judge everything again, whatever is stored. Raises EventError after the start."""
    with locked_event(event) as tx:
        before_start(tx)
        tx.log("judged-again", by)
        Judgement.objects.filter(submission__entry__event=event).delete()
        for run in JudgingRun.objects.filter(event=event, finished_at=None):
            _finish(run, "overtaken")
        JudgingRun.objects.filter(event=event, error="internal").update(error="overtaken")


def current(event: Event, waiting: int) -> JudgingRun | None:
    """The current run for an event with this many waiting lists; a new one if there is none.

    If the last run failed, that one: another would fail, too, until somebody calls `rejudge`.
    """
    if waiting <= MAX_JUDGED_AT_ONCE or event.ended_at:
        return None
    return failed_run(event) or ask(event)


def failed_run(event: Event) -> JudgingRun | None:
    """The last run, if it met an unexpected error under the current rules."""
    last = JudgingRun.objects.filter(event=event).first()
    if last is None or last.error != "internal" or last.digest != judgements.rules_digest(event):
        return None
    return last


def under_way(event: Event) -> JudgingRun | None:
    return JudgingRun.objects.filter(event=event, finished_at=None).first()


def unfinished_runs() -> QuerySet[JudgingRun]:
    return JudgingRun.objects.filter(finished_at=None)


def work(run: JudgingRun) -> None:
    """Judge until nothing waits. Repeating it, or running it twice at once, is harmless."""
    event, cards = run.event, judgements.Cards()
    jobs.beat(run)
    left = list(judgements.waiting(event, run.digest))
    for start in range(0, len(left), BATCH):
        event.refresh_from_db()
        if judgements.rules_digest(event) != run.digest or JudgingRun.objects.get(pk=run.pk).finished_at:
            _finish(run, "overtaken")
            return
        judgements.judge(event, run.digest, left[start : start + BATCH], cards)
        jobs.beat(run, done=run.total - max(len(left) - start - BATCH, 0))
    _finish(run)


def fail(run: JudgingRun) -> None:
    """Note an unexpected error."""
    _finish(run, "internal")


def _finish(run: JudgingRun, error: str = "") -> None:
    runs = JudgingRun.objects.filter(pk=run.pk, finished_at=None)
    runs.update(finished_at=clock.now(), error=error)
    run.refresh_from_db()
