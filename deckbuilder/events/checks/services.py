"""Recording deck checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from deckbuilder.accounts.models import User
from deckbuilder.decks.changes.drafts import MAX_COPIES
from deckbuilder.events.bounds import MAX_CHECK_NOTE, MAX_EXTRA_NAME, MAX_NONCE
from deckbuilder.events.checks import selectors
from deckbuilder.events.errors import EventError
from deckbuilder.events.locking import locked_event
from deckbuilder.events.models import DeckCheck, Entry, Event, Outcome, Submission
from deckbuilder.events.validators import check_choice, clean_line, clean_text, repeat

MAX_EXTRA = 100


class Extra(NamedTuple):
    """Extra copies, not on the list; `key` is "" if the name is not that of a card."""

    key: str
    name: str
    found: int


def record(
    entry: Entry,
    *,
    by: User,
    version: int,
    counts: Mapping[int, int],
    extra: Sequence[Extra] = (),
    outcome: str,
    note: str = "",
    nonce: str,
) -> DeckCheck:
    """Record a check of the current list. `counts`: copies by index among `check_selectors.lines_of`; other lines were
    not counted. The same `nonce` again returns the stored check.

    Raises EventError: `list-replaced` if `version` is no longer current, `no-note` if a difference or ruling has no
    note.
    """
    note, nonce = clean_text(note, "note", MAX_CHECK_NOTE), clean_line(nonce, "nonce", MAX_NONCE)
    check_choice(outcome, "outcome", Outcome.values)
    if not counts and not extra:
        raise EventError("nothing-counted")
    with locked_event(entry.event) as tx:
        earlier: DeckCheck | None = DeckCheck.objects.filter(submission__entry=entry, nonce=nonce).first()
        submission = earlier.submission if earlier else _current(entry, version)
        results = {
            "counted": _count_lines(tx.event, submission, counts),
            "extra": _clean_extras(extra),
            "outcome": outcome,
            "note": note,
        }
        if earlier:
            return repeat(earlier, **results)
        check = DeckCheck(submission=submission, nonce=nonce, checked_by=by, checked_at=tx.now, **results)
        differing = len(selectors.differences(check))
        if not note and (outcome != Outcome.CLEAN or differing):
            raise EventError("no-note", "note")
        check.save()
        tx.log("checked", by, entry, version=version, outcome=outcome, differences=differing, note=note)
        return check


def _current(entry: Entry, version: int) -> Submission:
    """The current list. Raises EventError if that is another version."""
    submission = entry.submissions.first()
    if submission is None or submission.version != version:
        raise EventError("list-replaced")
    return submission


def _count_lines(event: Event, submission: Submission, counts: Mapping[int, int]) -> list[list[Any]]:
    """The lines of a list with the copies counted, see DeckCheck.counted."""
    lines = selectors.lines_of(event, submission)
    return [[*line[:4], _check_count(line.name, counts.get(index))] for index, line in enumerate(lines)]


def _clean_extras(extra: Sequence[Extra]) -> list[list[Any]]:
    """The cards not on the list, see DeckCheck.extra."""
    rows = [
        [each.key, clean_line(each.name, "text", MAX_EXTRA_NAME), _check_count(each.name, each.found)] for each in extra
    ]
    if len(rows) > MAX_EXTRA:
        raise EventError("bad-count", "text", card=rows[MAX_EXTRA][1], value=len(rows), most=MAX_EXTRA)
    return rows


def _check_count(name: str, count: int | None) -> int | None:
    """The copies counted of a card; None if they were not. Raises EventError."""
    if count is not None and not 0 <= count <= MAX_COPIES:
        raise EventError("bad-count", "count", card=name, value=count, most=MAX_COPIES)
    return count
