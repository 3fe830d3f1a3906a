"""Which cards of a deck a filter is about; what no row can say is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.engine.effects import tree
from games.engine.model.cards import Card
from games.engine.model.filters import fits_any_number, fits_number, fits_value
from games.engine.play.trials.effects.program import (
    FIELD,
    GRAVE,
    HAND,
    LIBRARY,
    ON_BOARD,
    REMOVED,
    SIDEWAYS,
    WRAITHS,
)


class Unplayed(ValueError):
    """A clause that says what no row can; its argument is the word for it."""


ZONE_BITS: Mapping[str, int] = {
    "field": 1 << FIELD, "board": ON_BOARD, "grave": 1 << GRAVE | 1 << WRAITHS, "hand": 1 << HAND, "deck": 1 << LIBRARY,
    "removed": 1 << REMOVED,
}  # fmt: skip


@dataclass(frozen=True)
class ProgramCards:
    """What a program is made for: the different cards of a deck, the token, and what a game says of its cards.

    `attributes`: by key of a filter, the attribute of a card. `numeric`: those that are numbers, as rules count them,
    None where a card has none. `several`: those of which a card may have several. `brought`: whether an effect may
    bring the card into play.
    """

    cards: Sequence[Card]
    token: Card
    attributes: Mapping[str, str]
    numeric: Mapping[str, Callable[[Card], int | None]]
    brought: Callable[[Card], bool]
    several: Mapping[str, Callable[[Card], tuple[int, ...]]]

    @property
    def all(self) -> tuple[Card, ...]:
        return (*self.cards, self.token)


class Pool:
    """The cards that a filter is about: `zones` as bits, 0 if it names none; `other`: not the card itself.

    Of an event, `came`, they are those that they came from.
    """

    def __init__(self, filter_: tree.Filter | None, deck: ProgramCards, *, came: bool = False) -> None:
        self.deck, self.zones, self.other = deck, 0, False
        self._holds: list[Callable[[Card], bool]] = []
        turned: list[int] = []
        for term in filter_.terms if filter_ else ():
            if isinstance(term, tree.Flag) and term.name == "turned":
                turned.append(~(1 << SIDEWAYS) if term.negated else 1 << SIDEWAYS)
            elif isinstance(term, tree.From) and came:
                self.zones |= zone_bits(term.zones)
            else:
                self._add(term)
        for bits in turned:
            self.zones = (self.zones or ON_BOARD) & bits
            if not self.zones:
                raise Unplayed("turned")

    def _add(self, term: tree.Term) -> None:
        match term:
            case tree.Zones(zones):
                self.zones |= zone_bits(zones)
            case tree.Flag("other", negated=False):
                self.other = True
            case tree.Flag("token", negated):
                self._holds.append(lambda card: (card is self.deck.token) != negated)
            case tree.Match(key, op, values, "/"):
                self._holds.append(self._matcher(key, op, values))
            case _:
                raise Unplayed(word_for(term))

    def _matcher(self, key: str, op: str, values: Sequence[str | int | tree.That]) -> Callable[[Card], bool]:
        if any(isinstance(each, tree.That) for each in values):
            raise Unplayed("that")
        if key in self.deck.several:
            return fits_any_number(self.deck.several[key], op, values)
        if key in self.deck.numeric:
            return fits_number(self.deck.numeric[key], op, values)
        if key not in self.deck.attributes:
            raise Unplayed(key)
        return fits_value(self.deck.attributes[key], op, values)

    def fits(self, *, brought: bool) -> tuple[int, ...]:
        """Of each card and the token, whether it is such; `brought`: and an effect may bring it into play."""
        return tuple(
            int(all(holds(card) for holds in self._holds) and (not brought or self.deck.brought(card)))
            for card in self.deck.all
        )


def zone_bits(zones: Iterable[str]) -> int:
    """A bit for each of these zones. Raises Unplayed for one that the table does not have."""
    bits = 0
    for zone in zones:
        if zone not in ZONE_BITS:
            raise Unplayed(zone)
        bits |= ZONE_BITS[zone]
    return bits


def word_for(part: object) -> str:
    """What stands for a part of a statement that has no number."""
    return next((str(value) for name in ("name", "key", "flag", "word") if (value := getattr(part, name, ""))), "is")
