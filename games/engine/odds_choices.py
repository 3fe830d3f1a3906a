"""What every opening hand is worth for every choice of what to put back, all of them at once.

A state is a hand by its kinds of cards, and how many of each kind are kept. With k kept and b put back, S(k, b) counts
the sets of unseen cards that fill k up to so many cards in all and meet the goal. A card more that is put back is one
that cannot come any more, so

    S(k, b + e) = S(k, b) - S(k + e, b)

for a card e of any kind. In later turns cards that were put back can come again. T counts those sets, too, as a
polynomial in their number, and

    T(k, b + e) = T(k, b) + (z - 1) T(k + e, b).

All is counted in integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
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
    """How many states a space has."""
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
    here = np.arange(number, dtype=np.int32)
    fewer, more = here.copy(), here.copy()
    undecided = np.ones(number, bool)
    shift = np.zeros(number, np.int32)  # of the kinds behind, when there is room for a card more
    for kind in reversed(range(len(caps))):
        before = _before(behind[kind + 1], min(caps[kind], size))
        option = _first(hand[kind]) + kept[kind]
        place = before[room[kind], option]
        mine = np.flatnonzero(undecided & (hand[kind] > kept[kind]))
        count, free = hand[kind, mine], room[kind, mine]
        more[mine] += behind[kind + 1][free - count]
        fewer[mine] += shift[mine] + before[free, _first(count - 1) + kept[kind, mine]] - place[mine]
        undecided[mine] = False
        if kind:
            shift += before[np.minimum(room[kind] + 1, size), option] - place
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
    """The first option with so many cards."""
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


def counts(at: Space, base: Array, returning: int) -> Array:
    """T of every state: a row for each number of returning cards, from 0 to `returning`.

    `base`: S by the cards kept of each kind, where nothing was put back.
    """
    rows = np.zeros((returning + 1, len(at.fewer)), base.dtype)
    first = at.levels[0]
    rows[0, first] = base[tuple(at.kept[:, first])]
    for level in at.levels[1:]:
        fewer, more = at.fewer[level], at.more[level]
        for again in range(returning + 1):
            row = rows[again, fewer] - rows[again, more]
            rows[again, level] = row + rows[again - 1, more] if again else row
    return rows


def followed(at: Space, weights: Array) -> Array:
    """What `counts` weighs: for weights of every row and state, the weight of each S where nothing was put back.

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
