"""Reports of decks and comments, and what staff made of them."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from deckbuilder.decks.models.decks import Deck
from deckbuilder.decks.models.people import Comment

MAX_REPORT = 500
MAX_TITLE = 100


class Reason(models.TextChoices):
    SPAM = "spam", _("Advertising or spam")
    ABUSE = "abuse", _("Insults or harassment")
    OFFENSIVE = "offensive", _("Hateful, violent or sexual content")
    PRIVATE = "private", _("Somebody’s private data")
    OTHER = "other", _("Something else")


class Report(models.Model):
    """What somebody finds wrong with a deck, or with a comment under it; open until staff decide.

    `title` and `text`: those of the deck or comment when it was reported.
    """

    class Outcome(models.TextChoices):
        OPEN = "", _("open")
        ACTION = "action", _("hidden or removed")
        DISMISSAL = "dismissal", _("dismissed")

    game = models.CharField(max_length=40)
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="reports")
    comment = models.ForeignKey(Comment, null=True, on_delete=models.CASCADE, related_name="reports")
    """None: the deck itself."""
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_made")
    reason = models.CharField(max_length=10, choices=Reason.choices)
    words = models.CharField(max_length=MAX_REPORT, blank=True)
    title = models.CharField(max_length=MAX_TITLE, blank=True)
    text = models.TextField(blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True, default="")
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "deck"], condition=models.Q(comment=None), name="report_of_deck_once"
            ),
            models.UniqueConstraint(fields=["reporter", "comment"], name="report_of_comment_once"),
        ]
        indexes = [models.Index(fields=["game", "outcome"], name="report_open")]
        verbose_name = _("report")
        verbose_name_plural = _("reports")

    def __str__(self) -> str:
        return f"{self.deck_id}/{self.comment_id}: {self.reason}"


class UnchangeableError(Exception):
    """An entry of the log was to be changed or deleted."""


class ModerationEntry(models.Model):
    """What staff did, to what and whom, when and why: written once. A deleted account leaves its entries nameless."""

    class Action(models.TextChoices):
        HIDE = "hide", _("Deck hidden")
        RESTORE = "restore", _("Deck restored")
        REMOVE = "remove", _("Comment removed")
        RESTORE_COMMENT = "restore-comment", _("Comment restored")
        DISMISS = "dismiss", _("Reports dismissed")
        SUSPEND = "suspend", _("Suspended")
        LIFT = "lift", _("Suspension lifted")

    game = models.CharField(max_length=40)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """Whose deck or comment it is, or who was suspended; None for a deck without an owner."""
    deck = models.ForeignKey(Deck, null=True, on_delete=models.SET_NULL, related_name="+")
    action = models.CharField(max_length=20, choices=Action.choices)
    title = models.CharField(max_length=MAX_TITLE, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["game", "-made_at", "-id"], name="moderation_log")]
        ordering = ["-made_at", "-id"]
        verbose_name = _("entry of the moderators’ log")
        verbose_name_plural = _("entries of the moderators’ log")

    def __str__(self) -> str:
        return f"{self.game}: {self.action}"

    def save(self, *arguments: Any, **options: Any) -> None:
        if not self._state.adding:
            raise UnchangeableError
        super().save(*arguments, **options)

    def delete(self, *arguments: Any, **options: Any) -> NoReturn:
        raise UnchangeableError
