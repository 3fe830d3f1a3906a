"""The models of the catalog, where Django looks for them."""

from deckbuilder.catalog.models.cards import Card, Cards, Correction, PlainJSON, Printing
from deckbuilder.catalog.models.imports import (
    CatalogFile,
    CatalogImport,
    CatalogState,
    ColumnMap,
    ImportStatus,
    StateKind,
)
from deckbuilder.catalog.models.indexes import CodeEdition, CodeWord, Place, Posting, SearchIndex
from deckbuilder.catalog.models.lists import ListStatus, ListTies, RestrictionList
from deckbuilder.catalog.models.pictures import CardPicture

__all__ = [
    "Card", "CardPicture", "Cards", "CatalogFile", "CatalogImport", "CatalogState", "CodeEdition", "CodeWord",
    "ColumnMap", "Correction", "ImportStatus", "ListStatus", "ListTies", "Place", "PlainJSON", "Posting", "Printing",
    "RestrictionList", "SearchIndex", "StateKind",
]  # fmt: skip
