"""Telling players: those who are not ready that they are not, or all of them that the event was called off.

What is said to all of them, to each of them, and by e-mail.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Q
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from deckbuilder.accounts.models import User
from deckbuilder.events import clock, gate, selectors
from deckbuilder.events.desk import desk, line
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry, Event, LogEntry, State
from deckbuilder.events.pages import STANDINGS, findings
from deckbuilder.events.standings import STATES, UNSETTLED, Standing

EVERYBODY = (*(state for state in STATES if state != "dropped"), gate.WAITING)

MOST_NAMED = 500
"""So many are named in what is said to all; the others are counted."""


class Told(NamedTuple):
    """What one of them is told."""

    standing: Standing
    text: str


def concerned(event: Event) -> tuple[str, ...]:
    """How those stand who are told something."""
    return EVERYBODY if selectors.called_off(event) else UNSETTLED


def whom(event: Event) -> gate.Lines:
    """Those who are told something."""
    return gate.look(event).lines(*concerned(event))


def to_all(event: Event, link: str) -> str:
    """For a place where all of them read it: who, but neither cards nor the links that open an entry."""
    if selectors.called_off(event):
        return "\n".join([_calling_off(event), "", link])
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
    if selectors.called_off(event):
        return "\n".join([entry.name, "", _calling_off(event), "", link_of(entry, event, root)])
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


def _calling_off(event: Event) -> str:
    words = _("{event} ({day}) was called off: {reason}")
    return words.format(event=event.name, day=_moment(event.starts_at), reason=selectors.why_called_off(event))


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
    """Those of them who have an address."""
    seen = gate.look(event)
    numbers = {number for state in concerned(event) for number in seen.order[state]}
    with_address = ~Q(email="") | (Q(user__is_active=True) & ~Q(user__email=""))
    found = selectors.playing(event).filter(with_address).select_related("user")
    return [entry for entry in found if entry.pk in numbers]


class Order(NamedTuple):
    """What workers are to do: write to these entries, by their numbers in the database.

    `log`: the number in the database of what the log says of it, and `proof` what stands there. Both, because the
    number of an entry that was undone is given to another one.
    """

    entries: list[int]
    log: int
    proof: str


def ask(event: Event, *, by: User, nonce: str, send: Callable[[Order], None]) -> int:
    """Write to those who are told something, and log it; to how many. The same `nonce` again writes to nobody.

    `send`: hands the order to the workers, all of it or nothing; what it raises undoes all. Raises EventError.
    """
    if not may_mail():
        raise EventError("no-mail")
    nonce = line(nonce, "nonce", 40)
    with desk(event) as at:
        if at.event.started_at:
            raise EventError("ended" if at.event.ended_at else "started")
        if at.event.log.filter(what="told", params__nonce=nonce).exists():
            return 0
        entries = reachable(at.event)
        if not entries:
            raise EventError("nobody-to-mail")
        numbers, proof = [entry.number for entry in entries], secrets.token_urlsafe(9)
        off = at.state == State.CANCELLED
        log = at.log("told", by, entries=numbers, nonce=nonce, proof=proof, off=off)
        # Before the transaction ends, as a queue that is down must undo what the log says. Workers who are faster wait
        # for the log (`ordered`); so nobody is written to where the transaction fails after all.
        send(Order([entry.pk for entry in entries], log.pk, proof))
        return len(entries)


def ordered(log: int, proof: str) -> LogEntry | None:
    """What the log says of an order, if it does by now."""
    return LogEntry.objects.filter(pk=log, what="told", params__proof=proof).first()


def letter(number: int, language: str, root: str, *, off: bool) -> EmailMessage | None:
    """To the entry with that number in the database, in its player's language or else this one.

    `off`: that the event was called off, else that the list is not ready.
    None for one that has nothing to be told by now, or cannot be written to any more.
    """
    entry = Entry.objects.select_related("event", "user").filter(pk=number).first()
    if entry is None or not entry.address:
        return None
    event, standing = entry.event, selectors.standing(entry.event, entry)
    if standing.state not in concerned(event) or event.started_at or selectors.called_off(event) != off:
        return None
    with override((entry.user and entry.user.language) or language):
        subject = _("{event} was called off") if off else _("{event}: your list is not ready yet")
        text = to_one(standing, event, root)
        return EmailMessage(subject.format(event=event.name), text, to=[entry.address])


def told(event: Event, standings: Sequence[Standing], root: str) -> list[Told]:
    return [Told(each, to_one(each, event, root)) for each in standings]
