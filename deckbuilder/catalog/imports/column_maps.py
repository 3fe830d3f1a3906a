"""Maps of columns: that of an upload, and those kept for the next file with the same titles."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from deckbuilder.catalog.imports.heads import lines_of, titles_of
from deckbuilder.catalog.models import CatalogImport
from deckbuilder.catalog.models import ColumnMap as StoredMap
from games.engine.model.game import Game
from games.engine.reading.catalogs.files import CatalogFileError
from games.engine.reading.catalogs.maps import ColumnMap, as_document, from_document
from games.engine.reading.catalogs.titles import NO_MAP
from games.engine.texts.writing import fold


def map_of(upload: CatalogImport, game: Game) -> ColumnMap:
    """The map with which the upload is read; one that says nothing if it has none. Raises CatalogFileError."""
    return from_document(upload.column_map, game) if upload.column_map else NO_MAP


def map_for(game: Game, data: bytes, filename: str) -> ColumnMap:
    """The map with which a file of the same titles was last read; one that says nothing if there is none."""
    try:
        titles = [digest(line) for line in lines_of(game, data, filename) if line]
        stored = StoredMap.objects.filter(game=game.slug, titles__in=titles).order_by("-updated_at").first()
        return from_document(stored.document, game) if stored else NO_MAP
    except CatalogFileError:  # the file cannot be read, or the game lost a column
        return NO_MAP


def keep_map(game: Game, data: bytes, filename: str, column_map: ColumnMap) -> None:
    """Keep the map for the next file with the same titles. Raises CatalogFileError."""
    titles = digest(titles_of(game, data, filename, column_map))
    StoredMap.objects.update_or_create(
        game=game.slug, titles=titles, defaults={"document": as_document(column_map, game)}
    )


def digest(titles: Iterable[str]) -> str:
    """A digest of titles in any order, width and case."""
    return hashlib.sha256("\n".join(sorted(map(fold, titles))).encode()).hexdigest()
