"""The readiness of entries, judged now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.db.models import Q

from deckbuilder.events import selectors
from deckbuilder.events.models import Entry, Event, LogEntry, Submission
from deckbuilder.events.readiness.states import Readiness, covers
from deckbuilder.events.to_games import keys_of, lists_of, to_deck
from games.engine.model.cards import Card
from games.engine.model.lists import RestrictionList
from games.engine.rules.legality import Verdict

Known = Callable[[Sequence[Submission]], Mapping[int, Verdict]]
"""Returns the verdicts already known, by primary key of the submission."""


def judge_entries(
    event: Event,
    entries: Sequence[Entry] | None = None,
    known_verdicts: Known = lambda lists: {},
    lists: Iterable[RestrictionList] | None = None,
    cards: Mapping[str, Card | None] | None = None,
) -> list[Readiness]:
    """The readiness of these entries of an event (all by default): every list is judged unless its verdict is among
    the `known_verdicts`.

    `lists`: the restriction lists to judge by in place of the event's own; `cards`: cards by key to judge in place of
    those in the catalog, None for a key that is not in it.
    """
    current = {each.entry_id: each for each in selectors.current_submissions(event).filter(_of(entries))}
    entries = list(Entry.objects.filter(event=event).select_related("user")) if entries is None else entries
    verdicts = _verdicts(event, list(current.values()), known_verdicts, lists, cards or {})
    overrides_by_entry = overrides(event, entries if len(entries) < MAX_NAMED_ENTRIES else None)
    states = []
    for entry in entries:
        submission = current.get(entry.pk)
        verdict = verdicts[submission.pk] if submission else None
        states.append(_readiness(entry, submission, verdict, overrides_by_entry.get(entry.pk)))
    return states


MAX_NAMED_ENTRIES = 500
"""Above this number, queries do not name single entries."""


def _of(entries: Sequence[Entry] | None) -> Q:
    """A few entries are looked up by key; for many, all of the event's are fetched."""
    return Q() if entries is None or len(entries) >= MAX_NAMED_ENTRIES else Q(entry__in=entries)


def _verdicts(
    event: Event,
    submissions: Sequence[Submission],
    known_verdicts: Known,
    lists: Iterable[RestrictionList] | None,
    other_cards: Mapping[str, Card | None],
) -> dict[int, Verdict]:
    verdicts = dict(known_verdicts(submissions))
    remaining = [each for each in submissions if each.pk not in verdicts]
    if remaining and lists is None:
        lists = lists_of(event)
    every_card = {**selectors.cards_in(event, remaining), **other_cards}
    cards = {key: card for key, card in every_card.items() if card is not None}
    return verdicts | {each.pk: selectors.judge(event, to_deck(each, event.game, cards), lists) for each in remaining}


def affected_by_cards(event: Event, cards: Mapping[str, Card | None]) -> list[tuple[Readiness, Readiness]]:
    """The readiness of entries as it is and as it would be with these cards by key (None: no longer in the catalog),
    where these differ. Only lists that have one of these keys are judged."""
    submissions = selectors.current_submissions(event).filter(entry__dropped_at=None).select_related("entry__user")
    entries = [each.entry for each in submissions if keys_of(each) & cards.keys()]
    if not entries:
        return []
    both = zip(judge_entries(event, entries), judge_entries(event, entries, cards=cards), strict=True)
    return [pair for pair in both if pair[0].state != pair[1].state or pair[0].problems != pair[1].problems]


def judge_entry(event: Event, entry: Entry) -> Readiness:
    """The readiness of one entry, judged now."""
    return judge_entries(event, [entry])[0]


def _readiness(
    entry: Entry, submission: Submission | None, verdict: Verdict | None, override: LogEntry | None
) -> Readiness:
    bare = Readiness(entry, submission, verdict, None)
    version = submission.version if submission else 0
    is_valid = override is not None and covers(override, version, bare.problems)
    return bare._replace(override=override if is_valid else None)


def overrides(event: Event, entries: Sequence[Entry] | None = None) -> dict[int, LogEntry]:
    """The last override of each of these entries (all by default) that was not withdrawn, by primary key of the entry.

    It may be for problems that no longer exist: see states.covers.
    """
    by_entry: dict[int, LogEntry] = {}
    log_entries = event.log.filter(what__in=("overridden", "override-withdrawn"))
    for each in (log_entries if entries is None else log_entries.filter(about__in=entries)).order_by("number"):
        if each.about_id is not None:
            by_entry[each.about_id] = each
    return {entry: each for entry, each in by_entry.items() if each.what == "overridden"}


def not_ready(states: Iterable[Readiness]) -> list[Readiness]:
    """The entries that prevent an event from starting."""
    return [each for each in states if not each.may_start]
