"""People with an account."""

from typing import Any

from django.conf import settings
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


class Block(models.Model):
    """A person whose comments another does not want to see, nor to have under their decks."""

    blocker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="block_once"),
            models.CheckConstraint(condition=~models.Q(blocker=models.F("blocked")), name="block_of_another"),
        ]
        verbose_name = _("block of a person")
        verbose_name_plural = _("blocks of people")

    def __str__(self) -> str:
        return f"{self.blocker_id} → {self.blocked_id}"


class Suspension(models.Model):
    """What staff keep a person from in a game, and why; the person reads the reason."""

    class What(models.TextChoices):
        COMMENTS = "comments", _("Writing comments")
        PUBLISHING = "publishing", _("Publishing decks")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="suspensions")
    game = models.CharField(max_length=40)
    what = models.CharField(max_length=10, choices=What.choices)
    reason = models.CharField(max_length=500)
    until = models.DateTimeField(null=True)
    """None: for good."""
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game", "what"], name="suspension_once")]
        verbose_name = _("suspension")
        verbose_name_plural = _("suspensions")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.what}"


class RoleChange(models.Model):
    """A role that was given or taken: by whom, whom, and which group. Written once; accounts that are deleted leave it
    without their names."""

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("by")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="role_changes"
    )
    group = models.CharField(max_length=150, help_text="The name of the group.")
    is_given = models.BooleanField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("change of a role")
        verbose_name_plural = _("changes of roles")

    def __str__(self) -> str:
        return f"{'+' if self.is_given else '−'}{self.group}: {self.person_id}"

    def save(self, *arguments: Any, **options: Any) -> None:
        if self.pk:
            raise TypeError("What was logged of roles is never changed.")
        super().save(*arguments, **options)

    def delete(self, *arguments: Any, **options: Any) -> Any:
        raise TypeError("What was logged of roles is never deleted.")


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
