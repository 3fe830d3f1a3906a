"""Queries on accounts."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.authtoken.models import Token

from deckbuilder.accounts.models import Block, Suspension, User


def user_of(request: HttpRequest) -> User | None:
    """The account that sends a request; None for a visitor."""
    return request.user if isinstance(request.user, User) else None


def token_made_at(user: User) -> datetime | None:
    """When this person's API token was created; None if there is none."""
    created_at: datetime | None = Token.objects.filter(user=user).values_list("created", flat=True).first()
    return created_at


def suspensions_of(user: User) -> QuerySet[Suspension]:
    """Those in force, by game."""
    in_force = Q(until=None) | Q(until__gt=timezone.now())
    return Suspension.objects.filter(in_force, user=user).order_by("game", "what")


def suspension_from(what: str, user: User | None, game: str) -> Suspension | None:
    """What keeps somebody from comments or publishing in a game; None if nothing does."""
    return suspensions_of(user).filter(what=what, game=game).first() if user else None


def people_blocked_by(user: User) -> QuerySet[User]:
    """By name."""
    return User.objects.filter(blocked_by__blocker=user).order_by("username")


def blocks(blocker: User | None, other: User | None) -> bool:
    """Whether a person has blocked another."""
    return bool(blocker and other) and Block.objects.filter(blocker=blocker, blocked=other).exists()
