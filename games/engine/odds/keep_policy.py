"""Which hands to keep for a goal: every opening hand with what it is worth kept, and after the best mulligan.

Hands are told apart by the kinds of their cards: by which of the goal's conditions they count for. The values are exact
and those of `games.engine.odds.mulligan`; here they stand hand by hand, beside what other rules for the mulligan give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod
from typing import NamedTuple

import numpy as np

from games.engine.budget import spend
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Opening, Seat
from games.engine.odds.choices import Array
from games.engine.odds.mulligan import Choices, Deal, choices
from games.engine.odds.split import Signature, Split, drawn_from, split
from games.engine.reading.goals import Goal, groups

NAMED = -1
"""A group of its own beside those of the conditions, which are numbered from 0: cards that count for any of them."""


Plan = dict[tuple[int, ...], tuple[int, ...]]
"""By how many cards of each part a hand has, how many of each are put back."""


class HandKind(NamedTuple):
    """Cards that the goal cannot tell apart. `conditions`: indices into those of the goal that all these count for."""

    conditions: tuple[int, ...]
    cards: tuple[DeckLine, ...]

    @property
    def copies(self) -> int:
        return sum(line.count for line in self.cards)


class HandValue(NamedTuple):
    """An opening hand. `counts`: its cards by kind; `dealt`: the chance of it; `kept`, `best`: those of the goal if it
    is kept and after the best mulligan; `back`: the cards of each kind that this puts back."""

    counts: tuple[int, ...]
    dealt: Fraction
    kept: Fraction
    back: tuple[int, ...]
    best: Fraction

    @property
    def keeps(self) -> bool:
        return not any(self.back)

    @property
    def gain(self) -> Fraction:
        return self.best - self.kept


@dataclass(frozen=True)
class KeepPolicy:
    """The best choice for every hand. `kinds`: the cards that `HandValue` counts, in its order."""

    kinds: tuple[HandKind, ...]
    found: Choices

    @property
    def hands(self) -> int:
        """How many different hands can be dealt."""
        return int((self.found.ways > 0).sum())

    @property
    def best(self) -> Fraction:
        """The chance of the goal with the best choice for every hand."""
        return self.found.chance

    @property
    def dealt(self) -> Fraction:
        """The chance of the goal if every hand is kept."""
        return self._mean(self.found.space.starts)

    def frequent(self, most: int) -> list[HandValue]:
        """So many hands at most, those dealt most often first."""
        ways = self.found.ways.tolist()
        order = sorted((number for number, each in enumerate(ways) if each), key=lambda number: -ways[number])
        return [self._hand(number) for number in order[:most]]

    def _hand(self, number: int) -> HandValue:
        space, best = self.found.space, int(self.found.best[number])
        counts = space.hands[:, number]
        back = counts - space.kept[:, space.whole[best]]
        return HandValue(
            counts=tuple(counts.tolist()),
            dealt=Fraction(int(self.found.ways[number]), self.found.hands),
            kept=Fraction(int(self.found.chances[space.starts[number]]), self.found.denominator),
            back=tuple(back.tolist()),
            best=Fraction(int(self.found.chances[best]), self.found.denominator),
        )

    def _mean(self, chosen: Array) -> Fraction:
        """Over all hands, where each makes this one of its choices."""
        pairs = zip(self.found.ways.tolist(), self.found.chances[chosen].tolist(), strict=True)
        return Fraction(sum(ways * chance for ways, chance in pairs), self.found.denominator * self.found.hands)


def keep_policy(goal: Goal, deck: Deck, opening: Opening, *, turn: int = 0, seat: Seat = "first") -> KeepPolicy:
    """What to keep for a goal by that turn, in a game with a mulligan. Raises TooLarge, Unreadable."""
    entries = drawn_from(deck, opening)
    parted, signatures = split(goal, entries)
    found = choices(parted, _deal(parted, opening, turn, seat))
    telling = frozenset[int]().union(*found.kinds)
    cards: dict[Signature, list[int]] = {kind: [] for kind in found.kinds}
    for number, signature in enumerate(signatures):
        if entries[number].count:
            cards[signature & telling].append(number)
    members = groups(goal, entries)
    return KeepPolicy(
        tuple(
            HandKind(
                tuple(place for place in range(len(goal.conditions)) if all(members[each][place] for each in numbers)),
                tuple(entries[each] for each in numbers),
            )
            for numbers in cards.values()
        ),
        found,
    )


# Other rules ----------------------------------------------------------------------------------------------------------


def value_of_rule(
    goal: Goal, rule: Goal, deck: Deck, opening: Opening, *, turn: int = 0, rule_turn: int = 0, seat: Seat = "first"
) -> Fraction:
    """The chance of a goal by `turn` where the mulligan is used for another, `rule`, by `rule_turn`.

    The rule puts back what it does in a simulation: of cards it cannot tell apart any, each as likely.
    Raises TooLarge, Unreadable.
    """
    entries = drawn_from(deck, opening)
    parted, _ = split(Goal((*rule.clauses, *goal.clauses)), entries)  # the rule first: its kinds keep their order
    own = len(rule.clauses)
    ruling = choices(Split(parted.sizes, parted.clauses[:own]), _deal(parted, opening, rule_turn, seat))
    sought = Split(parted.sizes, parted.clauses[own:])
    kinds = ruling.kinds
    found = _told_apart(sought, frozenset[int]().union(*kinds), _deal(parted, opening, turn, seat))
    whole = ruling.space.whole[ruling.best]
    back = (ruling.space.hands - ruling.space.kept[:, whole]).T.tolist()
    plan = dict(zip(map(tuple, ruling.space.hands.T.tolist()), map(tuple, back), strict=True))
    telling = frozenset[int]().union(*kinds)
    return _value(found, [kinds.index(kind & telling) for kind in found.kinds], len(kinds), plan)


def value_of_named(goal: Goal, deck: Deck, opening: Opening, *, turn: int = 0, seat: Seat = "first") -> Fraction:
    """The chance of a goal where every card that no condition of it counts is put back. Raises TooLarge, Unreadable."""
    parted, _ = split(goal, drawn_from(deck, opening))
    sizes = {kind | {NAMED} if kind else kind: size for kind, size in parted.sizes.items()}
    deal = _deal(parted, opening, turn, seat)
    found = _told_apart(Split(sizes, parted.clauses), frozenset((NAMED,)), deal)
    plan: Plan = {(named, deal.dealt - named): (0, deal.dealt - named) for named in range(deal.dealt + 1)}
    return _value(found, [int(NAMED not in kind) for kind in found.kinds], 2, plan)


def _deal(parted: Split, opening: Opening, turn: int, seat: Seat) -> Deal:
    return Deal(parted.size, opening.life, opening.hand, opening.draws(turn, seat))


def _told_apart(parted: Split, groups: frozenset[int], deal: Deal) -> Choices:
    """What may be put back for the clauses, of cards parted by these groups besides. Raises TooLarge."""
    relaxed = parted.relaxed(deal.most)
    telling = groups.union(*relaxed.sizes)
    sizes: Counter[Signature] = Counter()
    for kind, size in parted.sizes.items():
        sizes[kind & telling] += size
    kinds = tuple(sorted((kind for kind, size in sizes.items() if size), key=sorted)) or (frozenset(),)
    found = Choices(
        kinds=kinds,
        sizes=tuple(sizes[kind] for kind in kinds),
        clauses=tuple(tuple(sorted(clause.items())) for clause in relaxed.clauses),
        deal=deal,
        caps=tuple(min(sizes[kind], deal.dealt) for kind in kinds),
    )
    found.check()
    spend(found.listing + found.counting)
    return found


def _value(found: Choices, part: Sequence[int], parts: int, plan: Plan) -> Fraction:
    """The chance where `plan` says of every hand, by how many cards it has of each part, how many of each go back.

    `part`: that of each kind of `found`, of `parts`.
    """
    space = found.space
    member = np.array([[int(each == number) for each in part] for number in range(parts)], np.int64)
    held = (member @ space.hands).T.tolist()
    wanted = np.array([plan[tuple(counts)] for counts in held], np.int64).reshape(len(held), parts)
    number = np.repeat(np.arange(len(held)), np.diff(np.append(space.starts, len(space.whole))))
    back = space.hands[:, number] - space.kept[:, space.whole]
    chosen = np.flatnonzero((member @ back == wanted[number].T).all(axis=0))
    spend((len(held) + len(chosen)) // 2)
    totals: Counter[int] = Counter()
    ways, chances = found.ways.tolist(), found.chances
    sets = [
        prod(comb(count, some) for count, some in zip(held[hand], wanted[hand].tolist(), strict=True))
        for hand in range(len(held))
    ]
    hands = space.hands.T.tolist()
    rows = zip(number[chosen].tolist(), back[:, chosen].T.tolist(), chances[chosen].tolist(), strict=True)
    for hand, gone, chance in rows:
        likely = prod(comb(count, some) for count, some in zip(hands[hand], gone, strict=True))
        totals[sets[hand]] += ways[hand] * likely * chance
    whole = found.denominator * found.hands
    return sum((Fraction(total, each * whole) for each, total in totals.items()), Fraction(0))
