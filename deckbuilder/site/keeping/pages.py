"""Data for the pages of those who keep catalogs and lists."""

from __future__ import annotations

from typing import NamedTuple

from django.utils import timezone

from deckbuilder.catalog.models import ListStatus, RestrictionList
from deckbuilder.catalog.restrictions import pages
from deckbuilder.catalog.restrictions.pages import Comparison, version_page
from deckbuilder.catalog.restrictions.selectors import restriction_lists, with_ties
from deckbuilder.catalog.to_games import to_list
from deckbuilder.site.keeping.selectors import Impact, impact
from games.engine.model.game import Game
from games.engine.rules.list_versions import predecessor


class Preview(NamedTuple):
    """A list before it is saved: what it changes from the version before (None if it is the first) or, of a public
    list, from the list as it is; and who is hit."""

    comparison: Comparison | None
    impact: Impact


def preview(game: Game, row: RestrictionList) -> Preview:
    """What a list would change, as it is in a form."""
    (new,) = with_ties(game, [to_list(row)])
    lists = restriction_lists(game)
    stored = next((each for each in lists if (each.slug, each.version) == (new.slug, new.version)), None)
    old = stored or predecessor(new, lists)
    return Preview(pages.compare(game, old, new) if old else None, impact(game, new))


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
