"""Exact odds: the chance to hold what a goal asks for, as a fraction.

Cards seen by turn N are the opening hand, changed by the best mulligan or not, and the regular draws of that many
turns; what cards and choices add to these is not counted. Cards that were put back count only if they are drawn again.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import NamedTuple

from games.engine.budget import TooLarge, budget
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Opening, Seat
from games.engine.odds.counts import counts_after, hypergeometric
from games.engine.odds.hands import Part
from games.engine.odds.mulligan import Choices, Deal, chance_after, choices, every_choice
from games.engine.odds.split import Signature, Split, Unreadable, drawn_from, meeting, split
from games.engine.reading.goals import Condition, Goal
from games.engine.reading.query import Node

__all__ = ["TooLarge", "Unreadable", "WhatIf", "budget", "chance", "distribution", "drawn_from", "what_if"]


def chance(
    goal: Goal, deck: Deck, opening: Opening, *, turn: int = 0, seat: Seat = "first", mulligan: bool = False
) -> Fraction:
    """The chance that the cards seen by that turn meet the goal; 0 is the opening hand. Raises TooLarge, Unreadable.

    `mulligan`: the game's is used for the goal by that turn: of every hand those cards are put back that leave it the
    best chance.
    """
    parted, _ = split(goal, drawn_from(deck, opening))
    return _chance(parted, opening, turn, seat, mulligan)


def mulligan_steps(goal: Goal, deck: Deck, opening: Opening, *, turn: int = 0, seat: Seat = "first") -> int:
    """How many steps of a budget the best mulligan for a goal takes. Raises TooLarge, Unreadable."""
    parted, _ = split(goal, drawn_from(deck, opening))
    return every_choice(parted, _deal(parted, opening, turn, seat)).counting


def mulligan_for(
    goal: Goal, deck: Deck, opening: Opening, *, turn: int = 0, seat: Seat = "first"
) -> tuple[Choices, dict[str, int]]:
    """The best mulligan for a goal by that turn; and by the key of each card, the number of its kind there.

    Raises TooLarge, Unreadable.
    """
    entries = drawn_from(deck, opening)
    parted, signatures = split(goal, entries)
    found = choices(parted, _deal(parted, opening, turn, seat))
    telling = frozenset[int]().union(*found.kinds)
    numbers = {kind: number for number, kind in enumerate(found.kinds)}
    return found, {
        entry.card.key: numbers[signature & telling] for entry, signature in zip(entries, signatures, strict=True)
    }


def _chance(parted: Split, opening: Opening, turn: int, seat: Seat, mulligan: bool) -> Fraction:
    if mulligan and opening.mulligan == "once":
        return chance_after(parted, _deal(parted, opening, turn, seat))
    return _at_once(parted, opening.seen(parted.size, turn, seat))


def _deal(parted: Split, opening: Opening, turn: int, seat: Seat) -> Deal:
    return Deal(parted.size, opening.life, opening.hand, opening.draws(turn, seat))


def _at_once(parted: Split, seen: int) -> Fraction:
    """The chance of so many cards off the top. Life cards are as unknown as the rest, and change nothing."""
    met, others = meeting([Part(size, tuple(groups)) for groups, size in parted.sizes.items()], parted.clauses, seen)
    rest = sum(part.size for part in others)
    return Fraction(sum(met[few] * comb(rest, seen - few) for few in range(seen + 1)), comb(parted.size, seen))


# Counts of a group ----------------------------------------------------------------------------------------------------


def distribution(
    query: Node,
    deck: Deck,
    opening: Opening,
    *,
    turn: int = 0,
    seat: Seat = "first",
    mulligan_for: Goal | None = None,
) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2 … cards that a search finds among those seen. Raises TooLarge, Unreadable.

    `mulligan_for`: the game's mulligan is used for this goal by that turn.
    """
    entries = drawn_from(deck, opening)
    sought = Condition(1, None, query)
    if mulligan_for is None or opening.mulligan == "none":
        parted, _ = split(Goal(((sought,),)), entries)
        return hypergeometric(parted.size, parted.sizes.get(frozenset((0,)), 0), opening.seen(parted.size, turn, seat))
    parted, group = _with_group(mulligan_for, sought, entries)
    return counts_after(parted, _deal(parted, opening, turn, seat), group)


def _with_group(goal: Goal, sought: Condition, entries: tuple[DeckLine, ...]) -> tuple[Split, int]:
    """The deck as the goal sees it, parted by one group more, which no condition asks for; and that group's number."""
    parted, _ = split(Goal((*goal.clauses, (sought,))), entries)
    (group,) = parted.clauses[-1]
    return Split(parted.sizes, parted.clauses[:-1]), group


# What if --------------------------------------------------------------------------------------------------------------


class WhatIf(NamedTuple):
    """What one copy more, or one less, of a card adds to the chance of a goal."""

    entry: DeckLine
    more: Fraction
    less: Fraction


def what_if(
    goal: Goal, deck: Deck, opening: Opening, *, turn: int = 0, seat: Seat = "first", mulligan: bool = False
) -> tuple[WhatIf, ...]:
    """The changes for every card that is drawn from, in the deck's order. Raises TooLarge, Unreadable.

    Cards that the goal cannot tell apart change it alike, so it is counted once for them.
    """
    entries = drawn_from(deck, opening)
    parted, signatures = split(goal, entries)
    now = _chance(parted, opening, turn, seat, mulligan)

    def by(signature: Signature, copies: int) -> Fraction:
        return _chance(parted.with_copies(signature, copies), opening, turn, seat, mulligan) - now

    changes = {signature: (by(signature, 1), by(signature, -1)) for signature in set(signatures)}
    return tuple(WhatIf(entry, *changes[signature]) for entry, signature in zip(entries, signatures, strict=True))
