"""Ready-made goals of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.engine.model.decks import Deck
from games.engine.model.opening import Seat
from games.engine.texts.text import Text


@dataclass(frozen=True, eq=False)
class Preset:
    """A goal players of a game ask about, counted by `turn` (0: the opening hand) from a seat.

    `goal`: its text, or what makes it for a deck, where "" says that the question does not arise with that deck.
    `missed`: what it means for a player not to meet it. `note`: what it leaves out. `rule`: its paragraph.
    """

    slug: str
    label: Text
    goal: str | Callable[[Deck], str]
    missed: Text
    turn: int = 0
    seat: Seat = "first"
    note: Text | None = None
    rule: str = ""

    def text(self, deck: Deck) -> str:
        """The goal for a deck; "" where the deck gives no reason to ask."""
        return self.goal if isinstance(self.goal, str) else self.goal(deck)
