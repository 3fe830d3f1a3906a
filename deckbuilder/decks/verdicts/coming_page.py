"""The effect of announced lists on all decks of a person, day by day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from django.core.paginator import Page
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from deckbuilder.catalog.restrictions.pages import Version
from deckbuilder.catalog.restrictions.selectors import lists_by_game
from deckbuilder.common.http.pagination import get_page
from deckbuilder.decks.loading import to_decks
from deckbuilder.decks.models import Deck
from deckbuilder.decks.to_games import SLUGS
from deckbuilder.decks.verdicts.coming import Notice, notices, with_listed_cards
from games.engine.model.game import Game
from games.engine.model.lists import RestrictionList
from games.engine.rules.list_versions import announcements
from games.registry import get

PAGE = 100
"""Decks per page, over all days."""


class Day(NamedTuple):
    """Lists that come into effect on a day, and the decks of a game whose verdict they change. `hit`: the number of
    these on all pages."""

    game: Game
    day: date
    lists: tuple[Version, ...]
    decks: int
    notices: tuple[Notice, ...]
    hit: int


def page_of(days: Sequence[Day], number: Any) -> tuple[Page, list[Day]]:
    """A page of the decks of all days, and the days with their decks on this page."""
    rows = [(index, notice) for index, day in enumerate(days) for notice in day.notices or (None,)]
    page = get_page(rows, PAGE, number)
    notice_rows = []
    for index, here in groupby(page, key=lambda row: row[0]):
        notice_rows.append(days[index]._replace(notices=tuple(notice for _, notice in here if notice)))
    return page, notice_rows


Known = Mapping[str, tuple[RestrictionList, ...]]


def coming_days(decks: QuerySet[Deck]) -> list[Day]:
    """The next day first. The number of queries depends on the number of games, not of decks."""
    in_games = decks.filter(game__in=SLUGS).order_by()
    counts = dict(in_games.values_list("game").annotate(Count("pk")))
    known = lists_by_game(get(slug) for slug in sorted(counts))
    by_day = {(day, slug): lists for slug in known for day, lists in _days(get(slug), known[slug]).items()}
    days = sorted(by_day.items(), key=lambda each: each[0])
    hit = _notices(decks, {slug: known[slug] for (_, slug), _ in days})
    return [_day(get(slug), day, lists, counts[slug], hit.get((day, slug), ())) for (day, slug), lists in days]


def _day(game: Game, day: date, lists: tuple[Version, ...], decks: int, notices: Iterable[Notice]) -> Day:
    notices = tuple(notices)
    return Day(game, day, lists, decks, notices, len(notices))


def _days(game: Game, lists: Sequence[RestrictionList]) -> dict[date, tuple[Version, ...]]:
    """The lists that come into effect on each day, in any format."""
    days: dict[date, dict[tuple[str, str], Version]] = {}
    for format in game.formats:
        for coming in announcements(lists, game.slug, format.slug, timezone.localdate()):
            versions = {(each.slug, each.version): Version(each, "announced") for each in coming.lists}
            days.setdefault(coming.day, {}).update(versions)
    return {day: tuple(versions[name] for name in sorted(versions)) for day, versions in days.items()}


def _notices(decks: QuerySet[Deck], lists_by_game: Known) -> dict[tuple[date, str], list[Notice]]:
    """The effects of the lists on the decks, by day and game."""
    by_day: dict[tuple[date, str], list[Notice]] = {}
    if not lists_by_game:
        return by_day
    affected = Q(pk__in=())
    for slug, lists in lists_by_game.items():
        affected |= Q(game=slug) & _with_announced_cards(lists)
    affected_decks = list(decks.filter(affected))
    engine_decks = to_decks(affected_decks)
    for deck in (each for each in affected_decks if each.pk in engine_decks):
        for notice in notices(deck, engine_decks[deck.pk], lists_by_game[deck.game]):
            by_day.setdefault((notice.hit.day, deck.game), []).append(notice)
    return by_day


def _with_announced_cards(lists: Sequence[RestrictionList]) -> Q:
    """Decks with a card named in a version of a list of which one is announced."""
    slugs = {each.slug for each in lists if each.effective_from > timezone.localdate()}
    return with_listed_cards([each for each in lists if each.slug in slugs])
