"""The value of every choice of cards to put back, for all opening hands at once, in integers.

Hands are vectors of numbers of cards by kind; e(s) is one card of kind s. A state is (k, b): the cards k that are kept
and the cards b that are put back, k + b being the hand. For a fixed number n of cards seen let S(k, b) be the number of
sets of n - |k| cards, neither in k nor in b, that meet the goal together with k. Of these sets with b put back, those
with b + e(s) put back lack the ones that contain that card:

    S(k, b + e(s)) = S(k, b) - S(k + e(s), b).

In later turns cards that were put back can return. Let T(k, b) be the polynomial in z whose coefficient of z^j counts
the sets with exactly j cards of b. A card is either put back and absent, or returns:

    T(k, b + e(s)) = T(k, b) + (z - 1) T(k + e(s), b).

The recurrences start at S(k, 0) = T(k, 0). With N(s) cards of kind s in the deck and r = n - |k| cards to come, every
such set is counted once for each of its cards, taken first:

    r S(k, 0) = sum over s of (N(s) - k(s)) S(k + e(s), 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import factorial
from typing import Any

import numpy as np

Array = Any
"""An array of integers: machine words, or Python's where words are too short."""


@dataclass(frozen=True, eq=False)
class Space:
    """The states (k, b) of hands of up to `size` cards, with at most caps[s] of kind s. States have numbers from 0."""

    size: int
    hand: Array
    """hand[s, state]: the cards of kind s, k + b."""

    kept: Array
    """kept[s, state]: those that are kept, k."""

    fewer: Array
    """By state (k, b + e(s)), the state (k, b). s is the last kind of which a card is put back."""

    more: Array
    """By state (k, b + e(s)), the state (k + e(s), b)."""

    levels: tuple[Array, ...]
    """The states that put back 0, 1, 2 … cards."""

    whole: Array
    """The states of hands of exactly `size` cards: hand by hand, of equally good choices the best first."""

    back: Array
    """The number of cards that each of `whole` puts back."""

    starts: Array
    """The index in `whole` of each hand's first state, which keeps all cards."""

    hands: Array
    """hands[s, hand]: its cards of kind s."""


def states(size: int, caps: Sequence[int]) -> int:
    """The number of states of a space."""
    ways = [1] + [0] * size
    for cap in caps:
        ways = [sum((few + 1) * ways[all_ - few] for few in range(min(cap, all_) + 1)) for all_ in range(size + 1)]
    return sum(ways)


@lru_cache(maxsize=32)
def space(size: int, caps: tuple[int, ...]) -> Space:
    """The states in lexicographic order of the kinds' options, so that the number of a neighbour is a sum of offsets.

    A kind's options are (cards, cards kept): (0, 0), (1, 0), (1, 1), (2, 0) …
    """
    behind = _behind(size, caps)
    hand, kept, room = _columns(size, caps)
    number = hand.shape[1]
    states = np.arange(number, dtype=np.int32)
    fewer, more = states.copy(), states.copy()
    undecided = np.ones(number, bool)
    shift = np.zeros(number, np.int32)  # of the number, by the later kinds, if the hand has room for one card more
    for kind in reversed(range(len(caps))):
        before = _before(behind[kind + 1], min(caps[kind], size))
        option = _first(hand[kind]) + kept[kind]
        before_option = before[room[kind], option]
        chosen = np.flatnonzero(undecided & (hand[kind] > kept[kind]))
        count, free = hand[kind, chosen], room[kind, chosen]
        more[chosen] += behind[kind + 1][free - count]
        fewer[chosen] += shift[chosen] + before[free, _first(count - 1) + kept[kind, chosen]] - before_option[chosen]
        undecided[chosen] = False
        if kind:
            shift += before[np.minimum(room[kind] + 1, size), option] - before_option
    back = (hand - kept).sum(axis=0)
    order = np.argsort(back.astype(np.int8), kind="stable").astype(np.int32)
    levels = np.split(order, np.cumsum(np.bincount(back))[:-1])
    whole = np.flatnonzero(hand.sum(axis=0) == size)
    label = np.zeros(len(whole), np.int64)
    for column in hand[:, whole]:
        label = np.unique(label * (size + 1) + column, return_inverse=True)[1]
    whole, label = whole[::-1], label[::-1]
    by_hand = np.argsort(label * (size + 1) + back[whole], kind="stable")
    starts = np.flatnonzero(np.diff(label[by_hand], prepend=-1))
    whole = whole[by_hand]
    return Space(size, hand, kept, fewer, more, tuple(levels), whole, back[whole], starts, hand[:, whole[starts]])


def _first(count: Array) -> Array:
    """The index of the first option with `count` cards."""
    return count * (count + 1) // 2


def _columns(size: int, caps: Sequence[int]) -> tuple[Array, Array, Array]:
    """By kind and state: the cards of the kind, those kept, and the room in the hand before this kind."""
    used = np.zeros(1, np.int32)
    columns: list[tuple[Array, Array, Array]] = []
    for cap in caps:
        counts = np.repeat(np.arange(min(cap, size) + 1), np.arange(min(cap, size) + 1) + 1).astype(np.int32)
        options = _first(np.minimum(size - used, cap) + 1)
        parent = np.repeat(np.arange(len(used)), options)
        option = np.arange(len(parent)) - np.repeat(np.cumsum(options) - options, options)
        count = counts[option]
        columns = [tuple(column[parent] for column in each) for each in columns]
        columns.append((count, (option - _first(count)).astype(np.int32), size - used[parent]))
        used = used[parent] + count
    hand, kept, room = (np.array(column) for column in zip(*columns, strict=True))
    return hand, kept, room


def _behind(size: int, caps: Sequence[int]) -> list[Array]:
    """behind[s][room]: the number of states of the kinds from s on, in a hand with `room` places left."""
    behind = [[1] * (size + 1)]
    for cap in reversed(caps):
        after = behind[0]
        behind.insert(
            0, [sum((few + 1) * after[room - few] for few in range(min(cap, room) + 1)) for room in range(size + 1)]
        )
    return [np.array(each, np.int32) for each in behind]


def _before(after: Array, cap: int) -> Array:
    """before[room][option]: the number of states before the first one with this option of a kind."""
    rows = []
    for room in range(len(after)):
        ways = (int(after[room - few]) if few <= room else 0 for few in range(cap + 1) for _ in range(few + 1))
        rows.append([*accumulate(ways, initial=0)])
    return np.array(rows, np.int32)


@dataclass(frozen=True, eq=False)
class Vectors:
    """The vectors of at most `most` cards by kind, with at most caps[s] of kind s, numbered from 0."""

    most: int
    counts: Array
    """counts[s, vector]: the cards of kind s."""

    more: Array
    """more[s, vector]: the vector with one more card of kind s, or the vector itself if there is none."""

    levels: tuple[Array, ...]
    """The vectors of 0, 1, 2 … cards."""

    before: tuple[Array, ...]
    """before[s][room][count]: the number of vectors before the first one with so many cards of kind s."""

    def number(self, counts: Array) -> Array:
        """The number of the vector in each column of `counts`."""
        number, room = np.zeros(counts.shape[1], np.int64), np.full(counts.shape[1], self.most)
        for before, count in zip(self.before, counts, strict=True):
            number += before[room, count]
            room = room - count
        return number


def vectors_of(most: int, caps: Sequence[int]) -> int:
    """The number of vectors."""
    ways = [1] + [0] * most
    for cap in caps:
        ways = [sum(ways[max(total - cap, 0) : total + 1]) for total in range(most + 1)]
    return sum(ways)


@lru_cache(maxsize=32)
def vectors(most: int, caps: tuple[int, ...]) -> Vectors:
    """The vectors in lexicographic order."""
    behind = [[1] * (most + 1)]
    for cap in reversed(caps):
        behind.insert(0, [sum(behind[0][max(room - cap, 0) : room + 1]) for room in range(most + 1)])
    before = []
    for cap, after in zip(caps, behind[1:], strict=True):
        rows = [[after[room - count] if count <= room else 0 for count in range(cap + 1)] for room in range(most + 1)]
        before.append(np.array([[*accumulate(row, initial=0)] for row in rows], np.int32))
    used = np.zeros(1, np.int64)
    columns: list[tuple[Array, Array]] = []
    for cap in caps:
        options = np.minimum(most - used, cap) + 1
        parent = np.repeat(np.arange(len(used)), options)
        count = np.arange(len(parent)) - np.repeat(np.cumsum(options) - options, options)
        columns = [(counts_of_kind[parent], room[parent]) for counts_of_kind, room in columns] + [
            (count, most - used[parent])
        ]
        used = used[parent] + count
    counts = np.array([counts_of_kind for counts_of_kind, _ in columns])
    more = np.tile(np.arange(len(used), dtype=np.int32), (len(caps), 1))
    shift = np.zeros(len(used), np.int32)  # of the number, by the later kinds, if there is room for one card fewer
    for kind in reversed(range(len(caps))):
        count, room = columns[kind]
        chosen = np.flatnonzero((count < caps[kind]) & (used < most))
        table, row, column = before[kind], room[chosen], count[chosen]
        more[kind, chosen] += table[row, column + 1] - table[row, column] + shift[chosen]
        shift += table[np.maximum(room - 1, 0), np.minimum(count, table.shape[1] - 1)] - table[room, count]
    order = np.argsort(used, kind="stable")
    levels = np.split(order, np.cumsum(np.bincount(used, minlength=most + 1))[:-1])
    return Vectors(most, counts, more, tuple(levels), tuple(before))


def fillings(at: Vectors, sizes: Sequence[int], meets: Array) -> Array:
    """S(k, 0) of every vector k, for n = `most`. `sizes`: N; `meets`: whether each vector of n cards meets the goal."""
    ways = np.zeros(at.counts.shape[1], meets.dtype)
    ways[at.levels[-1]] = meets
    for total in reversed(range(at.most)):
        level = at.levels[total]
        sums = [
            (size - count[level]) * ways[more[level]]
            for size, count, more in zip(sizes, at.counts, at.more, strict=True)
        ]
        ways[level] = sum(sums) // (at.most - total)
    return ways


def filling_weights(at: Vectors, sizes: Sequence[int], weights: Array) -> Array:
    """The transpose of `fillings`: w with sum of weights(k) S(k, 0) = sum of w(v) meets(v), whatever `meets` is."""
    whole = factorial(at.most)
    ways = weights.astype(object)
    for total, level in enumerate(at.levels):
        ways[level] *= whole // factorial(at.most - total)
    for level in at.levels[:-1]:
        for size, count, more in zip(sizes, at.counts, at.more, strict=True):
            ways[more[level]] += ways[level] * (size - count[level])
    return ways[at.levels[-1]] // whole


def counts(at: Space, base: Array, returning: int) -> Array:
    """The coefficients of T, by power of z from 0 to `returning`, and state. `base`: S(k, 0) of the first level."""
    rows = np.zeros((returning + 1, len(at.fewer)), base.dtype)
    rows[0, at.levels[0]] = base
    for level in at.levels[1:]:
        fewer, more = at.fewer[level], at.more[level]
        for again in range(returning + 1):
            row = rows[again, fewer] - rows[again, more]
            rows[again, level] = row + rows[again - 1, more] if again else row
    return rows


def base_weights(at: Space, weights: Array) -> Array:
    """The transpose of `counts`: w with sum of weights · T = sum of w(k) S(k, 0), by state of the first level."""
    rows = weights.copy()
    for level in reversed(at.levels[1:]):
        fewer, more = at.fewer[level], at.more[level]
        for again in reversed(range(len(rows))):
            np.add.at(rows[again], fewer, rows[again, level])
            np.subtract.at(rows[again], more, rows[again, level])
            if again:
                np.add.at(rows[again - 1], more, rows[again, level])
    return rows[0, at.levels[0]]
