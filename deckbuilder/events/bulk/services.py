"""Bulk imports: planning the result for each list, and importing them in one transaction."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from deckbuilder.accounts.models import User
from deckbuilder.common.database import get_row
from deckbuilder.decks.to_games import freeze_cards
from deckbuilder.events import rights, selectors
from deckbuilder.events.bounds import MAX_DECK_NAME, MAX_PLAYER_NAME
from deckbuilder.events.bulk import reading
from deckbuilder.events.bulk.files import Item
from deckbuilder.events.bulk.reading import Progress, Read
from deckbuilder.events.entries import services
from deckbuilder.events.errors import EventError
from deckbuilder.events.locking import Transaction, before_start, locked_event
from deckbuilder.events.models import BulkTask, BulkUpload, Entry, Event, LogEntry, State, Submission
from deckbuilder.events.to_games import lists_of
from deckbuilder.events.validators import clean_line, clean_reason
from games.engine.model.decks import Deck
from games.engine.rules.legality import Verdict
from games.engine.texts.writing import fold
from games.registry import get

OUTCOMES = ("refused", "unsure", "entered", "first", "replaced", "unchanged")
"""In order: refused; a file whose name is no player's; a new player with a list; an entry's first list; a replacement;
a list submitted before."""

IMPORTED = ("entered", "first", "replaced")
MAX_WAITING = 20
"""Unapplied uploads kept per event, the newest."""

Plan = list[dict[str, Any]]
"""The planned result for each item, as JSON: `item`, its index; `place`, `player` (if the outcome is `unsure`, the
likeliest name), `outcome`; if refused `error` and `params`; otherwise
`number` (of an existing entry), `name`, `fingerprint`, `status`, the unrecognized `lines` and the version it
`replaces`, 0 for none."""


class ReadList(NamedTuple):
    """A list that was read, with its verdict and entry, if any."""

    line: dict[str, Any]
    read: Read
    verdict: Verdict | None = None
    entry: Entry | None = None


def past(event: Event) -> QuerySet[BulkUpload]:
    """The uploads of an event, latest first, without their lists."""
    return event.bulk_uploads.select_related("sent_by").defer("items", "plan")


def receive(event: Event, items: Sequence[Item], names: Sequence[str], *, by: User, reason: str = "") -> BulkUpload:
    """Store lists with their preview, and delete the oldest unapplied upload. Raises EventError.

    They are read first: while the event is locked, nobody can register or submit.
    """
    reason = clean_reason(reason)
    game = get(event.game)
    verdicts = Judged(event, reading.read(game, items))
    with locked_event(event) as tx:
        upload = upload_at(tx, names, by, reason)
        upload.large = not reading.are_quick(game, items)
        show(tx, upload, items, verdicts)
        upload.save()
        forget_old(tx.event)
        return upload


def upload_at(tx: Transaction, names: Sequence[str], by: User, reason: str) -> BulkUpload:
    """An unsaved upload of these files. Raises EventError if the event accepts no lists."""
    before_start(tx)
    if tx.state == State.CLOSED and not reason:
        raise EventError("no-reason", "reason")
    return BulkUpload(
        event=tx.event, names=", ".join(names), reason=reason, sent_by=by, sent_at=tx.now, asked_at=tx.now
    )


def show(tx: Transaction, upload: BulkUpload, items: Sequence[Item], verdicts: Judged) -> None:
    """Put lists and their preview into an upload."""
    upload.items = [each._asdict() for each in items]
    upload.plan = _plan(_plan_lists(tx, verdicts))


def forget_old(event: Event) -> None:
    """Keep the last unapplied uploads, and those being imported."""
    waiting = event.bulk_uploads.filter(applied_at=None).exclude(task=BulkTask.APPLY)
    kept_ids = list(waiting.values_list("pk", flat=True)[:MAX_WAITING])
    waiting.exclude(pk__in=kept_ids).delete()


def apply(
    upload: BulkUpload,
    *,
    by: User,
    reason: str = "",
    came: datetime | None = None,
    progress: Progress = reading.silent,
) -> BulkUpload:
    """Import the lists as previewed, once, however often this is called. Raises EventError.

    `reason`: why they are late, if they were uploaded before the deadline or with another reason. `came`: when the
    import was requested, unless now. If the results have changed since the preview, the new preview is stored and the
    error is `bulk-changed`.
    """
    reason = clean_reason(reason)
    upload = reload(upload)
    if upload.applied_at:
        return upload
    lists = reading.read(get(upload.event.game), [Item(**each) for each in upload.items], progress)
    verdicts = Judged(upload.event, lists)
    with locked_event(upload.event, came) as tx:
        upload = reload(upload, "items")
        if upload.applied_at:
            return upload
        before_start(tx)
        upload.reason = reason or upload.reason
        planned_lists = _plan_lists(tx, verdicts)
        plan = _plan(planned_lists)
        if plan == upload.plan:
            _import(tx, planned_lists, by, upload.reason)
            upload.applied_at, upload.task, upload.error = tx.now, "", None
            upload.save(update_fields=["reason", "applied_at", "task", "error"])
        else:
            upload.plan = plan
            upload.save(update_fields=["reason", "plan"])
    if upload.applied_at:
        return upload
    raise EventError("bulk-changed")


def discard(upload: BulkUpload) -> None:
    """Delete an unapplied upload. Raises EventError if it was imported, or is being imported."""
    with locked_event(upload.event):
        upload = reload(upload, "items", "plan")
        if upload.applied_at:
            raise EventError("bulk-taken")
        if upload.task == BulkTask.APPLY:
            raise EventError("bulk-working")
        upload.delete()


def reload(upload: BulkUpload, *left_out: str) -> BulkUpload:
    """The upload as it is now, without these deferred fields. Raises NotFoundError if it is gone."""
    return get_row(BulkUpload.objects.select_related("event").defer(*left_out), pk=upload.pk)


def counts(plan: Plan) -> dict[str, int]:
    """The number of items by outcome."""
    by_outcome = Counter(each["outcome"] for each in plan)
    return {outcome: by_outcome[outcome] for outcome in OUTCOMES}


# Planning -------------------------------------------------------------------------------------------------------------


def _plan(read_lists: Sequence[ReadList]) -> Plan:
    plan: Plan = json.loads(json.dumps([each.line for each in read_lists]))
    return plan


class Players:
    """Players by every way a file may name them: their name on the roster, their account, a number such as #12, or the
    name under which a file entered them."""

    def __init__(self, event: Event) -> None:
        self.entries: dict[int, Entry] = {}
        self.by_name: dict[str, dict[int, Entry]] = {}
        self.brought: dict[str, Entry] = {}
        for entry in Entry.objects.filter(event=event).select_related("user"):
            self.brought[entry.nonce] = entry
            for name in (entry.name, entry.user.username if entry.user else "", f"#{entry.number}"):
                self.by_name.setdefault(fold(name), {})[entry.pk] = entry

    def find(self, name: str) -> list[Entry]:
        matches = list(self.by_name.get(fold(name), {}).values())
        submission = self.brought.get(nonce_of(name))
        return matches or ([submission] if submission else [])


class Refused(Exception):
    """Why a list cannot be imported."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code, self.params = code, params


class Judged:
    """Verdicts found before the event is locked; they are valid while its rules stay the same."""

    def __init__(self, event: Event, lists: Sequence[Read]) -> None:
        self.rules, self.lists = _rules(event), lists
        self.verdicts = self._verdicts(event)

    def under(self, event: Event) -> Iterator[tuple[Read, Verdict | None]]:
        """The lists as judged by the event's current rules."""
        same = _rules(event) == self.rules
        return zip(self.lists, self.verdicts if same else self._verdicts(event), strict=True)

    def _verdicts(self, event: Event) -> list[Verdict | None]:
        restrictions = lists_of(event)
        return [selectors.judge(event, each.deck, restrictions) if each.deck else None for each in self.lists]


def _rules(event: Event) -> tuple[object, ...]:
    return event.format, event.day, lists_of(event)


class _Planner:
    def __init__(self, tx: Transaction) -> None:
        self.event = tx.event
        self.players = Players(tx.event)
        current = selectors.current_submissions(tx.event).values_list("entry", "fingerprint", "version")
        self.current = {entry: (fingerprint, version) for entry, fingerprint, version in current}
        self.nonces = set(_imported_nonces(tx.event))
        playing = selectors.playing(tx.event).count()
        self.free = rights.places_left(tx.event, playing)
        self.entries_planned: set[int | str] = set()

    def plan_list(self, index: int, read: Read, verdict: Verdict | None) -> ReadList:
        data = {"item": index, "place": read.item.place, "player": read.item.player}
        try:
            return self._plan_list(read, verdict, data)
        except Refused as refusal:
            return ReadList(data | {"outcome": "refused", "error": refusal.code, "params": refusal.params}, read)

    def _plan_list(self, read: Read, verdict: Verdict | None, data: dict[str, Any]) -> ReadList:
        item, deck = read.item, read.deck
        if deck is None or verdict is None:
            raise Refused(item.error, **item.params)
        entry = self._entry(item)
        if entry and item.names and not self.players.find(item.player):
            data["player"] = item.names[0]
        if entry is None and item.is_from_file:
            outcome, data["player"] = "unsure", self._likeliest_name(item)
        else:
            outcome = self._outcome(item, deck, entry)
        data |= {
            "outcome": outcome,
            "number": entry.number if entry else 0,
            "name": deck.name,
            "fingerprint": deck.fingerprint,
            "status": verdict.status,
            "lines": read.lines,
            "replaces": self.current.get(entry.pk if entry else 0, ("", 0))[1],
        }
        return ReadList(data, read, verdict, entry)

    def _entry(self, item: Item) -> Entry | None:
        """The player's entry; None for a new player."""
        matches = next(filter(None, map(self.players.find, (item.player, *item.names))), [])
        if not matches and not item.is_from_file:
            _check_name(item.player)
        if len(matches) > 1:
            raise Refused("several-players", choices=[str(each) for each in matches])
        entry = matches[0] if matches else None
        if entry or not item.is_from_file:
            self._count_once(entry.pk if entry else fold(item.player))
        if entry and entry.dropped_at:
            raise Refused("dropped")
        return entry

    def _count_once(self, who: int | str) -> None:
        if who in self.entries_planned:
            raise Refused("repeated-player")
        self.entries_planned.add(who)

    def _likeliest_name(self, item: Item) -> str:
        """The name of the player whom a part of the file's name names, otherwise what the file's name is without
        additions."""
        named = {entry.pk: entry for name in item.guesses for entry in self.players.find(name)}
        return next(iter(named.values())).name if len(named) == 1 else (item.names or [item.player])[0]

    def _outcome(self, item: Item, deck: Deck, entry: Entry | None) -> str:
        if entry is None:
            if self.free is not None:
                if self.free < 1:
                    raise Refused("full", places=self.event.capacity)
                self.free -= 1
            return "entered"
        current, _ = self.current.get(entry.pk, ("", 0))
        if current == deck.fingerprint or (entry.pk, nonce(item, deck)) in self.nonces:
            return "unchanged"
        return "replaced" if entry.pk in self.current else "first"


def _check_name(name: str) -> None:
    """Raises Refused for a name that no player may have."""
    if len(name) > MAX_PLAYER_NAME:
        raise Refused("long-player", limit=MAX_PLAYER_NAME)
    try:
        clean_line(name, "name", MAX_PLAYER_NAME)
    except EventError as error:
        raise Refused("no-player" if error.code == "blank" else error.code, **error.params) from error


def _plan_lists(tx: Transaction, verdicts: Judged) -> list[ReadList]:
    planner = _Planner(tx)
    return [planner.plan_list(index, *each) for index, each in enumerate(verdicts.under(tx.event))]


def _imported_nonces(event: Event) -> Collection[tuple[int, str]]:
    submissions = Submission.objects.filter(entry__event=event, nonce__startswith=NONCE)
    return list(submissions.order_by().values_list("entry", "nonce"))


NONCE = "bulk-"


def nonce_of(player: str) -> str:
    """The nonce of an entry that a file creates under this name."""
    return NONCE + hashlib.sha256(fold(player).encode()).hexdigest()[:32]


def nonce(item: Item, deck: Deck) -> str:
    """The same for the same list read the same way, so that it is submitted once."""
    content = f"{item.form}\n{deck.fingerprint}\n{item.text}"
    return NONCE + hashlib.sha256(content.encode()).hexdigest()[:32]


# Importing ------------------------------------------------------------------------------------------------------------


BATCH = 200
"""Rows written per statement."""


def _import(tx: Transaction, read_lists: Sequence[ReadList], by: User, reason: str) -> None:
    """Carry out the plan while the event is locked; everything needed for single rows has been fetched."""
    to_take = [each for each in read_lists if each.line["outcome"] in IMPORTED]
    if to_take:
        services.in_time(tx, by, reason)
    entries = [each.entry or _entry(tx, each.read.item, by) for each in to_take]
    new_entries = [entry for each, entry in zip(to_take, entries, strict=True) if each.entry is None]
    for number, entry in enumerate(new_entries, services.next_number(tx)):
        entry.number = number
    Entry.objects.bulk_create(new_entries, BATCH)
    submissions: list[Submission] = []
    rows: list[LogEntry] = []
    cards: dict[str, Any] = {}
    for each, entry in zip(to_take, entries, strict=True):
        if each.entry is None:
            rows.append(tx.row("entered", by, entry))
        submissions.append(_submission(tx, each, entry, by, reason, cards))
        rows.append(services.build_log_entry(tx, submissions[-1], reason))
    Submission.objects.bulk_create(submissions, BATCH)
    LogEntry.objects.bulk_create(rows, BATCH)
    tx.log("brought-in", by, **_log_params(read_lists))


def _entry(tx: Transaction, item: Item, by: User) -> Entry:
    name = clean_line(item.player, "name", MAX_PLAYER_NAME)
    return Entry(event=tx.event, name=name, nonce=nonce_of(item.player), added_by=by, added_at=tx.now)


def _submission(
    tx: Transaction, each: ReadList, entry: Entry, by: User, reason: str, cards: dict[str, Any]
) -> Submission:
    """`cards`: those frozen already, by key; others are added."""
    item, deck, _ = each.read
    assert deck is not None
    assert each.verdict is not None
    name = clean_line(deck.name, "name", MAX_DECK_NAME, blank=True)
    fields = {"version": each.line["replaces"] + 1, "name": name, "source": item.text, "nonce": nonce(item, deck)}
    fields["cards"] = freeze_cards(deck, cards)
    return services.build_submission(tx, entry, deck, each.verdict, by=by, reason=reason, **fields)


def _log_params(read_lists: Sequence[ReadList]) -> dict[str, Any]:
    number = counts([each.line for each in read_lists])
    return {"taken": sum(number[outcome] for outcome in IMPORTED), "of": len(read_lists), "entered": number["entered"]}
