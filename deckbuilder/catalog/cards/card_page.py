"""What the page of a card shows."""

from __future__ import annotations

from typing import Literal, NamedTuple

from deckbuilder.catalog import models
from deckbuilder.catalog.cards.card_texts import CardTexts
from deckbuilder.catalog.restrictions.selectors import ListMention, list_mentions
from deckbuilder.catalog.to_games import to_card, to_printing
from deckbuilder.common.effect_texts import clauses_of, terms_of, text_of
from games.engine.effects.sentences import Sentence
from games.engine.model.cards import Card, Printing
from games.engine.model.game import Game
from games.engine.model.keywords import Keyword, listed_terms

Gap = Literal["", "alone", "unknown"]
"""Of a card without text: whether it is known to do nothing without an opponent, or nothing is known."""


class CardPage(NamedTuple):
    """A card with all its printings."""

    card: Card
    printing: Printing
    printings: tuple[Printing, ...]
    rows: tuple[models.Printing, ...]
    """The rows of `printings`."""

    words: tuple[Keyword, ...]
    """The terms of the glossary that the card has as keywords or in the sentences for its statement."""

    lists: tuple[ListMention, ...]
    """Its limits on current and announced lists."""

    paragraphs: tuple[Sentence, ...]
    """What it does in sentences, one per clause; () if it is not stated, or nothing."""

    gap: Gap
    """What is not known of its text."""

    @property
    def line(self) -> str:
        """What it does, in a line."""
        return self.card.text or text_of(self.paragraphs, " ")


def card_page(game: Game, code: str, language: str = "en") -> CardPage | None:
    """The page data of a printing's card; None if no printing has that number."""
    row = models.Printing.objects.filter(game=game.slug, code=code).select_related("card").first()
    if row is None:
        return None
    card = to_card(row.card)
    rows = tuple(row.card.printings.all())
    paragraphs = CardTexts(game).paragraphs(card, language)
    keywords = dict.fromkeys((*listed_terms(card.keywords, game.keywords), *terms_of(game, paragraphs)))
    return CardPage(
        card,
        to_printing(row),
        tuple(map(to_printing, rows)),
        rows,
        tuple(keywords),
        list_mentions(card, game),
        paragraphs,
        _gap(card, game, stated=bool(paragraphs)),
    )


def _gap(card: Card, game: Game, *, stated: bool) -> Gap:
    """A text that the catalog has, or a statement, is no gap; of invented cards all is known."""
    if card.text or stated or card.sample:
        return ""
    return "alone" if clauses_of(game, card.effects) else "unknown"
