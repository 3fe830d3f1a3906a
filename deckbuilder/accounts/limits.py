"""Hourly limits on what a person, and an IP address, may create, counted in the database rather than in a cache."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network
from math import ceil
from typing import Any, Literal

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from rest_framework.throttling import BaseThrottle

from deckbuilder.accounts.models import Creation
from deckbuilder.common.errors import Problem, problem_of

What = Literal["deck", "playtest", "event", "entry", "upload", "photo", "picture", "comment", "report"]

HOUR = timedelta(hours=1)

SENTENCES: dict[What, Any] = {
    "deck": _("You can create at most {limit} decks an hour. Try again in {minutes} min."),
    "playtest": _(
        "You can start at most {limit} playtests an hour; long ones count several times. Try again in {minutes} min."
    ),
    "event": _("You can create at most {limit} events an hour. Try again in {minutes} min."),
    "entry": _("You can enter at most {limit} players individually an hour. Try again in {minutes} min."),
    "upload": _("You can upload at most {limit} files an hour. Try again in {minutes} min."),
    "comment": _("You can write at most {limit} comments an hour. Try again in {minutes} min."),
    "report": _("You can send at most {limit} reports an hour. Try again in {minutes} min."),
    "photo": _("You can have at most {limit} photos read an hour. Try again in {minutes} min."),
    "picture": _("You can upload at most {limit} pictures of cards an hour. Try again in {minutes} min."),
}


class TooMany(Exception):
    """`limit` of these were created within an hour; the next is possible in `wait` seconds."""

    def __init__(self, what: What, limit: int, wait: int) -> None:
        super().__init__(what, limit, wait)
        self.what, self.limit, self.wait = what, limit, wait

    @property
    def message(self) -> str:
        return str(SENTENCES[self.what]).format(limit=self.limit, minutes=ceil(self.wait / 60))


@problem_of.register
def _too_many(error: TooMany) -> Problem:
    params = {"what": error.what, "limit": error.limit, "wait": error.wait}
    return Problem(429, "too-many", error.message, params, headers={"Retry-After": str(error.wait)})


@dataclass
class Counted:
    """A creation that counts as `count`; more than 1 for one that takes up much space."""

    count: int = 1


@contextmanager
def count_creation(request: HttpRequest | Any, what: What) -> Iterator[Counted]:
    """Allow and count one more creation, unless an exception is raised. Raises TooMany."""
    now, most = timezone.now(), settings.CREATIONS_PER_HOUR[what]
    sources = {"person": _person(request), "address": ip_digest(request)}
    for source, limit in (("person", most), ("address", most * settings.CREATIONS_OF_ADDRESS)):
        if sources[source]:
            try:
                _check(what, source, sources[source], limit, now)
            except TooMany as error:
                request.retry_after = error.wait  # type: ignore[union-attr]  # for FaultsMiddleware
                raise
    counted = Counted()
    yield counted
    Creation.objects.bulk_create(Creation(what=what, at=now, **sources) for _ in range(counted.count))


def charge(request: HttpRequest | Any, what: What, count: int) -> None:
    """Count what grew by as much as `count` new ones take up. Raises TooMany."""
    with count_creation(request, what) as counted:
        counted.count = count


def _check(what: What, source: str, digest: str, limit: int, now: datetime) -> None:
    """Raises TooMany."""
    creations = Creation.objects.filter(what=what, at__gt=now - HOUR, **{source: digest}).order_by("-at")
    blocking = creations.values_list("at", flat=True)[limit - 1 : limit].first() if limit else now
    if blocking:
        raise TooMany(what, limit, ceil((blocking + HOUR - now).total_seconds()))


def _person(request: HttpRequest) -> str:
    """The account, or else the browser's session, which does not exist before the first creation."""
    if request.user.is_authenticated:
        return _digest(f"account {request.user.pk}")
    key = request.session.session_key
    return _digest(f"browser {key}") if key else ""


def ip_digest(request: HttpRequest | Any) -> str:
    """The digest of the client's IP address; for IPv6 of its network, which belongs to one customer. "" if it is
    unknown."""
    ident: str = BaseThrottle().get_ident(request) or ""  # type: ignore[arg-type]  # of Django's requests, too
    try:
        ip = ip_address(ident)
    except ValueError:
        return _digest(ident) if ident else ""
    return _digest(str(ip_network(f"{ident}/64", strict=False) if ip.version == 6 else ip))


def _digest(text: str) -> str:
    """Keyed with the site's secret, so that the table reveals no addresses."""
    return salted_hmac("accounts.limits", text, algorithm="sha256").hexdigest()
