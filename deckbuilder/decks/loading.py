"""Decks with their cards, from the database."""

from collections.abc import Callable, Collection, Iterable
from itertools import chain

from deckbuilder.catalog.index.index_queries import newest_by_game
from deckbuilder.catalog.models import SearchIndex
from deckbuilder.catalog.selectors import printings_by_id
from deckbuilder.catalog.to_games import PrintedCard
from deckbuilder.common.broken import sound_rows
from deckbuilder.decks.models import Deck, DeckLine
from deckbuilder.decks.to_games import ReadLine, check_game, check_row, deck_of
from games.engine.model.decks import MAYBE
from games.engine.model.decks import Deck as EngineDeck
from games.engine.texts.writing import fold
from games.registry import get


def lines_of(deck: Deck) -> list[DeckLine]:
    """The deck's lines with their printed cards, in the order in which they were added.

    A line whose printing is gone was removed meanwhile: a printing in a deck cannot be deleted. Raises BrokenRowError.
    """
    check_game(deck)
    lines = list(deck.lines.all())
    printings = printings_by_id(get(deck.game), (line.printing_id for line in lines if line.printing_id))
    for line in lines:
        line.printed_card = printings.get(line.printing_id or 0)
    return [line for line in lines if line.printed_card or not line.printing_id]


def line_of(deck: Deck, zone: str, printed_card: PrintedCard | None, text: str, count: int, position: int) -> DeckLine:
    """A line that is not stored yet."""
    printing = printed_card.pk if printed_card else None
    line = DeckLine(deck=deck, zone=zone, printing_id=printing, text=text, count=count, position=position)
    line.printed_card = printed_card
    return line


def to_deck(deck: Deck, lines: Iterable[DeckLine] | None = None) -> EngineDeck:
    """The deck as an engine value; `lines` as from lines_of, if loaded already. Raises BrokenRowError."""
    check_row(deck)
    entries = (
        ReadLine(line.zone, line.count, line.printed_card.card, line.printed_card.code)
        if line.printed_card
        else ReadLine(line.zone, line.count, text=line.text)
        for line in (lines_of(deck) if lines is None else lines)
    )
    return deck_of(deck, entries)


def to_decks(
    decks: Collection[Deck], index_of: Callable[[str], SearchIndex | None] | None = None
) -> dict[int, EngineDeck]:
    """Decks as engine values, by id, in a few queries for any number of them. Those that cannot be read are left out,
    and logged. `index_of`: the newest index of a game, for callers that read many decks in parts."""
    decks = sound_rows(decks, check_row)
    games = {deck.pk: deck.game for deck in decks}
    rows = list(DeckLine.objects.filter(deck__in=games).values_list("deck", "printing", "zone", "count", "text"))
    ids: dict[str, list[int]] = {}
    for number, printing, *_rest in rows:
        if printing:
            ids.setdefault(games[number], []).append(printing)
    index_of = index_of or newest_by_game(ids).get
    printings: dict[int, PrintedCard] = {}
    for slug, some in ids.items():
        printings |= printings_by_id(get(slug), some, index_of(slug))
    lines: dict[int, list[ReadLine]] = {deck.pk: [] for deck in decks}
    for number, printing, zone, count, words in rows:
        if not printing:
            lines[number].append(ReadLine(zone, count, text=words))
        elif printed_card := printings.get(printing):  # else the line was removed meanwhile
            lines[number].append(ReadLine(zone, count, printed_card.card, printed_card.code))
    return {deck.pk: deck_of(deck, lines[deck.pk]) for deck in decks}


def search_text(name: str, cards: Iterable[Iterable[str]]) -> str:
    """The folded names of a deck and its cards, one a line. `cards`: all names of each."""
    return "\n".join((fold(name), *sorted(set(map(fold, chain.from_iterable(cards))))))


def search_text_of(deck: Deck, lines: Iterable[DeckLine]) -> str:
    """The search text of a deck with these lines, as from lines_of, without its maybe-board."""
    inside = (line.printed_card for line in lines if line.zone != MAYBE)
    return search_text(deck.name, (printing.card.names for printing in inside if printing))
