"""Events and their staff."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.deletion import Collector
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models import PlainJSON
from deckbuilder.events.bounds import MAX_NAME, MAX_NONCE, MAX_NOTES, MAX_PLACE


def new_slug() -> str:
    """72 random bits, so that only people with the link find the event."""
    return secrets.token_urlsafe(9)


class ListsVisible(models.TextChoices):
    NEVER = "never", _("Never")
    END = "end", _("After the end")
    START = "start", _("From the start")
    NOW = "now", _("From now on")


class State(models.TextChoices):
    OPEN = "open", _("Open")
    CLOSED = "closed", _("Closed")
    STARTED = "started", _("Started")
    ENDED = "ended", _("Ended")
    CANCELLED = "cancelled", _("Called off")


class Event(models.Model):
    """A tournament. Its state follows from its times (`state`)."""

    repeated = False
    """Whether an earlier request with the same nonce created it; not stored."""
    slug = models.CharField(_("URL code"), max_length=20, unique=True, default=new_slug)
    name = models.CharField(_("name"), max_length=MAX_NAME)
    game = models.CharField(_("game"), max_length=40)
    format = models.CharField(_("format"), max_length=40)
    place = models.CharField(_("place"), max_length=MAX_PLACE, blank=True)
    starts_at = models.DateTimeField(_("start"))
    deadline = models.DateTimeField(_("list deadline"))
    registration_until = models.DateTimeField(_("registration closes"), null=True, blank=True)
    """The end of registration; None: the `deadline`."""
    lists_visible = models.CharField(
        _("lists are public"), max_length=5, choices=ListsVisible.choices, default=ListsVisible.NEVER
    )
    capacity = models.PositiveIntegerField(_("places"), null=True, blank=True)
    roster_notes = models.TextField(_("message and question to players"), max_length=MAX_NOTES, blank=True)
    listed = models.BooleanField(_("listed publicly"), default=False)
    """Whether it is on the page of events; otherwise only people with the link find it."""
    pinned = models.JSONField(_("restriction lists"), default=list, blank=True, encoder=PlainJSON)
    """The restriction lists that judge it, as `to_games.freeze_list` makes them."""
    own_limits = models.JSONField(
        _("the organiser’s own restriction list"), default=dict, blank=True, encoder=PlainJSON
    )
    """The organiser's own list: card names to copies."""
    own_pool = models.BooleanField(_("only these cards"), default=False)
    """Whether no other cards than those of the organiser's own list are allowed."""
    settled_entries = models.JSONField(
        _("settled entries of restriction lists"), default=dict, db_default={}, blank=True, encoder=PlainJSON
    )
    """Decisions about entries of lists that name no card, as `to_games.Decision`, by list and entry."""
    sets = models.JSONField(_("sets allowed"), null=True, blank=True, encoder=PlainJSON)
    """The sets allowed, [] for all; None: all but the invented cards, if there are others."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("created by"),
    )
    created_at = models.DateTimeField(_("created at"))
    nonce = models.CharField(_("form number"), max_length=MAX_NONCE, blank=True, default="", db_default="")
    """Identifies the form that created it, so that submitting it twice creates one event."""
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    started_under = models.CharField(_("rules digest"), max_length=64, blank=True, default="", db_default="")
    """The digest of the rules that judged its lists at the start (see judgements.rules_digest), whatever changes in the
    catalog later."""
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    archived_at = models.DateTimeField(_("archived at"), null=True, blank=True)
    """Since when no page of events lists it."""

    class Meta:
        indexes = [models.Index(fields=["listed", "starts_at"], name="event_listed")]
        constraints = [
            models.CheckConstraint(condition=models.Q(deadline__lte=models.F("starts_at")), name="event_closes_first"),
            models.CheckConstraint(
                condition=models.Q(registration_until__lte=models.F("deadline")), name="event_registers_first"
            ),
            models.UniqueConstraint(
                fields=["created_by", "nonce"], condition=~models.Q(nonce=""), name="event_nonce_once"
            ),
        ]
        verbose_name = _("event")
        verbose_name_plural = _("events")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("events:page", args=[self.slug])

    @property
    def day(self) -> date:
        """The day for which lists are judged, in the site's time zone."""
        return timezone.localdate(self.starts_at)

    def state(self, at: datetime) -> State:
        """The state at a time. A list submitted at the deadline itself is late. An event that ended without a start was
        called off."""
        if self.ended_at:
            return State.ENDED if self.started_at else State.CANCELLED
        if self.started_at:
            return State.STARTED
        return State.CLOSED if at >= self.deadline else State.OPEN

    def registers(self, at: datetime) -> bool:
        """Whether players can register at that time."""
        return self.state(at) == State.OPEN and at < (self.registration_until or self.deadline)

    @cached_property
    def called_off_for(self) -> str:
        """The reason for which the event was called off, from its log."""
        return str(self.log.filter(what="cancelled").values_list("params__reason", flat=True).first() or "")


class RoleName(models.TextChoices):
    ORGANISER = "organiser", _("Organiser")
    JUDGE = "judge", _("Judge")


def keep_an_organiser(collector: Collector, field: models.Field[Any, Any], roles: Any, using: str) -> None:
    """Delete the roles of a deleted account, see `check_organisers`."""
    check_organisers(roles)
    models.CASCADE(collector, field, roles, using)


def check_organisers(roles: Iterable[Role]) -> None:
    """Raises ProtectedError with the events that would be left without an organiser if these roles were deleted."""
    organised = [each.event_id for each in roles if each.role == RoleName.ORGANISER]
    others = Role.objects.filter(event=models.OuterRef("pk"), role=RoleName.ORGANISER)
    others = others.exclude(pk__in=[each.pk for each in roles])
    events: set[models.Model] = set(Event.objects.filter(~models.Exists(others), pk__in=organised, ended_at=None))
    if events:
        raise models.ProtectedError("The last organiser of an event must stay.", events)


class Role(models.Model):
    """A member of the staff. Organisers may do everything judges may."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="roles", verbose_name=_("event"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=keep_an_organiser, related_name="event_roles", verbose_name=_("account")
    )
    role = models.CharField(_("role"), max_length=9, choices=RoleName.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="event_role_once")]
        ordering = ["-role", "id"]
        verbose_name = _("role")
        verbose_name_plural = _("roles")

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"
