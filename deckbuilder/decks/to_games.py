"""The only converter from rows of decks to the engine's values."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from deckbuilder.catalog.to_games import card_of, facts_of
from deckbuilder.common.broken import is_texts, require
from deckbuilder.decks.models import Deck, Visibility
from games.engine.model import decks
from games.engine.model.cards import Card
from games.registry import GAMES, get

SLUGS = frozenset(game.slug for game in GAMES)


class ReadLine(NamedTuple):
    """A line of a deck: copies of a card in the printing `code`, or an unrecognized `text`."""

    zone: str
    copies: int
    card: Card | None = None
    code: str = ""
    text: str = ""


def check_game(deck: Deck) -> None:
    """Raises BrokenRowError if the site does not have the deck's game."""
    require(deck, "game", deck.game in SLUGS)


def check_row(deck: Deck) -> None:
    """Raises BrokenRowError unless the row of a deck, without its lines, can be read."""
    check_game(deck)
    require(deck, "format", any(deck.format == each.slug for each in get(deck.game).formats))
    require(deck, "visibility", deck.visibility in Visibility.values)
    require(deck, "declarations", is_texts(deck.declarations))


def deck_of(deck: Deck, lines: Iterable[ReadLine]) -> decks.Deck:
    """A deck from loaded lines, in the order in which they were added."""
    zones: dict[str, list[decks.DeckLine]] = {}
    unknown = []
    for line in lines:
        if line.card:
            zones.setdefault(line.zone, []).append(decks.DeckLine(line.card, line.copies, line.code))
        else:
            unknown.append(decks.Unknown(line.zone, line.text, line.copies))
    return decks.Deck(
        game=deck.game, declarations=dict(deck.declarations), name=deck.name, format=deck.format
    ).with_sections(zones, unknown)


# Decks for keeping ----------------------------------------------------------------------------------------------------

Frozen = dict[str, Any]
"""A deck as JSON: `declarations`, `zones` with [card's key, copies, printing's number], `unknown` [zone, text, copies].

Its cards are stored separately (`freeze_cards`), for those who judge many decks and have loaded the cards.
"""


def freeze(deck: decks.Deck) -> Frozen:
    """Everything of a deck that is judged, in the order of its list, without its name, format and maybe-board."""
    return {
        "declarations": dict(sorted(deck.declarations.items())),
        "zones": {
            zone: [[entry.card.key, entry.count, entry.code] for entry in entries]
            for zone, entries in deck.zones.items()
        },
        "unknown": [[line.zone, line.text, line.count] for line in deck.unknown],
    }


def freeze_cards(deck: decks.Deck, cache: dict[str, Any] | None = None) -> dict[str, Any]:
    """The cards of a deck by key, with all their data. `cache`: those frozen already; others are added, so that each
    card of many decks is frozen once."""
    cache = {} if cache is None else cache
    cards = {entry.card.key: entry.card for _, entry in deck.all_entries()}
    for key in cards.keys() - cache.keys():
        cache[key] = _frozen_card(cards[key])
    return {key: cache[key] for key in sorted(cards)}


def _frozen_card(card: Card) -> dict[str, Any]:
    return {"facts": facts_of(card), "haystack": card.haystack, "retired": card.retired}


def thaw_cards(data: Mapping[str, Any]) -> dict[str, Card]:
    return {key: card_of(**facts) for key, facts in data.items()}


def thaw(game: str, data: Mapping[str, Any], cards: Mapping[str, Card]) -> decks.Deck:
    """The deck of such JSON. Raises KeyError if one of its cards is not among `cards`."""
    return decks.Deck(
        game,
        {
            zone: tuple([decks.DeckLine(cards[key], *count_and_code) for key, *count_and_code in entries])
            for zone, entries in data["zones"].items()
        },
        data["declarations"],
        unknown=tuple(decks.Unknown(*line) for line in data.get("unknown", ())),
    )
