"""Telling those who are not ready: what is said to all of them, to each of them, and by e-mail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from deckbuilder.accounts.models import User
from deckbuilder.events import clock, gate, selectors
from deckbuilder.events.desk import before_start, desk, line
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry, Event, State
from deckbuilder.events.pages import STANDINGS, findings
from deckbuilder.events.standings import UNSETTLED, Standing

MOST_NAMED = 500
"""So many are named in what is said to all; the others are counted."""


class Told(NamedTuple):
    """What one of them is told."""

    standing: Standing
    text: str


def unready(event: Event) -> gate.Lines:
    return gate.look(event).lines(*UNSETTLED)


def to_all(event: Event, link: str) -> str:
    """For a place where all of them read it: who, but neither cards nor the links that open an entry."""
    seen = gate.look(event)
    numbers = [(number, state) for state in UNSETTLED for number in seen.order[state]]
    entries = Entry.objects.in_bulk([number for number, _state in numbers[:MOST_NAMED]])
    lines = [f"{entries[number]} – {STANDINGS[state]}" for number, state in numbers[:MOST_NAMED]]
    rest = len(numbers) - len(lines)
    if rest:
        lines.append(ngettext("and {count} other", "and {count} others", rest).format(count=rest))
    head = _("{event}: these entries are not ready yet.").format(event=event.name)
    return "\n".join([head, "", *lines, "", _until(event), link])


def to_one(standing: Standing, event: Event, root: str) -> str:
    """For one of them alone: why, and the link to their entry. `root`: the address of the site."""
    entry, verdict = standing.entry, standing.verdict
    reasons = [each.message for each in findings(verdict)] if verdict else [_("There is no list yet.")]
    head = _("{name}, your entry for {event} ({day}) is not ready yet.").format(
        name=entry.name, event=event.name, day=_moment(event.starts_at)
    )
    return "\n".join([head, "", *(f"- {reason}" for reason in reasons), "", _until(event), link_of(entry, event, root)])


def link_of(entry: Entry, event: Event, root: str) -> str:
    """The entry's page; for a player without an account the link that opens it."""
    if entry.user_id is None:
        return root.rstrip("/") + reverse("events:open", args=[event.slug, entry.key])
    return root.rstrip("/") + reverse("events:entry", args=[event.slug, entry.number])


def _until(event: Event) -> str:
    if event.state(clock.now()) == State.OPEN:
        return _("Hand in or replace your list until {moment}:").format(moment=_moment(event.deadline))
    return _("The deadline has passed. Ask the organiser.")


def _moment(moment: object) -> str:
    return formats.date_format(timezone.localtime(moment), "DATETIME_FORMAT")  # type: ignore[arg-type]


# E-mail ---------------------------------------------------------------------------------------------------------------


def may_mail() -> bool:
    """Whether this site sends e-mail."""
    return bool(settings.EMAIL_HOST)


def reachable(event: Event) -> list[Entry]:
    """Those who are not ready and whose accounts have an address."""
    seen = gate.look(event)
    numbers = {number for state in UNSETTLED for number in seen.order[state]}
    with_address = selectors.playing(event).filter(user__is_active=True).exclude(user__email="")
    return [entry for entry in with_address.select_related("user") if entry.pk in numbers]


def ask(event: Event, *, by: User, nonce: str, send: Callable[[list[int]], None]) -> int:
    """Write to those who are not ready, and log it; to how many. The same `nonce` again writes to nobody.

    `send`: hands the numbers of their entries in the database to the workers; what it raises undoes all. Raises
    EventError.
    """
    if not may_mail():
        raise EventError("no-mail")
    nonce = line(nonce, "nonce", 40)
    with desk(event) as at:
        before_start(at)
        if at.event.log.filter(what="told", params__nonce=nonce).exists():
            return 0
        entries = reachable(at.event)
        if not entries:
            raise EventError("nobody-to-mail")
        at.log("told", by, entries=[entry.number for entry in entries], nonce=nonce)
        send([entry.pk for entry in entries])
        return len(entries)


def letter(number: int, language: str, root: str) -> EmailMessage | None:
    """To the entry with that number in the database, in its player's language or else this one.

    None for one that is ready by now, or cannot be written to any more.
    """
    entry = Entry.objects.select_related("event", "user").filter(pk=number).first()
    if entry is None or entry.user is None or not entry.user.email:
        return None
    event, standing = entry.event, selectors.standing(entry.event, entry)
    if standing.state not in UNSETTLED or event.started_at:
        return None
    with override(entry.user.language or language):
        subject = _("{event}: your list is not ready yet").format(event=event.name)
        return EmailMessage(subject, to_one(standing, event, root), to=[entry.user.email])


def told(event: Event, standings: Sequence[Standing], root: str) -> list[Told]:
    return [Told(each, to_one(each, event, root)) for each in standings]
