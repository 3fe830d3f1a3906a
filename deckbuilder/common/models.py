"""The site's own records."""

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Worker(models.Model):
    """A worker, with the time of its last heartbeat."""

    name = models.CharField(_("name"), max_length=200, unique=True)
    seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        ordering = ["name"]
        verbose_name = _("worker")
        verbose_name_plural = _("workers")

    def __str__(self) -> str:
        return self.name


class Job(models.Model):
    """A background job, see jobs.py. `asked_at`: when it was requested."""

    asked_at = models.DateTimeField(_("requested at"), default=timezone.now, db_default=Now())
    queued_at = models.DateTimeField(_("queued at"), null=True, blank=True)

    class Meta:
        abstract = True


class CountedJob(Job):
    """A job of which `done` of `total` is done. `beat_at`: a worker's last heartbeat; None before one starts."""

    done = models.PositiveIntegerField(_("progress"), default=0, db_default=0)
    total = models.PositiveIntegerField(_("total"), default=1, db_default=1)
    beat_at = models.DateTimeField(_("last heartbeat"), null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def percent(self) -> int:
        return 100 * self.done // max(self.total, 1)
