"""Texts for an organiser to pass on: who is not ready, or that the event was called off."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.events import clock, selectors
from deckbuilder.events.entries.recipients import Reach, Reaches
from deckbuilder.events.models import Entry, Event, State
from deckbuilder.events.pages import REACH_WORDS, READINESS_WORDS, findings, named_cards
from deckbuilder.events.readiness import gate
from deckbuilder.events.readiness.states import NOT_READY, STATES, Readiness
from games.engine.model.cards import Card

EVERYBODY = (*(state for state in STATES if state != "dropped"), gate.WAITING)

MAX_NAMED = 500
"""Players named in the text for everyone; the others are counted."""


class Notice(NamedTuple):
    """The text for one player. `reach`: whether they can be e-mailed, see recipients.Reach."""

    readiness: Readiness
    text: str
    reach: Reach

    @property
    def reach_words(self) -> str:
        return str(REACH_WORDS[self.reach])


def recipient_states(event: Event) -> tuple[str, ...]:
    """Readiness states that are notified."""
    return EVERYBODY if selectors.called_off(event) else NOT_READY


def recipients(event: Event) -> gate.RosterSlice:
    """The entries to notify."""
    return gate.overview(event).entries(*recipient_states(event))


def to_all(event: Event, link: str) -> str:
    """A text that everyone may read: the players' names, but neither cards nor entry links."""
    if selectors.called_off(event):
        return "\n".join([_calling_off(event), "", link])
    overview = gate.overview(event)
    numbers = [(number, state) for state in NOT_READY for number in overview.order[state]]
    entries = Entry.objects.in_bulk([number for number, _state in numbers[:MAX_NAMED]])
    lines = [f"{entries[number]} – {READINESS_WORDS[state]}" for number, state in numbers[:MAX_NAMED]]
    rest = len(numbers) - len(lines)
    if rest:
        lines.append(ngettext("and {count} other", "and {count} others", rest).format(count=rest))
    head = _("{event}: these entries are not ready yet.").format(event=event.name)
    return "\n".join([head, "", *lines, "", _until(event), link])


def to_one(readiness: Readiness, event: Event, root: str, cards: Collection[Card] | None = None) -> str:
    """A text for one player: the reasons, and the entry link. `root`: the URL of the site; `cards`: see `findings`."""
    entry, verdict = readiness.entry, readiness.verdict
    if selectors.called_off(event):
        return "\n".join([entry.name, "", _calling_off(event), "", link_of(entry, event, root)])
    reasons = [each.text for each in findings(verdict, cards)] if verdict else [_("There is no list yet.")]
    head = _("{name}, your entry for {event} ({day}) is not ready yet.").format(
        name=entry.name, event=event.name, day=format_time(event.starts_at)
    )
    return "\n".join([head, "", *(f"- {reason}" for reason in reasons), "", _until(event), link_of(entry, event, root)])


def link_of(entry: Entry, event: Event, root: str) -> str:
    """The entry's page; for a player without an account the link that opens it."""
    if entry.user_id is None:
        return root.rstrip("/") + reverse("events:open", args=[event.slug, entry.key])
    return root.rstrip("/") + reverse("events:entry", args=[event.slug, entry.number])


def _calling_off(event: Event) -> str:
    words = _("{event} ({day}) was called off: {reason}")
    return words.format(event=event.name, day=format_time(event.starts_at), reason=selectors.why_called_off(event))


def _until(event: Event) -> str:
    if event.state(clock.now()) == State.OPEN:
        return _("Submit or replace your list by {moment}:").format(moment=format_time(event.deadline))
    return _("The deadline has passed. Ask the organiser.")


def format_time(at: datetime) -> str:
    """A time with its distance from UTC, since the text may be read anywhere."""
    local = timezone.localtime(at)
    return f"{formats.date_format(local, 'DATETIME_FORMAT')} UTC{local.isoformat()[-6:]}"


def notices(event: Event, entries: Sequence[Readiness], root: str) -> list[Notice]:
    reaches, cards = Reaches(event), named_cards(each.verdict for each in entries if each.verdict)
    return [Notice(each, to_one(each, event, root, cards), reaches.of(each.entry)) for each in entries]
