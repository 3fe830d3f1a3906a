"""Data for the pages of those who keep catalogs and lists."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils import timezone

from deckbuilder.catalog.access import games_of, may_edit_lists, may_keep
from deckbuilder.catalog.imports.uploads import LOOKED_AT
from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.models import Card, CatalogImport, ImportStatus, ListStatus, RestrictionList
from deckbuilder.catalog.restrictions import pages
from deckbuilder.catalog.restrictions.pages import Comparison, Version, version_page
from deckbuilder.catalog.restrictions.selectors import drafts_of, restriction_lists, with_ties
from deckbuilder.catalog.search.searching import counts
from deckbuilder.catalog.selectors import value_counts
from deckbuilder.catalog.to_games import to_list
from deckbuilder.site.keeping.selectors import Impact, impact
from games.engine.model.cards import SAMPLE
from games.engine.model.game import Game
from games.engine.reading.search.query import parse
from games.engine.rules.list_versions import predecessor


class Preview(NamedTuple):
    """A list before it is saved: what it changes from the version before (None if it is the first) or, of a public
    list, from the list as it is; and who is hit."""

    comparison: Comparison | None
    impact: Impact


def preview(game: Game, row: RestrictionList, part: int = 0) -> Preview:
    """What a list would change, as it is in a form."""
    (new,) = with_ties(game, [to_list(row)])
    lists = restriction_lists(game)
    stored = next((each for each in lists if (each.slug, each.version) == (new.slug, new.version)), None)
    old = stored or predecessor(new, lists)
    return Preview(pages.compare(game, old, new) if old else None, impact(game, new, part))


def next_version(game: Game, slug: str, version: str) -> RestrictionList | None:
    """A draft that begins as a version is, by the names that its cards have now; None if there is no such version."""
    page = version_page(game, slug, version, timezone.localdate())
    if page is None:
        return None
    old = page.version.list
    names = {entry.written or entry.name: entry.name for group in page.groups for entry in group.entries}
    notes = page.row.notes if page.row and isinstance(page.row.notes, dict) else {}
    return RestrictionList(
        game=game.slug,
        slug=slug,
        title=old.title,
        status=ListStatus.DRAFT,
        format=old.format,
        pool=old.pool,
        sets=list(old.sets),
        limits={names.get(old.names[key], old.names[key]): limit for key, limit in old.limits.items()},
        notes={names.get(text, text): note for text, note in notes.items()},
    )


UNSTATED = "does:unread"
"""The search for cards whose effects are not stated, or not in full."""


class KeptCatalog(NamedTuple):
    """A catalog at a glance: cards in print, how many of them are samples, the last file applied, files that wait for
    somebody, cards with open or settled disputes, and cards whose effects are not stated."""

    cards: int
    samples: int
    last_import: CatalogImport | None
    waiting: int
    disputed: tuple[Card, ...]
    unstated: int


class KeptGame(NamedTuple):
    """What somebody looks after of a game. `catalog`: None for those who only write lists."""

    game: Game
    catalog: KeptCatalog | None
    drafts: tuple[RestrictionList, ...]
    lists: tuple[Version, ...]
    may_edit_lists: bool


MAX_DISPUTED = 12


def kept_games(user: Any) -> list[KeptGame]:
    """What somebody looks after, game by game; a few queries for each."""
    return [_kept_game(user, game) for game in games_of(user)]


def _kept_game(user: Any, game: Game) -> KeptGame:
    may_edit = may_edit_lists(user, game)
    drafts = tuple(drafts_of(game)) if may_edit else ()
    lists = pages.current(game, timezone.localdate())
    return KeptGame(game, _kept_catalog(game) if may_keep(user, game) else None, drafts, lists, may_edit)


def _kept_catalog(game: Game) -> KeptCatalog:
    index = newest(game)
    imports = CatalogImport.objects.filter(game=game.slug, file__isnull=False).defer("report")
    disputed = Card.objects.in_catalog(game.slug).filter(retired=False, facts__has_key="disputed").order_by("name")
    (unstated,) = counts(game, [parse(UNSTATED, game)])
    return KeptCatalog(
        index.live if index else 0,
        next((each.cards for each in value_counts(game, "set", index) if each.value == SAMPLE), 0),
        imports.filter(status=ImportStatus.APPLIED).order_by("-applied_at").first(),
        imports.filter(status__in=set(LOOKED_AT) - {ImportStatus.UNDONE}).count(),
        tuple(disputed[:MAX_DISPUTED]),
        unstated,
    )
