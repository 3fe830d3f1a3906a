"""Changes to the catalog: cards and the search index are derived from its printings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from django.utils import timezone

from deckbuilder.catalog import publishing
from deckbuilder.catalog.index import index_schema
from deckbuilder.catalog.index.indexing import Progress, no_progress
from deckbuilder.catalog.models import CodeEdition, Printing, SearchIndex
from deckbuilder.catalog.publishing import CatalogChange, Overtaken
from deckbuilder.catalog.selectors import catalog_version
from games.engine.model.game import Game
from games.registry import GAMES

TRIES = 5
T = TypeVar("T")


class Changing(Exception):
    """Other writers changed the catalog on every attempt to write."""


def retry_if_overtaken(attempt: Callable[[], T]) -> T:
    """Run `attempt` until it is not overtaken, and return its result. Raises Changing after TRIES attempts."""
    for _ in range(TRIES):
        try:
            return attempt()
        except Overtaken:
            continue
    raise Changing


def rebuild_cards(game: Game, keys: Iterable[str] | None = None, progress: Progress = no_progress) -> None:
    """Derive the cards with these keys, or of the whole game, from their printings, then re-index the game's cards.

    A printing that now belongs to another card moves to it; a card without a printing is deleted. `progress` counts
    cards twice: deriving, then indexing. Raises Changing.
    """
    change = CatalogChange(keys=None if keys is None else set(keys))
    retry_if_overtaken(lambda: publishing.publish(game, change, catalog_version(game), progress, lambda: True))


def reindex_changed_games(progress: Progress = no_progress) -> list[str]:
    """Re-index the games whose definition has changed since they were indexed, or of which printings have come out
    since, and number the printings of games indexed before there were deck codes. Returns their slugs."""
    stale = [game for game in GAMES if _is_stale(game)]
    for game in stale:
        rebuild_cards(game, progress=progress)
    return [game.slug for game in stale]


def _is_stale(game: Game) -> bool:
    index = SearchIndex.objects.filter(game=game.slug, current=True).first()
    if index is None:
        return False
    if index.definition != index_schema.definition(game) or not CodeEdition.objects.filter(game=game.slug).exists():
        return True
    days = {"released__lte": timezone.localdate()} | ({"released__gt": index.day} if index.day else {})
    return Printing.objects.filter(game=game.slug, **days).exists()
