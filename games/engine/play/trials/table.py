"""The table a goldfish plays on: where each card is, and the moves all games share.

A game's table is a NamedTuple of small integer arrays: what stands in `Table` here, an array for every other place a
card can be, and an array for every fact about its cards. Arrays of places and facts go by card type, a number from 0
for each different card of the deck. The functions are plain: interpreted they run step by step, compiled they are
inlined into the trial loop, from the same source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from games.engine.model import cards
from games.engine.play.trials.shuffle import State, below, stream
from games.engine.reading.goals import Goal
from games.engine.texts.text import Text


class Unplayable(ValueError):
    """A deck that a game cannot play alone; `reason`: why, for players."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.read("en"))
        self.reason = reason


class Ints(Protocol):
    """A one-dimensional array of int64."""

    def __getitem__(self, place: int, /) -> int: ...
    def __setitem__(self, place: int, number: int, /) -> None: ...
    def __len__(self) -> int: ...


TOP, TURN, SECOND, AVAILABLE, USED, PLAYS, EXCHANGES, DISMISSALS, LAID, SCORE, OVER, OWN = range(12)
"""Places of `var`: how many positions of `order` are drawn; the turn, from 1; 1 when on the draw; the resources of this
turn and those used; of this turn: plays, cards or hands exchanged, units taken off the board, and resources laid; what
has been scored; 1 when the game is over without its clock. A game's own counters begin at OWN."""

COUNTERS = 24


class Aim(NamedTuple):
    """A goal in numbers.

    `mask`: by card type, a bit for each condition it counts for. By condition: `low` and `high`, how many it wants at
    least and at most; `clause`, the alternative it belongs to, in rising order.
    """

    mask: Ints
    low: Ints
    high: Ints
    clause: Ints


class Plan(NamedTuple):
    """What is put back of every opening hand, in numbers; of no kinds where every hand is kept.

    `kind`: by card type, which kind the mulligan takes it for. `counts`: by kind, room to count a hand. Hands are
    numbered: `steps` is what a kind adds to the number, by kind, by how many cards of the hand are of it or of a later
    kind, and by how many are of it. `back`: by hand and kind, how many cards are put back.
    """

    kind: Ints
    counts: Ints
    steps: Ints
    back: Ints


class Table(Protocol):
    """What every game's table has. The library is the positions of `order` from `var[TOP]` on, in no known order."""

    @property
    def order(self) -> Ints: ...
    @property
    def hand(self) -> Ints: ...
    @property
    def aside(self) -> Ints: ...
    @property
    def seen(self) -> Ints: ...
    @property
    def var(self) -> Ints: ...
    @property
    def rng(self) -> State: ...
    @property
    def keep(self) -> Plan: ...
    @property
    def goal(self) -> Aim: ...


Card = int
"""A card type."""


# Making one -----------------------------------------------------------------------------------------------------------

UNBOUNDED = 1 << 30
MAX_CONDITIONS = 62


def ints(values: Iterable[int]) -> Ints:
    return cast("Ints", np.fromiter(values, np.int64))


def zeros(size: int) -> Ints:
    return cast("Ints", np.zeros(size, np.int64))


def common(counts: Sequence[int], seed: int = 0, chunk: int = 0, second: bool = False) -> dict[str, Any]:
    """The fields of `Table` for a deck of `counts[t]` copies of each card type, before any goal."""
    types = len(counts)
    var = zeros(COUNTERS)
    var[SECOND] = second
    order = ints(kind for kind, count in enumerate(counts) for _ in range(count))
    own = {name: zeros(types) for name in ("hand", "aside", "seen")}
    return own | {
        "order": order,
        "var": var,
        "rng": stream(seed, chunk),
        "keep": Plan(zeros(types), zeros(0), zeros(0), zeros(0)),
        "goal": aimless(types),
    }


def facts(deck: Sequence[cards.Card], fact: Callable[[cards.Card], int | float | bool | None]) -> Ints:
    """A fact of each card as a whole number, rounded down; 0 where it is not given."""
    return ints(int(fact(card) or 0) for card in deck)


def effect(name: str) -> Callable[[cards.Card], int]:
    """What the effects `name:N` of a card add up to."""
    return lambda card: card.effect(name)


def ranks(preferences: Sequence[tuple[int, ...]]) -> Ints:
    """How much a pilot prefers each card type, from 0 up; those with equal preferences rank the same.

    A preference holds all facts by which a pilot tells cards apart, the most important first. Names are none of them.
    """
    rank_of = {each: rank for rank, each in enumerate(sorted(set(preferences)))}
    return ints(rank_of[each] for each in preferences)


def rings(kinds: Sequence[object]) -> Ints:
    """For each card type the next one of the same kind, and for the last of them the first: a ring for `any_of`."""
    members: dict[object, list[int]] = {}
    for c, kind in enumerate(kinds):
        members.setdefault(kind, []).append(c)
    following = {c: ring[(at + 1) % len(ring)] for ring in members.values() for at, c in enumerate(ring)}
    return ints(following[c] for c in range(len(kinds)))


def aimless(types: int) -> Aim:
    """The aim of no goal: no conditions."""
    return Aim(zeros(types), zeros(0), zeros(0), zeros(0))


def aim(goal: Goal, members: Sequence[Sequence[bool]]) -> Aim:
    """A goal in numbers; `members[t][i]`: whether card type t counts for `goal.conditions[i]`.

    Raises ValueError for more conditions than a word has bits.
    """
    conditions = [(number, each) for number, clause in enumerate(goal.clauses) for each in clause]
    if len(conditions) > MAX_CONDITIONS:
        raise ValueError(f"a goal of {len(conditions)} conditions: a simulation takes {MAX_CONDITIONS}")
    return Aim(
        mask=ints(sum(1 << i for i, member in enumerate(row) if member) for row in members),
        low=ints(each.low for _, each in conditions),
        high=ints(UNBOUNDED if each.high is None else each.high for _, each in conditions),
        clause=ints(number for number, _ in conditions),
    )


def with_lists(t: Any) -> Any:
    """The same table with lists for its arrays: several times as fast, a number at a time."""
    return t._replace(**{
        name: [int(each) for each in value]
        for name, value in t._asdict().items()
        if isinstance(value, np.ndarray) and name != "rng"
    })  # fmt: skip


# Moves ----------------------------------------------------------------------------------------------------------------


def clear(t: Table) -> None:
    """Start over on the same seat: all cards in the library, every counter at 0."""
    second = t.var[SECOND]
    for i in range(len(t.var)):
        t.var[i] = 0
    t.var[SECOND] = second
    for c in range(len(t.hand)):
        t.hand[c] = 0
        t.aside[c] = 0
        t.seen[c] = 0


def library(t: Table) -> int:
    """How many cards are left to draw."""
    return len(t.order) - t.var[TOP]


def take(t: Table) -> Card:
    """The next card of the library, now at no place; -1 when there is none."""
    top = t.var[TOP]
    if top >= len(t.order):
        return -1
    t.var[TOP] = top + 1
    return draw_card(t, top)


def draw_card(t: Table, position: int) -> Card:
    """The card at an index of the library, from now on: one step of a Fisher-Yates shuffle."""
    other = position + below(t.rng, len(t.order) - position)
    c = t.order[other]
    t.order[other] = t.order[position]
    t.order[position] = c
    return c


def draw(t: Table, count: int) -> int:
    """Draw cards to the hand; how many there were to draw."""
    top = t.var[TOP]
    count_drawn = max(min(count, len(t.order) - top), 0)
    for position in range(top, top + count_drawn):
        c = draw_card(t, position)
        t.hand[c] += 1
        t.seen[c] += 1
    t.var[TOP] = top + count_drawn  # once: written for each card it would slow all draws by a twentieth
    return count_drawn


def shuffle_in(t: Table, c: Card) -> None:
    """A copy of `c` that is at no place joins the library."""
    position = 0
    while t.order[position] != c:
        position += 1
    top = t.var[TOP] - 1
    t.order[position] = t.order[top]
    t.order[top] = c
    t.var[TOP] = top


def take_out(t: Table, c: Card) -> None:
    """A copy of `c` leaves the library for no place; there must be one."""
    position = top = t.var[TOP]
    while t.order[position] != c:
        position += 1
    t.order[position] = t.order[top]
    t.order[top] = c
    t.var[TOP] = top + 1


def set_aside(t: Table, c: Card) -> None:
    """Put a copy of `c` back from the hand in a mulligan: it waits beside the library until others are drawn."""
    t.hand[c] -= 1
    t.seen[c] -= 1
    t.aside[c] += 1


def redraw(t: Table) -> None:
    """Draw as many as were set aside, and only then shuffle those into the library: they cannot come back at once."""
    count = 0
    for c in range(len(t.aside)):
        count += t.aside[c]
    draw(t, count)
    for c in range(len(t.aside)):
        while t.aside[c] > 0:
            t.aside[c] -= 1
            shuffle_in(t, c)


def any_of(t: Table, ring: Ints, places: Ints, c: Card) -> Card:
    """Of the copies at a place of `c` and the card types in its ring, each as likely; there must be one.

    No number is drawn where all of these copies are of one card type.
    """
    count, kinds, d = places[c], 1 if places[c] > 0 else 0, ring[c]
    while d != c:
        if places[d] > 0:
            count += places[d]
            kinds += 1
        d = ring[d]
    rest = below(t.rng, count) if kinds > 1 else 0
    while rest >= places[d]:
        rest -= places[d]
        d = ring[d]
    return d


def is_met(goal: Aim, counts: Ints) -> bool:
    """Whether one clause holds: each of its conditions counts as many of `counts` (by card type) as it wants."""
    holds, clause = False, -1
    for i in range(len(goal.low)):
        if goal.clause[i] != clause:
            if holds:
                break
            clause, holds = goal.clause[i], True
        if holds:
            count = 0
            for c in range(len(counts)):
                if goal.mask[c] & (1 << i):
                    count += counts[c]
            holds = goal.low[i] <= count <= goal.high[i]
    return holds


def mulligan(t: Table) -> bool:
    """Put back what the plan says of this hand, and redraw. Whether it was kept as it is."""
    if len(t.keep.counts) == 0:
        return True
    return put_back(t, hand_number(t))


def hand_number(t: Table) -> int:
    """The number that the plan has for this hand; its cards are counted by kind."""
    kinds = len(t.keep.counts)
    for k in range(kinds):
        t.keep.counts[k] = 0
    size = 0
    for c in range(len(t.hand)):
        t.keep.counts[t.keep.kind[c]] += t.hand[c]
        size += t.hand[c]
    number, left = 0, size
    for k in range(kinds):
        number += t.keep.steps[(k * (size + 1) + left) * (size + 1) + t.keep.counts[k]]
        left -= t.keep.counts[k]
    return number


def put_back(t: Table, number: int) -> bool:
    """Put back what a row of the plan says, of a hand that is counted, and redraw. Whether the hand was kept as it is.

    Of cards of a kind any are put back, by the trial's own random numbers.
    """
    kinds, keeps = len(t.keep.counts), True
    for k in range(kinds):
        for already_back in range(t.keep.back[number * kinds + k]):
            keeps = False
            place = below(t.rng, t.keep.counts[k] - already_back)
            c = 0
            while t.keep.kind[c] != k or place >= t.hand[c]:
                if t.keep.kind[c] == k:
                    place -= t.hand[c]
                c += 1
            set_aside(t, c)
    if not keeps:
        redraw(t)
    return keeps


def total(places: Ints) -> int:
    """How many cards are at a place."""
    count = 0
    for c in range(len(places)):
        count += places[c]
    return count
