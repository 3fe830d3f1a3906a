"""Uploaded catalog files: from waiting through the preview to applied, even if workers are killed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.catalog.imports import column_maps, files, services, undoing
from deckbuilder.catalog.imports.reports import ImportReport
from deckbuilder.catalog.models import CatalogFile, CatalogImport, ImportStatus, StateKind
from deckbuilder.catalog.services import Changing
from deckbuilder.common.jobs.jobs import Heartbeat
from games.engine.model.game import Game
from games.engine.reading.catalogs.files import CatalogFileError
from games.engine.reading.catalogs.maps import ColumnMap, as_document
from games.engine.reading.catalogs.titles import NO_MAP
from games.registry import get

WAITS_FOR_WORKER = (ImportStatus.WAITING, ImportStatus.READING, ImportStatus.APPLYING, ImportStatus.UNDOING)
OPEN = (
    ImportStatus.WAITING, ImportStatus.READING, ImportStatus.MAPPING, ImportStatus.PREVIEW, ImportStatus.FAILED,
)  # fmt: skip
LOOKED_AT = (ImportStatus.MAPPING, ImportStatus.PREVIEW, ImportStatus.FAILED, ImportStatus.UNDONE)
"""The states in which a file can be read again, perhaps with other options."""

UNCLEAR_TITLES = ("no-header", "missing-column", "duplicate-column", "map-fixed")
"""Errors of a file that a map of columns solves."""


def _is_unclear(error: CatalogFileError) -> bool:
    """Whether a map solves an error; a text beyond the last title is rather a comma too many."""
    if error.code == "too-many-cells":
        cell, columns = error.params["cell"], error.params["columns"]
        return isinstance(cell, int) and isinstance(columns, int) and cell <= columns
    return error.code in UNCLEAR_TITLES


def receive(
    game: Game,
    data: bytes,
    filename: str,
    *,
    skip_bad: bool = False,
    complete: bool = False,
    column_map: ColumnMap | None = None,
    user: User | None = None,
) -> CatalogImport:
    """Store a file: a small one with its preview, a large one waiting for a worker. It is read with that map, or with
    the one that a file of the same titles was last read with. Raises CatalogFileError."""
    upload = CatalogImport(
        game=game.slug, filename=filename[-200:], skip_bad=skip_bad, complete=complete, created_by=user
    )
    is_small = files.is_small(data, filename)
    column_map = column_map or column_maps.map_for(game, data, filename)
    if column_map != NO_MAP:
        upload.column_map = as_document(column_map, game)
    if is_small:
        options: dict[str, Any] = {"skip_bad": skip_bad, "complete": complete, "column_map": column_map}
        try:
            report = services.preview(game, data, filename, **options)
            upload.report, upload.status = report.as_json(), ImportStatus.PREVIEW
        except CatalogFileError as error:
            if not _is_unclear(error):
                raise
            upload.status, upload.error = ImportStatus.MAPPING, error_of(error.code, error.params)
    with transaction.atomic():
        upload.save()
        CatalogFile.objects.create(upload=upload, data=data)
    return upload


def read(pk: int) -> None:
    """Preview a file that is waiting; safe to repeat."""
    upload = CatalogImport.objects.filter(pk=pk, status__in=(ImportStatus.WAITING, ImportStatus.READING)).first()
    if upload is None:
        return
    _move(upload.pk, (ImportStatus.WAITING,), ImportStatus.READING, error=None)
    report = _attempt(upload, services.preview)
    if report is not None:
        _move(upload.pk, (ImportStatus.READING,), ImportStatus.PREVIEW, report=report.as_json(), error=None)


def read_again(upload: CatalogImport, **fields: Any) -> bool:
    """Read a file with other options: a small one at once, a large one waits for a worker. False if it is being read
    or has been applied meanwhile."""
    again = {"done": 0, "total": 1, "asked_at": timezone.now(), "queued_at": None, "beat_at": None, "error": None}
    if not _move(upload.pk, LOOKED_AT, ImportStatus.WAITING, report={}, **again, **fields):
        return False
    if files.is_small(bytes(CatalogFile.objects.get(upload=upload).data), upload.filename):
        read(upload.pk)
    upload.refresh_from_db()
    return True


def ask_to_apply(upload: CatalogImport) -> bool:
    """Request that a worker applies the previewed changes; False if there is no valid preview."""
    if not upload.report.get("ok"):
        return False
    return _ask(upload, ImportStatus.PREVIEW, ImportStatus.APPLYING)


def _ask(upload: CatalogImport, before: str, after: str) -> bool:
    """Request work on an upload; False if its status is no longer `before`."""
    fields = {"done": 0, "total": 1, "asked_at": timezone.now(), "queued_at": None, "beat_at": None, "error": None}
    is_moved = _move(upload.pk, (before,), after, **fields)
    upload.refresh_from_db(fields=["status", *fields])
    return is_moved


def apply(pk: int) -> None:
    """Apply a file as previewed, once, however often this is called."""
    upload = CatalogImport.objects.filter(pk=pk, status=ImportStatus.APPLYING).first()
    if upload is None:
        return
    preview = upload.report

    def may_write(report: ImportReport) -> bool:
        """Whether the report matches the preview and nobody has applied the file meanwhile; stores the outcome in the
        row."""
        row = CatalogImport.objects.select_for_update().get(pk=pk)
        if row.status != ImportStatus.APPLYING:
            return False
        if report.as_json() == preview:
            return _move(pk, (ImportStatus.APPLYING,), ImportStatus.APPLIED, applied_at=timezone.now(), error=None)
        fresh = {"report": report.as_json(), "error": error_of("catalog-changed")}
        _move(pk, (ImportStatus.APPLYING,), ImportStatus.PREVIEW, **fresh)
        return False

    _attempt(upload, services.apply, may_write=may_write, upload=upload)


def store(upload: CatalogImport, data: bytes, report: ImportReport) -> None:
    """Store an import that is applied without a preview, with its file. Requires the transaction of the change."""
    upload.status, upload.applied_at, upload.report = ImportStatus.APPLIED, timezone.now(), report.as_json()
    upload.save()
    CatalogFile.objects.create(upload=upload, data=data)


def ask_to_undo(upload: CatalogImport) -> bool:
    """Request that a worker undoes an import; False if it is not applied, or nothing is recorded of it."""
    last = upload.states.defer("before").last()
    if last is None or last.kind != StateKind.IMPORT:
        return False
    return _ask(upload, ImportStatus.APPLIED, ImportStatus.UNDOING)


def undo(pk: int) -> None:
    """Undo an applied import, once, however often this is called."""
    upload = CatalogImport.objects.filter(pk=pk, status=ImportStatus.UNDOING).first()
    if upload is None:
        return

    def may_write() -> bool:
        return _move(pk, (ImportStatus.UNDOING,), ImportStatus.UNDONE, error=None)

    error = error_of("internal")
    try:
        if undoing.undo(upload, may_write, Heartbeat(upload)) is not None:
            return
    except undoing.ChangedSince as conflict:
        error = error_of("changed-since", {"codes": list(conflict.codes)})
    except Changing:
        error = error_of("changing")
    _move(pk, (ImportStatus.UNDOING,), ImportStatus.APPLIED, error=error)


def _attempt(upload: CatalogImport, work: Callable[..., ImportReport], /, **options: Any) -> ImportReport | None:
    """Run `work`; if it fails, return None and store the error in the row."""
    data = bytes(CatalogFile.objects.get(upload=upload).data)
    options |= {"skip_bad": upload.skip_bad, "complete": upload.complete, "progress": Heartbeat(upload)}
    report, game = None, get(upload.game)
    try:
        report = work(game, data, upload.filename, column_map=column_maps.map_of(upload, game), **options)
    except CatalogFileError as error:
        after = ImportStatus.MAPPING if _is_unclear(error) else ImportStatus.FAILED
        _move(upload.pk, WAITS_FOR_WORKER, after, error=error_of(error.code, error.params))
    except Changing:
        _move(upload.pk, WAITS_FOR_WORKER, ImportStatus.PREVIEW, error=error_of("changing"))
    return report


def error_of(code: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {"code": code, "params": dict(params or {})}


def record_queue_failure(upload: CatalogImport) -> None:
    """Record that the queue did not respond, so that the work can be requested again."""
    no_broker = error_of("no-broker")
    _move(upload.pk, (ImportStatus.APPLYING,), ImportStatus.PREVIEW, error=no_broker)
    _move(upload.pk, (ImportStatus.UNDOING,), ImportStatus.APPLIED, error=no_broker)
    CatalogImport.objects.filter(pk=upload.pk, status__in=WAITS_FOR_WORKER).update(error=no_broker)


def record_crash(pk: int) -> None:
    """Record an unexpected error."""
    _move(pk, (ImportStatus.UNDOING,), ImportStatus.APPLIED, error=error_of("internal"))
    _move(pk, WAITS_FOR_WORKER, ImportStatus.FAILED, error=error_of("internal"))


def discard(upload: CatalogImport) -> bool:
    """Delete an upload that has changed nothing; one that was undone is kept. False if it has been or is being
    applied."""
    if upload.applied_at is not None:
        return _move(upload.pk, OPEN, ImportStatus.UNDONE, error=None)
    deleted_rows, _ = CatalogImport.objects.filter(pk=upload.pk, status__in=OPEN).delete()
    return bool(deleted_rows)


def unfinished_uploads() -> QuerySet[CatalogImport]:
    """The uploads a worker still has to process."""
    return CatalogImport.objects.filter(status__in=WAITS_FOR_WORKER).defer("report")


def uploads_of(game: Game) -> QuerySet[CatalogImport]:
    """All uploads of a game, newest first; `kept`: whether the file still exists."""
    has_file = Exists(CatalogFile.objects.filter(upload=OuterRef("pk")))
    uploads = CatalogImport.objects.filter(game=game.slug).annotate(kept=has_file)
    return uploads.select_related("created_by").defer("report")


def _move(pk: int, before: Iterable[str], after: str, **fields: Any) -> bool:
    """Change the status from one of `before` to `after`; False if it is no longer one of them."""
    rows = CatalogImport.objects.filter(pk=pk, status__in=list(before)).update(status=after, **fields)
    return bool(rows)
