"""What every kind of background job has alike, tried with one that writes down what is put in its queue."""

from datetime import timedelta
from unittest import mock

import pytest
from celery.signals import worker_ready
from django.db import OperationalError
from django.utils import timezone
from kombu.exceptions import OperationalError as QueueError

from deckbuilder.catalog.models import CatalogImport
from deckbuilder.common.jobs import jobs, workers
from deckbuilder.common.jobs.jobs import Heartbeat, Jobs, beat, claim, enqueue, working
from tests.deckbuilder.base import SiteTest

pytestmark = pytest.mark.databases

START = timezone.now()


class Examples(Jobs[CatalogImport]):
    """Uploads that wait until they are called `done`."""

    name = "example"
    timeout = timedelta(seconds=10)

    def __init__(self):
        super().__init__()
        self.queue = []
        self.refused = []
        self.error = None

    def unfinished_jobs(self):
        return CatalogImport.objects.order_by("pk")

    def is_unfinished(self, job):
        return job.filename != "done"

    def put(self, job):
        self.queue.append(job.pk)
        if self.error:
            raise self.error

    def refuse(self, job):
        self.refused.append(job.pk)


class JobTest(SiteTest):
    def setUp(self):
        super().setUp()
        self.now = START
        self.enterContext(mock.patch.object(jobs, "now", side_effect=lambda: self.now))
        self.idle = self.enterContext(mock.patch.object(workers, "alive", return_value=True))
        self.kind = Examples()
        self.addCleanup(worker_ready.disconnect, self.kind._on_worker_ready)
        self.job = CatalogImport.objects.create(game="legions", filename="new", asked_at=START)

    def fresh(self):
        return CatalogImport.objects.get(pk=self.job.pk)

    def watch(self, seconds):
        """The seconds in which it is queued while somebody looks at it in each of them."""
        when = []
        for second in range(seconds):
            self.now = START + timedelta(seconds=second)
            before = len(self.kind.queue)
            self.kind.start(self.fresh())
            when += [second] * (len(self.kind.queue) - before)
        return when


class QueueingTest(JobTest):
    def test_whoever_looks_queues_a_new_job_once(self):
        one, other = self.fresh(), self.fresh()
        for job in (one, other, one, self.fresh()):
            self.kind.start(job)
        assert self.kind.queue == [self.job.pk]
        assert self.fresh().queued_at == one.queued_at == START

    def test_where_nothing_is_heard_of_it_it_is_queued_again_each_time_later(self):
        assert self.watch(100) == [0, 10, 20, 40, 80]

    def test_without_workers_it_is_not_queued_again(self):
        self.idle.return_value = False
        assert self.watch(100) == [0]

    def test_a_worker_at_work_on_it_is_left_alone(self):
        self.kind.start(self.job)
        for _ in range(10):
            self.now += timedelta(seconds=9)
            beat(self.job)
            self.kind.start(self.fresh())
            assert not self.kind.is_silent(self.fresh())
        assert len(self.kind.queue) == 1
        self.now += self.kind.timeout
        assert self.kind.is_silent(self.fresh())
        self.kind.start(self.fresh())
        assert len(self.kind.queue) == 2
        assert not self.kind.is_silent(self.fresh())

    def test_a_page_asks_every_second_while_somebody_works_and_ever_less_while_nobody_does(self):
        self.idle.return_value = False
        pauses = []
        for seconds in (0, 5, 100, 10_000):
            self.now = START + timedelta(seconds=seconds)
            pauses.append(self.kind.poll(self.fresh()).pause_s)
        assert pauses == [1, 1, 10, 60]
        beat(self.job)
        assert self.kind.poll(self.fresh()) == (False, 1)

    def test_what_was_never_queued_is_not_silent(self):
        self.now += timedelta(days=1)
        assert not self.kind.is_silent(self.job)

    def test_a_finished_job_is_never_queued(self):
        CatalogImport.objects.update(filename="done")
        self.kind.start(self.fresh())
        self.kind.restart(self.fresh())
        self.kind.resume()
        assert self.kind.queue == []

    def test_it_can_be_queued_wherever_it_is(self):
        self.kind.start(self.job)
        self.now += timedelta(seconds=1)
        self.kind.restart(self.fresh())
        assert len(self.kind.queue) == 2
        assert self.fresh().queued_at == self.now

    def test_a_queue_that_does_not_answer_is_logged_and_tried_again_later(self):
        for error in (QueueError("gone"), ConnectionRefusedError()):
            self.kind.error = error
            with self.assertLogs("deckbuilder.common.jobs.jobs") as logs:
                self.kind.restart(self.fresh())
            assert f"example {self.job.pk}" in logs.output[0]
        assert self.kind.refused == [self.job.pk] * 2
        self.kind.error = None
        assert self.watch(50) == [10, 20, 40]

    def test_a_mistake_of_ours_is_not_taken_for_a_queue_that_is_down(self):
        with pytest.raises(ZeroDivisionError):
            enqueue("x", lambda: 1 // 0)

    def test_a_worker_that_starts_resumes_every_unfinished_job(self):
        other = CatalogImport.objects.create(game="legions", filename="new")
        CatalogImport.objects.create(game="legions", filename="done")
        self.kind._on_worker_ready(sender=mock.Mock())
        assert self.kind.queue == [self.job.pk, other.pk]


class ClaimTest(JobTest):
    def test_of_several_at_once_one_gets_it(self):
        rows = CatalogImport.objects.filter(pk=self.job.pk)
        assert claim(rows, "queued_at", None) == START
        assert claim(rows, "queued_at", None) is None
        self.now += timedelta(seconds=1)
        assert claim(rows, "queued_at", START) == self.now
        assert claim(rows, "queued_at", START) is None


class WorkingTest(JobTest):
    def test_an_error_nobody_foresaw_is_noted_and_goes_on(self):
        fail, release = mock.Mock(), mock.Mock()
        with pytest.raises(ZeroDivisionError), working(fail, release):
            raise ZeroDivisionError
        fail.assert_called_once_with()
        release.assert_not_called()

    def test_a_busy_database_is_no_failure(self):
        fail, release = mock.Mock(), mock.Mock()
        with pytest.raises(OperationalError), working(fail, release):
            raise OperationalError("database is locked")
        fail.assert_not_called()
        release.assert_called_once_with()

    def test_a_heartbeat_says_how_far_it_is_a_few_times_a_second(self):
        progress = Heartbeat(self.job)
        with mock.patch("time.monotonic", side_effect=[1, 1 + jobs.BEAT_S / 2, 1 + jobs.BEAT_S]):
            seen = []
            for done in (10, 20, 30):
                progress(done, 40)
                seen.append(self.fresh().percent)
        assert seen == [25, 25, 75]
        assert self.fresh().beat_at == START

    def test_of_nothing_everything_is_done(self):
        Heartbeat(self.job)(0, 0)
        assert (self.fresh().done, self.fresh().total, self.fresh().percent) == (0, 1, 0)
