"""Keep or not: the exact chance of a goal for one opening hand, and for what a player may put back of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.opening import Opening, Seat
from games.engine.odds.exact import drawn_from
from games.engine.odds.hands import Part
from games.engine.odds.mulligan import Choices, Deal, choices
from games.engine.odds.split import Signature, Split, sets_meeting, split, still_open
from games.engine.reading.goals import Goal


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


def value_of_keeping(
    goal: Goal, hand: Sequence[Card], deck: Deck, opening: Opening, turn: int = 0, seat: Seat = "first"
) -> Fraction:
    """The chance of a goal with a hand that is kept as it is. Raises TooLarge, Unreadable."""
    parted, kinds = _parted(goal, hand, deck, opening)
    held = Counter(kinds)
    draws = Deal(parted.size, opening.life, len(hand), opening.draws(turn, seat)).seen(0) - len(hand)
    counts = Counter(group for kind in kinds for group in kind)
    unseen = [Part(size - held[kind], tuple(kind)) for kind, size in parted.sizes.items()]
    ways = sets_meeting(unseen, still_open(parted.clauses, counts), draws)
    return Fraction(ways, comb(parted.size - len(hand), draws))


def _parted(goal: Goal, hand: Sequence[Card], deck: Deck, opening: Opening) -> tuple[Split, list[Signature]]:
    """The deck by what the goal tells apart, and the kind of each card of the hand."""
    entries = drawn_from(deck, opening)
    parted, signatures = split(goal, entries)
    of_card = {entry.card.key: signature for entry, signature in zip(entries, signatures, strict=True)}
    return parted, [of_card[card.key] for card in hand]


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
        parted, signatures = _parted(goal, hand, deck, opening)
        deal = Deal(parted.size, opening.life, len(hand), opening.draws(turn, seat))
        telling = frozenset[int]().union(*parted.relaxed(deal.most).sizes)
        kinds = tuple(signature & telling for signature in signatures)
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
