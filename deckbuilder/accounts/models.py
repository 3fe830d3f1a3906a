"""People with an account."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from deckbuilder.common.drawing.themes import Theme


class User(AbstractUser):
    """A player, organiser or judge; their rights depend on the event."""

    language = models.CharField(_("language"), max_length=10, blank=True)
    theme = models.CharField(_("theme"), max_length=5, choices=Theme.choices, default=Theme.AUTO)
    searches = models.JSONField(
        _("saved searches"),
        default=dict,
        db_default={},
        blank=True,
        help_text="By the game's slug and the search's name.",
    )


class Creation(models.Model):
    """A created object; it counts towards the hourly limits (see limits), and is then removed.

    `person`: the digest of an account or a browser, "" for neither; `address`: that of the IP address.
    """

    what = models.CharField(max_length=10)
    person = models.CharField(max_length=64, blank=True)
    address = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [
            models.Index(fields=["person", "what", "at"], name="creation_by_person"),
            models.Index(fields=["address", "what", "at"], name="creation_by_address"),
        ]
        verbose_name = _("creation")
        verbose_name_plural = _("creations")

    def __str__(self) -> str:
        return f"{self.what} {self.at}"
