"""The card that stands for a deck: its cover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckEntry


class Cover(NamedTuple):
    """How a game chooses the cover of a deck whose owner has chosen none: the first card of the zone `leader`; in a
    deck without one, of the cards in its commonest colour the one with the highest numbers in `by`, the first of these
    going before the others."""

    leader: str = ""
    by: tuple[str, ...] = ()

    def leader_of(self, deck: Deck) -> Card | None:
        return next((entry.card for entry in deck.entries(self.leader)), None) if self.leader else None

    def highest(self, entries: Iterable[DeckEntry], colours_of: Callable[[Card], tuple[str, ...]]) -> Card | None:
        """The card with the highest numbers; of equals the first by key. None of no cards."""
        cards = {entry.card.key: entry.card for entry in entries}
        main = set(common_colours(entries, colours_of)[:1])

        def rank(card: Card) -> tuple[bool, list[float], str]:
            numbers = [-(card.number(name) or 0.0) for name in self.by]
            return not main <= set(colours_of(card)), numbers, card.key

        return min(cards.values(), key=rank, default=None)


def common_colours(entries: Iterable[DeckEntry], colours_of: Callable[[Card], tuple[str, ...]]) -> tuple[str, ...]:
    """The colours of a deck's cards, the commonest first."""
    counts: Counter[str] = Counter()
    for entry in entries:
        for colour in colours_of(entry.card):
            counts[colour] += entry.count
    return tuple(sorted(counts, key=lambda colour: (-counts[colour], colour)))
