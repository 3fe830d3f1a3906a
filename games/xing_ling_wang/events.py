"""What happens to cards, and which effects answer: a line of effects, dealt with one after the other.

What happens is first noted as news; who answers is looked for before the next effect is dealt with.
"""

from __future__ import annotations

from games.engine.play.trials.effects.program import (
    BOARD,
    BURIED,
    DESTROYED,
    DESTROYS,
    ENTERED,
    EVENTS,
    FALLING,
    FIELD,
    GRAVE,
    HAND,
    HEARD,
    IN_PLAY,
    LEAVING,
    LEFT_PLAY,
    LIBRARY,
    OTHERS,
    PLAYED,
    PLAYS_CARD,
    REMOVED,
    REMOVED_CARD,
    RETURNED,
    RIGHTED,
    SACRIFICED,
    SHUFFLED,
    SIDEWAYS,
    STARTS,
    SUMMONED_UNIT,
    TRIGGERS,
    TURNED,
    WATCH,
    WHERE,
)
from games.engine.play.trials.shuffle import below
from games.engine.play.trials.table import total
from games.xing_ling_wang.table import (
    CUT,
    EVENT,
    HEAD,
    LINE,
    NEWS,
    NEWS_AT,
    PAID,
    PENDING,
    STAYS,
    TAIL,
    TURNED_TRAVELLERS,
    WAITING,
    Table,
    begin,
    count_at,
)


def is_waiting(t: Table) -> bool:
    """Whether something has happened that effects may answer, or is not yet over."""
    return t.fx[HEAD] < t.fx[TAIL] or t.fx[NEWS] > 0 or t.fx[PENDING] > 0


def watches(t: Table, trigger: int) -> bool:
    """Whether any card of the deck has a clause with this trigger."""
    return begin(t, WATCH, trigger) < begin(t, WATCH, trigger + 1)


def tell(t: Table, events: int, c: int, source: int) -> None:
    """Something happened to a card that was in zone `source`: a bit for each event that it is."""
    heard = events & t.code[t.code[HEARD] + c]
    if heard > 0:
        news = t.fx[NEWS]
        if news == WAITING:
            t.fx[CUT] = 1
        else:
            t.fx[NEWS_AT + 3 * news] = heard
            t.fx[NEWS_AT + 3 * news + 1] = c
            t.fx[NEWS_AT + 3 * news + 2] = source
            t.fx[NEWS] = news + 1


def spread(t: Table) -> None:
    """Effects that answer the news stand in line: those of the card itself, then those of others."""
    types = len(t.hand)
    for place in range(t.fx[NEWS]):
        events, about, source = t.fx[NEWS_AT + 3 * place], t.fx[NEWS_AT + 3 * place + 1], t.fx[NEWS_AT + 3 * place + 2]
        for trigger in range(OTHERS):
            if events & (1 << trigger):
                if trigger < EVENTS and about < types and t.code[t.code[STARTS] + trigger * types + about] >= 0:
                    enqueue(t, trigger, about, about, source, SIDEWAYS if trigger == TURNED else BOARD)
                call(t, trigger + OTHERS if trigger < EVENTS else trigger, about, source)
    t.fx[NEWS] = 0


def call(t: Table, trigger: int, about: int, source: int) -> None:
    """The effects that cards have at this trigger: by zone, the highest rank first, equal ones in any order."""
    if trigger < TRIGGERS and watches(t, trigger):
        where = t.code[WHERE] + trigger * len(t.hand)
        for zone in range(LEAVING):
            first, rank = t.fx[TAIL], -1
            for place in range(begin(t, WATCH, trigger), begin(t, WATCH, trigger + 1)):
                c = t.code[place]
                if t.code[where + c] & (1 << zone):
                    if t.rank[c] != rank:
                        first, rank = t.fx[TAIL], t.rank[c]
                    for _ in range(count_at(t, zone, c)):
                        enqueue(t, trigger, c, about, source, zone)
                        mix(t, first)


def mix(t: Table, first: int) -> None:
    """The last in line changes places with any of those from `first` on, so that each order is as likely."""
    last = t.fx[TAIL] - 1
    if last > first:
        other = first + below(t.rng, last - first + 1)
        for part in range(EVENT):
            one = t.fx[LINE + last * EVENT + part]
            t.fx[LINE + last * EVENT + part] = t.fx[LINE + other * EVENT + part]
            t.fx[LINE + other * EVENT + part] = one


def enqueue(t: Table, trigger: int, c: int, about: int, source: int, zone: int) -> None:
    """An effect of `c`, which is in a zone, stands in line, if there is room."""
    tail = t.fx[TAIL]
    if tail == WAITING:
        t.fx[CUT] = 1
    else:
        t.fx[LINE + tail * EVENT] = trigger
        t.fx[LINE + tail * EVENT + 1] = c
        t.fx[LINE + tail * EVENT + 2] = about
        t.fx[LINE + tail * EVENT + 3] = source
        t.fx[LINE + tail * EVENT + 4] = zone
        t.fx[TAIL] = tail + 1


# Moves ----------------------------------------------------------------------------------------------------------------


def announce(t: Table, source: int, target: int, c: int, flags: int) -> None:
    """What it means that an effect moved a card from a zone to another."""
    events = 1 << DESTROYED if flags & DESTROYS else 0
    if target == SIDEWAYS:
        events = 1 << TURNED
    elif target == BOARD and source == SIDEWAYS:
        events = 1 << RIGHTED
    elif (1 << source) & IN_PLAY:
        events += 1 << LEFT_PLAY
    if target == GRAVE and c < len(t.hand):
        events += 1 << BURIED
    elif target == HAND and source != LIBRARY:
        events += 1 << RETURNED
    elif target == REMOVED:
        events += 1 << REMOVED_CARD
    elif target == LIBRARY:
        events += 1 << SHUFFLED
    elif target == BOARD and source != SIDEWAYS:
        events += (1 << ENTERED) + (0 if flags & PLAYS_CARD else 1 << SUMMONED_UNIT)
    tell(t, events + (1 << PLAYED if flags & PLAYS_CARD else 0), c, source)


def pay(t: Table, c: int) -> None:
    """A unit paid as a tribute, -1 for a 小旅人, takes its place until what it set off is over."""
    t.fx[PAID] += 1
    if c < 0:
        t.var[TURNED_TRAVELLERS] = max(t.var[TURNED_TRAVELLERS] - 1, 0)
    else:
        t.turned[c] = max(t.turned[c] - 1, 0)
        t.grave[c] -= 1
        t.leaving[c] += 1
    tell(t, 1 << SACRIFICED, c if c >= 0 else len(t.hand), BOARD)


def arrive(t: Table) -> None:
    """What is being played comes to its place, unless it is there."""
    if t.fx[PENDING] > 0:
        settle(t)


def settle(t: Table) -> None:
    """The tributes leave the board for good, and what is being played comes to its place: a unit to the board; a
    spell, which is used up, to the graveyard, or it stays in play instead of the one there (七.2, 七.4)."""
    coming, types, events, source = t.fx[PENDING] - 1, len(t.hand), (1 << BURIED) + (1 << LEFT_PLAY), BOARD
    t.fx[PENDING] = 0
    t.fx[PAID] = 0
    if coming >= 0 and t.leaving[coming] > 0:
        t.leaving[coming] -= 1
        if t.unit[coming] == 1:
            t.board[coming] += 1
        elif t.entry[coming] == STAYS:
            clear_field(t)
            t.field[coming] += 1
            events, source = events + (1 << DESTROYED), FIELD
        else:
            t.leaving[coming] += 1
            events, source = 1 << BURIED, LEAVING
    place, left = t.code[FALLING] + types, total(t.leaving)
    while left > 0:
        place -= 1
        c = t.code[place]
        left -= t.leaving[c]
        while t.leaving[c] > 0:
            t.leaving[c] -= 1
            t.grave[c] += 1
            tell(t, events, c, source)
    if coming >= 0 and t.unit[coming] == 1 and t.board[coming] > 0:
        tell(t, (1 << ENTERED) + (1 << PLAYED), coming, HAND)


def clear_field(t: Table) -> None:
    """What is on the field is about to leave it."""
    for c in range(len(t.hand)):
        t.leaving[c] += t.field[c]
        t.field[c] = 0
