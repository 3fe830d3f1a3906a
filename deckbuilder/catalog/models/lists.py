"""Restriction lists, and the printings that their entries mean."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models.cards import PlainJSON
from deckbuilder.catalog.traced import DRAFT, Traced


class ListStatus(models.TextChoices):
    DRAFT = DRAFT, _("draft")
    PUBLIC = "public", _("announced or in force, by its day")
    WITHDRAWN = "withdrawn", _("withdrawn before its day")


class RestrictionList(Traced):
    """One version of a list of banned, limited or exclusively allowed cards, maintained by staff.

    Only a public one judges decks; from then on it never changes without a trace in its `corrections`.
    """

    TRACED = (
        "status", "title", "format", "effective_from", "pool", "limits", "sets", "source", "reason", "notes",
    )  # fmt: skip
    FIXED = ("game", "slug", "version", "announced_at")

    game = models.CharField(_("game"), max_length=40)
    format = models.CharField(_("format"), max_length=40, blank=True, help_text=_("Empty: every format of the game."))
    slug = models.SlugField(_("short name"), max_length=60)
    title = models.CharField(_("title"), max_length=120)
    version = models.CharField(_("version"), max_length=40)
    status = models.CharField(
        _("status"), max_length=10, choices=ListStatus.choices, default=ListStatus.PUBLIC, db_default=ListStatus.PUBLIC
    )
    announced_at = models.DateTimeField(_("announced at"), null=True, blank=True)
    effective_from = models.DateField(_("in effect from"))
    pool = models.BooleanField(_("only these cards"), default=False)
    limits = models.JSONField(
        _("cards"),
        default=dict,
        help_text=_('Card name to copies allowed: {"雪女": 0, "天狗": 1}; null: as many as the rules allow.'),
    )
    sets = models.JSONField(
        _("only these sets"),
        default=list,
        db_default=[],
        blank=True,
        help_text=_('Names of sets: ["SPRING", "AUTUMN"]; empty: all.'),
    )
    source = models.URLField(_("source"), blank=True)
    reason = models.TextField(_("reason"), max_length=2000, blank=True, default="", db_default="")
    notes = models.JSONField(_("notes"), default=dict, db_default={}, blank=True, encoder=PlainJSON)
    """Why a card is on the list, by entry as written in `limits`."""

    corrections = models.JSONField(_("corrections"), default=list, db_default=[], blank=True, encoder=PlainJSON)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "slug", "version"], name="list_version_once")]
        ordering = ["game", "slug", "-effective_from"]
        verbose_name = _("restriction list")
        verbose_name_plural = _("restriction lists")

    def __str__(self) -> str:
        return f"{self.title} {self.version}"

    def get_absolute_url(self) -> str:
        return reverse("catalog:list", args=[self.game, self.slug, self.version])


class ListTies(models.Model):
    """The printings that the entries of a list mean: `codes`, by entry as the list writes it, see ties.py.

    The list may be in the database, in a file of its game or an organiser's own; of the latter `version` is empty.
    """

    game = models.CharField(max_length=40)
    slug = models.CharField(max_length=80)
    version = models.CharField(max_length=40, blank=True)
    codes = models.JSONField(default=dict, encoder=PlainJSON)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "slug", "version"], name="ties_once")]
        verbose_name = _("ties of a restriction list")
        verbose_name_plural = _("ties of restriction lists")

    def __str__(self) -> str:
        return f"{self.slug} {self.version}"
