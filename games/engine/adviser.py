"""Keep or not: the exact chance of a goal for one opening hand, and for what a player may put back of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple

from games.engine.budget import TooLarge
from games.engine.cards import Card
from games.engine.decks import Deck
from games.engine.goals import Goal
from games.engine.odds import drawn_from
from games.engine.odds_mulligan import Deal, Opened, met_after
from games.engine.odds_split import Signature, Split, split
from games.engine.opening import Opening, Seat

MOST_CHOICES = 250
"""How many choices are compared. Cards that count for the same groups are one choice by their number."""


class Choice(NamedTuple):
    """The places of the hand (from 0) that are put back, none where it is kept, and the chance of the goal then."""

    back: tuple[int, ...]
    chance: Fraction


class Advice(NamedTuple):
    """`kept`: the hand as it is. `rule`: as the mulligan is used for the goal everywhere, which may be to keep it.

    `change`: the best choice that puts something back, None for a hand of no cards.
    """

    kept: Choice
    rule: Choice
    change: Choice | None

    @property
    def best(self) -> Choice:
        """The best of all choices; to keep the hand where nothing is better."""
        return self.change if self.change and self.change.chance > self.kept.chance else self.kept


def advise(
    goal: Goal, hand: Sequence[Card], deck: Deck, opening: Opening, turn: int = 0, seat: Seat = "first"
) -> Advice:
    """What to do with an opening hand, for a goal by that turn. Raises TooLarge, Unreadable.

    Of choices that are equally good, the one that puts back the fewest cards.
    """
    held = _Held.of(goal, hand, deck, opening.draws(turn, seat), opening)
    kept = Choice((), held.chance(()))
    asked = held.deck.wanted
    met = held.deck.met(held.counts)
    back = () if met else tuple(place for place, each in enumerate(held.signatures) if not each & asked)
    changes = [Choice(places, held.chance(places)) for places in held.choices() if places]
    change = max(changes, key=lambda each: (each.chance, -len(each.back)), default=None)
    return Advice(kept, Choice(back, held.chance(back)), change)


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
    return _Held.of(goal, hand, deck, opening.draws(turn, seat), opening).chance(back)


class _Held(NamedTuple):
    """An opening hand as a goal sees it: the signature of each of its cards."""

    deck: Split
    signatures: tuple[Signature, ...]
    draws: int
    life: int

    @classmethod
    def of(cls, goal: Goal, hand: Sequence[Card], deck: Deck, draws: int, opening: Opening) -> _Held:
        entries = drawn_from(deck, opening)
        parted, signatures = split(goal, entries)
        of_card = {entry.card.key: signature for entry, signature in zip(entries, signatures, strict=True)}
        return cls(parted, tuple(of_card[card.key] for card in hand), draws, opening.life)

    @property
    def counts(self) -> Mapping[int, int]:
        return Counter(group for signature in self.signatures for group in signature)

    def chance(self, back: Sequence[int]) -> Fraction:
        kept = Counter(each for place, each in enumerate(self.signatures) if place not in back)
        put = Counter(self.signatures[place] for place in back)
        unseen = {each: size - kept[each] - put[each] for each, size in self.deck.sizes.items()}
        deal = Deal(self.deck.size, self.life, len(self.signatures), self.draws)
        return met_after(Opened(kept, put, unseen), deal, self.deck.clauses)

    def choices(self) -> Iterator[tuple[int, ...]]:
        """What may be put back, so that no two choices are alike to the goal. Raises TooLarge."""
        places: dict[Signature, list[int]] = {}
        for place, each in enumerate(self.signatures):
            places.setdefault(each, []).append(place)
        number = prod(len(each) + 1 for each in places.values())
        if number > MOST_CHOICES:
            raise TooLarge("choices", number, MOST_CHOICES)
        for counts in product(*(range(len(each) + 1) for each in places.values())):
            yield tuple(sorted(p for count, each in zip(counts, places.values(), strict=True) for p in each[:count]))
