"""Advice on a mulligan: the exact chance of a goal for one opening hand, kept or changed."""

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


class MulliganChoice(NamedTuple):
    """Indices of the cards to put back (empty to keep), and the chance of the goal then."""

    back: tuple[int, ...]
    chance: Fraction


class Advice(NamedTuple):
    """`kept`: keeping the hand. `change`: the best choice that puts something back, None for an empty hand.

    `best`: the best of all, which is what odds and simulations do with such a hand.
    """

    kept: MulliganChoice
    change: MulliganChoice | None
    best: MulliganChoice


def advise(
    goal: Goal, hand: Sequence[Card], deck: Deck, opening: Opening, turn: int = 0, seat: Seat = "first"
) -> Advice:
    """What to do with an opening hand, for a goal by that turn. Raises TooLarge, Unreadable.

    Of choices that are equally good, the one that puts back the fewest cards.
    """
    valued_hand = _ValuedHand.of(goal, hand, deck, opening, turn, seat)
    choices_by_chance = valued_hand.by_chance()
    keep = next(each for each in choices_by_chance if not each.back)
    return Advice(keep, next((each for each in choices_by_chance if each.back), None), choices_by_chance[0])


def value_of_keeping(
    goal: Goal, hand: Sequence[Card], deck: Deck, opening: Opening, turn: int = 0, seat: Seat = "first"
) -> Fraction:
    """The chance of a goal with a hand that is kept as it is. Raises TooLarge, Unreadable."""
    deck_split, kinds = _split_deck(goal, hand, deck, opening)
    counts_by_kind = Counter(kinds)
    draws = Deal(deck_split.size, opening.life, len(hand), opening.draws(turn, seat)).seen_count(0) - len(hand)
    counts = Counter(group for kind in kinds for group in kind)
    unseen = [Part(size - counts_by_kind[kind], tuple(kind)) for kind, size in deck_split.sizes.items()]
    ways = sets_meeting(unseen, still_open(deck_split.clauses, counts), draws)
    return Fraction(ways, comb(deck_split.size - len(hand), draws))


def _split_deck(goal: Goal, hand: Sequence[Card], deck: Deck, opening: Opening) -> tuple[Split, list[Signature]]:
    """The deck split by the goal's kinds, and the kind of each card of the hand."""
    entries = drawn_from(deck, opening)
    deck_split, signatures = split(goal, entries)
    signature_of = {entry.card.key: signature for entry, signature in zip(entries, signatures, strict=True)}
    return deck_split, [signature_of[card.key] for card in hand]


def after(
    goal: Goal,
    hand: Sequence[Card],
    back: Sequence[int],
    deck: Deck,
    opening: Opening,
    turn: int = 0,
    seat: Seat = "first",
) -> Fraction:
    """The chance of a goal when the cards with these indices are put back. Raises TooLarge, Unreadable."""
    return _ValuedHand.of(goal, hand, deck, opening, turn, seat).chance(back)


class _ValuedHand(NamedTuple):
    """An opening hand for a goal: the kind of each of its cards, and the chance after each choice."""

    kinds: tuple[Signature, ...]
    options: Choices

    @classmethod
    def of(cls, goal: Goal, hand: Sequence[Card], deck: Deck, opening: Opening, turn: int, seat: Seat) -> _ValuedHand:
        deck_split, signatures = _split_deck(goal, hand, deck, opening)
        deal = Deal(deck_split.size, opening.life, len(hand), opening.draws(turn, seat))
        relevant = frozenset[int]().union(*deck_split.relax(deal.most).sizes)
        kinds = tuple(signature & relevant for signature in signatures)
        return cls(kinds, choices(deck_split, deal, Counter(kinds)))

    def by_chance(self) -> list[MulliganChoice]:
        """All choices that the goal tells apart, the best first."""
        results = [
            MulliganChoice(self.indices(kept), chance) for kept, chance in self.options.of_hand(Counter(self.kinds))
        ]
        return sorted(results, key=lambda each: -each.chance)

    def indices(self, kept: Mapping[Signature, int]) -> tuple[int, ...]:
        """The cards to put back if these counts of each kind are kept: the first ones of each kind."""
        back = Counter(self.kinds)
        back.subtract(kept)
        indices = []
        for place, kind in enumerate(self.kinds):
            if back[kind] > 0:
                back[kind] -= 1
                indices.append(place)
        return tuple(indices)

    def chance(self, back: Sequence[int]) -> Fraction:
        kept = Counter(kind for index, kind in enumerate(self.kinds) if index not in back)
        return next(chance for some, chance in self.options.of_hand(Counter(self.kinds)) if Counter(some) == kept)
