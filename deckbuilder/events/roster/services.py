"""Entering many players at once: a plan for each line of a roster, then one transaction."""

from __future__ import annotations

import codecs
import hashlib
from collections import Counter
from typing import NamedTuple

from django.core.files.uploadedfile import UploadedFile

from deckbuilder.accounts.models import User
from deckbuilder.common.archives import MEGABYTE
from deckbuilder.events import rights, selectors
from deckbuilder.events.entries import services
from deckbuilder.events.errors import EventError
from deckbuilder.events.locking import Transaction, before_end, locked_event
from deckbuilder.events.models import Entry, Event, LogEntry
from deckbuilder.events.roster import reading
from deckbuilder.events.roster.reading import RosterRow
from deckbuilder.events.validators import clean_reason
from games.engine.reading.decklists.parsing import DeckListError, decode
from games.engine.texts.writing import fold

OUTCOMES = ("refused", "new", "known", "repeated")
"""In order: a line that is skipped; a new player; a player on the roster; a repeated line."""

MAX_BYTES = MEGABYTE
BATCH = 200
"""Rows written per statement."""


class PlanLine(NamedTuple):
    """The planned result for a line. `number`: of the existing entry; `before`: the line with the same player."""

    row: RosterRow
    outcome: str
    number: int = 0
    before: int = 0
    error: EventError | None = None


class Plan(NamedTuple):
    """The planned result for a roster. `entered`: the new entries, once it is imported.

    `unread`: titles of ignored columns; `above`, `empty`: ignored lines, by their numbers in the text (see Roster).
    """

    lines: list[PlanLine]
    unread: list[str]
    entered: list[Entry]
    above: list[tuple[int, str]] = []
    empty: list[tuple[int, str]] = []

    @property
    def counts(self) -> dict[str, int]:
        by_outcome = Counter(each.outcome for each in self.lines)
        return {outcome: by_outcome[outcome] for outcome in OUTCOMES}

    @property
    def digest(self) -> str:
        """A digest of the plan."""
        rows = [(*each.row, each.outcome, each.number) for each in self.lines]
        return hashlib.sha256(repr(rows).encode(errors="surrogatepass")).hexdigest()[:16]


def content(file: UploadedFile) -> str:
    """The text of a file. Raises EventError."""
    data: bytes = file.read(MAX_BYTES + 1)
    _check_size(len(data))
    try:
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # "Unicode text", as Excel calls it
            return data.decode("utf-16")
        return decode(data)
    except (DeckListError, UnicodeDecodeError):
        raise EventError("roster-encoding", "roster") from None


def _check_size(size: int) -> None:
    if size > MAX_BYTES:
        raise EventError("bulk-too-large", "roster", limit=MAX_BYTES // MEGABYTE)


def preview(event: Event, text: str) -> Plan:
    """Plan the import of a roster. Raises EventError if it cannot be read, or once the event is over."""
    with locked_event(event) as tx:
        return _plan(tx, text)


def import_players(event: Event, text: str, *, by: User, reason: str = "", seen: str = "") -> Plan:
    """Enter the new players of a roster, after the start for a `reason`; other lines change nothing.

    `seen`: the digest of the plan that was shown. Raises EventError, also if the plan has changed, unless nobody is
    new: then it was imported before.
    """
    reason = clean_reason(reason)
    with locked_event(event) as tx:
        plan = _plan(tx, text)
        new = [each for each in plan.lines if each.outcome == "new"]
        if not new:
            return plan
        if seen and seen != plan.digest:
            raise EventError("roster-changed")
        services.may_be_late(tx, reason)
        first = services.next_number(tx)
        entries = [_entry(tx, each.row, by, number) for number, each in enumerate(new, first)]
        Entry.objects.bulk_create(entries, BATCH)
        rows = [services.build_entry_log(tx, entry, by, reason) for entry in entries]
        LogEntry.objects.bulk_create(rows, BATCH)
        tx.log("imported", by, count=len(entries), of=len(plan.lines))
        return plan._replace(entered=entries)


def _entry(tx: Transaction, row: RosterRow, by: User, number: int) -> Entry:
    about = services.about_player(name=row.name, email=row.email, answer=row.answer)
    return Entry(event=tx.event, number=number, nonce=nonce(row), added_by=by, added_at=tx.now, **about)


def nonce(row: RosterRow) -> str:
    """The same for the same player of a roster, who is entered once, whatever is corrected later."""
    return "roster-" + hashlib.sha256("\n".join(_key(row.name, row.email)).encode()).hexdigest()[:32]


def _key(name: str, email: str) -> tuple[str, str]:
    return fold(name), email.casefold()


# Planning -------------------------------------------------------------------------------------------------------------


def _plan(tx: Transaction, text: str) -> Plan:
    before_end(tx)
    _check_size(len(text.encode(errors="replace")))
    roster, planner = reading.read(text), _Planner(tx.event)
    return Plan([planner.line(row) for row in roster.rows], roster.unread, [], roster.above, roster.empty)


class _Planner:
    """Two lines, or a line and an entry, are the same player if the names are the same and no different addresses tell
    them apart.

    Addresses of accounts are not compared, so that nobody finds them out by trying.
    """

    def __init__(self, event: Event) -> None:
        self.places = event.capacity
        self.free = rights.places_left(event, selectors.playing(event).count())
        self.nonces: dict[str, Entry] = {}
        self.by_name: dict[str, list[tuple[str, Entry]]] = {}
        self.before: dict[str, list[tuple[str, int]]] = {}
        for entry in Entry.objects.filter(event=event).select_related("user"):
            self.nonces[entry.nonce] = entry
            for name in {fold(entry.name), fold(entry.user.username) if entry.user else fold(entry.name)}:
                self.by_name.setdefault(name, []).append((entry.email.casefold(), entry))

    def line(self, row: RosterRow) -> PlanLine:
        try:
            return self._line(row)
        except EventError as error:
            if error.code == "blank":
                error = EventError("no-name", "name")
            return PlanLine(row, "refused", error=error)

    def _line(self, row: RosterRow) -> PlanLine:
        if row.extra:
            raise EventError("roster-shape", value=row.extra)
        services.about_player(name=row.name, email=row.email, answer=row.answer)
        name, email = _key(row.name, row.email)
        before = next((number for other, number in self.before.get(name, ()) if _same(email, other)), 0)
        self.before.setdefault(name, []).append((email, row.line))
        if before:
            return PlanLine(row, "repeated", before=before)
        entry = self._existing(row, name, email)
        if entry and entry.dropped_at:
            return PlanLine(row, "refused", entry.number, error=EventError("dropped"))
        if entry:
            return PlanLine(row, "known", entry.number)
        if self.free is not None:
            if self.free < 1:
                raise EventError("full", places=self.places)
            self.free -= 1
        return PlanLine(row, "new")

    def _existing(self, row: RosterRow, name: str, email: str) -> Entry | None:
        if entry := self.nonces.get(nonce(row)):
            return entry
        return next((entry for other, entry in self.by_name.get(name, ()) if _same(email, other)), None)


def _same(one: str, other: str) -> bool:
    """Whether two addresses may belong to one player: they are the same, or one is missing."""
    return not one or not other or one == other
