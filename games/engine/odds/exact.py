"""Exact odds: the chance to hold what a goal asks for, as a fraction.

Cards seen by turn N are the opening hand, changed by the best mulligan or not, and the regular draws of that many
turns. What cards draw is added where that is asked for, as in `games.engine.odds.draw_effects`; what choices add is not
counted. Cards that were put back count only if they are drawn again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import NamedTuple

from games.engine.budget import TooLarge, budget, used_steps
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Opening, Seat
from games.engine.odds.counts import counts_after, hypergeometric
from games.engine.odds.draw_effects import (
    DRAWS,
    Drawing,
    Draws,
    DrawsRefused,
    chain,
    choices_to_draw,
    counted_kinds,
    gains_that_act,
    kind_sizes,
)
from games.engine.odds.hands import Part
from games.engine.odds.mulligan import Choices, Deal, chance_after, choices, every_choice
from games.engine.odds.searches import Kind
from games.engine.odds.split import Split, Unreadable, drawn_from, sets_meeting, split
from games.engine.reading.goals import Condition, Goal
from games.engine.reading.search.query import Node
from games.engine.texts.text import Text

__all__ = [
    "DRAWS",
    "Drawing",
    "Draws",
    "DrawsRefused",
    "ExchangeRefused",
    "TooLarge",
    "Unreadable",
    "WhatIf",
    "budget",
    "chance",
    "chance_with_exchange",
    "distribution",
    "drawn_from",
    "draws_in",
    "left_out",
    "used_steps",
    "what_if",
]


def chance(
    goal: Goal,
    deck: Deck,
    opening: Opening,
    *,
    turn: int = 0,
    seat: Seat = "first",
    mulligan: bool = False,
    draws: Draws = "none",
) -> Fraction:
    """The chance that the cards seen by that turn meet the goal; 0 is the opening hand.

    `mulligan`: the game's is used for the goal by that turn: of every hand those cards are put back that leave it the
    best chance. `draws`: which draw effects are counted. Raises TooLarge, Unreadable, DrawsRefused.
    """
    entries = drawn_from(deck, opening)
    deck_split, signatures = split(goal, entries)
    kinds = counted_kinds(entries, signatures, deck_split, deck, opening, draws).kinds
    return _Dealing(opening, turn, seat, mulligan).chance(deck_split, kind_sizes(entries, kinds))


def left_out(goal: Goal, deck: Deck, opening: Opening) -> tuple[tuple[Card, Text], ...]:
    """The cards whose searches are a choice for this goal, and why: those that `free` does not count beside the cards
    that are a choice for every goal, see `draws_in`. Raises Unreadable."""
    entries = drawn_from(deck, opening)
    deck_split, signatures = split(goal, entries)
    return counted_kinds(entries, signatures, deck_split, deck, opening, "free").left_out


class ExchangeRefused(Exception):
    """Exchanging in every turn has no exact odds for this goal, because what to put away would be a choice.

    `upper`: a card too many would be in the way, so that one more is not always good; else the goal asks for more cards
    than a hand is sure to have room for beside one to put away.
    """

    def __init__(self, upper: bool) -> None:
        super().__init__(upper)
        self.upper = upper


def chance_with_exchange(
    goal: Goal, deck: Deck, opening: Opening, *, turn: int = 0, seat: Seat = "first"
) -> Fraction | None:
    """The chance to have drawn what meets the goal by that turn, where every turn a card is put away for another.

    None where the game has no exchange. As long as the goal is not met, each of its alternatives lacks a card, so that
    one card less than all together ask for is wanted at most: a larger hand has a card to put away that nobody wants,
    and the exchange is one card more a turn. Raises ExchangeRefused, Unreadable.
    """
    if not opening.exchange:
        return None
    deck_split, _ = split(goal, drawn_from(deck, opening))
    seen = min(opening.seen_count(deck_split.size, turn, seat) + turn, max(deck_split.size - opening.life, 0))
    deck_split = deck_split.relax(seen)
    cards_needed = sum(each.low for clause in deck_split.clauses for each in clause.values()) - len(deck_split.clauses)
    if turn and deck_split.has_upper_bounds:
        raise ExchangeRefused(upper=True)
    if turn and cards_needed >= opening.hand + opening.draws(1, seat):
        raise ExchangeRefused(upper=False)
    return _at_once(deck_split, seen)


def draws_in(deck: Deck, opening: Opening) -> Drawing:
    """The cards that draw or search. Raises Unreadable."""
    entries = drawn_from(deck, opening)
    choices = choices_to_draw(entries, deck, opening)
    optional = {card for card, _ in choices}
    free = [(card, gain) for card, gain in gains_that_act(entries, opening) if card not in optional]
    return Drawing(tuple(card for card, _ in free), tuple(choices), any(gain.search for _, gain in free))


@dataclass(frozen=True)
class _Dealing:
    """How cards are dealt and drawn, up to a turn."""

    opening: Opening
    turn: int
    seat: Seat
    mulligan: bool

    def chance(self, deck_split: Split, sizes: Counter[Kind]) -> Fraction:
        """Of a deck's goal; in the opening hand nothing has been played that could draw or search."""
        if not self.turn or not any((kind.draws or kind.search) and size > 0 for kind, size in sizes.items()):
            return _chance(deck_split, self.opening, self.turn, self.seat, self.mulligan)
        draws_by_turn = [self.opening.draws(turn, self.seat) for turn in range(self.turn + 1)]
        new_by_turn = [now - before for before, now in pairwise(draws_by_turn)]
        draw_chain = chain(deck_split, sizes, self.opening, new_by_turn)
        draws = draws_by_turn[-1]
        if not self.mulligan or self.opening.mulligan == "none":
            return draw_chain.chance(self.opening.hand + draws)
        if self.opening.life:
            raise ValueError("With life cards and a mulligan no draw effects are counted.")
        return draw_chain.after_mulligan(self.opening.hand, draws)


def mulligan_steps(goal: Goal, deck: Deck, opening: Opening, *, turn: int = 0, seat: Seat = "first") -> int:
    """How many steps of a budget the best mulligan for a goal takes. Raises TooLarge, Unreadable."""
    deck_split, _ = split(goal, drawn_from(deck, opening))
    return every_choice(deck_split, _deal(deck_split, opening, turn, seat)).counting


def mulligan_for(
    goal: Goal, deck: Deck, opening: Opening, *, turn: int = 0, seat: Seat = "first"
) -> tuple[Choices, dict[str, int]]:
    """The best mulligan for a goal by that turn; and by the key of each card, the number of its kind there.

    Raises TooLarge, Unreadable.
    """
    entries = drawn_from(deck, opening)
    deck_split, signatures = split(goal, entries)
    options = choices(deck_split, _deal(deck_split, opening, turn, seat))
    relevant = frozenset[int]().union(*options.kinds)
    numbers = {kind: number for number, kind in enumerate(options.kinds)}
    return options, {
        entry.card.key: numbers[signature & relevant] for entry, signature in zip(entries, signatures, strict=True)
    }


def _chance(deck_split: Split, opening: Opening, turn: int, seat: Seat, mulligan: bool) -> Fraction:
    if mulligan and opening.mulligan == "once":
        return chance_after(deck_split, _deal(deck_split, opening, turn, seat))
    return _at_once(deck_split, opening.seen_count(deck_split.size, turn, seat))


def _deal(deck_split: Split, opening: Opening, turn: int, seat: Seat) -> Deal:
    return Deal(deck_split.size, opening.life, opening.hand, opening.draws(turn, seat))


def _at_once(deck_split: Split, seen: int) -> Fraction:
    """The chance of so many cards off the top. Life cards are as unknown as the rest, and change nothing."""
    parts = [Part(size, tuple(groups)) for groups, size in deck_split.sizes.items()]
    return Fraction(sets_meeting(parts, deck_split.clauses, seen), comb(deck_split.size, seen))


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
    """The chance of 0, 1, 2 … cards that match a search among the cards seen. Raises TooLarge, Unreadable.

    `mulligan_for`: the game's mulligan is used for this goal by that turn.
    """
    entries = drawn_from(deck, opening)
    condition = Condition(1, None, query)
    if mulligan_for is None or opening.mulligan == "none":
        deck_split, _ = split(Goal(((condition,),)), entries)
        return hypergeometric(
            deck_split.size, deck_split.sizes.get(frozenset((0,)), 0), opening.seen_count(deck_split.size, turn, seat)
        )
    deck_split, group = _with_group(mulligan_for, condition, entries)
    return counts_after(deck_split, _deal(deck_split, opening, turn, seat), group)


def _with_group(goal: Goal, condition: Condition, entries: tuple[DeckLine, ...]) -> tuple[Split, int]:
    """The deck as the goal sees it, parted by one group more, which no condition asks for; and that group's number."""
    deck_split, _ = split(Goal((*goal.clauses, (condition,))), entries)
    (group,) = deck_split.clauses[-1]
    return Split(deck_split.sizes, deck_split.clauses[:-1]), group


# What if --------------------------------------------------------------------------------------------------------------


class WhatIf(NamedTuple):
    """How one copy more, or one fewer, of a card changes the chance of a goal; None where a search that is counted
    would become a choice."""

    entry: DeckLine
    more: Fraction | None
    less: Fraction | None


def what_if(
    goal: Goal,
    deck: Deck,
    opening: Opening,
    *,
    turn: int = 0,
    seat: Seat = "first",
    mulligan: bool = False,
    draws: Draws = "none",
) -> tuple[WhatIf, ...]:
    """The changes for every card that is drawn from, in the deck's order. Raises as `chance` does.

    Cards that the goal cannot tell apart, and that draw as many cards, change it alike, so it is counted once for them.
    """
    entries = drawn_from(deck, opening)
    deck_split, signatures = split(goal, entries)
    kinds = counted_kinds(entries, signatures, deck_split, deck, opening, draws).kinds
    sizes, dealing = kind_sizes(entries, kinds), _Dealing(opening, turn, seat, mulligan)
    now = dealing.chance(deck_split, sizes)

    def by(kind: Kind, copies: int) -> Fraction | None:
        counts = Counter({**sizes, kind: sizes[kind] + copies})
        try:
            return dealing.chance(deck_split.with_copies(kind.signature, copies), counts) - now
        except DrawsRefused:
            return None

    changes = {kind: (by(kind, 1), by(kind, -1)) for kind in set(kinds)}
    return tuple(WhatIf(entry, *changes[kind]) for entry, kind in zip(entries, kinds, strict=True))
