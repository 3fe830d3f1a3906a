"""An uploaded file goes through its states once, however often its tasks are delivered and whoever meddles."""

import json
from functools import partial

import pytest
from django.db import OperationalError
from kombu.exceptions import OperationalError as BrokerError

from deckbuilder.catalog import publishing, tasks
from deckbuilder.catalog.imports import services, uploads
from deckbuilder.catalog.models import CatalogFile, CatalogImport, ImportStatus, Printing
from deckbuilder.common.jobs import jobs
from games.engine.reading.catalogs.files import CatalogFileError
from tests.deckbuilder.catalog.imports.import_examples import GAME, THREE, many, rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_cards"), pytest.mark.databases]


@pytest.fixture
def sent(monkeypatch):
    """What is handed to the queue instead of being done."""
    found = []
    monkeypatch.setattr(tasks.read_upload, "delay", lambda pk: found.append(("read", pk)))
    monkeypatch.setattr(tasks.apply_upload, "delay", lambda pk: found.append(("apply", pk)))
    return found


def receive(data=THREE, filename="cards.csv", **options):
    return uploads.receive(GAME, data.encode() if isinstance(data, str) else data, filename, **options)


def stored_data(upload):
    return bytes(CatalogFile.objects.get(upload=upload).data)


def again(upload):
    return CatalogImport.objects.get(pk=upload.pk)


def test_a_small_file_is_previewed_at_once():
    upload = receive()
    assert upload.status == ImportStatus.PREVIEW
    assert upload.report["counts"]["created"] == 3
    assert stored_data(upload) == THREE.encode()
    assert not Printing.objects.exists()


def test_a_large_file_waits_for_a_worker():
    upload = receive(many(2500))
    assert (upload.status, upload.report) == (ImportStatus.WAITING, {})
    tasks.read_upload(upload.pk)
    upload = again(upload)
    assert (upload.status, upload.report["counts"]["created"]) == (ImportStatus.PREVIEW, 2500)


def test_a_file_that_cannot_be_read_is_not_kept():
    with pytest.raises(CatalogFileError):
        receive(b"\0\1\2")
    assert not CatalogImport.objects.exists()
    assert not CatalogFile.objects.exists()


def test_a_large_file_that_cannot_be_read_says_why():
    upload = receive(many(2500) + b"X,a,unit,,,,,,,one too many\n")
    tasks.read_upload(upload.pk)
    upload = again(upload)
    assert (upload.status, upload.error["code"]) == (ImportStatus.FAILED, "too-many-cells")
    assert upload.error["params"]["row"] == 2502


def test_applying_does_what_the_preview_showed():
    upload = receive()
    assert uploads.ask_to_apply(upload)
    tasks.apply_upload(upload.pk)
    upload = again(upload)
    assert upload.status == ImportStatus.APPLIED
    assert upload.applied_at is not None
    assert Printing.objects.count() == 3


def test_a_second_delivery_does_nothing(monkeypatch):
    upload = receive()
    uploads.ask_to_apply(upload)
    tasks.apply_upload(upload.pk)
    first = again(upload).applied_at
    monkeypatch.setattr(services, "apply", lambda *args, **options: pytest.fail("applied twice"))
    tasks.apply_upload(upload.pk)
    tasks.read_upload(upload.pk)
    assert again(upload).applied_at == first


def test_two_workers_at_once_apply_it_once(monkeypatch):
    upload = receive()
    uploads.ask_to_apply(upload)
    planned = services.plan

    def overtaken(*args, **options):
        monkeypatch.setattr(services, "plan", planned)
        tasks.apply_upload(upload.pk)
        return planned(*args, **options)

    monkeypatch.setattr(services, "plan", overtaken)
    tasks.apply_upload(upload.pk)
    assert again(upload).status == ImportStatus.APPLIED
    assert again(upload).error is None
    assert Printing.objects.count() == 3


def test_a_kill_in_the_middle_leaves_the_file_to_be_applied(monkeypatch):
    upload = receive()
    uploads.ask_to_apply(upload)

    def killed(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(publishing, "_put_in_place", killed)
    with pytest.raises(KeyboardInterrupt):
        tasks.apply_upload(upload.pk)
    assert again(upload).status == ImportStatus.APPLYING
    assert not Printing.objects.exists()
    monkeypatch.undo()
    tasks.apply_upload(upload.pk)
    assert again(upload).status == ImportStatus.APPLIED
    assert Printing.objects.count() == 3


def test_nothing_but_what_was_shown_is_applied():
    upload = receive()
    uploads.ask_to_apply(upload)
    services.apply(GAME, rows("A-1,雪女,unit,妖怪村莊,,3,3,2"), "other.csv")
    tasks.apply_upload(upload.pk)
    upload = again(upload)
    assert (upload.status, upload.error["code"]) == (ImportStatus.PREVIEW, "catalog-changed")
    assert upload.report["counts"] | {"created": 2, "updated": 1} == upload.report["counts"]
    assert Printing.objects.get().facts["values"]["tribute"] == 3
    uploads.ask_to_apply(upload)
    tasks.apply_upload(upload.pk)
    assert again(upload).status == ImportStatus.APPLIED


def test_a_preview_with_bad_rows_cannot_be_applied():
    upload = receive(THREE + "C-1,雷,unit,中立,,x,3,2\n")
    assert not uploads.ask_to_apply(upload)
    assert again(upload).status == ImportStatus.PREVIEW


def test_bad_rows_are_left_out_where_that_was_asked():
    upload = receive(THREE + "C-1,雷,unit,中立,,x,3,2\n", skip_bad=True)
    assert uploads.ask_to_apply(upload)
    tasks.apply_upload(upload.pk)
    assert Printing.objects.count() == 3


def test_a_complete_file_retires_the_rest():
    services.apply(GAME, THREE.encode(), "cards.csv")
    upload = receive(rows("A-1,雪女,unit,妖怪村莊,,1,3,2"), complete=True)
    assert [each["code"] for each in upload.report["retired"]] == ["A-2", "B-1"]
    uploads.ask_to_apply(upload)
    tasks.apply_upload(upload.pk)
    assert Printing.objects.filter(retired=True).count() == 2


def test_an_error_nobody_foresaw_is_told_and_logged(monkeypatch):
    upload = receive(many(2500))

    def broken(*args, **options):
        raise ZeroDivisionError

    monkeypatch.setattr(services, "preview", broken)
    with pytest.raises(ZeroDivisionError):
        tasks.read_upload(upload.pk)
    assert (again(upload).status, again(upload).error["code"]) == (ImportStatus.FAILED, "internal")


def test_a_busy_database_is_no_failure(monkeypatch):
    upload = receive(many(2500))

    def busy(*args, **options):
        raise OperationalError("database is locked")

    monkeypatch.setattr(services, "preview", busy)
    with pytest.raises(OperationalError), jobs.working(partial(uploads.record_crash, upload.pk)):
        uploads.read(upload.pk)
    assert again(upload).status == ImportStatus.READING


@pytest.mark.parametrize("error", [BrokerError("refused"), ConnectionRefusedError()])
def test_a_queue_that_does_not_answer_loses_nothing(monkeypatch, error):
    def refuse(pk):
        raise error

    monkeypatch.setattr(tasks.read_upload, "delay", refuse)
    monkeypatch.setattr(tasks.apply_upload, "delay", refuse)
    waiting, ready = receive(many(2500)), receive()
    tasks.IMPORTS.start(waiting)
    assert (again(waiting).status, again(waiting).error["code"]) == (ImportStatus.WAITING, "no-broker")
    uploads.ask_to_apply(ready)
    tasks.IMPORTS.start(ready)
    assert (again(ready).status, again(ready).error["code"]) == (ImportStatus.PREVIEW, "no-broker")
    assert stored_data(waiting) == many(2500)


def test_a_worker_that_starts_takes_up_what_was_left(sent):
    waiting, reading, applying, applied = receive(many(2500)), receive(many(2500)), receive(), receive()
    CatalogImport.objects.filter(pk=reading.pk).update(status=ImportStatus.READING)
    CatalogImport.objects.filter(pk=applied.pk).update(status=ImportStatus.APPLIED)
    uploads.ask_to_apply(applying)
    tasks.IMPORTS.resume()
    assert sorted(sent) == sorted([("read", waiting.pk), ("read", reading.pk), ("apply", applying.pk)])


def test_a_file_can_be_discarded_until_it_is_applied():
    upload = receive()
    assert uploads.discard(upload)
    assert not CatalogImport.objects.exists()
    assert not CatalogFile.objects.exists()
    upload = receive()
    uploads.ask_to_apply(upload)
    assert not uploads.discard(upload)
    tasks.apply_upload(upload.pk)
    assert not uploads.discard(upload)
    assert stored_data(upload) == THREE.encode()


def test_a_task_for_a_discarded_file_does_nothing():
    upload = receive(many(2500))
    uploads.discard(upload)
    tasks.read_upload(upload.pk)
    tasks.apply_upload(upload.pk)
    assert not Printing.objects.exists()


def test_progress_is_seen_from_outside(monkeypatch):
    monkeypatch.setattr(jobs, "BEAT_S", 0)
    upload = receive(many(2500))
    seen = []
    whole = jobs.Heartbeat.__call__

    def call(self, done, total):
        whole(self, done, total)
        seen.append(again(upload).percent)

    monkeypatch.setattr(jobs.Heartbeat, "__call__", call)
    tasks.read_upload(upload.pk)
    assert seen == sorted(seen)
    assert len(seen) > 4


def test_the_report_is_kept_as_json():
    report = services.preview(GAME, THREE.encode() + b"A-1,x,unit,,,,,\n", "cards.csv").as_json()
    assert json.loads(json.dumps(report)) == report
