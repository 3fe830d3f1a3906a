"""Sample hands: a deck opened from a seed, its mulligan as a player chooses, and the draws that follow.

The same moves as in a simulation, step by step: the cards are those its first game of that seed is dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from games.engine.effects.understanding import played_texts
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckEntry
from games.engine.model.game import Game
from games.engine.model.opening import Opening, Seat
from games.engine.play.trials.shuffle import State
from games.engine.play.trials.table import TOP, Aim, Ints, Plan, clear, common, draw, redraw, set_aside, take


class Table(NamedTuple):
    """The fields all tables have, and nothing more: no card is played."""

    order: Ints
    hand: Ints
    aside: Ints
    seen: Ints
    var: Ints
    rng: State
    keep: Plan
    goal: Aim


class Turn(NamedTuple):
    """The cards that a turn draws; turns count from 1."""

    number: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Sample:
    """`opened`: the hand as it was dealt. `back`: the places of it (from 0) that were put back, None while undecided.

    `drawn`: what came for them. `turns`: the draws after that. `library`: cards left to draw.
    """

    opened: tuple[Card, ...]
    back: tuple[int, ...] | None
    drawn: tuple[Card, ...]
    turns: tuple[Turn, ...]
    library: int

    @property
    def kept_cards(self) -> tuple[Card, ...]:
        return tuple(card for index, card in enumerate(self.opened) if index not in (self.back or ()))

    @property
    def hand(self) -> tuple[Card, ...]:
        """All cards held if nothing is played."""
        return (*self.kept_cards, *self.drawn, *(card for turn in self.turns for card in turn.cards))


def cards_of(deck: Deck, game: Game) -> tuple[DeckEntry, ...]:
    """The different cards that are drawn from, in the order of card types that simulations have: by the facts that
    rules and pilots read and by their copies, then by their first printing.

    So no figure changes with a name, an artist or any other text for people, nor with an effect that the goldfish does
    not play. Names count only among cards without printings, which no catalog has. Positions of stored playtests are
    numbers of this order.
    """

    def order(entry: DeckEntry) -> tuple[object, ...]:
        card = entry.card
        facts = card.facts(game.rule_attributes, played_texts(card.effects, game.effects))
        return facts, entry.count, card.codes[:1], card.key

    return tuple(sorted((entry for zone in game.opening.zones for entry in deck.entries(zone)), key=order))


def sample(
    deck: Deck,
    game: Game,
    seed: int,
    *,
    seat: Seat = "first",
    back: Iterable[int] | None = None,
    turns: int = 0,
) -> Sample:
    """The cards a seed deals. `back`: places of the opening hand that are put back (none: it is kept), None while
    that is undecided, and then no turn is drawn. Raises ValueError for a place the hand does not have, for cards put
    back where there is no mulligan, and for turns before the decision.
    """
    put_back = None if back is None else tuple(sorted(set(back)))
    opening, entries = game.opening, cards_of(deck, game)
    table: Any = Table(**common([each.count for each in entries], seed, 0, seat == "second"))
    cards = [each.card for each in entries]
    with np.errstate(over="ignore"):  # the words of the random numbers wrap around
        clear(table)
        for _ in range(opening.life):
            take(table)
        hand = _draw(table, cards, opening.hand)
        _check(put_back, len(hand), opening, turns)
        replacements = _swap(table, cards, [cards.index(hand[index]) for index in put_back or ()])
        later_turns = tuple(_turn(table, cards, opening, seat, number) for number in range(1, turns + 1))
    return Sample(hand, put_back, replacements, later_turns, len(table.order) - int(table.var[TOP]))


def _check(back: Sequence[int] | None, hand: int, opening: Opening, turns: int) -> None:
    if turns and back is None and opening.mulligan != "none":
        raise ValueError(f"{turns} turns before the mulligan is decided")
    if back and opening.mulligan == "none":
        raise ValueError("cards put back in a game without a mulligan")
    if back and not 0 <= min(back) <= max(back) < hand:
        raise ValueError(f"places {back} of a hand of {hand}")


def _draw(table: Any, cards: Sequence[Card], count: int) -> tuple[Card, ...]:
    """Draw to the hand; what came, in order."""
    top = int(table.var[TOP])
    draw(table, count)
    return tuple(cards[int(table.order[position])] for position in range(top, int(table.var[TOP])))


def _swap(table: Any, cards: Sequence[Card], back: Sequence[int]) -> tuple[Card, ...]:
    """Put card types back and draw as many, before what was put back is shuffled in; what came."""
    before = [int(count) for count in table.hand]
    for card in back:
        set_aside(table, card)
        before[card] -= 1
    redraw(table)
    return tuple(cards[kind] for kind, count in enumerate(table.hand) for _ in range(int(count) - before[kind]))


def _turn(table: Any, cards: Sequence[Card], opening: Opening, seat: Seat, number: int) -> Turn:
    before, after = (opening.draws(turn, seat) for turn in (number - 1, number))
    return Turn(number, _draw(table, cards, after - before))
