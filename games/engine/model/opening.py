"""A game's opening hand, its mulligan, and its draws turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.engine.effects.vocabulary import Vocabulary
from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.texts.text import Text

Seat = Literal["first", "second"]
"""On the play, or on the draw."""

SEATS: tuple[Seat, ...] = ("first", "second")


def seat_of(text: str | None) -> Seat:
    """The seat that a form or a row names; on the play if it names none."""
    return "second" if text == "second" else "first"


DrawRule = Callable[[Card, Deck], Text | None]
"""Why playing a card that draws is a choice, as the end of a sentence; None where it is played at once for nothing."""


def no_draw_rule(card: Card, deck: Deck) -> Text | None:
    """Every such card is a choice, for a game that does not say otherwise."""
    return Text("no rule says that it is played at once", "沒有規則說它會立刻使用", ja="すぐに使うという規則がない")


@dataclass(frozen=True)
class Opening:
    """How a game deals its first hand, and what each turn draws."""

    hand: int
    """Cards of the opening hand, after the life cards were laid away."""

    draw: int
    """Cards drawn in every turn."""

    rule: str
    """The paragraphs of the rulebook."""

    mulligan: Literal["none", "once"] = "none"
    """once: any number of cards are put back and as many drawn, or fewer if the deck has fewer. Only then is the deck
    shuffled with the cards put back, so that none of them can come in the same mulligan."""

    life: int = 0
    """Cards laid away unseen before the hand is drawn."""

    zones: tuple[str, ...] = ("main",)
    """The zones that are shuffled into the deck."""

    first_draw: int | None = None
    """Cards the first player draws in the first turn; None: as in every turn."""

    note: Text | None = None
    """Which draws of the rules are not counted here, because a player need not make them."""

    draw_choice: DrawRule = no_draw_rule
    """Which cards that draw or search are not simply played as soon as they are in hand."""

    effects: Vocabulary | None = None
    """The words by which statements of effects are read; set by the game. None: draws alone are counted."""

    numbers: Mapping[str, Callable[[Card], int | None]] = field(default_factory=dict)
    """By key of a filter, the number that the rules count where it is not simply that of the column."""

    exchange: bool = False
    """Whether once a turn, after the draw, a card of the hand may be put away for good and another drawn."""

    def __post_init__(self) -> None:
        if min(self.hand, self.draw, self.life, self.first_draw or 0) < 0:
            raise ValueError(f"Less than no cards: {self}")

    @property
    def has_mulligan(self) -> bool:
        return self.mulligan != "none"

    def draws(self, turn: int, seat: Seat) -> int:
        """The regular draws of a player's first `turn` turns together; 0 of them is the opening hand."""
        if turn < 0:
            raise ValueError(f"Turn {turn}: turns are counted from 1, and 0 is the opening hand.")
        shorter = turn > 0 and seat == "first" and self.first_draw is not None
        return turn * self.draw - (self.draw - (self.first_draw or 0) if shorter else 0)

    def seen_count(self, size: int, turn: int, seat: Seat) -> int:
        """How many cards of a deck of `size` a player holds or has played by the end of the draws of that turn."""
        return min(self.hand + self.draws(turn, seat), max(size - self.life, 0))
