"""Which hands to keep for a goal: the value of every opening hand, kept and after the best mulligan.

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
    options: Choices

    @property
    def hands(self) -> int:
        """How many different hands can be dealt."""
        return int((self.options.ways > 0).sum())

    @property
    def best(self) -> Fraction:
        """The chance of the goal with the best choice for every hand."""
        return self.options.chance

    @property
    def without_mulligan(self) -> Fraction:
        """The chance of the goal if every hand is kept."""
        return self._mean(self.options.space.starts)

    def frequent(self, most: int) -> list[HandValue]:
        """So many hands at most, those dealt most often first."""
        ways = self.options.ways.tolist()
        order = sorted((number for number, each in enumerate(ways) if each), key=lambda number: -ways[number])
        return [self._hand(number) for number in order[:most]]

    def _hand(self, number: int) -> HandValue:
        space, best = self.options.space, int(self.options.best[number])
        counts = space.hands[:, number]
        back = counts - space.kept[:, space.whole[best]]
        return HandValue(
            counts=tuple(counts.tolist()),
            dealt=Fraction(int(self.options.ways[number]), self.options.hands),
            kept=Fraction(int(self.options.chances[space.starts[number]]), self.options.denominator),
            back=tuple(back.tolist()),
            best=Fraction(int(self.options.chances[best]), self.options.denominator),
        )

    def _mean(self, choice: Array) -> Fraction:
        """Over all hands, where each makes this one of its choices."""
        pairs = zip(self.options.ways.tolist(), self.options.chances[choice].tolist(), strict=True)
        return Fraction(sum(ways * chance for ways, chance in pairs), self.options.denominator * self.options.hands)


def keep_policy(goal: Goal, deck: Deck, opening: Opening, *, turn: int = 0, seat: Seat = "first") -> KeepPolicy:
    """What to keep for a goal by that turn, in a game with a mulligan. Raises TooLarge, Unreadable."""
    entries = drawn_from(deck, opening)
    deck_split, signatures = split(goal, entries)
    options = choices(deck_split, _deal(deck_split, opening, turn, seat))
    relevant = frozenset[int]().union(*options.kinds)
    cards: dict[Signature, list[int]] = {kind: [] for kind in options.kinds}
    for number, signature in enumerate(signatures):
        if entries[number].count:
            cards[signature & relevant].append(number)
    members = groups(goal, entries)
    return KeepPolicy(
        tuple(
            HandKind(
                tuple(index for index in range(len(goal.conditions)) if all(members[each][index] for each in numbers)),
                tuple(entries[each] for each in numbers),
            )
            for numbers in cards.values()
        ),
        options,
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
    deck_split, _ = split(Goal((*rule.clauses, *goal.clauses)), entries)  # the rule first: its kinds keep their order
    own = len(rule.clauses)
    ruling = choices(Split(deck_split.sizes, deck_split.clauses[:own]), _deal(deck_split, opening, rule_turn, seat))
    goal_split = Split(deck_split.sizes, deck_split.clauses[own:])
    kinds = ruling.kinds
    options = _options_by_groups(goal_split, frozenset[int]().union(*kinds), _deal(deck_split, opening, turn, seat))
    whole = ruling.space.whole[ruling.best]
    back = (ruling.space.hands - ruling.space.kept[:, whole]).T.tolist()
    plan = dict(zip(map(tuple, ruling.space.hands.T.tolist()), map(tuple, back), strict=True))
    relevant = frozenset[int]().union(*kinds)
    return _value(options, [kinds.index(kind & relevant) for kind in options.kinds], len(kinds), plan)


def value_of_named_cards(goal: Goal, deck: Deck, opening: Opening, *, turn: int = 0, seat: Seat = "first") -> Fraction:
    """The chance of a goal where every card that no condition of it counts is put back. Raises TooLarge, Unreadable."""
    deck_split, _ = split(goal, drawn_from(deck, opening))
    sizes = {kind | {NAMED} if kind else kind: size for kind, size in deck_split.sizes.items()}
    deal = _deal(deck_split, opening, turn, seat)
    options = _options_by_groups(Split(sizes, deck_split.clauses), frozenset((NAMED,)), deal)
    plan: Plan = {(named, deal.hand_size - named): (0, deal.hand_size - named) for named in range(deal.hand_size + 1)}
    return _value(options, [int(NAMED not in kind) for kind in options.kinds], 2, plan)


def _deal(deck_split: Split, opening: Opening, turn: int, seat: Seat) -> Deal:
    return Deal(deck_split.size, opening.life, opening.hand, opening.draws(turn, seat))


def _options_by_groups(deck_split: Split, groups: frozenset[int], deal: Deal) -> Choices:
    """What may be put back for the clauses, of cards parted by these groups besides. Raises TooLarge."""
    relaxed = deck_split.relax(deal.most)
    relevant = groups.union(*relaxed.sizes)
    sizes: Counter[Signature] = Counter()
    for kind, size in deck_split.sizes.items():
        sizes[kind & relevant] += size
    kinds = tuple(sorted((kind for kind, size in sizes.items() if size), key=sorted)) or (frozenset(),)
    options = Choices(
        kinds=kinds,
        sizes=tuple(sizes[kind] for kind in kinds),
        clauses=tuple(tuple(sorted(clause.items())) for clause in relaxed.clauses),
        deal=deal,
        caps=tuple(min(sizes[kind], deal.hand_size) for kind in kinds),
    )
    options.check()
    spend(options.listing + options.counting)
    return options


def _value(options: Choices, part: Sequence[int], parts: int, plan: Plan) -> Fraction:
    """The chance where `plan` says of every hand, by how many cards it has of each part, how many of each go back.

    `part`: that of each kind of `options`, of `parts`.
    """
    space = options.space
    member = np.array([[int(each == number) for each in part] for number in range(parts)], np.int64)
    counts_by_part = (member @ space.hands).T.tolist()
    back_by_part = np.array([plan[tuple(counts)] for counts in counts_by_part], np.int64).reshape(
        len(counts_by_part), parts
    )
    number = np.repeat(np.arange(len(counts_by_part)), np.diff(np.append(space.starts, len(space.whole))))
    back = space.hands[:, number] - space.kept[:, space.whole]
    matching = np.flatnonzero((member @ back == back_by_part[number].T).all(axis=0))
    spend((len(counts_by_part) + len(matching)) // 2)
    totals: Counter[int] = Counter()
    ways, chances = options.ways.tolist(), options.chances
    sets = [
        prod(comb(count, some) for count, some in zip(counts_by_part[hand], back_by_part[hand].tolist(), strict=True))
        for hand in range(len(counts_by_part))
    ]
    hands = space.hands.T.tolist()
    rows = zip(number[matching].tolist(), back[:, matching].T.tolist(), chances[matching].tolist(), strict=True)
    for hand, put_back, chance in rows:
        likely = prod(comb(count, some) for count, some in zip(hands[hand], put_back, strict=True))
        totals[sets[hand]] += ways[hand] * likely * chance
    whole = options.denominator * options.hands
    return sum((Fraction(total, each * whole) for each, total in totals.items()), Fraction(0))
