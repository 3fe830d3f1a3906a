"""星靈王 alone, as games/xing_ling_wang/RULES.md has it."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.independent.cards import PLACES, Copy, Kind, Scene
from tests.independent.effects import Table
from tests.independent.notation import read_clause
from tests.independent.play import Facts, Played, Player, number, ranks

HAND_LIMIT, GOAL = 10, 15
NEVER = 1000
"""More tributes than anyone has."""


def kind_of(card: Facts) -> Kind:
    unit, clauses = card["kind"] != "spell", tuple(read_clause(text) for text in card["clauses"])
    conditions = [each for each in clauses if each.trigger == "bring"]
    known = isinstance(card["tribute"], (int, float))
    star = bool(card["condition"] or (conditions and not known))
    tribute = number(card, "tribute") if known else NEVER
    score, draws, rewards = number(card, "score"), card["effects"]["draw"], card["effects"]["score"]
    numbers = {name: number(card, name) if isinstance(card[name], (int, float)) else None for name in ("mana", "score")}
    values: dict[str, Any] = numbers | {
        "name": (card["name"],),
        "kind": (card["kind"],),
        "race": (card["race"],),
        "type": tuple(card["subtypes"] or ()),
        "keyword": tuple(card["keywords"] or ()),
        "worth": frozenset(number for each in clauses for number in each.worths),
        "tribute": tribute if unit and known and not star else None,
    }
    never = any(item.chains[0][0].verb == "never" for each in conditions for item in each.items)
    return Kind(
        card["name"],
        values,
        clauses,
        unit=unit,
        permanent=not unit and "場地" in values["type"],
        star=star,
        brought=unit and (never or not star),
        tribute=tribute,
        score=score if unit else 0,
        draws=draws,
        rewards=rewards,
        worths=tuple(sorted(values["worth"])),
    )


def preference(kind: Kind) -> tuple[int, ...]:
    """How gladly the pilot has a card: spells before units."""
    if not kind.unit:
        return 1, kind.draws, kind.rewards, 0, 0, 0
    return 0, -kind.tribute, not kind.star, kind.score, kind.rewards, kind.draws


def player(cards: list[Facts], others: dict[str, list[Facts]], second: bool) -> Player:
    kinds = [kind_of(card) for card in cards]
    for kind, rank in zip(kinds, ranks([preference(each) for each in kinds]), strict=True):
        kind.rank = rank
    deck = [kind for kind, card in zip(kinds, cards, strict=True) for _ in range(card["count"])]

    def play(random: Random, turns: int) -> Played:
        played, table = Played(), Table(deck, random)
        table.draw(4)
        left = -1  # own turns left in the countdown, -1 before it
        for turn in range(1, turns + 1):
            if left == 0:
                return played.end("over", turn)
            left -= left > 0
            available = 1 if turn == 1 and not second else 2
            table.begin_turn()
            used, plays = take_turn(table, available)
            table.end_turn(HAND_LIMIT)
            if left < 0 and not table.zones["deck"]:
                left = 2
            played.rows.append(
                (available, used, plays, 0, 0, 0, table.total(), len(table.zones["hand"]), len(table.zones["board"]))
            )
            if table.total() >= GOAL and left < 0:
                return played.end("won", turn)
        return played

    return play


def take_turn(table: Table, available: int) -> tuple[int, int]:
    """All that is played in a turn: how many placements, and how many cards and tokens."""
    used = plays = 0
    declined: set[Copy] = set()
    while True:
        if spells := [each for each in table.zones["hand"] if can_cast(table, each)]:
            table.play(table.best(spells, lambda each: each.kind.rank), ())
        elif using := [each for each in table.with_clause("main") if each not in declined]:
            copy = table.best(using, lambda each: each.kind.rank)
            if not table.use(copy):
                declined.add(copy)
            continue
        elif used < available and (raising := best_unit(table, formation=used > 0)):
            table.play(raising, tributes(table, raising.kind))
            used += 1
        elif used < available and len(table.zones["board"]) < PLACES:
            table.bring_tokens(1)
            table.resolve()
            used += 1
        else:
            return used, plays
        declined.clear()
        plays += 1


def can_cast(table: Table, copy: Copy) -> bool:
    """A spell; if all that it does depends on tests, they must hold."""
    if copy.kind.unit:
        return False
    heads = [item.tests for clause in copy.kind.clauses for item in clause.items]
    if len(copy.kind.clauses) != 1 or copy.kind.clauses[0].trigger != "played" or len(heads) != 1:
        return True
    return all(table.holds(test, Scene(copy, [], 0)) for test in heads[0])


def tributes(table: Table, kind: Kind) -> list[Copy]:
    """The own units with the lowest score, one after the other."""
    chosen: list[Copy] = []
    for _ in range(0 if kind.star else kind.tribute):
        rest = [each for each in table.zones["board"] if each not in chosen]
        chosen.append(table.best(rest, lambda each: (-each.kind.score, -each.kind.rank, each.turned)))
    return chosen


def gain(table: Table, kind: Kind) -> int:
    need = 0 if kind.star else kind.tribute
    scores = sorted(each.kind.score for each in table.zones["board"])
    return kind.score + max(table.reward + kind.rewards, 0) - table.reward - sum(scores[:need])


def can_bring(table: Table, copy: Copy, *, formation: bool) -> bool:
    kind, units = copy.kind, len(table.zones["board"])
    if not kind.unit:
        return False
    if kind.star:
        return units < PLACES and may_enter(table, copy)
    if any(each.trigger == "bring" for each in kind.clauses) and not may_enter(table, copy):
        return False
    return kind.tribute <= units and units - kind.tribute < PLACES and not (formation and kind.tribute)


def may_enter(table: Table, copy: Copy) -> bool:
    """Whether the condition of a blue star is stated and holds."""
    clauses = [each for each in copy.kind.clauses if each.trigger == "bring"]
    return any(
        item.chains[0][0].verb == "allow" and all(table.holds(test, Scene(copy, [], 0)) for test in item.tests)
        for clause in clauses
        for item in clause.items
    )


def best_unit(table: Table, *, formation: bool) -> Copy | None:
    units = [each for each in table.zones["hand"] if can_bring(table, each, formation=formation)]
    raising = [each for each in units if gain(table, each.kind) >= 1]
    return table.best(raising, lambda each: (gain(table, each.kind), each.kind.rank)) if raising else None
