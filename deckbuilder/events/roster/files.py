"""The roster of an event as a file, for badges, pairings and other tools."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from django.utils import timezone

from deckbuilder.events import selectors
from deckbuilder.events.models import Entry, Event
from deckbuilder.events.readiness import gate, judging
from deckbuilder.events.results.files import BOM
from games.engine.texts.spreadsheets import write_lines

COLUMNS = (
    "number", "player", "account", "answer", "email", "state", "version", "fingerprint", "late", "let_through",
    "checked_in",
)  # fmt: skip


def roster_csv(event: Event) -> Iterator[str]:
    """A row per entry, by number: the player, the readiness, the current list, and why it was late or overridden.

    Errors are raised before anything is sent.
    """
    states = {entry: state for state, entries in gate.overview(event).order.items() for entry in entries}
    submissions = selectors.current_submissions(event).only("entry", "version", "fingerprint", "late", "deck")
    lists = {each.entry_id: (str(each.version), each.fingerprint, each.late) for each in submissions}
    reasons = {entry: each.params["reason"] for entry, each in judging.overrides(event).items()}
    entries = list(Entry.objects.filter(event=event).select_related("user").order_by("number"))
    return _rows(entries, states, lists, reasons)


def _rows(
    entries: Iterable[Entry],
    states: Mapping[int, str],
    lists: Mapping[int, tuple[str, str, str]],
    reasons: Mapping[int, str],
) -> Iterator[str]:
    yield BOM + write_lines([COLUMNS])
    for entry in entries:
        state = states.get(entry.pk, gate.WAITING)
        reason = reasons.get(entry.pk, "") if state == "overridden" else ""
        account = entry.user.username if entry.user else ""
        who = [str(entry.number), entry.name, account, entry.answer, entry.email]
        yield write_lines([[*who, state, *lists.get(entry.pk, ("", "", "")), reason, _format_time(entry.present_at)]])


def _format_time(at: datetime | None) -> str:
    """A time as in the API; "" for none."""
    return timezone.localtime(at).isoformat(timespec="seconds") if at else ""
