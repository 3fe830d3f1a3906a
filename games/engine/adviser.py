"""Keep or not: the exact chance of a goal for one opening hand, and for what a player may put back of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.decks import Deck
from games.engine.goals import Goal
from games.engine.odds import drawn_from
from games.engine.odds_mulligan import Choices, Deal, choices
from games.engine.odds_split import Signature, split
from games.engine.opening import Opening, Seat


class Choice(NamedTuple):
    """The places of the hand (from 0) that are put back, none where it is kept, and the chance of the goal then."""

    back: tuple[int, ...]
    chance: Fraction


class Advice(NamedTuple):
    """`kept`: the hand as it is. `change`: the best choice that puts something back, None for a hand of no cards.

    `best`: the best of all, which is what odds and simulations do with such a hand.
    """

    kept: Choice
    change: Choice | None
    best: Choice


def advise(
    goal: Goal, hand: Sequence[Card], deck: Deck, opening: Opening, turn: int = 0, seat: Seat = "first"
) -> Advice:
    """What to do with an opening hand, for a goal by that turn. Raises TooLarge, Unreadable.

    Of choices that are equally good, the one that puts back the fewest cards.
    """
    held = _Held.of(goal, hand, deck, opening, turn, seat)
    ranked = held.ranked()
    kept = next(each for each in ranked if not each.back)
    return Advice(kept, next((each for each in ranked if each.back), None), ranked[0])


def after(
    goal: Goal,
    hand: Sequence[Card],
    back: Sequence[int],
    deck: Deck,
    opening: Opening,
    turn: int = 0,
    seat: Seat = "first",
) -> Fraction:
    """The chance of a goal when these places of an opening hand are put back. Raises TooLarge, Unreadable."""
    return _Held.of(goal, hand, deck, opening, turn, seat).chance(back)


class _Held(NamedTuple):
    """An opening hand as a goal sees it: the kind of each of its cards, and what each choice is worth."""

    kinds: tuple[Signature, ...]
    found: Choices

    @classmethod
    def of(cls, goal: Goal, hand: Sequence[Card], deck: Deck, opening: Opening, turn: int, seat: Seat) -> _Held:
        entries = drawn_from(deck, opening)
        parted, signatures = split(goal, entries)
        of_card = {entry.card.key: signature for entry, signature in zip(entries, signatures, strict=True)}
        deal = Deal(parted.size, opening.life, len(hand), opening.draws(turn, seat))
        telling = frozenset[int]().union(*parted.relaxed(deal.most).sizes)
        kinds = tuple(of_card[card.key] & telling for card in hand)
        return cls(kinds, choices(parted, deal, Counter(kinds)))

    def ranked(self) -> list[Choice]:
        """All choices that the goal tells apart, the best first."""
        found = [Choice(self.places(kept), chance) for kept, chance in self.found.of_hand(Counter(self.kinds))]
        return sorted(found, key=lambda each: -each.chance)

    def places(self, kept: Mapping[Signature, int]) -> tuple[int, ...]:
        """What is put back where so many of each kind are kept: of a kind the first."""
        back = Counter(self.kinds)
        back.subtract(kept)
        places = []
        for place, kind in enumerate(self.kinds):
            if back[kind] > 0:
                back[kind] -= 1
                places.append(place)
        return tuple(places)

    def chance(self, back: Sequence[int]) -> Fraction:
        kept = Counter(kind for place, kind in enumerate(self.kinds) if place not in back)
        return next(chance for some, chance in self.found.of_hand(Counter(self.kinds)) if Counter(some) == kept)
