"""Bulk imports in a worker: queued, watched, and resumed after a worker died."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet

from deckbuilder.accounts.models import User
from deckbuilder.common.jobs.jobs import Heartbeat
from deckbuilder.events.bounds import MAX_PLAYER_NAME
from deckbuilder.events.bulk import files, reading, services
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.errors import EventError
from deckbuilder.events.locking import before_start, locked_event
from deckbuilder.events.models import BulkFile, BulkTask, BulkUpload, Event
from deckbuilder.events.validators import clean_line, clean_reason
from games.registry import get


def receive(event: Event, uploaded_files: Sequence[UploadedFile], *, by: User, reason: str = "") -> BulkUpload:
    """Store an upload: a small one with its preview, a large one for a worker. Raises EventError."""
    reason = clean_reason(reason)
    files.check_size(sum(file.size or 0 for file in uploaded_files))
    contents = [(file.name or "", file.read()) for file in uploaded_files]
    names = [name for name, _ in contents]
    if files.are_small(contents):
        items = files.items(contents)
        if reading.are_quick(get(event.game), items):
            return services.receive(event, items, names, by=by, reason=reason)
    with locked_event(event) as tx:
        upload = services.upload_at(tx, names, by, reason)
        upload.task = BulkTask.READ
        upload.save()
        for name, data in contents:
            BulkFile.objects.create(upload=upload, name=name, data=data)
        services.forget_old(tx.event)
    return upload


def confirm(upload: BulkUpload, *, by: User, reason: str = "") -> BulkUpload:
    """Import the lists as previewed: a few now, many in a worker; see `services.apply`."""
    if upload.applied_at or not upload.large:
        return services.apply(upload, by=by, reason=reason)
    reason = clean_reason(reason)
    with locked_event(upload.event) as tx:
        upload = services.reload(upload, "items")
        if upload.applied_at or upload.task == BulkTask.APPLY:
            return upload
        if upload.task:
            raise EventError("bulk-working")
        if not upload.plan:
            raise error_of(upload) or EventError("bulk-failed")
        before_start(tx)
        upload.reason = reason or upload.reason
        if any(each["outcome"] in services.IMPORTED for each in upload.plan):
            entry_services.in_time(tx, by, upload.reason)
        upload.task, upload.asked_by, upload.asked_at = BulkTask.APPLY, by, tx.now
        upload.error = upload.queued_at = upload.beat_at = None
        upload.done = 0
        fields = ["reason", "task", "asked_by", "asked_at", "error", "queued_at", "beat_at", "done"]
        upload.save(update_fields=fields)
    return upload


def name_players(upload: BulkUpload, names: Mapping[int, str]) -> BulkUpload:
    """Say whose lists some items are, by their indices, and plan again; a new name is that of a new player.

    A large upload has yet to be planned by a worker (`task`). Raises EventError, also if an index is none of an item
    whose player is unsure.
    """
    upload = services.reload(upload)
    chosen_names = {index: clean_line(name, "player", MAX_PLAYER_NAME) for index, name in names.items()}
    items = [_with_player(files.Item(**each), chosen_names.get(index, "")) for index, each in enumerate(upload.items)]
    lists = None if upload.large else reading.read(get(upload.event.game), items)
    verdicts = None if lists is None else services.Judged(upload.event, lists)
    with locked_event(upload.event) as tx:
        upload = services.reload(upload)
        if upload.applied_at:
            raise EventError("bulk-taken")
        if upload.task:
            raise EventError("bulk-working")
        before_start(tx)
        unsure = {each["item"] for each in upload.plan if each["outcome"] == "unsure"}
        if not chosen_names or not chosen_names.keys() <= unsure:
            raise EventError("bulk-changed")
        if verdicts is None:
            upload.items, upload.task, upload.done = [each._asdict() for each in items], BulkTask.READ, 0
            upload.error = upload.queued_at = upload.beat_at = None
        else:
            services.show(tx, upload, items, verdicts)
        upload.save(update_fields=["items", "plan", "task", "done", "error", "queued_at", "beat_at"])
    return upload


def _with_player(item: files.Item, name: str) -> files.Item:
    return item._replace(player=name, is_from_file=False, names=[], guesses=[]) if name else item


def error_of(upload: BulkUpload) -> EventError | None:
    """Why the last task failed, if it did."""
    if not upload.error:
        return None
    return EventError(upload.error["code"], **upload.error["params"])


# In a worker ----------------------------------------------------------------------------------------------------------


def work(pk: int) -> None:
    """Do the pending task of an upload. Repeating it, or running it twice at once, is harmless."""
    upload = BulkUpload.objects.select_related("event", "asked_by").defer("items", "plan").filter(pk=pk).first()
    if upload is None or not upload.task:
        return
    task = upload.task
    try:
        if task == BulkTask.READ:
            _read(upload)
        elif upload.asked_by:
            beat = Heartbeat(upload)
            services.apply(upload, by=upload.asked_by, reason=upload.reason, came=upload.asked_at, progress=beat)
        else:  # the account has been deleted since
            raise EventError("bulk-failed")
    except EventError as error:
        _fail(pk, task, error)


def _read(upload: BulkUpload) -> None:
    """Replace the files by the preview of each list; lists without files are planned again. Raises EventError."""
    parts = [(each.name, bytes(each.data)) for each in upload.files.all()]
    items = files.items(parts) if parts else [files.Item(**each) for each in services.reload(upload).items]
    game = get(upload.event.game)
    verdicts = services.Judged(upload.event, reading.read(game, items, Heartbeat(upload)))
    large = not reading.are_quick(game, items)
    with locked_event(upload.event, upload.sent_at) as tx:
        fresh = BulkUpload.objects.defer("items", "plan").filter(pk=upload.pk, task=BulkTask.READ).first()
        if fresh is None:
            return
        before_start(tx)
        services.show(tx, fresh, items, verdicts)
        fresh.large, fresh.task = large, ""
        fresh.save(update_fields=["items", "plan", "large", "task"])
        fresh.files.all().delete()


def fail(pk: int) -> None:
    """Note an unexpected error."""
    for task in BulkTask.values:
        _fail(pk, task, EventError("bulk-failed"))


def _fail(pk: int, task: str, error: EventError) -> None:
    error_data = {"code": error.code, "params": error.params}
    BulkUpload.objects.filter(pk=pk, task=task).update(task="", error=error_data)
    BulkFile.objects.filter(upload=pk, upload__task="").delete()


def unfinished_uploads() -> QuerySet[BulkUpload]:
    """Uploads with a pending task."""
    return BulkUpload.objects.exclude(task="").defer("items", "plan")
