"""How many simulations a visitor may start in a while: as many as SIMULATION_RATE says."""

from math import ceil
from typing import Any

from django.http import HttpRequest
from rest_framework.throttling import UserRateThrottle


class Starts(UserRateThrottle):
    """Counts by account, or else by address. Without a rate there is no limit."""

    scope = "simulations"

    def get_rate(self) -> str | None:
        rate: str | None = self.THROTTLE_RATES.get(self.scope)
        return rate


def wait(request: HttpRequest | Any) -> int:
    """Count one more start by whoever asks: 0, or the seconds to wait for it."""
    starts = Starts()
    if starts.allow_request(request, None):  # type: ignore[arg-type]
        return 0
    return ceil(starts.wait() or 1)
