"""Lists of many players at once: what would become of each, and taking them, all in one transaction."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from deckbuilder.accounts.models import User
from deckbuilder.catalog.selectors import Lookup
from deckbuilder.decks import lists
from deckbuilder.decks.lists import Asked
from deckbuilder.events import selectors, services
from deckbuilder.events.bulk_files import Item
from deckbuilder.events.desk import Desk, before_start, desk, line
from deckbuilder.events.errors import EventError
from deckbuilder.events.gate_models import BulkUpload
from deckbuilder.events.models import Entry, Event, State, Submission
from deckbuilder.events.to_games import lists_of
from games.engine.decklists import DeckListError, Reading
from games.engine.decks import Deck
from games.engine.game import Game
from games.engine.writing import fold
from games.registry import get

OUTCOMES = ("refused", "entered", "first", "replaced", "unchanged")
"""A list that cannot be taken; one of a player who is entered with it; an entry's first; one in place of another; one
that was handed in before."""

TAKEN = ("entered", "first", "replaced")
MOST_NEAR = 200
"""For so many lines that name no card names that are alike are looked for, in all lists together."""

Plan = list[dict[str, Any]]
"""What becomes of each item, as JSON: `place`, `player`, `outcome`; `error` and `params` of one that is refused; of the
others `number` (of the entry there is), `name`, `fingerprint`, `status` and the `lines` that name no card."""


class Found(NamedTuple):
    """An item with its deck and entry, as far as there are any."""

    line: dict[str, Any]
    item: Item
    deck: Deck | None = None
    entry: Entry | None = None


def receive(event: Event, items: Sequence[Item], names: Sequence[str], *, by: User, reason: str = "") -> BulkUpload:
    """Keep lists that were sent, with what would become of them. Raises EventError."""
    reason = line(reason, "reason", services.MOST_REASON, blank=True)
    with desk(event) as at:
        before_start(at)
        if at.state == State.CLOSED and not reason:
            raise EventError("no-reason", "reason")
        return BulkUpload.objects.create(
            event=at.event,
            names=", ".join(names),
            items=[each._asdict() for each in items],
            plan=_plan(_found(at, items)),
            reason=reason,
            sent_by=by,
            sent_at=at.at,
        )


def apply(upload: BulkUpload, *, by: User) -> BulkUpload:
    """Take the lists as it was shown, once, however often this is done. Raises EventError.

    Where something else would become of them by now, that is kept to be shown, and the error is `bulk-changed`.
    """
    fresh = None
    with desk(upload.event) as at:
        upload = BulkUpload.objects.get(pk=upload.pk)
        if upload.applied_at:
            return upload
        before_start(at)
        found = _found(at, [Item(**each) for each in upload.items])
        if _plan(found) == upload.plan:
            _take(at, found, by, upload.reason)
            upload.applied_at = at.at
            upload.save(update_fields=["applied_at"])
            return upload
        fresh = _plan(found)
        BulkUpload.objects.filter(pk=upload.pk).update(plan=fresh)
    raise EventError("bulk-changed")


def discard(upload: BulkUpload) -> bool:
    """Forget lists that were not taken; False for those that were."""
    gone, _ = BulkUpload.objects.filter(pk=upload.pk, applied_at=None).delete()
    return bool(gone)


def counts(plan: Plan) -> dict[str, int]:
    """How many of each outcome."""
    found = Counter(each["outcome"] for each in plan)
    return {outcome: found[outcome] for outcome in OUTCOMES}


# Planning -------------------------------------------------------------------------------------------------------------


def _plan(found: Sequence[Found]) -> Plan:
    plan: Plan = json.loads(json.dumps([each.line for each in found]))
    return plan


class Frugal(Lookup):
    """Looks for names that are alike a limited number of times."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.left = MOST_NEAR

    def near(self, name: str, n: int = 5) -> Sequence[str]:
        self.left -= 1
        return super().near(name, n) if self.left >= 0 else ()


class Players:
    """Who plays, by what a file may call them: the name on the roster, that of the account, or a number such as #12."""

    def __init__(self, event: Event) -> None:
        self.entries: dict[int, Entry] = {}
        self.named: dict[str, dict[int, Entry]] = {}
        for entry in Entry.objects.filter(event=event).select_related("user"):
            for name in (entry.name, entry.user.username if entry.user else "", f"#{entry.number}"):
                self.named.setdefault(fold(name), {})[entry.pk] = entry

    def called(self, name: str) -> list[Entry]:
        return list(self.named.get(fold(name), {}).values())


class Refused(Exception):
    """Why a list cannot be taken."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code, self.params = code, params


class _Planner:
    def __init__(self, at: Desk) -> None:
        self.event, self.lists = at.event, lists_of(at.event)
        self.game, self.lookup = get(at.event.game), Frugal(get(at.event.game))
        self.players = Players(at.event)
        self.standing = dict(selectors.standing_submissions(at.event).values_list("entry", "fingerprint"))
        self.handed = set(_handed(at.event))
        playing = selectors.playing(at.event).count()
        self.free = None if at.event.capacity is None else at.event.capacity - playing
        self.seen: set[int | str] = set()

    def found(self, item: Item) -> Found:
        told = {"place": item.place, "player": item.player}
        try:
            return self._found(item, told)
        except Refused as refusal:
            return Found(told | {"outcome": "refused", "error": refusal.code, "params": refusal.params}, item)

    def _found(self, item: Item, told: dict[str, Any]) -> Found:
        if item.error:
            raise Refused(item.error, **item.params)
        reading = self._read(item)
        entry = self._entry(item)
        outcome = self._outcome(item, reading.deck, entry)
        verdict = selectors.judge(self.event, reading.deck, self.lists)
        told |= {
            "outcome": outcome,
            "number": entry.number if entry else 0,
            "name": reading.deck.name,
            "fingerprint": reading.deck.fingerprint,
            "status": verdict.status,
            "lines": [
                [each.line, each.text, each.status, list(each.notes), [*map(str, each.choices), *each.near]]
                for each in reading.receipt.lines
                if each.status in ("ambiguous", "unknown")
            ],
        }
        return Found(told, item, reading.deck, entry)

    def _read(self, item: Item) -> Reading:
        try:
            reading = lists.parse(Asked(item.text, item.form, self.game), self.lookup)
        except DeckListError as error:
            raise Refused(error.code, line=error.line, **error.params) from error
        if not reading.deck.unknown and not any(reading.deck.zones.values()):
            raise Refused("no-cards")
        return reading

    def _entry(self, item: Item) -> Entry | None:
        if len(item.player) > services.MOST_NAME:
            raise Refused("long-player", limit=services.MOST_NAME)
        try:
            line(item.player, "name", services.MOST_NAME)
        except EventError as error:
            raise Refused("no-player" if error.code == "blank" else error.code, **error.params) from error
        called = self.players.called(item.player)
        if len(called) > 1:
            raise Refused("several-players", choices=[str(each) for each in called])
        entry = called[0] if called else None
        who = entry.pk if entry else fold(item.player)
        if who in self.seen:
            raise Refused("repeated-player")
        self.seen.add(who)
        if entry and entry.dropped_at:
            raise Refused("dropped")
        return entry

    def _outcome(self, item: Item, deck: Deck, entry: Entry | None) -> str:
        if entry is None:
            if self.free is not None:
                if self.free < 1:
                    raise Refused("full", places=self.event.capacity)
                self.free -= 1
            return "entered"
        if self.standing.get(entry.pk) == deck.fingerprint or (entry.pk, nonce(item, deck)) in self.handed:
            return "unchanged"
        return "replaced" if entry.pk in self.standing else "first"


def _found(at: Desk, items: Sequence[Item]) -> list[Found]:
    planner = _Planner(at)
    return [planner.found(each) for each in items]


def _handed(event: Event) -> Collection[tuple[int, str]]:
    brought = Submission.objects.filter(entry__event=event, nonce__startswith=NONCE)
    return list(brought.order_by().values_list("entry", "nonce"))


NONCE = "bulk-"


def nonce(item: Item, deck: Deck) -> str:
    """The same for the same list read the same way: it is handed in once."""
    content = f"{item.form}\n{deck.fingerprint}\n{item.text}"
    return NONCE + hashlib.sha256(content.encode()).hexdigest()[:32]


# Taking ---------------------------------------------------------------------------------------------------------------


def _take(at: Desk, found: Sequence[Found], by: User, reason: str) -> None:
    for each in found:
        if each.deck is not None and each.line["outcome"] in TAKEN:
            entry = each.entry or _entered(at, each.item, by)
            services.submit_at(
                at, entry, each.deck, by=by, nonce=nonce(each.item, each.deck), source=each.item.text, reason=reason
            )
    at.log("brought-in", by, **_told(found))


def _entered(at: Desk, item: Item, by: User) -> Entry:
    key = NONCE + hashlib.sha256(fold(item.player).encode()).hexdigest()[:32]
    return services.enter_at(at, by=by, name=item.player, nonce=key)


def _told(found: Sequence[Found]) -> dict[str, Any]:
    number = counts([each.line for each in found])
    return {"taken": sum(number[outcome] for outcome in TAKEN), "of": len(found), "entered": number["entered"]}
