"""Limits on how many simulations a person can start."""

from math import ceil
from typing import Any

from django.http import HttpRequest
from rest_framework.throttling import SimpleRateThrottle

from deckbuilder.accounts.limits import ip_digest
from deckbuilder.accounts.models import User


class Starts(SimpleRateThrottle):
    """Counts by account or, for visitors, by IP address. Without a rate there is no limit."""

    def __init__(self, request: HttpRequest | Any) -> None:
        self.scope = "simulations" if isinstance(request.user, User) else "simulations-anon"
        super().__init__()

    def get_rate(self) -> str | None:
        rate: str | None = self.THROTTLE_RATES.get(self.scope or "")
        return rate

    def get_cache_key(self, request: Any, view: Any) -> str:
        return f"{self.scope}-{asker(request)}"


def wait(request: HttpRequest | Any) -> int:
    """Count one more start for this request: 0 if it is allowed, otherwise the seconds to wait."""
    starts = Starts(request)
    if starts.allow_request(request, None):  # type: ignore[arg-type]
        return 0
    return ceil(starts.wait() or 1)


def asker(request: Any) -> str:
    """The person a simulation is counted for: an account, or a digest of an IP address, from which it cannot be
    recovered."""
    if isinstance(request.user, User):
        return f"user-{request.user.pk}"
    return ip_digest(request)
