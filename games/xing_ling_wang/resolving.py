"""Walks the rows of a program: what an effect does, and what its player chooses."""

from __future__ import annotations

from games.engine.play.trials.effects.program import (
    ABOUT,
    BOARD,
    EXACTLY,
    GO,
    GRAVE,
    HAND,
    HERE,
    IN_MAIN,
    IS,
    MAIN,
    MOST_WORTH,
    MOVE,
    NOT_SELF,
    ON_BOARD,
    OPEN,
    REWARD_BY,
    SCORE_KEY,
    SELF,
    SIDEWAYS,
    SOURCE_IS,
    STARTS,
    STOP,
    SUCH,
    TEST,
    THAT,
    THEN,
    TOKENS,
    TRY,
    UP_TO,
    WIDTH,
    WRAITH,
    WRAITHS,
    ZONES,
)
from games.engine.play.trials.shuffle import below
from games.engine.play.trials.table import draw, library
from games.xing_ling_wang.amounts import (
    STEP,
    compares,
    compute,
    copies_for,
    fits,
    own_zone,
    tributes_of,
    value_of,
)
from games.xing_ling_wang.events import announce, is_waiting, settle, spread
from games.xing_ling_wang.table import (
    ABLE,
    ABOUT_BEFORE,
    ABOUT_CARD,
    ACTED,
    AMOUNT,
    BACK,
    BEFORE,
    BEST,
    CAME_FROM,
    CHOSEN,
    CLOSED,
    CUT,
    DONE,
    EVENT,
    FALLBACK,
    FUEL,
    HEAD,
    LAST,
    LAST_BEFORE,
    LAST_SCORES,
    LAST_TRIBUTES,
    LINE,
    ME,
    ME_ZONE,
    ME_ZONE_BEFORE,
    NEWS,
    PLACES,
    READY,
    REWARD,
    REWARD_BEFORE,
    ROW,
    SCORES_BEFORE,
    SLOT,
    TAIL,
    TRAVELLERS,
    TRAVELLERS_BEFORE,
    TRIBUTES_BEFORE,
    TRIGGER,
    TRYING,
    TURNED_BEFORE,
    TURNED_TRAVELLERS,
    UNDO,
    UNDO_ROOM,
    UNDONE,
    Table,
    begin,
    carry,
    count_at,
    total_score,
    units,
)
from games.xing_ling_wang.wraiths import can_reach, first_wraith, list_wraiths, number_towards

LEAST = -(1 << 40)
UNDECIDED = 2
"""Of a way that is tried, until its first step: that must be done completely."""

CARD_BITS = 16
CARDS = (1 << CARD_BITS) - 1
"""A card and its zone in one number."""


def resolve(t: Table) -> None:
    """Deal with all that waits."""
    while is_waiting(t):
        proceed(t)


def proceed(t: Table) -> None:
    """Deal with the first effect in line; with none, what is being played comes to its place."""
    spread(t)
    head = t.fx[HEAD]
    if head == t.fx[TAIL]:
        settle(t)
        return
    t.fx[TRIGGER] = t.fx[LINE + head * EVENT]
    t.fx[ME] = t.fx[LINE + head * EVENT + 1]
    t.fx[ABOUT_CARD] = t.fx[LINE + head * EVENT + 2]
    t.fx[CAME_FROM] = t.fx[LINE + head * EVENT + 3]
    t.fx[ME_ZONE] = t.fx[LINE + head * EVENT + 4]
    t.fx[HEAD] = head + 1
    if t.fx[HEAD] == t.fx[TAIL]:
        t.fx[HEAD] = 0
        t.fx[TAIL] = 0
    walk(t)


def walk(t: Table) -> None:
    """The rows of the event's clauses, one after the other, as long as there is fuel."""
    t.fx[ROW] = t.code[t.code[STARTS] + t.fx[TRIGGER] * len(t.hand) + t.fx[ME]]
    t.fx[TRYING] = 0
    t.fx[ACTED] = 0
    t.fx[SLOT] = 0
    t.fx[LAST] = 0
    t.fx[LAST_SCORES] = 0
    t.fx[LAST_TRIBUTES] = 0
    t.fx[DONE] = 1
    while t.fx[ROW] >= 0:
        if t.fx[FUEL] <= 0 and t.fx[TRYING] == 0:  # a way that is tried only goes forward
            run_dry(t)
            break
        t.fx[FUEL] -= 1
        at = t.fx[ROW]
        op = t.code[at]
        t.fx[ROW] += WIDTH
        if op < TEST:
            compute(t, op, at)
        elif op == TEST:
            if not compares(t.fx[AMOUNT], t.code[at + 1]):
                fail(t, at)
        elif op < THEN:
            act(t, op, at)
            if t.fx[ABLE] == UNDECIDED:
                t.fx[ABLE] = t.fx[DONE]
        elif op < HERE:
            direct(t, op, at)
        elif not answers(t, op, at):
            fail(t, at)
        if op == STOP:
            t.fx[ROW] = -1
    if t.fx[TRIGGER] == MAIN and t.fx[ACTED] == 0:
        t.fx[READY + len(t.hand) + t.fx[ME]] = 1


def holds(t: Table, row: int, c: int) -> bool:
    """Whether the tests of a card hold, from a row up to the next that is none."""
    t.fx[ME] = c
    t.fx[ME_ZONE] = HAND
    at = row
    while t.code[at] <= TEST:
        if t.code[at] == STOP:
            break
        if t.code[at] < TEST:
            compute(t, t.code[at], at)
        elif not compares(t.fx[AMOUNT], t.code[at + 1]):
            return False
        at += WIDTH
    return True


def run_dry(t: Table) -> None:
    """Nothing more happens in this turn but what is being played."""
    t.fx[CUT] = 1
    t.fx[NEWS] = 0
    t.fx[ROW] = -1
    t.fx[HEAD] = 0
    t.fx[TAIL] = 0


def fail(t: Table, at: int) -> None:
    t.fx[ROW] = t.code[at + WIDTH - 1]


# Whether a clause answers ---------------------------------------------------------------------------------------------


def answers(t: Table, op: int, at: int) -> bool:
    """Whether the card is where it must be, the event is about such a card, came from there, and is the first."""
    if op == HERE:
        return own_zone(t, t.code[at + 1]) >= 0
    if op == ABOUT:
        return t.code[at + 1] & (1 << t.fx[CAME_FROM]) > 0 and fits(t, t.code[at + 2], t.fx[ABOUT_CARD])
    if op == IN_MAIN:
        return t.fx[CLOSED] == 0
    if op == IS:
        own = own_zone(t, t.code[at + 1])
        return own >= 0 and t.code[at + 2] & (1 << own) > 0
    if op == SOURCE_IS:
        return t.code[at + 1] & (1 << t.fx[CAME_FROM]) > 0
    copies = 0
    for zone in range(ZONES):
        if t.code[at + 2] & (1 << zone):
            copies += count_at(t, zone, t.fx[ME])
    t.fx[SLOT] = t.code[at + 1] + 1
    return t.fx[READY + 2 * len(t.hand) + t.code[at + 1]] < copies


# Choices --------------------------------------------------------------------------------------------------------------


def direct(t: Table, op: int, at: int) -> None:
    """Where to go on."""
    if op == THEN:
        if t.fx[DONE] == 0:
            t.fx[ABLE] = 0
            fail(t, at)
    elif t.fx[TRYING] == 1:
        judge(t)  # the end of the way, or a choice within it, which may be to do nothing
    elif op == OPEN:
        t.fx[BEST] = LEAST
        t.fx[CHOSEN] = t.code[at + WIDTH - 1]
        t.fx[FALLBACK] = -1
    elif op == TRY:
        begin_way(t, at)
    elif op == GO:
        decide(t)
    else:
        fail(t, at)


def begin_way(t: Table, at: int) -> None:
    """Try a way: nothing that it does is heard of, and all of it is taken back."""
    if t.code[at + 1] == 0 and t.fx[FALLBACK] < 0:
        t.fx[FALLBACK] = t.code[at + 2]
    t.fx[TRYING] = 1
    t.fx[ABLE] = UNDECIDED
    t.fx[DONE] = 1
    t.fx[UNDO] = 0
    t.fx[BACK] = t.fx[ROW]
    t.fx[BEFORE] = total_score(t)
    t.fx[REWARD_BEFORE] = t.var[REWARD]
    t.fx[TRAVELLERS_BEFORE] = t.var[TRAVELLERS]
    t.fx[TURNED_BEFORE] = t.var[TURNED_TRAVELLERS]
    t.fx[ABOUT_BEFORE] = t.fx[ABOUT_CARD]
    t.fx[ME_ZONE_BEFORE] = t.fx[ME_ZONE]
    t.fx[LAST_BEFORE] = t.fx[LAST]
    t.fx[SCORES_BEFORE] = t.fx[LAST_SCORES]
    t.fx[TRIBUTES_BEFORE] = t.fx[LAST_TRIBUTES]
    t.fx[ROW] = t.code[at + 2]


def judge(t: Table) -> None:
    """The end of a way that is tried: it is the best so far if it can be done and raises the total most. One that need
    not be done must not lower it."""
    gain = total_score(t) - t.fx[BEFORE]
    take_back(t)
    at = t.fx[BACK] - WIDTH
    if t.fx[ABLE] == 1 and gain > t.fx[BEST] and not (t.code[at + 1] == 1 and is_unwilling(t, gain)):
        t.fx[BEST] = gain
        t.fx[CHOSEN] = t.code[at + 2]
    t.fx[ROW] = t.fx[BACK]


def is_unwilling(t: Table, gain: int) -> bool:
    """Whether the pilot does not do what it need not do."""
    return gain < 0


def take_back(t: Table) -> None:
    while t.fx[UNDO] > 0:
        t.fx[UNDO] -= 1
        place = 3 * t.fx[UNDO]
        carry(t, t.fx[UNDONE + place + 1], t.fx[UNDONE + place], t.fx[UNDONE + place + 2])
    t.var[REWARD] = t.fx[REWARD_BEFORE]
    t.var[TRAVELLERS] = t.fx[TRAVELLERS_BEFORE]
    t.var[TURNED_TRAVELLERS] = t.fx[TURNED_BEFORE]
    t.fx[ABOUT_CARD] = t.fx[ABOUT_BEFORE]
    t.fx[ME_ZONE] = t.fx[ME_ZONE_BEFORE]
    t.fx[LAST] = t.fx[LAST_BEFORE]
    t.fx[LAST_SCORES] = t.fx[SCORES_BEFORE]
    t.fx[LAST_TRIBUTES] = t.fx[TRIBUTES_BEFORE]
    t.fx[TRYING] = 0


def decide(t: Table) -> None:
    """Go the best way; if none can be done, the first that must be."""
    if t.fx[BEST] == LEAST and t.fx[FALLBACK] >= 0:
        t.fx[CHOSEN] = t.fx[FALLBACK]
    t.fx[ROW] = t.fx[CHOSEN]
    t.fx[DONE] = 1


# What is done ---------------------------------------------------------------------------------------------------------


def act(t: Table, op: int, at: int) -> None:
    if t.fx[TRYING] == 0:
        t.fx[ACTED] = 1
        if t.fx[SLOT] > 0:
            t.fx[READY + 2 * len(t.hand) + t.fx[SLOT] - 1] += 1
            t.fx[SLOT] = 0
    if op == MOVE:
        move(t, at)
        return
    if op == WRAITH:
        call_wraiths(t, t.fx[AMOUNT])
        return
    amount, done = t.fx[AMOUNT], 0
    if op == REWARD_BY:
        done = max(amount, -t.var[REWARD])
        t.var[REWARD] += done
    elif op == TOKENS:
        done = max(min(amount, PLACES - units(t)), 0)
        t.var[TRAVELLERS] += done
    elif t.fx[TRYING] == 1:
        done = max(min(amount, library(t)), 0)
    else:
        done = draw(t, amount)
    t.fx[LAST] = done
    t.fx[LAST_SCORES] = 0
    t.fx[LAST_TRIBUTES] = 0
    t.fx[DONE] = 1 if done == amount else 0


def move(t: Table, at: int) -> None:
    """Move cards one after the other, as many as there are and as the row says."""
    mode, low, limit = t.code[at + 4], t.code[at + 5], t.fx[AMOUNT]
    about, moved, scores, tributes, target = t.fx[ABOUT_CARD], 0, 0, 0, t.code[at + 2]
    comes = target == BOARD and t.code[at + 1] != 1 << SIDEWAYS
    while moved < limit and not (comes and units(t) >= PLACES):
        pick = card_to_move(t, at, about)
        if pick < 0 or t.fx[UNDO] == UNDO_ROOM:
            break
        zone, c = pick >> CARD_BITS, pick & CARDS
        if mode == UP_TO and moved >= low and lowers(t, zone, target, c):
            break
        moved += 1
        scores += value_of(t, SCORE_KEY, c)
        tributes += tributes_of(t, c)
        t.fx[ABOUT_CARD] = c
        if t.code[at + 6] & SELF:
            t.fx[ME_ZONE] = target
        carry(t, zone, target, c)
        if t.fx[TRYING] == 0:
            announce(t, zone, target, c, t.code[at + 6])
        elif c < len(t.hand):
            note_move(t, zone, target, c)
    t.fx[LAST] = moved
    t.fx[LAST_SCORES] = scores
    t.fx[LAST_TRIBUTES] = tributes
    t.fx[DONE] = 1 if (moved >= limit if mode == EXACTLY else moved >= max(low, 1)) else 0


def call_wraiths(t: Table, need: int) -> None:
    """Return wraiths from the graveyard to the hand whose numbers add up to exactly `need`, or none: from the highest
    rank down each with which the sum can still be reached, for its lowest such number."""
    moved, scores, tributes, count = 0, 0, 0, list_wraiths(t)
    if need > 0 and can_reach(t, 0, need):
        for place in range(count):
            c = t.fx[first_wraith(t) + place]
            number = number_towards(t, place, need)
            if number <= MOST_WORTH and t.fx[UNDO] < UNDO_ROOM:
                need -= number
                moved += 1
                scores += value_of(t, SCORE_KEY, c)
                tributes += tributes_of(t, c)
                t.fx[ABOUT_CARD] = c
                carry(t, GRAVE, HAND, c)
                if t.fx[TRYING] == 0:
                    announce(t, WRAITHS, HAND, c, 0)
                else:
                    note_move(t, GRAVE, HAND, c)
    t.fx[LAST] = moved
    t.fx[LAST_SCORES] = scores
    t.fx[LAST_TRIBUTES] = tributes
    t.fx[DONE] = 1 if moved > 0 else 0


def note_move(t: Table, zone: int, target: int, c: int) -> None:
    """A move that is tried, to take it back."""
    place = 3 * t.fx[UNDO]
    t.fx[UNDONE + place] = zone
    t.fx[UNDONE + place + 1] = target
    t.fx[UNDONE + place + 2] = c
    t.fx[UNDO] += 1


def lowers(t: Table, zone: int, target: int, c: int) -> bool:
    """Whether one that need not be moved stays: it would lower the total, or be thrown away from the hand."""
    if zone == HAND and target != BOARD:
        return True
    if target == SIDEWAYS or (zone == SIDEWAYS and target == BOARD):
        return False
    score = value_of(t, SCORE_KEY, c)
    return (target == BOARD and score < 0) or (ON_BOARD & (1 << zone) > 0 and score > 0)


def card_to_move(t: Table, at: int, about: int) -> int:
    """The card that a row moves next: its type, and above CARD_BITS its zone; -1 for none."""
    zones, flags = t.code[at + 1], t.code[at + 6]
    if flags & SELF:
        own = own_zone(t, zones)
        return (own << CARD_BITS) + t.fx[ME] if own >= 0 else -1
    if flags & THAT:
        return only(t, zones, about)
    return best_of(t, zones, at)


def only(t: Table, zones: int, c: int) -> int:
    for zone in range(ZONES):
        if zones & (1 << zone) and count_at(t, zone, c) > 0:
            return (zone << CARD_BITS) + c
    return -1


def best_of(t: Table, zones: int, at: int) -> int:
    """The card the pilot chooses: see `worth`. Of equal ones those in the first zone, each copy as likely."""
    target, own = t.code[at + 2], -1
    if t.code[at + 6] & NOT_SELF:
        own = own_zone(t, t.code[at + 7])
    filter_, best, first, most, count = t.code[at + 3], -1, 0, LEAST, 0
    for zone in range(ZONES):
        if zones & (1 << zone):
            for place in range(begin(t, SUCH, filter_), begin(t, SUCH, filter_ + 1)):
                c = t.code[place]
                copies = copies_for(t, zone, own, c)
                if copies > 0:
                    value = worth(t, zone, target, c)
                    if value > most:
                        best, first, most, count = zone, place, value, copies
                    elif value == most and zone == best:
                        count += copies
    if best < 0:
        return -1
    place = first
    if t.fx[TRYING] == 0 and count > copies_for(t, best, own, t.code[first]):
        rest = below(t.rng, count)
        place -= 1
        while rest >= 0:
            place += 1
            if worth(t, best, target, t.code[place]) == most:
                rest -= max(copies_for(t, best, own, t.code[place]), 0)
    return (best << CARD_BITS) + t.code[place]


def worth(t: Table, zone: int, target: int, c: int) -> int:
    """How gladly a card is moved. Onto the board the highest score, then the highest rank; from the board the lowest
    score, then the lowest rank, a 小旅人 before all of its score; to the hand the highest rank; else the lowest."""
    rank = t.rank[c] if c < len(t.hand) else -1
    score = t.score[c] if c < len(t.hand) else 0
    if target == BOARD:
        return score * STEP + rank
    if ON_BOARD & (1 << zone):
        return -score * STEP - rank
    return rank if target == HAND else -rank
