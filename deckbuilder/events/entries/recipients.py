"""Recipients the site may e-mail: only players who gave or confirmed their address."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import Literal

from django.conf import settings
from django.core import signing
from django.utils.crypto import salted_hmac

from deckbuilder.accounts.models import User
from deckbuilder.events import clock, selectors
from deckbuilder.events.models import Entry, Event, NoLetters

Reach = Literal["yes", "no-address", "unconfirmed", "stopped", "often"]
REACHES: tuple[Reach, ...] = ("yes", "no-address", "unconfirmed", "stopped", "often")

DAY = timedelta(days=1)
MAX_LETTERS_TO_ONE = 3
"""E-mails about an event that one entry gets within a day."""


def may_mail() -> bool:
    """Whether this site sends e-mail."""
    return bool(settings.EMAIL_HOST)


class Reaches:
    """Whether the entries of an event can be e-mailed, in two queries for any number of entries."""

    def __init__(self, event: Event, at: datetime | None = None) -> None:
        since = (at or clock.now()) - DAY
        orders = event.log.filter(what="told", at__gt=since).values_list("params__entries", flat=True)
        self.letters = Counter(number for numbers in orders for number in numbers)
        self.consents = Consents(event)

    def of(self, entry: Entry) -> Reach:
        reach = self.consents.of(entry)
        return "often" if reach == "yes" and self.letters[entry.number] >= MAX_LETTERS_TO_ONE else reach


class Consents:
    """Whether the players of an event agreed to e-mail, however much they got."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.silent = frozenset(event.no_letters.values_list("address", flat=True))

    def of(self, entry: Entry) -> Reach:
        """The address of an account counts: only the site's operators can set one."""
        if not entry.contact_email:
            return "no-address"
        if self.silent and email_digest(self.event, entry.contact_email) in self.silent:
            return "stopped"
        return "unconfirmed" if entry.email and entry.address_confirmed_at is None else "yes"


def confirm_email(entry: Entry, by: User | None) -> None:
    """Opening the entry by its link confirms its address, unless staff open it."""
    if not entry.email or entry.address_confirmed_at or selectors.role_of(entry.event, by):
        return
    same = Entry.objects.filter(pk=entry.pk, email=entry.email, address_confirmed_at=None)
    same.update(address_confirmed_at=clock.now())


# Unsubscribing --------------------------------------------------------------------------------------------------------


def email_digest(event: Event, address: str) -> str:
    """The stored digest of an address that unsubscribed."""
    return salted_hmac("events.no-letters", f"{event.slug} {address.casefold()}", algorithm="sha256").hexdigest()


def _signer(event: Event) -> signing.Signer:
    return signing.Signer(salt=f"events.no-letters {event.slug}")


def stop_key(event: Event, address: str) -> str:
    """The key in an e-mail that unsubscribes; it opens nothing else and cannot be forged."""
    return _signer(event).sign(email_digest(event, address))


def is_unsubscribed(event: Event, key: str, *, now: bool = False) -> bool:
    """Whether the address of a key has unsubscribed; `now`: unsubscribe it. Raises signing.BadSignature."""
    address = _signer(event).unsign(key)
    if now:
        NoLetters.objects.get_or_create(event=event, address=address, defaults={"since": clock.now()})
    return NoLetters.objects.filter(event=event, address=address).exists()
