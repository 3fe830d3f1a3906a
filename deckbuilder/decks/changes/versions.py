"""Versions of a deck: any revision, derived from the current deck by undoing what came after it.

A named version is also stored whole, and stays when old changes are removed (see retention).
"""

import re
from collections.abc import Iterable
from copy import copy
from datetime import datetime
from typing import Any, NamedTuple

from deckbuilder.catalog.selectors import printings_by_code
from deckbuilder.common.broken import UNREADABLE, reading
from deckbuilder.common.input import InputError
from deckbuilder.decks.changes.drafts import Draft, EditError, Step
from deckbuilder.decks.loading import line_of, lines_of
from deckbuilder.decks.models import Deck, DeckLine, Revision, Version
from games.registry import get

FIELDS = ("name", "format", "notes", "declarations")
"""The stored fields of a version besides its lines."""


_NUMBER = re.compile(r"[0-9]{1,9}")


class DeckVersion(NamedTuple):
    """`deck` has the fields of that version, `lines` are as from lines_of; neither may be saved."""

    deck: Deck
    lines: list[DeckLine]


def version_of(deck: Deck, number: int) -> DeckVersion:
    """The deck after the revision with that number; 0 is the deck as created. Raises InputError."""
    if not 0 <= number <= deck.revision:
        raise InputError("no-such-version", number=number, last=deck.revision)
    if number == deck.revision:
        return DeckVersion(deck, lines_of(deck))
    if stored_version := deck.versions.filter(number=number).first():
        return _open_version(deck, stored_version)
    revisions = list(deck.revisions.filter(number__gt=number, number__lte=deck.revision))
    if len(revisions) < deck.revision - number:
        raise EditError("version-removed", number=number, first=first_version(deck))
    draft = Draft(copy(deck))
    try:
        rewind(draft, revisions)
    except InputError as error:
        raise EditError("version-lost", number=number) from error
    return DeckVersion(draft.deck, draft.unsaved_lines)


def version_number(text: str) -> int:
    """The number of a version from a request. Raises InputError."""
    if not _NUMBER.fullmatch(text.strip()):
        raise InputError("not-a-number", field="number", value=text)
    return int(text)


def rewind(draft: Draft, revisions: Iterable[Revision]) -> None:
    """Undo revisions, given latest first. Raises EditError if changes of others conflict, and BrokenRowError."""
    revisions = list(revisions)
    draft.fetch(code for revision in revisions for code in codes_of_steps(revision.steps))
    for revision in revisions:
        with reading(revision, "steps"):
            for step in reversed(revision.steps):
                draft.take_back(step)


def repeat(draft: Draft, revision: Revision) -> None:
    """Redo a revision. Raises EditError if changes of others conflict, and BrokenRowError."""
    draft.fetch(codes_of_steps(revision.steps))
    with reading(revision, "steps"):
        for step in revision.steps:
            draft.take_back(opposite(step))


def opposite(step: Step) -> Step:
    return {**step, "from": step["to"], "to": step["from"]}


def first_version(deck: Deck) -> int:
    """The first version from which on every change is stored."""
    first = deck.revision
    for number in deck.revisions.values_list("number", flat=True):  # the last first
        if number != first:
            break
        first -= 1
    return first


def version_before(deck: Deck, moment: datetime) -> int:
    """The version that the deck had at a time, as far as changes are stored; see made_at."""
    later = deck.revisions.filter(made_at__gt=moment).order_by("number").values_list("number", flat=True).first()
    return deck.revision if later is None else later - 1


def made_at(deck: Deck, number: int) -> datetime | None:
    """When the deck became that version; None if that is no longer known."""
    if number == 0:
        return deck.created_at
    sources = (deck.revisions, deck.versions)
    moments = (rows.filter(number=number).values_list("made_at", flat=True).first() for rows in sources)
    return next(filter(None, moments), None)


def shared_since(deck: Deck) -> datetime:
    """When a shared deck became the first version that everybody may see; later if that is no longer known."""
    number = deck.first_shared_version
    since = deck.revisions.filter(number__gte=number).order_by("number").values_list("made_at", flat=True).first()
    return made_at(deck, number) or since or deck.changed_at


# Versions for keeping -------------------------------------------------------------------------------------------------


def content_of(version: DeckVersion) -> dict[str, Any]:
    """A version as JSON: FIELDS, and `lines` with [zone, printing's number, text, copies, position]."""
    lines = [
        [row.zone, row.printed_card.code if row.printed_card else "", row.text, row.count, row.position]
        for row in version.lines
    ]
    return {name: getattr(version.deck, name) for name in FIELDS} | {"lines": lines}


def codes_of(content: Any) -> set[str]:
    """The numbers of the printings in a stored version; none if it cannot be read."""
    try:
        return {code for _zone, code, *_rest in content["lines"] if code}
    except UNREADABLE:
        return set()


def codes_of_steps(steps: Any) -> set[str]:
    """The numbers of the printings in the steps of a revision; none if they cannot be read."""
    try:
        covers = {step[end] for step in steps if step.get("field") == "cover" for end in ("from", "to") if step[end]}
        return covers | {step["code"] for step in steps if "code" in step}
    except UNREADABLE:
        return set()


def _open_version(deck: Deck, version: Version) -> DeckVersion:
    then = copy(deck)
    with reading(version, "content"):
        for name in FIELDS:
            setattr(then, name, version.content[name])
        rows = [(zone, code, text, count + 0, at + 0) for zone, code, text, count, at in version.content["lines"]]
    printings = printings_by_code(get(deck.game), codes_of(version.content))
    lines = []
    for zone, code, text, count, at in rows:
        if code and code not in printings:
            raise EditError("version-lost", number=version.number)
        lines.append(line_of(then, zone, printings.get(code), text, count, at))
    return DeckVersion(then, lines)
