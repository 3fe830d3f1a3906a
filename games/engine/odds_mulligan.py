"""Exact odds after a mulligan: keep a hand that meets the goal, else put back the cards no condition asks for.

What is put back cannot come in the same mulligan, but is in the library for the draws of the turns that follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod
from typing import NamedTuple

from games.engine.budget import TooLarge, spend
from games.engine.odds_hands import Clause, Part
from games.engine.odds_split import Signature, Split, meeting

MOST_EFFORT = 10_000
"""How many opening hands are looked at, times the kinds of cards in them: about half a second of work.

Cards of the same signature are of one kind, and hands with as many cards of each kind are one hand.
"""

HAND = 50
"""What an opening hand costs besides what is counted of it, in steps of a budget."""


@dataclass(frozen=True)
class Deal:
    """A deck of `size` cards: `life` of them laid away unseen, a hand of up to `hand`, and `draws` in the turns."""

    size: int
    life: int
    hand: int
    draws: int

    @property
    def dealt(self) -> int:
        return min(self.hand, max(self.size - self.life, 0))

    @property
    def library(self) -> int:
        """How many cards are left to draw from beside the hand."""
        return max(self.size - self.life, 0) - self.dealt

    @property
    def most(self) -> int:
        """How many cards can be held at once."""
        return self.dealt + self.draws

    def futures(self, back: int) -> Iterator[tuple[int, int, Fraction]]:
        """What comes after `back` cards were put back: new cards, returning cards, and the chance of such numbers."""
        drawn = min(back, self.library)
        fresh = self.library - drawn
        later = min(self.draws, fresh + back)
        for again in range(max(later - fresh, 0), min(back, later) + 1):
            ways = comb(back, again) * comb(fresh, later - again)
            yield drawn + later - again, again, Fraction(ways, comb(fresh + back, later))


def chance_after(deck: Split, deal: Deal) -> Fraction:
    """The chance of meeting the goal with the mulligan used for it. Raises TooLarge."""
    deck = deck.relaxed(deal.most)
    return by_each_hand(deck, deal, deck.clauses) if deck.bounded else by_totals(deck, deal)


# Where more cards are never worse -------------------------------------------------------------------------------------


def by_totals(deck: Split, deal: Deal) -> Fraction:
    """The same for goals that are not `bounded`: a hand that meets one still does without what no condition asks for.

    So every hand can be taken to be changed, and of a set of cards that are asked for it does not matter which of them
    came first: their number says how many ways there are.
    """
    asked = sum(size for signature, size in deck.sizes.items() if signature & deck.wanted)
    others = deck.size - asked
    sets = _wanted_sets(deck)
    chance = Fraction(0)
    for kept in range(deal.dealt + 1):
        back = deal.dealt - kept
        if back > others:
            continue
        for new, _, likely in deal.futures(back):
            ways = sum(
                sets[kept + found] * comb(kept + found, kept) * comb(others - back, new - found)
                for found in range(min(new, asked - kept) + 1)
            )
            total = comb(deck.size, deal.dealt) * comb(deck.size - deal.dealt, new)
            chance += likely * Fraction(ways * comb(others, back), total)
    return chance


def _wanted_sets(deck: Split) -> list[int]:
    """By their number, how many sets of cards that are asked for meet the goal."""
    parts = [Part(size, tuple(groups)) for groups, size in deck.sizes.items() if groups & deck.wanted]
    size = sum(part.size for part in parts)
    met, others = meeting(parts, deck.clauses, size)
    rest = sum(part.size for part in others)
    return [sum(met[few] * comb(rest, many - few) for few in range(many + 1)) for many in range(size + 1)]


# Where too many cards can be wrong ------------------------------------------------------------------------------------


class Opened(NamedTuple):
    """An opening hand after the decision: what is `kept` of each signature, what is put `back`, what was never seen."""

    kept: Mapping[Signature, int]
    back: Mapping[Signature, int]
    unseen: Mapping[Signature, int]


def by_each_hand(deck: Split, deal: Deal, final: Sequence[Clause]) -> Fraction:
    """The chance that the cards seen meet `final`, when the deck's own clauses decide over keeping. Raises TooLarge."""
    chance = sum((ways * met_after(opened, deal, final) for ways, opened in decided(deck, deal)), Fraction(0))
    return chance / comb(deck.size, deal.dealt)


def decided(deck: Split, deal: Deal) -> Iterator[tuple[int, Opened]]:
    """Every opening hand after the decision, and in how many ways it comes. Raises TooLarge."""
    check_effort(effort(deck, deal))
    sizes = {signature: size for signature, size in deck.sizes.items() if size}
    for hand in _hands(list(sizes.items()), deal.dealt):
        spend(HAND)
        yield prod(comb(sizes[signature], count) for signature, count in hand.items()), _decided(deck, sizes, hand)


def opening_hands(deck: Split, deal: Deal) -> int:
    """How many opening hands there are that differ in the number of cards of a signature."""
    ways = [1] + [0] * deal.dealt
    for size in deck.sizes.values():
        ways = [sum(ways[max(total - size, 0) : total + 1]) for total in range(deal.dealt + 1)]
    return ways[deal.dealt]


def effort(deck: Split, deal: Deal) -> int:
    """The opening hands times the kinds of cards."""
    return opening_hands(deck, deal) * len(deck.sizes)


def check_effort(number: int) -> None:
    """Raises TooLarge."""
    if number > MOST_EFFORT:
        raise TooLarge("steps", number, MOST_EFFORT)


def _hands(sizes: Sequence[tuple[Signature, int]], dealt: int) -> Iterator[dict[Signature, int]]:
    """Every way to make up a hand, by the number of cards of each signature."""
    if not sizes:
        if not dealt:
            yield {}
        return
    (signature, size), rest = sizes[0], sizes[1:]
    room = sum(other for _, other in rest)
    for count in range(max(dealt - room, 0), min(size, dealt) + 1):
        for hand in _hands(rest, dealt - count):
            yield {signature: count, **hand}


def _decided(deck: Split, sizes: Mapping[Signature, int], hand: Mapping[Signature, int]) -> Opened:
    unseen = {signature: size - hand[signature] for signature, size in sizes.items()}
    if deck.met(_counted(hand)):
        return Opened(hand, {}, unseen)
    kept = {signature: count for signature, count in hand.items() if signature & deck.wanted}
    return Opened(kept, {signature: count for signature, count in hand.items() if signature not in kept}, unseen)


def _counted(hand: Mapping[Signature, int]) -> Counter[int]:
    """The number of cards by group."""
    counts: Counter[int] = Counter()
    for signature, count in hand.items():
        for group in signature:
            counts[group] += count
    return counts


def met_after(opened: Opened, deal: Deal, final: Sequence[Clause]) -> Fraction:
    """The chance that what is kept and what comes meet the clauses.

    A returning card takes one slot, a new one more than all returning ones: so a slot says how many there are of both.
    """
    back, unseen = sum(opened.back.values()), sum(opened.unseen.values())
    row = max(back + 1, 2)
    futures = list(deal.futures(back))
    parts = [Part(size, tuple(groups), row) for groups, size in opened.unseen.items()]
    if any(again for _, again, _ in futures):
        parts += [Part(size, tuple(groups)) for groups, size in opened.back.items()]
    met, others = meeting(
        parts, _still_asked(final, _counted(opened.kept)), max(each[0] for each in futures) * row + back
    )
    new_others, back_others = (sum(part.size for part in others if part.slots == slots) for slots in (row, 1))
    chance = Fraction(0)
    for new, again, likely in futures:
        ways = sum(
            met[some * row + few] * comb(new_others, new - some) * comb(back_others, again - few)
            for some in range(new + 1)
            for few in range(again + 1)
        )
        chance += likely * Fraction(ways, comb(unseen, new) * comb(back, again))
    return chance


def _still_asked(clauses: Iterable[Clause], counts: Mapping[int, int]) -> list[Clause]:
    """The clauses that can still be met with so many cards of each group, as bounds on the cards that come."""
    return [
        {group: each.less(counts.get(group, 0)) for group, each in clause.items()}
        for clause in clauses
        if all(each.high is None or counts.get(group, 0) <= each.high for group, each in clause.items())
    ]
