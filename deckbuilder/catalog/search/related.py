"""Related cards: those that share a card's race, colour or keyword."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.catalog.search.searching import search
from deckbuilder.common.labels import keyword_label, value_label
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.reading.search.query import parse, quote

SHOWN = 6
"""Cards on a shelf."""

SHELVES = 3


class Shelf(NamedTuple):
    """Some of the cards that share one value with a card, and the search that finds them all."""

    label: str
    value: str
    query: str
    cards: tuple[Card, ...]


def related_shelves(game: Game, card: Card, language: str) -> tuple[Shelf, ...]:
    """Up to SHELVES non-empty shelves of other cards in print; no card is on two of them."""
    shelves: list[Shelf] = []
    seen = {card.key}
    for label, value, query in _shared_values(game, card, language):
        if len(shelves) == SHELVES:
            break
        results = search(game, parse(query, game), size=SHOWN + len(seen)).cards
        cards = tuple(each for each in results if each.key not in seen)[:SHOWN]
        if cards:
            shelves.append(Shelf(label, value, query, cards))
            seen |= {each.key for each in cards}
    return tuple(shelves)


def _shared_values(game: Game, card: Card, language: str) -> Iterator[tuple[str, str, str]]:
    """Values that other cards may share with a card, as label, value and search: the type line, then the first
    keyword."""
    for attribute in game.attributes:
        value = card.get(attribute.name)
        if attribute.show == "line" and attribute.filter and value:
            first = str(value[0] if isinstance(value, tuple) else value)
            yield (
                attribute.label.read(language),
                value_label(attribute, first, language),
                f"{attribute.name}:{quote(first)}",
            )
    for word in card.keywords[:1]:
        yield _("Keyword"), keyword_label(game, word, language), f"keywords:{quote(word)}"
