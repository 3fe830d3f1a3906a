"""Many lists at once are read and taken by a worker, few in the request; both by the same steps."""

from datetime import timedelta
from unittest import mock

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from kombu.exceptions import OperationalError

from deckbuilder.common.jobs import workers
from deckbuilder.events.bulk import files as bulk_files
from deckbuilder.events.bulk import jobs, tasks
from deckbuilder.events.bulk import services as bulk_services
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import BulkFile, BulkUpload, Entry, Submission
from tests.deckbuilder.events.api import EventsApiTest
from tests.deckbuilder.events.base import DEADLINE, LEGAL, OTHER
from tests.deckbuilder.events.bulk.base import BulkTest, zipped

pytestmark = pytest.mark.databases

TWO_LISTS = {"Ann.txt": LEGAL, "Bea.txt": OTHER}
NOTHING = mock.patch.object(bulk_files, "FEW_LISTS", 0)


def files(given):
    return [
        SimpleUploadedFile(name, data if isinstance(data, bytes) else data.encode()) for name, data in given.items()
    ]


class JobTest(BulkTest):
    def setUp(self):
        super().setUp()
        for patch in (NOTHING, mock.patch.object(tasks.import_lists, "delay")):
            self.delay = patch.start()
            self.addCleanup(patch.stop)
        self.cup = self.event()

    def send(self, given=TWO_LISTS, **options):
        return jobs.receive(self.cup, files(given), by=self.alice, **options)

    def shown(self, given=TWO_LISTS):
        """An upload that a worker has read, with its players confirmed."""
        upload = self.send(given)
        jobs.work(upload.pk)
        jobs.work(self.confirm_players(self.fresh(upload)).pk)
        return self.fresh(upload)

    def fresh(self, upload):
        return BulkUpload.objects.select_related("event").get(pk=upload.pk)

    def take(self, upload, **options):
        taken = jobs.confirm(upload, by=self.alice, **options)
        assert not taken.applied_at
        return taken

    def test_the_worker_shows_what_the_request_would_have_shown(self):
        upload = self.send({"all.zip": zipped(TWO_LISTS), "Cid.pdf": "%PDF"})
        assert (upload.task, upload.plan, upload.large) == ("read", [], True)
        jobs.work(upload.pk)
        upload = self.fresh(upload)
        assert upload.task == ""
        with mock.patch.object(bulk_files, "FEW_LISTS", 40):
            at_once = self.send({"all.zip": zipped(TWO_LISTS), "Cid.pdf": "%PDF"})
        assert (at_once.task, at_once.large) == ("", False)
        assert (upload.plan, upload.items, upload.names) == (at_once.plan, at_once.items, at_once.names)
        assert not BulkFile.objects.exists()

    def test_the_worker_takes_them_as_they_were_shown_once(self):
        upload = self.take(self.shown())
        assert not Submission.objects.exists()
        for _ in range(2):
            jobs.work(upload.pk)
        assert self.fresh(upload).applied_at
        assert [each.name for each in Entry.objects.order_by("pk")] == ["Ann", "Bea"]
        assert Submission.objects.count() == 2
        assert {each.submitted_by for each in Submission.objects.all()} == {self.alice}

    def test_who_asked_before_the_deadline_is_in_time_whenever_the_worker_comes(self):
        upload = self.take(self.shown())
        self.now = DEADLINE + timedelta(minutes=5)
        entry_services.enter(self.cup, by=self.alice, name="Late", nonce="late")
        jobs.work(upload.pk)
        assert {each.late for each in Submission.objects.all()} == {""}
        assert [each.at for each in self.cup.log.order_by("number")] == sorted(each.at for each in self.cup.log.all())

    def test_who_asks_after_it_needs_a_reason_before_anything_waits(self):
        upload = self.shown()
        self.now = DEADLINE
        self.assertRefused("no-reason", jobs.confirm, upload, by=self.alice)
        assert self.fresh(upload).task == ""
        jobs.work(self.take(upload, reason="On paper").pk)
        assert {each.late for each in Submission.objects.all()} == {"On paper"}

    def test_what_changed_while_it_waited_is_shown_again_and_nothing_is_taken(self):
        upload = self.take(self.shown())
        self.submit(self.entry(self.cup, name="Ann"), OTHER)
        before = self.rows()
        jobs.work(upload.pk)
        assert self.rows() == before
        upload = self.fresh(upload)
        assert (upload.task, upload.error["code"]) == ("", "bulk-changed")
        assert self.outcomes(upload) == {"Ann": "replaced", "Bea": "entered"}
        jobs.work(self.take(upload).pk)
        assert self.fresh(upload).applied_at

    def test_what_cannot_be_read_says_why_and_is_never_taken(self):
        with mock.patch.object(bulk_files, "FEW_BYTES", 0):
            upload = self.send({"all.zip": "nothing"})
        jobs.work(upload.pk)
        upload = self.fresh(upload)
        assert (upload.task, upload.error["code"]) == ("", "archive-damaged")
        self.assertRefused("archive-damaged", jobs.confirm, upload, by=self.alice)
        assert not BulkFile.objects.exists()
        page = self.as_alice.get(f"/events/{self.cup.slug}/bulk/{upload.pk}/")
        self.assertContains(page, "” is damaged or not a ZIP archive.")
        self.assertContains(page, "These lists were not read.")
        bulk_services.discard(upload)

    def test_what_the_event_does_not_take_is_refused_at_once(self):
        self.submit(self.entry(self.cup, self.bob))
        self.now = DEADLINE
        self.assertRefused("no-reason", self.send)
        services.start(self.cup, by=self.alice)
        self.assertRefused("started", self.send, reason="On paper")
        assert not BulkUpload.objects.exists()

    def test_an_error_nobody_foresaw_leaves_nothing_stuck(self):
        upload = self.send()
        with mock.patch.object(bulk_services, "show", side_effect=ZeroDivisionError), pytest.raises(ZeroDivisionError):
            tasks.import_lists(upload.pk)
        upload = self.fresh(upload)
        assert (upload.task, upload.error["code"]) == ("", "bulk-failed")

    def test_lists_are_discarded_while_they_wait_to_be_read_not_while_they_are_taken(self):
        waiting, applying = self.send(), self.take(self.shown())
        bulk_services.discard(waiting)
        jobs.work(waiting.pk)
        self.assertRefused("bulk-working", bulk_services.discard, applying)
        self.assertRefused("bulk-working", jobs.confirm, self.send(), by=self.alice)

    def test_those_that_are_just_taken_are_not_forgotten(self):
        applying = self.take(self.shown())
        with mock.patch.object(bulk_services, "MAX_WAITING", 1):
            last = [self.send() for _ in range(3)][-1]
        assert set(BulkUpload.objects.all()) == {applying, last}

    def test_a_worker_that_died_is_followed_by_another(self):
        upload = self.send()
        tasks.BULK_UPLOADS.start(upload)
        tasks.BULK_UPLOADS.start(self.fresh(upload))
        assert self.delay.call_count == 1
        self.now += tasks.BULK_UPLOADS.timeout
        with mock.patch.object(workers, "alive", return_value=True):
            tasks.BULK_UPLOADS.start(self.fresh(upload))
        assert self.delay.call_count == 2
        assert not tasks.BULK_UPLOADS.is_silent(self.fresh(upload))
        tasks.BULK_UPLOADS.resume()
        assert self.delay.call_count == 3
        jobs.work(upload.pk)
        tasks.BULK_UPLOADS.resume()
        assert self.delay.call_count == 3

    def test_a_queue_that_does_not_answer_loses_nothing(self):
        self.delay.side_effect = OperationalError("gone")
        upload = self.send()
        tasks.BULK_UPLOADS.start(upload)
        assert self.fresh(upload).task == "read"

    def test_the_page_follows_the_worker_and_then_shows_the_lists(self):
        answer = self.as_alice.post(f"/events/{self.cup.slug}/bulk/", {"files": files(TWO_LISTS)})
        upload = BulkUpload.objects.get()
        self.delay.assert_called_once_with(upload.pk)
        page = self.as_alice.get(answer.url)
        self.assertContains(page, "The lists are waiting for a worker.")
        self.assertContains(page, '<meta http-equiv="refresh"')
        part = {"hx-request": "true"}
        self.assertContains(self.as_alice.get(answer.url, headers=part), "<progress")
        jobs.work(upload.pk)
        assert self.as_alice.get(answer.url, headers=part).headers["HX-Refresh"] == "true"
        self.assertContains(self.as_alice.get(answer.url), "2 files are named after nobody on the roster")
        self.as_alice.post(answer.url, {"do": "all-players"})
        self.assertContains(self.as_alice.get(answer.url), "The lists are waiting for a worker.")
        jobs.work(upload.pk)
        self.assertContains(self.as_alice.get(answer.url), "2 lists can be imported.")
        self.as_alice.post(answer.url, {"do": "apply"})
        self.assertContains(self.as_alice.get(answer.url), "The lists are being imported.")
        jobs.work(upload.pk)
        self.assertContains(self.as_alice.get(answer.url), "Go to the roster")


class BoundTest(BulkTest):
    def test_the_worst_that_is_read_at_once_is_bounded(self):
        """Whatever the files are, what is read in the request has few lists, lines, bytes and meanings."""
        lines = b"1 a\n" * (bulk_files.FEW_LINES + 1)
        many = {f"{number}.txt": "1 a" for number in range(bulk_files.FEW_LISTS + 1)}
        for given in (
            {"long.txt": lines},
            {"large.json": b'{"name": "' + b"a" * bulk_files.FEW_BYTES},
            {"long.zip": zipped({"long.txt": lines})},
            {"far.zip": zipped({"far.txt": b" " * 100 * bulk_files.FEW_BYTES})},
            {"many.zip": zipped(many)},
            {f"{each}.txt": "\n".join(f"【【【a{each}{row}】】】" for row in range(49)) for each in range(40)},
        ):
            upload = jobs.receive(self.event(), files(given), by=self.alice)
            assert (upload.task, upload.plan) == ("read", []), list(given)

    def test_what_a_club_sends_is_answered_at_once(self):
        given = {f"{number}.txt": LEGAL for number in range(20)}
        upload = jobs.receive(self.event(), files({"all.zip": zipped(given)}), by=self.alice)
        assert (upload.task, len(upload.plan)) == ("", 20)


class ApiTest(EventsApiTest):
    def test_a_program_is_told_where_to_look_until_it_is_done(self):
        cup = self.event()
        with NOTHING, mock.patch.object(tasks.import_lists, "delay"):
            answer = self.ask("post", self.at(cup, "uploads/"), by=self.as_alice, data={"files": files(TWO_LISTS)})
            assert (answer.status, answer.body["task"], answer.body["results"]) == (202, "read", [])
            assert answer.raw.headers["Retry-After"]
            there = self.at(cup, f"uploads/{answer.body['id']}/")
            self.refused(self.post(f"{there}apply/", {}, by=self.as_alice), 409, "event.bulk-working")
            jobs.work(answer.body["id"])
            assert answer.raw.headers["Location"].endswith(there)
            shown = self.get(there, {}, by=self.as_alice)
            assert (shown.status, shown.body["task"], shown.body["count"]) == (200, "", 2)
            taken = self.post(f"{there}apply/", {}, by=self.as_alice)
            assert (taken.status, taken.body["task"], taken.body["applied_at"]) == (202, "apply", None)
            Entry.objects.create(event=cup, name="Ann", number=1, nonce="x", added_at=self.now)
            jobs.work(answer.body["id"])
            refused = self.get(there, {}, by=self.as_alice).body
            assert (refused["task"], refused["error"]["code"]) == ("", "event.bulk-changed")
