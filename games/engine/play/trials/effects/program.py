"""The rows of a program: what a step of a statement is as numbers, for those who write them and those who walk them.

A row is WIDTH numbers: an operation, what it takes, and last the row to go on with if something does not hold.
"""

from __future__ import annotations

from typing import NamedTuple

WIDTH = 8

(
    STOP,
    SET,
    COUNT,
    SUM,
    LASTS,
    COUNTER,
    HALVE,
    TEST,
    MOVE,
    REWARD_BY,
    TOKENS,
    DRAW,
    WRAITH,
    THEN,
    OPEN,
    TRY,
    GO,
    CLOSE,
    HERE,
    ABOUT,
    SOURCE_IS,
    ONCE,
    IS,
    IN_MAIN,
) = range(24)
"""STOP: the end. SET, COUNT, SUM, LASTS, COUNTER, HALVE: the amount is set, added to, or halved. TEST: the amount
compared with 0. MOVE, REWARD_BY, TOKENS, DRAW, WRAITH: what is done. THEN: was the step before done completely? OPEN,
TRY, GO, CLOSE: a choice, each way there is, the one chosen, the end of a way. HERE, ABOUT, SOURCE_IS, ONCE: whether the
clause answers the event. IS: whether the card itself is in one of some zones. IN_MAIN: whether the end phase has not
yet begun."""

LESS, AT_MOST, EQUAL, UNEQUAL, AT_LEAST, MORE = range(6)
"""How TEST compares."""

EXACTLY, UP_TO, ALL = range(3)
"""How many cards MOVE moves: the amount; from a least number up to it; as many as there are."""

DESTROYS, PLAYS_CARD, NOT_SELF, SELF, THAT = (1 << bit for bit in range(5))
"""Flags of MOVE: the cards are destroyed; are played; the card itself is none of them; is the only one; the one that
the event or the step before was about."""

FIELD, SIDEWAYS, BOARD, GRAVE, HAND, LIBRARY, REMOVED, LEAVING, WRAITHS = range(9)
"""Zones, in the order in which effects that wait at the same time are done. SIDEWAYS: of the board the
units that are turned sideways; BOARD: the others. LEAVING: tributes, and a card that is being
played, until what they set off is done. WRAITHS: no zone, but where cards come from that a wraith effect took from the
graveyard."""

ON_BOARD = 1 << BOARD | 1 << SIDEWAYS
IN_PLAY = ON_BOARD | 1 << FIELD
ZONES = 8
ANY = (1 << ZONES + 1) - 1

(
    PLAYED,
    ENTERED,
    SACRIFICED,
    DESTROYED,
    BURIED,
    LEFT_PLAY,
    RETURNED,
    REMOVED_CARD,
    SHUFFLED,
    TURNED,
    RIGHTED,
    SUMMONED_UNIT,
    START,
    END,
    MAIN,
) = range(15)
"""Triggers: events of a card, and times of the turn. The event of another card is OTHERS more."""

EVENTS, OTHERS = 12, 15
NEEDS, BRING = OTHERS + EVENTS, OTHERS + EVENTS + 1
"""Tests without an effect: whether a spell can be used; whether a unit with a blue star can be brought."""

TRIGGERS = BRING + 1

NUMBER, SCORE_KEY, TRIBUTE_KEY = range(3)
"""What of the cards is added up."""

REWARDS_COUNTER, LIBRARY_COUNTER = range(2)


STARTS, WHERE, FITS, SUCH, WATCH, HEARD, FALLING, WORTHS = range(8)
"""A program is one array of whole numbers; the first ones say where its parts begin.

STARTS: by trigger and card type, where the first row is, -1 for none. WHERE: by trigger and card type, a bit for each
zone in which it answers. FITS: by filter and card type, whether the card is such; the last of one more card type is the
token. SUCH: by filter, how far into this part those card types begin; those of the next filter follow. WATCH: by
trigger, in the same way, the card types that have such a clause, from the highest rank down. HEARD: by card type and
for the token, a bit for each event that some effect may answer. FALLING: the card types from the highest rank down.
WORTHS: by card type, a bit for each number that it has for wraith effects, that of 0 being LEAST_WORTH."""

HEADER = 8

LEAST_WORTH, MOST_WORTH = 16, 15
"""Numbers for wraith effects are from -LEAST_WORTH to MOST_WORTH."""


class Program(NamedTuple):
    """The clauses of a deck as numbers. `numbers`: see STARTS, empty if no card does anything. `slots`: how many
    clauses are done once a turn."""

    numbers: list[int]
    slots: int
