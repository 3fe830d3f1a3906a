"""Exact numbers of hands that meet a goal, for hands of every size at once, by dynamic programming.

A part is a set of cards that the goal cannot tell apart; the parts are taken one after another. A state holds the
clauses that can still be met and, for each group with parts to come, the number of its cards, capped where more cards
make no difference. Each state s has a polynomial P(s) = sum over n of a(n) x^n, where a(n) is the number of sets of n
cards that lead to s. Taking k of a part's m cards multiplies P(s) by C(m, k) x^k, or C(m, k) x^(k slots) where a card
of the part counts for several slots.

A polynomial is kept as one integer, its value at x = 2^bits. Every coefficient has at most `bits` bits, so multiplying
polynomials is multiplying integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import comb
from typing import NamedTuple

from games.engine.budget import TooLarge, spend

MAX_STATES = 100_000
"""States that one count may visit, about a tenth of a second. A state of many bits counts as several."""

MAX_STATE_BITS = 1 << 16
"""Bits of a state's integer."""

BITS_PER_STATE = 1 << 13
"""A state of b bits counts as 1 + b // BITS_PER_STATE states."""

BASE_STEPS = 100
"""Steps of a budget that a count costs before its first move."""

_WON = -1


class Part(NamedTuple):
    """`size` cards that count for the same groups. Each of them adds `slots` to the degree of a polynomial."""

    size: int
    groups: tuple[int, ...]
    slots: int = 1


class Bounds(NamedTuple):
    """From `low` to `high` cards of a group; None: any number more."""

    low: int
    high: int | None = None

    @property
    def cap(self) -> int:
        """The smallest count above which one card more makes no difference."""
        return self.low if self.high is None else self.high + 1

    def is_missed(self, count: int, left: int) -> bool:
        """Whether `count` cards now and at most `left` more cannot lie within the bounds."""
        return count + left < self.low or (self.high is not None and count > self.high)

    def without_high(self, most: int) -> Bounds:
        """These bounds without an upper one that `most` cards cannot exceed."""
        return Bounds(self.low, None if self.high is None or self.high >= most else self.high)

    def less(self, count: int) -> Bounds:
        """The bounds on further cards, given `count` cards, which are not too many."""
        return Bounds(max(self.low - count, 0), None if self.high is None else self.high - count)


Clause = Mapping[int, Bounds]
"""One alternative of a goal: the bounds of each group that it names."""


def hands(parts: Sequence[Part], clauses: Sequence[Clause], slots: int) -> list[int]:
    """The coefficients a(0) … a(slots): sets of cards with so many slots in all that meet at least one clause.

    Every clause names a group, and every group of a clause has a part. Raises TooLarge.
    """
    size = sum(part.size for part in parts)
    bits = comb(size, min(size // 2, slots)).bit_length()
    if bits * (slots + 1) > MAX_STATE_BITS:
        raise TooLarge("bits", bits * (slots + 1), MAX_STATE_BITS)
    packed = _Count(tuple(_order(parts)), tuple(clauses), bits, slots).polynomial()
    slot = (1 << bits) - 1
    return [packed >> bits * index & slot for index in range(slots + 1)]


def _order(parts: Iterable[Part]) -> Iterable[Part]:
    """The parts in an order in which few groups are open at a time."""
    left, open_groups = list(parts), set[int]()

    def opens(group: int) -> int:
        return len({each for part in left if group in part.groups for each in part.groups} - open_groups)

    while left:
        group = min({group for part in left for group in part.groups}, key=lambda each: (opens(each), each))
        chosen = sorted((part for part in left if group in part.groups), key=lambda part: len(part.groups))
        open_groups.update(each for part in chosen for each in part.groups)
        left = [part for part in left if group not in part.groups]
        yield from chosen


@dataclass(frozen=True)
class _Step:
    """What taking cards of one part does to the states. Sets of clauses are bit masks."""

    groups: tuple[int, ...]
    closing: frozenset[int]
    """Groups without cards after this part."""

    others: tuple[int, ...]
    """Open groups that the part does not belong to."""

    exactly: list[int]
    """exactly[k]: C(m, k) x^(k slots), for k of the part's m cards."""

    least: list[int]
    """least[k]: the sum of exactly[j] for j >= k."""

    dead: Mapping[int, list[int]]
    """dead[group][count]: clauses that can no longer be met."""

    done: int
    """Clauses that are met if they are still alive after this part."""

    touch_mask: int
    """The bits of a state that the part can change."""


@dataclass(frozen=True)
class _Count:
    """One count. A state is an integer: a field with the count of each group, and above them a bit per clause alive."""

    parts: tuple[Part, ...]
    clauses: tuple[Clause, ...]
    bits: int
    slots: int

    def polynomial(self) -> int:
        """The polynomial of the hands that meet the goal."""
        keep = (1 << self.bits * (self.slots + 1)) - 1
        states = {(1 << len(self.clauses)) - 1 << self.alive_at: 1}
        weight = 1 + keep.bit_length() // BITS_PER_STATE
        met = work = 0
        spend(BASE_STEPS)
        for step in self.steps():
            states, moved = self.after(step, states, keep)
            met = met * step.least[0] + states.pop(_WON, 0) & keep
            work += len(states) * weight
            spend(moved * weight)
            if work > MAX_STATES:
                raise TooLarge("states", work, MAX_STATES)
        return met

    def after(self, step: _Step, states: Mapping[int, int], keep: int) -> tuple[dict[int, int], int]:
        """The states after any number of the part's cards were taken, and the number of moves to them."""
        into: dict[int, int] = {}
        move_count = 0
        moves_by_key: dict[int, list[tuple[int, int, bool]]] = {}
        for state, ways in states.items():
            key = state & step.touch_mask
            moves = moves_by_key.get(key)
            if moves is None:
                moves = moves_by_key[key] = self.moves(step, key)
            move_count += len(moves)
            rest = state ^ key
            for target, weight, fewer in moves:
                to = target if target == _WON else rest | target
                if fewer and target != _WON:
                    to = self.trim(to, step.others)
                into[to] = into.get(to, 0) + (ways * weight & keep)
        return into, move_count

    def moves(self, step: _Step, key: int) -> list[tuple[int, int, bool]]:
        """The moves from states with these bits under `touch_mask`: target, polynomial, whether a clause died."""
        alive, field = key >> self.alive_at, self.field
        caps = self.caps(alive)
        counts = [(group, key >> group * self.width & field) for group in step.groups]
        room = max([caps[group] - count for group, count in counts])
        targets: dict[int, int] = {}
        for number in range(min(room, len(step.exactly) - 1) + 1):
            target = self.target(step, alive, [(group, min(count + number, caps[group])) for group, count in counts])
            weight = step.least[number] if number == room else step.exactly[number]
            targets[target] = targets.get(target, 0) + weight
        targets.pop(0, 0)  # no clause alive
        return [(target, weight, target >> self.alive_at != alive) for target, weight in targets.items()]

    def target(self, step: _Step, alive: int, counts: list[tuple[int, int]]) -> int:
        """The bits under `touch_mask` after a move; 0 if no clause can be met any more."""
        for group, count in counts:
            alive &= ~step.dead[group][count]
        if not alive:
            return 0
        if alive & step.done:
            return _WON
        caps, state = self.caps(alive), alive << self.alive_at
        for group, count in counts:
            if group not in step.closing:
                state |= min(count, caps[group]) << group * self.width
        return state

    def trim(self, state: int, groups: tuple[int, ...]) -> int:
        """The state with counts capped by the clauses still alive, so that equal states become one."""
        caps = self.caps(state >> self.alive_at)
        for group in groups:
            excess = (state >> group * self.width & self.field) - caps[group]
            if excess > 0:
                state -= excess << group * self.width
        return state

    @cached_property
    def _caps(self) -> dict[int, list[int]]:
        return {}

    def caps(self, alive: int) -> list[int]:
        """By group, the count above which more cards make no difference to these clauses."""
        caps = self._caps.get(alive)
        if caps is None:
            caps = self._caps[alive] = [0] * self.groups
            for number, clause in enumerate(self.clauses):
                if alive >> number & 1:
                    for group, bounds in clause.items():
                        caps[group] = max(caps[group], bounds.cap)
        return caps

    @cached_property
    def groups(self) -> int:
        return 1 + max(group for clause in self.clauses for group in clause)

    @cached_property
    def width(self) -> int:
        return max(self.caps((1 << len(self.clauses)) - 1)).bit_length()

    @cached_property
    def field(self) -> int:
        return (1 << self.width) - 1

    @cached_property
    def alive_at(self) -> int:
        return self.groups * self.width

    def steps(self) -> Iterable[_Step]:
        left = [0] * self.groups
        for part in self.parts:
            for group in part.groups:
                left[group] += part.size
        open_groups = set[int]()
        for part in self.parts:
            for group in part.groups:
                left[group] -= part.size
            open_groups.update(part.groups)
            closing = frozenset(group for group in part.groups if not left[group])
            open_groups -= closing
            yield self.step(part, closing, tuple(open_groups.difference(part.groups)), left)

    def step(self, part: Part, closing: frozenset[int], others: tuple[int, ...], left: list[int]) -> _Step:
        most = min(part.size, self.slots // part.slots)
        exactly = [comb(part.size, number) << number * part.slots * self.bits for number in range(most + 1)]
        least = list(accumulate(reversed(exactly)))[::-1]
        done = sum(1 << number for number, clause in enumerate(self.clauses) if not any(left[each] for each in clause))
        touched = sum(self.field << group * self.width for group in part.groups) | -1 << self.alive_at
        dead = {group: self.dead(group, left[group]) for group in part.groups}
        return _Step(part.groups, closing, others, exactly, least, dead, done, touched)

    def dead(self, group: int, left: int) -> list[int]:
        """By the count of a group, the clauses that can no longer be met with `left` cards to come, as a bit mask."""
        bounds_by_bit = [(1 << number, clause[group]) for number, clause in enumerate(self.clauses) if group in clause]
        counts = range(self.caps((1 << len(self.clauses)) - 1)[group] + 1)
        return [sum([bit for bit, bounds in bounds_by_bit if bounds.is_missed(count, left)]) for count in counts]
