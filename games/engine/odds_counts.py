"""The chance of each count of a group among the cards seen, where a goal decides over the mulligan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

from games.engine.decks import Deck
from games.engine.goals import Condition, Goal
from games.engine.odds_mulligan import Deal, decided, opening_hands
from games.engine.odds_split import Signature, Split, split
from games.engine.opening import Opening
from games.engine.query import Node


def hypergeometric(size: int, good: int, seen: int) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2 … good cards among `seen` of `size` cards, `good` of which are good."""
    total = comb(size, seen)
    return tuple(Fraction(ways, total) for ways in _ways(size, good, seen))


def _ways(size: int, good: int, seen: int) -> list[int]:
    """In how many ways `seen` cards hold 0, 1, 2 … good ones."""
    return [comb(good, count) * comb(size - good, seen - count) for count in range(min(good, seen) + 1)]


def hands_by(goal: Goal, query: Node | None, deck: Deck, opening: Opening) -> int:
    """How many opening hands differ to a goal, and in the number of cards that a search finds."""
    sought = ((Condition(1, None, query),),) if query else ()
    entries = tuple(held for zone in opening.zones for held in deck.held(zone))
    parted, _ = split(Goal((*goal.clauses, *sought)), entries)
    return opening_hands(parted, Deal(parted.size, opening.life, opening.hand, 0))


def counts_after(deck: Split, deal: Deal, group: int) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2 … cards of a group, when the deck's clauses decide over keeping. Raises TooLarge.

    Hands that put back as many cards share their denominators, so that all counting is in integers.
    """
    sums: dict[tuple[int, int, int], list[int]] = {}
    chances: dict[tuple[int, int, int], Fraction] = {}
    most = _in_group(deck.sizes, group)
    for ways, opened in decided(deck, deal):
        back, unseen = sum(opened.back.values()), sum(opened.unseen.values())
        held = _in_group(opened.kept, group)
        for new, again, likely in deal.futures(back):
            key = (back, new, again)
            chances[key] = likely / (comb(unseen, new) * comb(back, again))
            total = sums.setdefault(key, [0] * (most + 1))
            drawn = _ways(unseen, _in_group(opened.unseen, group), new)
            returned = _ways(back, _in_group(opened.back, group), again)
            for count, both in enumerate(_folded(drawn, returned), held):
                total[count] += ways * both
    hands = comb(deck.size, deal.dealt)
    seen = min(deal.hand + deal.draws, max(deal.size - deal.life, 0))
    return tuple(
        sum((chances[key] * total[count] for key, total in sums.items()), Fraction(0)) / hands
        for count in range(min(most, seen) + 1)
    )


def _in_group(counts: Mapping[Signature, int], group: int) -> int:
    return sum(count for signature, count in counts.items() if group in signature)


def _folded(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """By their sum, the ways of two counts together."""
    sums = [0] * (len(one) + len(other) - 1)
    for place, ways in enumerate(one):
        for further, more in enumerate(other):
            sums[place + further] += ways * more
    return sums
