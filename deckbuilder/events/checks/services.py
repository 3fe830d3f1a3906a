"""Recording deck checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from deckbuilder.accounts.models import User
from deckbuilder.decks.changes.drafts import MAX_COPIES
from deckbuilder.events.bounds import MAX_CHECK_NOTE, MAX_EXTRA_NAME, MAX_NONCE
from deckbuilder.events.checks import selectors
from deckbuilder.events.errors import EventError
from deckbuilder.events.locking import among, line, lines, locked_event
from deckbuilder.events.models import DeckCheck, Entry, Outcome

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
    note, nonce = lines(note, "note", MAX_CHECK_NOTE), line(nonce, "nonce", MAX_NONCE)
    among("outcome", outcome, Outcome.values)
    if not counts and not extra:
        raise EventError("nothing-counted")
    with locked_event(entry.event) as tx:
        current = entry.submissions.first()
        earlier = DeckCheck.objects.filter(submission__entry=entry, nonce=nonce).first()
        if earlier is None and (current is None or current.version != version):
            raise EventError("list-replaced")
        submission = earlier.submission if earlier else current
        assert submission is not None
        check_lines = selectors.lines_of(tx.event, submission)
        rows = [[*each[:4], _copies(each.name, counts.get(index))] for index, each in enumerate(check_lines)]
        extras = [[each.key, line(each.name, "text", MAX_EXTRA_NAME), _copies(each.name, each.found)] for each in extra]
        if len(extras) > MAX_EXTRA:
            raise EventError("bad-count", "text", card=extras[MAX_EXTRA][1], value=len(extras), most=MAX_EXTRA)
        check = DeckCheck(
            submission=submission,
            counted=rows,
            extra=extras,
            outcome=outcome,
            note=note,
            nonce=nonce,
            checked_by=by,
            checked_at=tx.now,
        )
        if earlier:
            return _sent_again(earlier, check)
        differing = len(selectors.differences(check))
        if not note and (outcome != Outcome.CLEAN or differing):
            raise EventError("no-note", "note")
        check.save()
        tx.log("checked", by, entry, version=version, outcome=outcome, differences=differing, note=note)
        return check


def _copies(name: str, count: int | None) -> int | None:
    if count is not None and not 0 <= count <= MAX_COPIES:
        raise EventError("bad-count", "count", card=name, value=count, most=MAX_COPIES)
    return count


def _sent_again(earlier: DeckCheck, new: DeckCheck) -> DeckCheck:
    same = ("counted", "extra", "outcome", "note")
    if any(getattr(earlier, name) != getattr(new, name) for name in same):
        raise EventError("nonce-used")
    earlier.repeated = True
    return earlier
