"""Queries on accounts."""

from datetime import datetime

from django.http import HttpRequest
from rest_framework.authtoken.models import Token

from deckbuilder.accounts.models import User


def user_of(request: HttpRequest) -> User | None:
    """The account that sends a request; None for a visitor."""
    return request.user if isinstance(request.user, User) else None


def token_made_at(user: User) -> datetime | None:
    """When this person's API token was created; None if there is none."""
    created_at: datetime | None = Token.objects.filter(user=user).values_list("created", flat=True).first()
    return created_at
