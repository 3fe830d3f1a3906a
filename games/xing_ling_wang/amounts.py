"""What the rows of a program count: cards of some zones, what they add up to, and how that compares."""

from __future__ import annotations

from games.engine.play.trials.effects.program import (
    AT_LEAST,
    AT_MOST,
    COUNT,
    COUNTER,
    EQUAL,
    FITS,
    HALVE,
    LASTS,
    LESS,
    LIBRARY_COUNTER,
    SCORE_KEY,
    SET,
    SUCH,
    SUM,
    TRIBUTE_KEY,
    UNEQUAL,
    ZONES,
)
from games.engine.play.trials.table import library
from games.xing_ling_wang.table import (
    AMOUNT,
    LAST,
    LAST_SCORES,
    LAST_TRIBUTES,
    ME,
    ME_ZONE,
    REWARD,
    Table,
    begin,
    count_at,
)

STEP = 1 << 20
"""More than any rank, so that a score counts before it."""


def compute(t: Table, op: int, at: int) -> None:
    """Set the amount, or add to it."""
    if op == SET:
        t.fx[AMOUNT] = t.code[at + 1] + (t.fx[AMOUNT] if t.code[at + 2] > 0 else 0)
    elif COUNT <= op <= SUM:
        t.fx[AMOUNT] += t.code[at + 1] * count_cards(t, at)
    elif op == LASTS:
        t.fx[AMOUNT] += t.code[at + 1] * last(t, t.code[at + 2])
    elif op == COUNTER:
        t.fx[AMOUNT] += t.code[at + 1] * (library(t) if t.code[at + 2] == LIBRARY_COUNTER else t.var[REWARD])
    elif op == HALVE:
        t.fx[AMOUNT] = t.fx[AMOUNT] // 2


def last(t: Table, key: int) -> int:
    """What the step before moved: how many, their scores, their tributes."""
    if key == SCORE_KEY:
        return t.fx[LAST_SCORES]
    return t.fx[LAST_TRIBUTES] if key == TRIBUTE_KEY else t.fx[LAST]


def count_cards(t: Table, at: int) -> int:
    """The cards of some zones that a filter fits, or what they add up to."""
    own, number, key = own_zone(t, t.code[at + 5] if t.code[at + 4] > 0 else 0), 0, t.code[at + 6]
    filter_ = t.code[at + 3]
    for zone in range(ZONES):
        if t.code[at + 2] & (1 << zone):
            for place in range(begin(t, SUCH, filter_), begin(t, SUCH, filter_ + 1)):
                c = t.code[place]
                number += copies_for(t, zone, own, c) * value_of(t, key, c)
    return number


def value_of(t: Table, key: int, c: int) -> int:
    if key == SCORE_KEY:
        return t.score[c] if c < len(t.hand) else 0
    if key == TRIBUTE_KEY:
        return tributes_of(t, c)
    return 1


def tributes_of(t: Table, c: int) -> int:
    """The red star of a card, 0 where it has none."""
    return t.tribute[c] if c < len(t.hand) and t.unit[c] == 1 and t.tribute[c] < STEP else 0


def fits(t: Table, filter_: int, c: int) -> bool:
    return t.code[t.code[FITS] + filter_ * (len(t.hand) + 1) + c] > 0


def own_zone(t: Table, home: int) -> int:
    """Which of these zones the card itself is in, the first where that is not known; -1 for none."""
    if t.fx[ME_ZONE] >= 0 and home & (1 << t.fx[ME_ZONE]) and count_at(t, t.fx[ME_ZONE], t.fx[ME]) > 0:
        return t.fx[ME_ZONE]
    for zone in range(ZONES):
        if home & (1 << zone) and count_at(t, zone, t.fx[ME]) > 0:
            return zone
    return -1


def compares(amount: int, how: int) -> bool:
    """The amount with 0."""
    if how == LESS:
        return amount < 0
    if how == AT_MOST:
        return amount <= 0
    if how == EQUAL:
        return amount == 0
    if how == UNEQUAL:
        return amount != 0
    return amount >= 0 if how == AT_LEAST else amount > 0


def copies_for(t: Table, zone: int, own: int, c: int) -> int:
    """How many copies in a zone a row may move that means the card itself in no zone, or not the one in `own`."""
    return count_at(t, zone, c) - (zone == own and c == t.fx[ME])
