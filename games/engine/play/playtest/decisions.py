"""What effects leave to the player at the table: which way to go, which card, how many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from games.engine.model.cards import Card

SKIP, PILOT, PILOT_TURN = "skip", "pilot", "pilot-turn"
"""Answers besides those of a decision: not to do it, or no more of it; to leave it to the pilot, and all others of this
turn, too."""

ASK, TRUST = "ask", "pilot"
DECIDERS = (ASK, TRUST)
"""Who decides what effects leave open, as operations say it in `effects`: the player is asked, or the pilot decides. An
operation that does not say it was recorded by an earlier version, in which the pilot decided and effects were logged
with what set them off."""

SET_OFF = ("begin", "play", "end")
"""The operations that can set effects off and say in `effects` who decides."""


class Choice(NamedTuple):
    """One of the choices of a decision. `slug`: the answer, such as `way-1`, `card-17` or `number-2`.

    `number`: that of the card; `copies`: how many such cards there are, or how many are chosen; `statement`: what is
    done, as a clause of the column `effects`.
    """

    slug: str
    number: int | None = None
    copies: int = 1
    statement: str = ""


class Decision(NamedTuple):
    """A decision that an effect needs. `card`: the card type that has the effect, `statement` its clause.

    `own`: the slug of the pilot's choice. Of cards: `moved` were chosen before; in the end at least `low` are, and at
    most `high`.
    """

    kind: Literal["ways", "card", "number"]
    card: int
    statement: str
    choices: tuple[Choice, ...]
    own: str
    is_optional: bool = False
    moved: int = 0
    low: int = 0
    high: int = 0

    @property
    def slugs(self) -> tuple[str, ...]:
        """Its choices, skipping among them where that is one."""
        return (*(each.slug for each in self.choices), *([SKIP] if self.is_optional else ()))

    @property
    def answers(self) -> tuple[str, ...]:
        """All that it can be answered with."""
        return (*self.slugs, PILOT, PILOT_TURN)


def decision_of(data: Sequence[Any]) -> Decision:
    """A decision that was kept as JSON."""
    kind, card, statement, choices, *rest = data
    return Decision(kind, card, statement, tuple(Choice(*each) for each in choices), *rest)


class Unanswered(Exception):
    """An effect has come to a decision that nobody has made yet."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.decision = decision


class Player(Protocol):
    """Whoever makes the decisions at the table, as the steps of a game see them."""

    @property
    def cards(self) -> Sequence[Card]: ...

    @property
    def is_deciding(self) -> bool:
        """False if the pilot decides without a word, as in simulations."""

    def begin_effect(self, c: int) -> None:
        """The effect of a card begins; what happened before is logged."""

    def end_effect(self, *, acted: bool) -> None:
        """It is over. `acted`: whether it did anything, even without success."""

    def catch_up(self) -> None:
        """Log what the effect has done so far, so that the single cards are where the table counts them."""

    def copies(self, c: int, place: str) -> Iterator[int]:
        """The numbers of the cards of a type at a place, those first that would go first; of a number after the last
        type, those of the board's token."""

    def decide(self, decision: Decision) -> str:
        """The slug of the choice. Raises Unanswered where there is none yet."""

    def lead(self, number: int) -> None:
        """That card moves next, rather than another copy."""


Decisions = Callable[[Player, Any, Mapping[str, Any]], Mapping[str, Any]]
"""What steps of a goldfish call instead of its own functions, by name, so that the player decides: of the player, the
table, and what else is called instead. Empty for a table without effects."""
