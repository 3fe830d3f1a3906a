"""The value of every opening hand for every choice of cards to put back, all of them at once.

A state is a hand by its kinds of cards, and how many of each kind are kept. With k kept and b put back, S(k, b) counts
the sets of unseen cards that fill k up to so many cards in all and meet the goal. A card more that is put back is one
that cannot come any more, so

    S(k, b + e) = S(k, b) - S(k + e, b)

for a card e of any kind. In later turns cards that were put back can come again. T counts those sets, too, as a
polynomial in their number, and

    T(k, b + e) = T(k, b) + (z - 1) T(k + e, b).

S(k, 0) is found from larger hands: a set that fills k up by r cards has each of them as its first, so

    r S(k, 0) = sum over kinds of (cards of the kind that are not in k) S(k + e, 0).

All is counted in integers.
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
    """The states of hands of up to `size` cards with up to `caps[s]` of kind s.

    `hand` and `kept`: by kind and state. `fewer`: the state with a card fewer that was put back; `more`: the one that
    keeps this card. `levels`: the states by the number of cards put back. `whole`: those of hands of `size` cards, hand
    by hand, of a hand those that put back fewer cards first, and of these those that keep more of the first kinds;
    `back`: how many cards each of `whole` puts back; `starts`: where in `whole` each hand begins; `hands`: by kind, its
    cards.
    """

    size: int
    hand: Array
    kept: Array
    fewer: Array
    more: Array
    levels: tuple[Array, ...]
    whole: Array
    back: Array
    starts: Array
    hands: Array


def states(size: int, caps: Sequence[int]) -> int:
    """The number of states of a space."""
    ways = [1] + [0] * size
    for cap in caps:
        ways = [sum((few + 1) * ways[all_ - few] for few in range(min(cap, all_) + 1)) for all_ in range(size + 1)]
    return sum(ways)


@lru_cache(maxsize=32)
def space(size: int, caps: tuple[int, ...]) -> Space:
    """The states, in an order in which one is found from another by steps: lexicographic by what kinds hold and keep.

    A kind's options are (0, 0), (1, 0), (1, 1), (2, 0) …: how many cards of it, and how many of these are kept.
    """
    behind = _behind(size, caps)
    hand, kept, room = _columns(size, caps)
    number = hand.shape[1]
    states = np.arange(number, dtype=np.int32)
    fewer, more = states.copy(), states.copy()
    undecided = np.ones(number, bool)
    shift = np.zeros(number, np.int32)  # of the kinds behind, when there is room for a card more
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
    """The first option with that many cards."""
    return count * (count + 1) // 2


def _columns(size: int, caps: Sequence[int]) -> tuple[Array, Array, Array]:
    """By kind and state: the cards of the kind, how many are kept, and how many places of the hand there were left."""
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
    """By kind and the places of the hand left, how many states the kinds from it on have."""
    behind = [[1] * (size + 1)]
    for cap in reversed(caps):
        after = behind[0]
        behind.insert(
            0, [sum((few + 1) * after[room - few] for few in range(min(cap, room) + 1)) for room in range(size + 1)]
        )
    return [np.array(each, np.int32) for each in behind]


def _before(after: Array, cap: int) -> Array:
    """By the places left and the option of a kind, how many states come before those of the option."""
    rows = []
    for room in range(len(after)):
        ways = (int(after[room - few]) if few <= room else 0 for few in range(cap + 1) for _ in range(few + 1))
        rows.append([*accumulate(ways, initial=0)])
    return np.array(rows, np.int32)


@dataclass(frozen=True, eq=False)
class Vectors:
    """Up to `most` cards, by how many there are of each kind, up to `caps[s]` of kind s.

    `counts`: by kind and vector. `more`: by kind and vector, the one with a card more of the kind, or itself if there
    is none. `levels`: the vectors by their number of cards.
    """

    most: int
    counts: Array
    more: Array
    levels: tuple[Array, ...]
    before: tuple[Array, ...]

    def number(self, counts: Array) -> Array:
        """Which vector each column of `counts` is."""
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
    """In lexicographic order."""
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
    shift = np.zeros(len(used), np.int32)  # of the kinds behind, when there is room for a card fewer
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
    """S of every vector. `sizes`: the cards of each kind there are; `meets`: which of the largest meet the goal."""
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
    """The weight of each of the largest vectors, from weights of every vector: the steps of `fillings` backwards."""
    whole = factorial(at.most)
    ways = weights.astype(object)
    for total, level in enumerate(at.levels):
        ways[level] *= whole // factorial(at.most - total)
    for level in at.levels[:-1]:
        for size, count, more in zip(sizes, at.counts, at.more, strict=True):
            ways[more[level]] += ways[level] * (size - count[level])
    return ways[at.levels[-1]] // whole


def counts(at: Space, base: Array, returning: int) -> Array:
    """T of every state: a row for each number of returning cards, from 0 to `returning`.

    `base`: S of the states of the first level, in which nothing was put back.
    """
    rows = np.zeros((returning + 1, len(at.fewer)), base.dtype)
    rows[0, at.levels[0]] = base
    for level in at.levels[1:]:
        fewer, more = at.fewer[level], at.more[level]
        for again in range(returning + 1):
            row = rows[again, fewer] - rows[again, more]
            rows[again, level] = row + rows[again - 1, more] if again else row
    return rows


def base_weights(at: Space, weights: Array) -> Array:
    """The weight of each S where nothing was put back, from weights of every row and state.

    The same steps backwards. Returns them by the state of the first level.
    """
    rows = weights.copy()
    for level in reversed(at.levels[1:]):
        fewer, more = at.fewer[level], at.more[level]
        for again in reversed(range(len(rows))):
            np.add.at(rows[again], fewer, rows[again, level])
            np.subtract.at(rows[again], more, rows[again, level])
            if again:
                np.add.at(rows[again - 1], more, rows[again, level])
    return rows[0, at.levels[0]]
