"""What the site keeps of itself."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Worker(models.Model):
    """A worker that takes tasks, and when it last said so."""

    name = models.CharField(_("name"), max_length=200, unique=True)
    seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        ordering = ["name"]
        verbose_name = _("worker")
        verbose_name_plural = _("workers")

    def __str__(self) -> str:
        return self.name
