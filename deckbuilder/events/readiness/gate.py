"""The gate before the start: the readiness of all entries, counted and page by page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import FilteredRelation, Q

from deckbuilder.events import selectors
from deckbuilder.events.models import Entry, Event, Submission
from deckbuilder.events.readiness import judgements, judging
from deckbuilder.events.readiness.states import MISSING, NOT_READY, STATES, Readiness, entry_state
from games.engine.rules.legality import Verdict

MAX_JUDGED_AT_ONCE = 200
"""Lists judged within a request; more are left to a worker."""

KEPT = 60 * 60
"""Seconds for which the order of an event is cached."""

WAITING = "waiting"
"""The state of a list not yet judged under the current rules."""

Order = Mapping[str, Sequence[int]]
"""The primary keys of entries in the order of the roster, by state."""


class Gate(NamedTuple):
    """The readiness of an event's entries under the rules of `digest`. Waiting ones are in none of STATES."""

    event: Event
    digest: str
    order: Order

    @property
    def counts(self) -> dict[str, int]:
        """The number of entries by state, those that need attention first."""
        return {state: len(self.order[state]) for state in STATES}

    @property
    def waiting(self) -> int:
        return len(self.order[WAITING])

    @property
    def total(self) -> int:
        return sum(map(len, self.order.values()))

    @property
    def not_ready_count(self) -> int:
        """The number of entries that prevent the start, as far as is known."""
        return sum(len(self.order[state]) for state in NOT_READY)

    def entries(self, *states: str) -> RosterSlice:
        """The entries in these states (all by default), those that need attention first."""
        return RosterSlice(self, list(chain.from_iterable(self.order[state] for state in states or STATES)))


class RosterSlice(Sequence[Readiness]):
    """The readiness of some entries, fetched a slice at a time."""

    def __init__(self, gate: Gate, numbers: Sequence[int]) -> None:
        self.gate, self.numbers = gate, numbers

    def only(self, entry_ids: Collection[int]) -> RosterSlice:
        """Only the entries with these primary keys."""
        return RosterSlice(self.gate, [number for number in self.numbers if number in entry_ids])

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, int):
            return self._readiness([self.numbers[index]])[0]
        return self._readiness(self.numbers[index])

    def _readiness(self, numbers: Sequence[int]) -> list[Readiness]:
        entries = Entry.objects.select_related("user").in_bulk(numbers)
        return readiness_of(self.gate.event, [entries[number] for number in numbers], self.gate.digest)


def overview(event: Event) -> Gate:
    """The gate as it is now. A few waiting lists are judged here; more are left to a worker."""
    digest = judgements.rules_digest(event)
    gate = Gate(event, digest, _order(event, digest))
    if not 0 < gate.waiting <= MAX_JUDGED_AT_ONCE:
        return gate
    judgements.judge(event, digest, list(judgements.waiting(event, digest)))
    return Gate(event, digest, _order(event, digest))


def readiness(event: Event, entry: Entry) -> Readiness:
    """The readiness of one entry: as of the start, or judged now."""
    return readiness_of(event, [entry])[0]


def readiness_of(event: Event, entries: Sequence[Entry], digest: str = "") -> list[Readiness]:
    """The readiness of these entries by the stored verdicts of the rules of `digest` (today's); lists without one are
    judged now."""
    digest = digest or judgements.rules_digest(event)

    def stored_verdicts(lists: Sequence[Submission]) -> Mapping[int, Verdict]:
        return judgements.verdicts(event, digest, lists)

    return judging.judge_entries(event, entries, stored_verdicts) if entries else []


def let_through(event: Event) -> frozenset[int]:
    """The primary keys of entries that may play by an override."""
    return frozenset(overview(event).order["overridden"])


def verdict(event: Event, submission: Submission) -> Verdict:
    """The verdict on a list: as of the start if it was current then, or judged now."""
    verdicts = judgements.verdicts(event, judgements.rules_digest(event), [submission])
    return verdicts.get(submission.pk) or selectors.judge(event, selectors.deck_of(event, submission))


def _order(event: Event, digest: str) -> Order:
    """Whatever changes the order of an event is logged, so the order is cached until the next log entry."""
    key = f"gate:{event.pk}:{selectors.state_token(event)}:{digest}"
    cached_order: Order | None = cache.get(key)
    if cached_order is not None:
        return cached_order
    order = _build_order(event, digest)
    if not order[WAITING]:
        cache.set(key, order, KEPT)
    return order


def _build_order(event: Event, digest: str) -> Order:
    order: dict[str, list[int]] = {state: [] for state in (*STATES, WAITING)}
    states = _states_of_lists(event, digest)
    overridden = _overridden_entries(event, digest, states)
    entries = Entry.objects.filter(event=event).order_by("number").values_list("pk", "dropped_at")
    for entry, dropped_at in entries:
        judged = states.get(entry, MISSING) or WAITING
        order[entry_state(judged, dropped=dropped_at is not None, overridden=entry in overridden)].append(entry)
    return order


def _states_of_lists(event: Event, digest: str) -> dict[int, str | None]:
    """The states of the current lists under these rules, by entry."""
    judgement = FilteredRelation("judgement", condition=Q(judgement__digest=digest))
    return dict(judgements.current(event).annotate(kept=judgement).values_list("entry", "kept__state"))


def _overridden_entries(event: Event, digest: str, states: Mapping[int, str | None]) -> set[int]:
    """The entries with a valid override; for waiting ones that is not known yet."""
    overridden = selectors.playing(event).filter(pk__in=judging.overrides(event))
    entries = [each for each in overridden if states.get(each.pk, MISSING)]
    return {each.entry.pk for each in readiness_of(event, entries, digest) if each.state == "overridden"}
