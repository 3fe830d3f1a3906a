"""The only converter from rows of decks to the values the engine judges."""

from collections.abc import Iterable, Mapping

from deckbuilder.catalog.to_games import to_card
from deckbuilder.decks.models import Deck, DeckLine
from games.engine import decks as engine
from games.engine.cards import Card


def lines_of(deck: Deck) -> list[DeckLine]:
    """The deck's lines with their printings and cards, in the order they were put in: one query."""
    return list(deck.lines.select_related("printing__card"))


def cards_of(lines: Iterable[DeckLine]) -> dict[int, Card]:
    """The cards of lines as from lines_of, by the number of the line's printing."""
    printings = {line.printing.pk: line.printing for line in lines if line.printing}
    return {number: to_card(printing.card) for number, printing in printings.items()}


def to_deck(
    deck: Deck, lines: Iterable[DeckLine] | None = None, cards: Mapping[int, Card] | None = None
) -> engine.Deck:
    """The deck as the engine sees it; `lines` as from lines_of and `cards` as from cards_of, where they are at hand."""
    lines = lines_of(deck) if lines is None else list(lines)
    cards = cards_of(lines) if cards is None else cards
    zones: dict[str, list[engine.Entry]] = {}
    unknown = []
    for line in lines:
        if line.printing:
            entry = engine.Entry(cards[line.printing.pk], line.count, line.printing.code)
            zones.setdefault(line.zone, []).append(entry)
        else:
            unknown.append(engine.Unknown(line.zone, line.text, line.count))
    return engine.Deck(
        game=deck.game,
        zones={zone: tuple(entries) for zone, entries in zones.items()},
        declarations=dict(deck.declarations),
        name=deck.name,
        format=deck.format,
        unknown=tuple(unknown),
    )
