"""Queries for deck checks: the lines to count, the differences, and the list that a fingerprint means."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Case, IntegerField, Q, QuerySet, When

from deckbuilder.catalog.search.searching import search
from deckbuilder.catalog.selectors import Lookup
from deckbuilder.common.names import reader_label
from deckbuilder.events import selectors
from deckbuilder.events.models import DeckCheck, Entry, Event, Submission
from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.reading.search.query import QueryError
from games.registry import get

SHORTEST = 4
"""Minimum length of a fingerprint's beginning; a shorter one would match too many."""

MAX_CARDS = 6


class CheckLine(NamedTuple):
    """A line to count: a card, or a text that names none (then `key` is ""). Its `name` is unique in its zone."""

    zone: str
    key: str
    name: str
    listed: int
    card: Card | None = None

    @property
    def label(self) -> str:
        """Its name on pages."""
        return reader_label(self.name, self.card) if self.card else self.name


def lines_of(event: Event, submission: Submission) -> list[CheckLine]:
    """The lines of a list in its order, the printings of a card as one line."""
    deck = selectors.deck_of(event, submission)
    return list(_lines(deck, get(event.game)))


def _lines(deck: Deck, game: Game) -> Iterator[CheckLine]:
    for zone in game.zones:
        names = Counter(entry.card.name for entry in deck.entries(zone.slug))
        for card, count, _ in deck.entries(zone.slug):
            alike = names[card.name] > 1 and card.codes
            yield CheckLine(zone.slug, card.key, f"{card.name} ({card.codes[0]})" if alike else card.name, count, card)
        for line in deck.unknown:
            if line.zone == zone.slug:
                yield CheckLine(zone.slug, "", line.text, line.count)


class Difference(NamedTuple):
    """A line whose count differs from the list. An extra card has no zone, and 0 copies `listed`; if it is no card of
    the catalog, its `key` is ""."""

    zone: str
    key: str
    name: str
    listed: int
    found: int


def differences(check: DeckCheck) -> list[Difference]:
    counted_lines = [
        Difference(zone, key, name, listed, copies)
        for zone, key, name, listed, copies in check.counted
        if copies is not None
    ]
    return [
        *(each for each in counted_lines if each.listed != each.found),
        *(Difference("", key, name, 0, copies) for key, name, copies in check.extra),
    ]


def uncounted_lines(check: DeckCheck) -> int:
    """The number of lines that were not counted."""
    return sum(copies is None for *_, copies in check.counted)


def checks_of(event: Event) -> QuerySet[DeckCheck]:
    """All checks of an event, latest first."""
    relations = ("submission__entry", "checked_by")
    return DeckCheck.objects.filter(submission__entry__event=event).select_related(*relations).defer(*_HEAVY)


def checks_on(entry: Entry) -> QuerySet[DeckCheck]:
    """All checks of an entry's lists, latest first."""
    checks = DeckCheck.objects.filter(submission__entry=entry)
    return checks.select_related("submission", "checked_by").defer(*_HEAVY)


_HEAVY_LIST = ("deck", "cards", "source", "receipt")
_HEAVY = tuple(f"submission__{name}" for name in _HEAVY_LIST)


class Match(NamedTuple):
    """An entry that a search matches."""

    entry: Entry
    submission: Submission | None = None
    """The list with the fingerprint searched for."""
    is_current: bool = True


NUMBER, NAME, FINGERPRINT = range(3)
"""Why an entry matches, in order of rank: an exact number ranks first."""


class Matches(Sequence[Match]):
    """All entries that a search matches, fetched a slice at a time. `beginning`: of a fingerprint, or ""."""

    def __init__(self, event: Event, entries: QuerySet[Entry], beginning: str) -> None:
        self.event, self.entries, self.beginning = event, entries, beginning

    def __len__(self) -> int:
        return self._count

    @cached_property
    def _count(self) -> int:
        return self.entries.count()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, int):
            return self._matches([self.entries[index]])[0]
        return self._matches(list(self.entries[index]))

    def _matches(self, entries: Sequence[Any]) -> list[Match]:
        current = selectors.current_submissions(self.event).filter(entry__in=entries).defer(*_HEAVY_LIST)
        newest = {each.entry_id: each for each in current}
        strange = [each for each in entries if each.why == FINGERPRINT]
        printed_lists = (
            _with_fingerprint(self.event, self.beginning)
            .filter(entry__in=strange)
            .order_by("version")
            .defer(*_HEAVY_LIST)
        )
        submissions = newest | {each.entry_id: each for each in printed_lists}
        return [
            Match(each, submissions.get(each.pk), submissions.get(each.pk) == newest.get(each.pk)) for each in entries
        ]


def find(event: Event, text: str) -> Matches:
    """The entries that match the beginning of a fingerprint, a number (`12`, `#12`) or part of a name.

    All of them, for the caller to choose from. "" matches nobody.
    """
    text = unicodedata.normalize("NFKC", text).strip()
    beginning = fingerprint_prefix(text)
    reasons = {
        NUMBER: selectors.with_number(text),
        NAME: selectors.with_name(text),
        FINGERPRINT: Q(pk__in=_with_fingerprint(event, beginning).values("entry")) if beginning else selectors.NOBODY,
    }
    why = Case(*(When(fits, then=each) for each, fits in reasons.items()), output_field=IntegerField())
    entries = Entry.objects.filter(event=event).annotate(why=why).filter(why__isnull=False)
    return Matches(event, entries.order_by("why", "number"), beginning)


def _with_fingerprint(event: Event, beginning: str) -> QuerySet[Submission]:
    return Submission.objects.filter(entry__event=event, fingerprint__startswith=beginning)


def fingerprint_prefix(text: str) -> str:
    """The beginning of a fingerprint in its stored form: `k7qf 2m` → `K7QF-2M`; "" for anything else.

    Letters that Crockford's alphabet leaves out are read as the digits they look like.
    """
    plain = re.sub(r"[\s\-–—_.·]", "", text).upper().translate(str.maketrans("OIL", "011"))
    if not SHORTEST <= len(plain) <= 16 or not re.fullmatch(r"[0-9A-HJKMNP-TV-Z]+", plain):
        return ""
    return "-".join(plain[at : at + 4] for at in range(0, len(plain), 4))


def cards_like(game: Game, text: str) -> list[Card]:
    """The cards that a text may mean: those with exactly that name first, then search results."""
    if not text:
        return []
    exact = list(Lookup(game).find(text))
    try:
        others = search(game, text, size=MAX_CARDS).cards
    except QueryError:
        others = ()
    return list(dict.fromkeys([*exact, *others]))[:MAX_CARDS]
