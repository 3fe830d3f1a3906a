"""The program of a deck: the rows of all its clauses, and what is looked up beside them, in one array."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from games.engine.effects import tree
from games.engine.play.trials.effects import program
from games.engine.play.trials.effects.clauses import ClauseRows, Rows, is_played, trigger_of
from games.engine.play.trials.effects.pool import ProgramCards
from games.engine.play.trials.effects.program import (
    ABOUT,
    CLOSE,
    EVENTS,
    GO,
    HERE,
    IN_MAIN,
    IS,
    LIBRARY,
    MOVE,
    ONCE,
    OPEN,
    OTHERS,
    SOURCE_IS,
    STOP,
    TEST,
    THEN,
    TRIGGERS,
    TRY,
    Program,
)


def assemble(deck: ProgramCards, clauses: Sequence[Sequence[tree.Clause]], rank: Sequence[int]) -> Program:
    """The program of a deck; `clauses`: of each card those to be played; `rank`: which effects come first.

    A clause that cannot be said in rows is left out, whole.
    """
    rows, types = Rows(deck), len(deck.cards)
    start, where = [-1] * (TRIGGERS * types), [0] * (TRIGGERS * types)
    for c, own in enumerate(clauses):
        if tests := needs(own, deck):
            start[program.NEEDS * types + c] = len(rows.rows)
            ClauseRows(rows, own[0]).tests(tests)
            rows.add(STOP)
        for trigger, group in _by_trigger(own, deck).items():
            start[trigger * types + c] = len(rows.rows)
            for clause in group:
                written = ClauseRows(rows, clause)
                written.write()
                where[trigger * types + c] |= written.zones
            rows.add(STOP)
    if not rows.rows:
        return Program([], 0)
    fits = [each for filter_ in rows.filters for each in filter_]
    falling = sorted(range(types), key=lambda c: (-rank[c], c))
    such = [[c for c, is_such in enumerate(filter_) if is_such] for filter_ in rows.filters]
    watchers = [[c for c in falling if start[n * types + c] >= 0] for n in range(TRIGGERS)]
    worths = [_worths(each) for each in clauses]
    parts = fits, lists(such), lists(watchers), heard(start, watchers, types), falling, worths
    return Program(pack(rows.rows, start, where, *parts), rows.slots)


def _worths(clauses: Sequence[tree.Clause]) -> int:
    """A bit for each of its numbers for wraith effects; 0 for none."""
    return sum(1 << program.LEAST_WORTH + number for clause in clauses for number in worth_of(clause))


def worth_of(clause: tree.Clause) -> tuple[int, ...]:
    """The numbers that a fact gives a card for wraith effects, each once."""
    return tuple(dict.fromkeys(clause.values)) if clause.trigger == "worth" else ()


def moves_in_library(numbers: Sequence[int]) -> bool:
    """Whether a row of a program takes cards from the library or puts some into it."""
    if not numbers:
        return False
    first = min(each for each in numbers[numbers[program.STARTS] : numbers[program.WHERE]] if each >= 0)
    return any(
        numbers[at] == MOVE and (numbers[at + 1] & 1 << LIBRARY or numbers[at + 2] == LIBRARY)
        for at in range(first, len(numbers), program.WIDTH)
    )


def lists(groups: Sequence[Sequence[int]]) -> list[int]:
    """Where each begins, where the last ends, and then all of them: see program.SUCH."""
    return [*accumulate(map(len, groups), initial=len(groups) + 1), *(each for group in groups for each in group)]


def heard(start: Sequence[int], watched: Sequence[object], types: int) -> list[int]:
    """By card type, and of the token, a bit for each event or time that some effect may answer."""
    of_all = sum(1 << n for n in range(OTHERS) if watched[n + OTHERS if n < EVENTS else n])
    own = [sum(1 << n for n in range(EVENTS) if start[n * types + c] >= 0) for c in range(types)]
    return [of_all | each for each in (*own, 0)]


JUMPS = (TEST, THEN, OPEN, GO, CLOSE, HERE, ABOUT, SOURCE_IS, ONCE, IS, IN_MAIN)


def pack(rows: Sequence[Sequence[int]], start: Sequence[int], *parts: Sequence[int]) -> list[int]:
    """All in one array: see program.STARTS. Numbers of rows become places in it."""
    sizes = [len(start), *map(len, parts)]
    begins = [program.HEADER + sum(sizes[:n]) for n in range(len(sizes) + 1)]

    def place(row: int) -> int:
        return begins[-1] + row * program.WIDTH

    code: list[int] = []
    for op, *numbers in rows:
        if op in JUMPS:
            numbers[-1] = place(numbers[-1])
        if op == TRY:
            numbers[1] = place(numbers[1])
        code += [op, *numbers]
    starts = [place(row) if row >= 0 else -1 for row in start]
    return [*begins[:-1], *starts, *(number for part in parts for number in part), *code]


def needs(clauses: Sequence[tree.Clause], deck: ProgramCards) -> tuple[tree.Test, ...]:
    """The tests without which nothing of a card's only clause is done; () of any other card."""
    if len(clauses) != 1 or clauses[0].trigger != "played" or len(clauses[0].items) != 1:
        return ()
    if any(isinstance(test, tree.State) for test in clauses[0].items[0].tests):
        return ()
    return clauses[0].items[0].tests if is_played(clauses[0], deck) else ()


def _by_trigger(clauses: Sequence[tree.Clause], deck: ProgramCards) -> dict[int, list[tree.Clause]]:
    groups: dict[int, list[tree.Clause]] = {}
    for clause in clauses:
        if clause.trigger != "worth" and is_played(clause, deck):
            groups.setdefault(trigger_of(clause), []).append(clause)
    return groups


class Origin(NamedTuple):
    """What a row was written for: its clause, and for a row that opens a choice the chains to choose from. `alone`:
    whether the card has no other clause at this trigger."""

    clause: tree.Clause
    chains: tuple[tree.Chain, ...]
    alone: bool


def origin_of(deck: ProgramCards, clauses: Sequence[tree.Clause], trigger: int, row: int) -> Origin:
    """What row number `row`, counted from the card's first one at a trigger, was written for."""
    rows, group = Rows(deck), _by_trigger(clauses, deck)[trigger]
    for clause in group:
        written = ClauseRows(rows, clause)
        written.write()
        if row < len(rows.rows):
            return Origin(clause, tuple(written.choices.get(row, ())), len(group) == 1)
    raise IndexError(row)
