"""Players, submitted lists and their checks, and the log."""

from __future__ import annotations

import secrets
from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models import PlainJSON
from deckbuilder.events.bounds import MAX_ANSWER, MAX_CHECK_NOTE, MAX_DECK_NAME, MAX_NONCE, MAX_PLAYER_NAME, MAX_REASON
from deckbuilder.events.models.event import Event


def new_key() -> str:
    return secrets.token_urlsafe(18)


class Entry(models.Model):
    """A player's place in an event."""

    repeated = False
    """Whether an earlier request with the same nonce created it; not stored."""
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="event_entries"
    )
    name = models.CharField(max_length=MAX_PLAYER_NAME)
    answer = models.CharField(max_length=MAX_ANSWER, blank=True, help_text=_("Answer to the organiser’s question."))
    email = models.EmailField(_("e-mail address"), blank=True, default="", db_default="")
    """The address for this event, if not that of the account."""
    address_confirmed_at = models.DateTimeField(null=True, blank=True)
    """When the player gave `email`, or opened the entry by its link while it had that address."""
    key = models.CharField(max_length=40, default=new_key)
    """Opens the entry of a player without an account."""
    nonce = models.CharField(max_length=MAX_NONCE, default=new_key)
    """Identifies the form that entered the player, so that submitting it twice enters them once."""
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    added_at = models.DateTimeField()
    dropped_at = models.DateTimeField(null=True, blank=True)
    present_at = models.DateTimeField(null=True, blank=True)
    """When they were checked in."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["event", "nonce"], name="entry_nonce_once"),
            models.UniqueConstraint(
                fields=["event", "user"], condition=models.Q(user__isnull=False), name="entry_user_once"
            ),
        ]
        ordering = ["number"]
        verbose_name = _("entry")
        verbose_name_plural = _("entries")

    def __str__(self) -> str:
        return f"#{self.number} {self.name}"

    @property
    def contact_email(self) -> str:
        """The address to e-mail; "" for none."""
        return self.email or (self.user.email if self.user and self.user.is_active else "")


class Unchangeable(TypeError):
    """An attempt to change a row that is written once."""


class WrittenOnce(models.QuerySet):
    """A query set that can only add and read rows."""

    def update(self, **fields: Any) -> NoReturn:
        raise Unchangeable(f"{self.model.__name__} is never changed")

    def delete(self) -> NoReturn:
        raise Unchangeable(f"{self.model.__name__} is never deleted")


class Written(models.Model):
    """A row that is never changed or deleted, except with its event."""

    objects = WrittenOnce.as_manager()

    class Meta:
        abstract = True

    def save(self, *arguments: Any, **options: Any) -> None:
        if self.pk is not None:
            raise Unchangeable(f"{type(self).__name__} is never changed")
        super().save(*arguments, **options)

    def delete(self, *arguments: Any, **options: Any) -> NoReturn:
        raise Unchangeable(f"{type(self).__name__} is never deleted")


class Submission(Written):
    """A list as submitted. A replacement is a new version; the highest is current."""

    repeated = False
    """Whether an earlier request with the same nonce created it; not stored."""
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="submissions")
    version = models.PositiveIntegerField()
    source = models.TextField(blank=True)
    """The pasted text; "" for a deck of the site."""
    name = models.CharField(max_length=MAX_DECK_NAME, blank=True)
    deck = models.JSONField(encoder=PlainJSON)
    """As decks.to_games freezes it."""
    cards = models.JSONField(encoder=PlainJSON)
    """As decks.to_games freezes them."""
    fingerprint = models.CharField(max_length=20, db_index=True)
    status = models.CharField(max_length=10)
    receipt = models.JSONField(encoder=PlainJSON)
    """The receipt that the player got, see entries.services.receipt_of."""
    late = models.CharField(max_length=MAX_REASON, blank=True)
    """Why it was accepted after the deadline."""
    nonce = models.CharField(max_length=MAX_NONCE)
    """Submitting the same one again returns the same submission."""
    submitted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    submitted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "version"], name="submission_version_once"),
            models.UniqueConstraint(fields=["entry", "nonce"], name="submission_nonce_once"),
        ]
        ordering = ["-version"]
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")

    def __str__(self) -> str:
        return f"{self.fingerprint} v{self.version}"


class LogEntry(Written):
    """A logged change of an event. Times never run backwards in a log, whatever the machine's clock does."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="log", verbose_name=_("event"))
    number = models.PositiveIntegerField(_("number"))
    at = models.DateTimeField(_("when"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("done by")
    )
    by_name = models.CharField(_("name of the account then"), max_length=150, blank=True, default="", db_default="")
    """The name of the account at that time, replaced by a number when it is deleted; "" for a player without one."""
    what = models.CharField(_("what was done"), max_length=30)
    """A code of sentences.LOG."""
    about = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="log", verbose_name=_("entry")
    )
    params = models.JSONField(_("details"), default=dict, encoder=PlainJSON)
    """The parameters of the code's sentence."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="log_number_once")]
        indexes = [models.Index(fields=["event", "what"], name="log_what")]
        ordering = ["-number"]
        verbose_name = _("log entry")
        verbose_name_plural = _("log")

    def __str__(self) -> str:
        return f"#{self.number} {self.what}"


class Outcome(models.TextChoices):
    CLEAN = "clean", _("No problem")
    CORRECTED = "corrected", _("Corrected")
    WARNING = "warning", _("Warning")
    PENALTY = "penalty", _("Penalty")
    DISQUALIFIED = "disqualified", _("Disqualified")


class DeckCheck(Written):
    """A judge's count of a deck against the submitted list."""

    repeated = False
    """Whether an earlier request with the same nonce created it; not stored."""
    submission = models.ForeignKey(
        Submission, on_delete=models.CASCADE, related_name="checks", verbose_name=_("submission")
    )
    counted = models.JSONField(_("what was counted"), encoder=PlainJSON)
    """[zone, card's key or "", name, copies on the list, copies counted or null] of each line, in the list's order."""
    extra = models.JSONField(_("cards not on the list"), encoder=PlainJSON)
    """[card's key or "", name, copies] of each card not on the list."""
    outcome = models.CharField(_("outcome"), max_length=12, choices=Outcome.choices)
    note = models.CharField(_("note"), max_length=MAX_CHECK_NOTE, blank=True)
    nonce = models.CharField(_("form number"), max_length=MAX_NONCE)
    """Submitting the same one again returns the same check."""
    checked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("checked by")
    )
    checked_at = models.DateTimeField(_("checked at"))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["submission", "nonce"], name="check_nonce_once")]
        ordering = ["-id"]
        verbose_name = _("deck check")
        verbose_name_plural = _("deck checks")

    def __str__(self) -> str:
        return f"{self.get_outcome_display()} {self.checked_at}"
