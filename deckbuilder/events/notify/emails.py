"""E-mail to players: ordered by an organiser within a quota, with a fixed text, and sent by workers."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Q, Sum
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from deckbuilder.accounts.models import User
from deckbuilder.events import clock, selectors
from deckbuilder.events.bounds import MAX_NONCE
from deckbuilder.events.entries.recipients import DAY, Consents, Reaches, may_mail, stop_key
from deckbuilder.events.errors import EventError
from deckbuilder.events.locking import Transaction, locked_event
from deckbuilder.events.models import Entry, Event, LetterOrder, LogEntry, State
from deckbuilder.events.notify.texts import format_time, link_of, recipient_states
from deckbuilder.events.readiness import gate, judging
from deckbuilder.events.readiness.states import Readiness
from deckbuilder.events.validators import clean_line


def with_email(event: Event, at: datetime | None = None) -> list[Entry]:
    """The players to notify who can be e-mailed."""
    overview = gate.overview(event)
    numbers = {number for state in recipient_states(event) for number in overview.order[state]}
    with_address = ~Q(email="") | (Q(user__is_active=True) & ~Q(user__email=""))
    entries = selectors.playing(event).filter(with_address).select_related("user")
    reaches = Reaches(event, at)
    return [entry for entry in entries if entry.pk in numbers and reaches.of(entry) == "yes"]


# Ordering -------------------------------------------------------------------------------------------------------------


class Order(NamedTuple):
    """A job for workers: e-mail these entries, by primary key.

    `log`: the primary key of its log entry, and `proof`: a token in that entry. Both, because the primary key of a log
    entry that was rolled back is used again.
    """

    entries: list[int]
    log: int
    proof: str


def order(event: Event, *, by: User, nonce: str, send: Callable[[Order], None]) -> int:
    """Order e-mail to the players to notify, and log it; return how many. The same `nonce` again orders none.

    `send`: queues the order, completely or not at all; its exceptions roll back everything. Raises EventError, also
    beyond the daily quota.
    """
    if not may_mail():
        raise EventError("no-mail")
    nonce = clean_line(nonce, "nonce", MAX_NONCE)
    with locked_event(event) as tx:
        if tx.event.started_at:
            raise EventError("ended" if tx.event.ended_at else "started")
        if tx.event.log.filter(what="told", params__nonce=nonce).exists():
            return 0
        entries = with_email(tx.event, tx.now)
        if not entries:
            raise EventError("nobody-to-mail")
        _count(tx, by, len(entries))
        numbers, proof = [entry.number for entry in entries], secrets.token_urlsafe(9)
        off = tx.state == State.CANCELLED
        log = tx.log("told", by, entries=numbers, nonce=nonce, proof=proof, off=off)
        # Within the transaction: if the queue is down, the log entry is rolled back. A worker that is faster than the
        # commit waits for the log entry (`logged_order`), so nobody is e-mailed if the transaction fails after all.
        send(Order([entry.pk for entry in entries], log.pk, proof))
        return len(entries)


def _count(tx: Transaction, by: User, count: int) -> None:
    """Record an order. Raises EventError if the event or the account would exceed its quota."""
    User.objects.select_for_update().get(pk=by.pk)  # one order at a time for each account, whatever the event
    recent = LetterOrder.objects.filter(ordered_at__gt=tx.now - DAY)
    for code, condition, limit in (
        ("letters-of-event", Q(event=tx.event), settings.LETTERS_PER_EVENT),
        ("letters-of-account", Q(ordered_by=by), settings.LETTERS_PER_ACCOUNT),
    ):
        sent_count = recent.filter(condition).aggregate(sum=Sum("count", default=0))["sum"]
        if sent_count + count > limit:
            raise EventError(code, count=count, used=sent_count, limit=limit)
    LetterOrder.objects.create(event=tx.event, ordered_by=by, ordered_at=tx.now, count=count)


def logged_order(log: int, proof: str) -> LogEntry | None:
    """The log entry of an order, if it is committed by now."""
    return LogEntry.objects.filter(pk=log, what="told", params__proof=proof).first()


# Sending --------------------------------------------------------------------------------------------------------------


def build_email(number: int, language: str, root: str, *, off: bool) -> EmailMessage | None:
    """An e-mail to the entry with this primary key, in its player's language or else this one.

    `off`: that the event was called off; otherwise that the list is not ready. None if there is nothing to tell the
    player any more, or they may no longer be e-mailed.
    """
    entry = Entry.objects.select_related("event", "user").filter(pk=number).first()
    if entry is None or Consents(entry.event).of(entry) != "yes":
        return None
    event, readiness = entry.event, judging.judge_entry(entry.event, entry)
    if readiness.state not in recipient_states(event) or event.started_at or selectors.called_off(event) != off:
        return None
    with override((entry.user and entry.user.language) or language):
        subject = _("An event you entered was called off") if off else _("Your deck list for an event is not ready")
        out = _way_out(event, entry, root)
        return EmailMessage(subject, _text(readiness, root, out), to=[entry.contact_email], headers=_headers(out))


def _text(readiness: Readiness, root: str, out: str) -> str:
    """The text. Nothing in it is written by the organiser but the event's name."""
    entry, event = readiness.entry, readiness.entry.event
    facts = {"event": quotable(event.name), "number": entry.number, "day": format_time(event.starts_at)}
    if selectors.called_off(event):
        sentences = [_("The event “{event}” ({day}), which you entered as #{number}, was called off. The reason:")]
    else:
        sentences = [_("Your list for the event “{event}” ({day}), which you entered as #{number}, is not ready.")]
        if event.state(clock.now()) == State.OPEN:
            sentences.append(_("Submit or replace it by {deadline}. The reasons:"))
        else:
            sentences.append(_("The deadline has passed. Ask the organiser. The reasons:"))
    words = "\n".join(sentences).format(**facts, deadline=format_time(event.deadline))
    return "\n".join([words, link_of(entry, event, root), "", _("Unsubscribe from e-mail about this event:"), out])


_LINKS = re.compile(r"\S*(?:://|@|www\.|\w\.[^\W\d_]{2,})\S*", re.IGNORECASE)
"""What a mail program may turn into a link or an address."""


def quotable(name: str) -> str:
    """A user-given name in one line and without links."""
    return " ".join(_LINKS.sub("…", name).split())


def _way_out(event: Event, entry: Entry, root: str) -> str:
    path = reverse("events:no-letters", args=[event.slug, stop_key(event, entry.contact_email)])
    return root.rstrip("/") + path


def _headers(out: str) -> dict[str, str]:
    """Headers that mark it as automatic (RFC 3834), with one-click unsubscription (RFC 8058)."""
    return {
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{out}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
