"""Ready-made goals of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from games.engine.model.decks import Deck
from games.engine.model.opening import SEATS, Seat
from games.engine.texts.text import Text


@dataclass(frozen=True, eq=False)
class Preset:
    """A goal players of a game ask about, counted by `turn` (0: the opening hand).

    `label`: what is asked for, without the turn. `goal`: its text, or what makes it for a deck, where "" says that the
    question does not arise with that deck. `missed`: what it means for a player not to meet it, by the rulebook.
    `seats`: from which it is asked; where the rules treat the seats differently, each has a preset of its own. `note`:
    what it leaves out. `rule`: its paragraph.
    """

    slug: str
    label: Text
    goal: str | Callable[[Deck], str]
    missed: Text
    turn: int = 0
    seats: tuple[Seat, ...] = SEATS
    note: Text | None = None
    rule: str = ""

    def text(self, deck: Deck) -> str:
        """The goal for a deck; "" where the deck gives no reason to ask."""
        return self.goal if isinstance(self.goal, str) else self.goal(deck)


def goals_of(presets: Iterable[Preset], deck: Deck, seat: Seat) -> list[tuple[Preset, str]]:
    """The presets that are asked from a seat and arise with the deck, with their goals."""
    return [(each, text) for each in presets if seat in each.seats and (text := each.text(deck))]
