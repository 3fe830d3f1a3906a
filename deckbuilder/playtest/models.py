"""Playtests: how they start, and every operation as a node of a tree."""

import json
import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models import PlainJSON
from deckbuilder.decks.models import Deck
from games.engine.model.opening import SEATS

MAX_NODES = 2000
MAX_BYTES = 4_000_000
"""Of a game: twice what 2,000 ordinary operations take with the largest deck of any game, 150 cards."""

BYTES_PER_GAME = 100_000
"""A game of so many bytes counts as one towards the hourly limit; larger ones, such as long copies, as several."""

MAX_LABEL = 60
MAX_NOTE = 1000


def new_slug() -> str:
    """72 random bits: a game cannot be found without its link."""
    return secrets.token_urlsafe(9)


class Playtest(models.Model):
    """A game of a deck as it was at the start."""

    slug = models.CharField(max_length=20, unique=True, default=new_slug)
    """In the link that shows the game."""
    watch_slug = models.CharField(max_length=20, unique=True, default=new_slug)
    """In the link that shows the game without the hand."""
    edit_key = models.CharField(max_length=20, default=new_slug)
    """Lets a browser play the game."""
    game = models.CharField(max_length=40)
    deck = models.ForeignKey(Deck, null=True, blank=True, on_delete=models.SET_NULL, related_name="playtests")
    name = models.CharField(max_length=120, blank=True)
    cards = models.JSONField(encoder=PlainJSON)
    """The deck as returned by stats.to_games.freeze."""
    seat = models.CharField(max_length=6, choices=[(seat, seat) for seat in SEATS])
    seed = models.PositiveBigIntegerField()
    chunk = models.PositiveIntegerField(default=0, help_text=_("Of the simulation that begins with the same game."))
    trial = models.PositiveIntegerField(default=0, db_default=0)
    shuffle = models.JSONField(null=True, blank=True, encoder=PlainJSON)
    """The shuffle of a game that is not the first of its chunk but number `trial`."""
    hand = models.JSONField(default=list, db_default=[], blank=True, encoder=PlainJSON)
    """Keys of the cards chosen for the opening hand."""
    keep = models.TextField(blank=True, default="", db_default="")
    """The goal of the pilot's mulligan, as in the simulation the game comes from."""
    keep_turn = models.PositiveSmallIntegerField(default=0, db_default=0)
    comparison = models.JSONField(null=True, blank=True, encoder=PlainJSON)
    """The results of simulated games, once there are any, see comparison.distributions."""
    size = models.PositiveIntegerField(default=0, db_default=0)
    """The bytes of `cards` and of all nodes as JSON."""
    current = models.PositiveIntegerField(default=0)
    """The number of the node created or chosen last."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    started_at = models.DateTimeField(default=timezone.now)
    opened_on = models.DateField(default=timezone.localdate, help_text=_("The last day somebody opened it."))

    class Meta:
        ordering = ["-id"]
        verbose_name = _("playtest")
        verbose_name_plural = _("playtests")

    def __str__(self) -> str:
        return self.slug

    @property
    def weight(self) -> int:
        """How many games it counts as towards the hourly limit."""
        return 1 + self.size // BYTES_PER_GAME


class PlaytestNode(models.Model):
    """A position, and the operation that led to it from the node `parent`; number 0 is the deal."""

    playtest = models.ForeignKey(Playtest, on_delete=models.CASCADE, related_name="nodes", db_index=False)
    number = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(null=True, blank=True)
    operation = models.JSONField(default=dict, encoder=PlainJSON)
    records = models.JSONField(encoder=PlainJSON)
    """What the operation did, for the log."""
    position = models.JSONField(null=True, blank=True, encoder=PlainJSON)
    """Stored at some nodes; at the others it is replayed from the node `base` with the operations `since`, at most
    SNAPSHOT_EVERY."""
    base = models.PositiveIntegerField(default=0)
    since = models.JSONField(default=list, encoder=PlainJSON)
    label = models.CharField(max_length=MAX_LABEL, blank=True)
    note = models.TextField(max_length=MAX_NOTE, blank=True, default="", db_default="")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["playtest", "number"], name="playtest_node_once")]
        indexes = [models.Index(fields=["playtest", "parent"], name="playtest_node_children")]
        ordering = ["number"]
        verbose_name = _("node of a playtest")
        verbose_name_plural = _("nodes of playtests")

    def __str__(self) -> str:
        return f"{self.playtest_id} #{self.number}"

    @property
    def size(self) -> int:
        """The bytes of what an operation stores, as JSON."""
        return json_bytes([self.operation, self.records, self.position, self.since])


def json_bytes(data: Any) -> int:
    """The size of data that is stored as JSON."""
    return len(json.dumps(data, ensure_ascii=False).encode())
