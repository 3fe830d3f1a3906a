"""Decks with their cards, from the database."""

from collections.abc import Iterable

from deckbuilder.catalog.selectors import printings_by_id
from deckbuilder.decks.models import Deck, DeckLine
from deckbuilder.decks.to_games import ReadLine, deck_of
from games.engine.model import decks as engine
from games.registry import get


def lines_of(deck: Deck) -> list[DeckLine]:
    """The deck's lines with their printed cards, in the order in which they were added.

    A line whose printing is gone was removed meanwhile: a printing in a deck cannot be deleted.
    """
    lines = list(deck.lines.all())
    printings = printings_by_id(get(deck.game), (line.printing_id for line in lines if line.printing_id))
    for line in lines:
        line.printed_card = printings.get(line.printing_id or 0)
    return [line for line in lines if line.printed_card or not line.printing_id]


def to_deck(deck: Deck, lines: Iterable[DeckLine] | None = None) -> engine.Deck:
    """The deck as an engine value; `lines` as from lines_of, if loaded already."""
    entries = (
        ReadLine(line.zone, line.count, line.printed_card.card, line.printed_card.code)
        if line.printed_card
        else ReadLine(line.zone, line.count, text=line.text)
        for line in (lines_of(deck) if lines is None else lines)
    )
    return deck_of(deck, entries)
