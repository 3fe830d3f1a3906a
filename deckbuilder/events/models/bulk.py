"""Uploads of many lists, kept until they are imported or discarded."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models import PlainJSON
from deckbuilder.common.models import CountedJob
from deckbuilder.events.bounds import MAX_REASON


class BulkTask(models.TextChoices):
    """The pending task of a worker on an upload."""

    READ = "read"
    APPLY = "apply"


class BulkUpload(CountedJob):
    """Lists of many players, uploaded together by the staff.

    `items`: each with its `place` in the upload, `player`, `form` and `text`, or the `error` that keeps it from being a
    list. `plan`: the preview of each; `reason`: why they are late. `large`: read and imported by a worker. `task`: its
    pending task, "" for none; `done` of `total` lists are finished. `asked_by`: who started the import. `error`: code
    and params of the last task, if it failed.
    """

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="bulk_uploads")
    names = models.TextField(help_text=_("Names of the files."))
    items = models.JSONField(encoder=PlainJSON, default=list)
    plan = models.JSONField(encoder=PlainJSON, default=list)
    reason = models.CharField(max_length=MAX_REASON, blank=True)
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    sent_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True)
    large = models.BooleanField(default=True, db_default=True)
    task = models.CharField(
        max_length=5, choices=BulkTask.choices, blank=True, default="", db_default="", db_index=True
    )
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    error = models.JSONField(null=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("bulk imports of lists")
        verbose_name_plural = _("bulk imports of lists")

    def __str__(self) -> str:
        return self.names[:80]


class BulkFile(models.Model):
    """A file of an upload that has not been read yet, in the database because machines share no disk."""

    upload = models.ForeignKey(BulkUpload, on_delete=models.CASCADE, related_name="files")
    name = models.TextField()
    data = models.BinaryField()

    class Meta:
        ordering = ["id"]
        verbose_name = _("list file")
        verbose_name_plural = _("list files")

    def __str__(self) -> str:
        return self.name[:80]
