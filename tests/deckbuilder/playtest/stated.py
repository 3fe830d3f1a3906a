"""Cards of the samples with effects that ask, which their own do not."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest import mock

from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck
from deckbuilder.playtest import services
from deckbuilder.playtest.models import Playtest
from deckbuilder.playtest.selectors import node_of, reach
from games.engine.model.decks import Deck as EngineDeck
from games.engine.model.decks import DeckLine

MAY, SEARCH, UNPLAYED = "屋頂集合暗號", "燒給過路的紙錢", "飛簷三姊妹"
"""A spell that may draw a card, one that searches for a cat, and a unit whose effect is not played."""

EFFECTS = {
    MAY: "played: may draw 1",
    SEARCH: "played: search 1 (race=喵喵賊 kind=unit)",
    UNPLAYED: "sneaked(board other) in hand: may play self",
}
COPIES = {MAY: 3, SEARCH: 3, "屋簷學徒": 3, "魚乾會計": 3, "軟墊開鎖師": 3, UNPLAYED: 3}


@contextmanager
def stated_effects() -> Iterator[None]:
    """Games that start meanwhile have these effects."""

    def with_effects(deck: Deck) -> EngineDeck:
        read = to_deck(deck)
        return replace(read, zones={zone: tuple(map(_stated, lines)) for zone, lines in read.zones.items()})

    with mock.patch.object(services, "to_deck", with_effects):
        yield


def _stated(line: DeckLine) -> DeckLine:
    clause = EFFECTS.get(line.card.name)
    return line._replace(card=replace(line.card, effects=(clause,))) if clause else line


def begin(playtest: Playtest) -> None:
    """Keep the hand and begin the first turn."""
    for operation in ({"op": "mulligan", "cards": []}, {"op": "begin"}):
        services.do(playtest, playtest.current, operation)


def number_in_hand(playtest: Playtest, name: str) -> int:
    """The number of a card in hand. Raises StopIteration."""
    _, session, position = reach(playtest, node_of(playtest, playtest.current))
    return next(
        number
        for number, each in enumerate(position.instances)
        if each.place == "hand" and session.cards[each.card].name == name
    )
