"""Queries on the decks of a person: which match, and how many there are of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import date, datetime, time
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Case, Count, F, Q, QuerySet, TextField, Value, When
from django.db.models.expressions import OrderBy
from django.db.models.functions import Concat, Lower, StrIndex
from django.db.models.lookups import GreaterThan
from django.utils import timezone

from deckbuilder.common.input import InputError
from deckbuilder.decks.library.judgements import Judgement
from deckbuilder.decks.library.parsing import Filters
from deckbuilder.decks.models import Deck
from deckbuilder.decks.selectors import MAX_WORDS
from games.engine.texts.writing import fold

BY_NAME = (Case(When(name="", then=1), default=0).asc(), Lower("name").asc(), "id")

ORDERS: dict[str, tuple[str | OrderBy, ...]] = {
    "changed": ("-changed_at", "-id"),
    "new": ("-created_at", "-id"),
    "name": BY_NAME,
    "game": ("game", "format", *BY_NAME),
}
"""Unnamed decks come last by name."""


def matching(decks: QuerySet[Deck], filters: Filters, judgements: Iterable[Judgement]) -> QuerySet[Deck]:
    """The decks that all filters let through, in their order. Raises InputError for more words than can be searched
    for. `judgements`: of these decks, for those in a state."""
    decks = _by_archive(decks, filters.archived)
    for name in ("game", "format", "visibility", "folder"):
        if value := getattr(filters, name):
            decks = decks.filter(**{name: value})
    if filters.tag:
        decks = decks.filter(with_tags([filters.tag]))
    if filters.since:
        start = timezone.make_aware(datetime.combine(filters.since, time.min))
        decks = decks.filter(changed_at__gte=start)
    if filters.state:
        decks = decks.filter(pk__among=[each.deck for each in judgements if each.is_in(filters.state)])
    return _with_words(decks, filters.q).order_by(*ORDERS[filters.order])


def _by_archive(decks: QuerySet[Deck], archived: str) -> QuerySet[Deck]:
    return decks if archived == "all" else decks.filter(archived_at__isnull=archived != "only")


def _contains(field: str, text: str) -> GreaterThan:
    return GreaterThan(StrIndex(F(field), Value(text)), 0)


def with_tags(tags: Iterable[str]) -> Q:
    """Decks with one of these tags."""
    lines = Concat(Value("\n"), F("tags"), Value("\n"), output_field=TextField())
    return reduce(or_, (Q(GreaterThan(StrIndex(lines, Value(f"\n{tag}\n")), 0)) for tag in tags), Q(pk__in=()))


def _with_words(decks: QuerySet[Deck], text: str) -> QuerySet[Deck]:
    """The decks with every word in their name, a card's name or a tag; with #, in a tag."""
    words = dict.fromkeys(text.split())
    if len(words) > MAX_WORDS:
        raise InputError("too-many-words", most=MAX_WORDS)
    tags = {tag: fold(tag) for tag in tag_counts(decks)} if words else {}
    for word in words:
        name = fold(word.lstrip("#＃"))
        if not name:
            continue
        matches = with_tags(tag for tag, folded in tags.items() if name in folded)
        decks = decks.filter(matches if word.startswith(("#", "＃")) else Q(_contains("search_text", name)) | matches)
    return decks


def tag_counts(decks: QuerySet[Deck]) -> dict[str, int]:
    """How many decks have each tag, by name."""
    counts: Counter[str] = Counter()
    for tags in decks.exclude(tags="").order_by().values_list("tags", flat=True):
        counts.update(tags.split("\n"))
    return dict(sorted(counts.items(), key=lambda each: fold(each[0])))


def folder_counts(decks: QuerySet[Deck]) -> dict[str, int]:
    """How many decks lie in each folder, by name."""
    rows = decks.exclude(folder="").order_by().values_list("folder").annotate(Count("pk"))
    return dict(sorted(rows, key=lambda each: fold(each[0])))


class Totals(NamedTuple):
    """Numbers of decks that are in use, and of those that are archived."""

    all: int
    attention: int
    soon: int
    first_day: date | None
    """When the first become illegal."""
    last_day: date | None
    archived: int


def totals(judgements: Collection[Judgement]) -> Totals:
    in_use = [each for each in judgements if not each.is_archived]
    days = [each.illegal_from for each in in_use if each.illegal_from]
    return Totals(
        all=len(in_use),
        attention=sum(each.is_in("attention") for each in in_use),
        soon=len(days),
        first_day=min(days, default=None),
        last_day=max(days, default=None),
        archived=sum(each.is_archived for each in judgements),
    )
