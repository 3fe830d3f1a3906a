"""Checking all lists of an event in a worker: queued, done in batches, and resumed after a worker died."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from deckbuilder.accounts.models import User
from deckbuilder.common import jobs
from deckbuilder.events import clock
from deckbuilder.events.gate import judgements
from deckbuilder.events.gate.models import Judgement, JudgingRun
from deckbuilder.events.gate.selectors import MAX_JUDGED_AT_ONCE
from deckbuilder.events.locking import before_start, locked_event
from deckbuilder.events.models import Event

BATCH = 500


def ask(event: Event, *, by: User | None = None) -> JudgingRun:
    """The run that judges what is not judged under the rules of today: the one under way, or a new one."""
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
    """Let everything be judged anew, whatever is known. Raises EventError once it has started."""
    with locked_event(event) as tx:
        before_start(tx)
        tx.log("judged-again", by)
        Judgement.objects.filter(submission__entry__event=event).delete()
        for run in JudgingRun.objects.filter(event=event, finished_at=None):
            _finish(run, "overtaken")
        JudgingRun.objects.filter(event=event, error="internal").update(error="overtaken")


def current(event: Event, waiting: int) -> JudgingRun | None:
    """The run that is under way for an event so many lists of which wait; asked for here if there is none.

    Where the last one failed it is that one: another would fail as well, until somebody wants it (`forget`).
    """
    if waiting <= MAX_JUDGED_AT_ONCE or event.ended_at:
        return None
    return failed(event) or ask(event)


def failed(event: Event) -> JudgingRun | None:
    """The last run, if it met an error nobody foresaw under the rules of today."""
    last = JudgingRun.objects.filter(event=event).first()
    if last is None or last.error != "internal" or last.digest != judgements.rules_digest(event):
        return None
    return last


def under_way(event: Event) -> JudgingRun | None:
    return JudgingRun.objects.filter(event=event, finished_at=None).first()


def unfinished() -> QuerySet[JudgingRun]:
    return JudgingRun.objects.filter(finished_at=None)


def work(run: JudgingRun) -> None:
    """Judge until nothing waits. Doing it again, or twice at once, does no harm."""
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
    """The work met an error nobody foresaw."""
    _finish(run, "internal")


def _finish(run: JudgingRun, error: str = "") -> None:
    unfinished = JudgingRun.objects.filter(pk=run.pk, finished_at=None)
    unfinished.update(finished_at=clock.now(), error=error)
    run.refresh_from_db()
