"""What the page of a card shows."""

from __future__ import annotations

from typing import NamedTuple

from deckbuilder.catalog import models
from deckbuilder.catalog.restrictions.selectors import ListMention, list_mentions
from deckbuilder.catalog.to_games import to_card, to_printing
from games.engine.model.cards import Card, Printing
from games.engine.model.game import Game
from games.engine.model.keywords import Keyword, listed_terms


class CardPage(NamedTuple):
    """A card with all its printings."""

    card: Card
    printing: Printing
    printings: tuple[Printing, ...]
    rows: tuple[models.Printing, ...]
    """The rows of `printings`."""

    words: tuple[Keyword, ...]
    """The card's keywords that the glossary has."""

    lists: tuple[ListMention, ...]
    """Its limits on current and announced lists."""


def card_page(game: Game, code: str) -> CardPage | None:
    """The page data of a printing's card; None if no printing has that number."""
    row = models.Printing.objects.filter(game=game.slug, code=code).select_related("card").first()
    if row is None:
        return None
    card = to_card(row.card)
    rows = tuple(row.card.printings.all())
    keywords = dict.fromkeys(listed_terms(card.keywords, game.keywords))
    return CardPage(
        card,
        to_printing(row),
        tuple(map(to_printing, rows)),
        rows,
        tuple(keywords),
        list_mentions(card, game),
    )
