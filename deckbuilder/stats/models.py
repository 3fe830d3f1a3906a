"""Simulations and their chunks."""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models import PlainJSON
from deckbuilder.common.database import Today
from deckbuilder.common.models import Job
from deckbuilder.decks.models import Deck
from games.engine.model.opening import SEATS


def new_slug() -> str:
    """72 random bits: a simulation cannot be found without its link."""
    return secrets.token_urlsafe(9)


OPEN = models.Q(finished_at=None, cancelled_at=None, error="")
"""The condition for simulations that workers still have to play."""


STUDIES = ("games", "pilot", "hands")
"""What a simulation studies: how games go, how many turns the pilot misses, which opening hands win early."""

MAX_SEED = 2**53 - 1
"""The largest integer that every JSON parser preserves."""


class Simulation(Job):
    """Goldfish games of a deck as it was at the start: everything its figures depend on, and none of the results.

    Progress follows from the chunks alone; the only state stored here is what people and failures have changed, and
    `finished_at`, which saves workers from reading the chunks.
    """

    slug = models.CharField(max_length=20, unique=True, default=new_slug)
    game = models.CharField(max_length=40)
    deck = models.ForeignKey(Deck, null=True, blank=True, on_delete=models.CASCADE, related_name="simulations")
    cards = models.JSONField(encoder=PlainJSON)
    """The deck as returned by `to_games.freeze`."""
    fingerprint = models.CharField(max_length=20)
    study = models.CharField(
        max_length=10, choices=[(study, study) for study in STUDIES], default="games", db_default="games"
    )
    goal = models.TextField(blank=True, help_text=_("For a study of hands: its conditions distinguish the cards."))
    keep = models.TextField(blank=True, default="", db_default="")
    keep_turn = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        help_text=_("The turn by which the mulligan aims to meet the goal; 0 is the opening hand."),
    )
    turns = models.PositiveSmallIntegerField()
    seat = models.CharField(max_length=6, choices=[(seat, seat) for seat in SEATS])
    seed = models.PositiveBigIntegerField()
    trials = models.PositiveIntegerField()
    precision = models.FloatField(null=True, blank=True)
    """It may stop when the interval is this narrow on both sides."""
    version = models.CharField(max_length=20, help_text=_("Version of the engine that plays it."))
    digest = models.CharField(max_length=64)
    """The same for the same input."""
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    asker = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text=_("Account or address that started it, for fair scheduling."),
    )
    served_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When a chunk of this account or address was last played.")
    )
    finished_at = models.DateTimeField(null=True, blank=True, help_text=_("When the workers were done with it."))
    cancelled_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=40, blank=True)
    looked_on = models.DateField(
        default=timezone.localdate, db_default=Today(), help_text=_("The last day somebody viewed it.")
    )

    class Meta:
        indexes = [
            models.Index(fields=["digest"], name="simulation_digest"),
            models.Index(fields=["deck", "-id"], name="simulation_of_deck"),
            models.Index(fields=["served_at"], name="simulation_served"),
            models.Index(fields=["asker"], name="simulation_open", condition=OPEN),
        ]
        ordering = ["-id"]
        verbose_name = _("simulation")
        verbose_name_plural = _("simulations")

    def __str__(self) -> str:
        return self.slug


class SimulationChunk(models.Model):
    """The games of one chunk: in progress since `taken_at`, or played, and then with their tally."""

    simulation = models.ForeignKey(Simulation, on_delete=models.CASCADE, related_name="chunks", db_index=False)
    number = models.PositiveIntegerField()
    trials = models.PositiveIntegerField()
    taken_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(null=True, blank=True)
    """How long a worker took."""
    tally = models.BinaryField(null=True, blank=True)
    impact = models.BinaryField(null=True, blank=True)
    """The tally by the cards dealt; None for chunks played before the site counted it."""
    counts = models.JSONField(null=True, blank=True)
    """Decides when a simulation may stop: `games`, `won`, and by turn, from the opening hand on, how many games met the
    `goal` and how many `reached` that turn."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["simulation", "number"], name="simulation_chunk_once")]
        ordering = ["number"]
        verbose_name = _("chunk of a simulation")
        verbose_name_plural = _("chunks of simulations")

    def __str__(self) -> str:
        return f"{self.simulation_id} #{self.number}"
