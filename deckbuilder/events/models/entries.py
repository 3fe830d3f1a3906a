"""Players, submitted lists and their checks, and the log."""

from __future__ import annotations

import secrets
from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models import PlainJSON
from deckbuilder.events.bounds import (
    MAX_ANSWER,
    MAX_CHECK_NOTE,
    MAX_DECK_NAME,
    MAX_NONCE,
    MAX_PLAYER_NAME,
    MAX_REASON,
)
from deckbuilder.events.models.event import Event


def new_key() -> str:
    return secrets.token_urlsafe(18)


class Entry(models.Model):
    """A player's place in an event.

    `key`: opens the entry of a player without an account. `email`: the address for this event, if not that of the
    account. `nonce`: of the form that entered the player, so that submitting it twice enters them once. `present_at`:
    when they were checked in. `address_confirmed_at`: when the player gave `email`, or opened the entry by its link
    while it had that address. `repeated`: not stored; set if an earlier request had created it.
    """

    repeated = False
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="event_entries"
    )
    name = models.CharField(max_length=MAX_PLAYER_NAME)
    answer = models.CharField(max_length=MAX_ANSWER, blank=True, help_text=_("Answer to the organiser’s question."))
    email = models.EmailField(_("e-mail address"), blank=True, default="", db_default="")
    address_confirmed_at = models.DateTimeField(null=True, blank=True)
    key = models.CharField(max_length=40, default=new_key)
    nonce = models.CharField(max_length=MAX_NONCE, default=new_key)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    added_at = models.DateTimeField()
    dropped_at = models.DateTimeField(null=True, blank=True)
    present_at = models.DateTimeField(null=True, blank=True)

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
    """A list as submitted. A replacement is a new version; the highest is current.

    `source`: the pasted text, "" for a deck of the site. `deck` and `cards`: as decks.to_games freezes them. `receipt`:
    what the player was told, see services.receipt_of. `late`: why it was accepted after the deadline. Submitting the
    same `nonce` again returns the same submission. `repeated`: not stored; set on that answer.
    """

    repeated = False
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="submissions")
    version = models.PositiveIntegerField()
    source = models.TextField(blank=True)
    name = models.CharField(max_length=MAX_DECK_NAME, blank=True)
    deck = models.JSONField(encoder=PlainJSON)
    cards = models.JSONField(encoder=PlainJSON)
    fingerprint = models.CharField(max_length=20, db_index=True)
    status = models.CharField(max_length=10)
    receipt = models.JSONField(encoder=PlainJSON)
    late = models.CharField(max_length=MAX_REASON, blank=True)
    nonce = models.CharField(max_length=MAX_NONCE)
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
    """A logged change of an event.

    `what`: a code of sentences.LOG; `params`: of its sentence. `by_name`: the name of the account at that time,
    replaced by a number when it is deleted; "" for a player without an account. Its times never run backwards, whatever
    the machine's clock does.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="log", verbose_name=_("event"))
    number = models.PositiveIntegerField(_("number"))
    at = models.DateTimeField(_("when"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("done by")
    )
    by_name = models.CharField(_("name of the account then"), max_length=150, blank=True, default="", db_default="")
    what = models.CharField(_("what was done"), max_length=30)
    about = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="log", verbose_name=_("entry")
    )
    params = models.JSONField(_("details"), default=dict, encoder=PlainJSON)

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
    """A judge's count of a deck against the submitted list.

    `counted`: [zone, card's key or "", name, copies on the list, copies found or null if not counted] in the order of
    the list; `extra`: [card's key or "", name, copies]. Submitting the same `nonce` again returns the same check.
    `repeated`: not stored; set on that answer.
    """

    repeated = False
    submission = models.ForeignKey(
        Submission, on_delete=models.CASCADE, related_name="checks", verbose_name=_("submission")
    )
    counted = models.JSONField(_("what was counted"), encoder=PlainJSON)
    extra = models.JSONField(_("cards not on the list"), encoder=PlainJSON)
    outcome = models.CharField(_("outcome"), max_length=12, choices=Outcome.choices)
    note = models.CharField(_("note"), max_length=MAX_CHECK_NOTE, blank=True)
    nonce = models.CharField(_("form number"), max_length=MAX_NONCE)
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
