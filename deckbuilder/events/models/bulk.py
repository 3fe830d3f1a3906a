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
    """Lists of many players, uploaded together by the staff. `done` of `total` lists are finished."""

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="bulk_uploads")
    names = models.TextField(help_text=_("Names of the files."))
    items = models.JSONField(encoder=PlainJSON, default=list)
    """Each with its `place` in the upload, `player`, `form` and `text`, or the `error` that keeps it from being a
    list."""
    plan = models.JSONField(encoder=PlainJSON, default=list)
    """The preview of each item."""
    reason = models.CharField(max_length=MAX_REASON, blank=True)
    """Why the lists are late."""
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    sent_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True)
    large = models.BooleanField(default=True, db_default=True)
    """Whether a worker reads and imports them."""
    task = models.CharField(
        max_length=5, choices=BulkTask.choices, blank=True, default="", db_default="", db_index=True
    )
    """The pending task of a worker, "" for none."""
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """Who started the import."""
    error = models.JSONField(null=True)
    """Code and params of the last task, if it failed."""

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
