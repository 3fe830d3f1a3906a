"""What effects leave to the player at the table: the resolver's own functions, with a question where there is a choice.

The pilot always chooses first, so that the same random numbers are drawn whoever decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from games.engine.effects.tree import Chain, Clause, Item
from games.engine.effects.writing import write_clause
from games.engine.play.playtest.decisions import SKIP, Choice, Decision, Player
from games.engine.play.trials.compiling import bind
from games.engine.play.trials.effects import assembly
from games.engine.play.trials.effects.program import (
    ALL,
    BOARD,
    FIELD,
    GRAVE,
    HAND,
    LEAVING,
    LIBRARY,
    MAIN,
    NOT_SELF,
    REMOVED,
    SELF,
    SIDEWAYS,
    STARTS,
    SUCH,
    THAT,
    TRY,
    UP_TO,
    WIDTH,
    ZONES,
)
from games.xing_ling_wang import resolving
from games.xing_ling_wang.amounts import copies_for, own_zone
from games.xing_ling_wang.resolving import CARD_BITS, CARDS
from games.xing_ling_wang.table import (
    ABLE,
    ACTED,
    AMOUNT,
    BACK,
    FUEL,
    ME,
    PLACES,
    ROW,
    TRIGGER,
    TRYING,
    Table,
    as_deck,
    begin,
    count_at,
    played_clauses,
    units,
)

HOOKS = ("walk", "judge", "decide", "move", "card_to_move", "lowers")
"""Functions of the resolver that are called another way."""

PLACE_OF = {
    FIELD: "field",
    SIDEWAYS: "board",
    BOARD: "board",
    GRAVE: "grave",
    HAND: "hand",
    LIBRARY: "library",
    REMOVED: "removed",
    LEAVING: "leaving",
}


def decisions(player: Player, t: Table, names: Mapping[str, Any]) -> Mapping[str, Any]:
    """See `engine.play.playtest.decisions.Decisions`."""
    return Deciding(player, names).hooks if len(t.code) > 0 else {}


class Candidate(NamedTuple):
    """Copies of a card that a row can move next. `pick`: as the resolver writes it; `number`: the first of them."""

    pick: int
    copies: int
    number: int


class Deciding:
    """`able`: whether each way that was tried can be done. `eager`: a way is tried once more, to see whether it can be
    done by a player who moves cards that the pilot would keep (`kept`). Of a step that moves cards: how many at most,
    how many were `moved`, how many are if that was chosen at once, and whether it `stops` before the next one."""

    def __init__(self, player: Player, names: Mapping[str, Any]) -> None:
        self.player = player
        self.hooks: Mapping[str, Callable[..., Any]] = {name: getattr(self, name) for name in HOOKS}
        own = {**names, **self.hooks}
        self.own = {name: bind(getattr(resolving, name), own) for name in (*HOOKS, "begin_way", "take_back")}
        self.able: dict[int, bool] = {}
        self.eager = self.kept = self.stops = False
        self.fuel = self.moved = self.limit = 0
        self.total: int | None = None

    def walk(self, t: Table) -> None:
        if not self.player.is_deciding:
            self.own["walk"](t)
            return
        self.able = {}
        self.player.begin_effect(t.fx[ME])
        self.own["walk"](t)
        self.player.end_effect(acted=t.fx[ACTED] == 1)

    # Ways

    def judge(self, t: Table) -> None:
        at, able = t.fx[BACK] - WIDTH, t.fx[ABLE] == 1
        if self.eager:
            self.own["take_back"](t)
            t.fx[ROW], t.fx[FUEL] = t.fx[BACK], self.fuel
            self.able[at], self.eager = able, False
            return
        kept, self.kept = self.kept, False
        self.own["judge"](t)
        self.able[at] = able
        if kept and not able and self.player.is_deciding:
            self.eager, self.fuel = True, t.fx[FUEL]
            self.own["begin_way"](t, at)

    def lowers(self, t: Table, zone: int, target: int, c: int) -> bool:
        if t.fx[TRYING] == 0 and self.player.is_deciding:
            return self.stops
        keeps: bool = self.own["lowers"](t, zone, target, c) and not self.eager
        self.kept = self.kept or (keeps and t.fx[TRYING] == 1)
        return keeps

    def decide(self, t: Table) -> None:
        at = t.fx[ROW] - 2 * WIDTH
        self.own["decide"](t)
        if not self.player.is_deciding:
            return
        tries: list[int] = []
        while t.code[at] == TRY:
            tries.insert(0, at)
            at -= WIDTH
        ways = [each for each in tries if self.able[each] or t.code[each + 2] == t.fx[ROW]]
        is_optional = all(t.code[each + 1] == 1 for each in ways)
        if not ways or (len(ways) == 1 and not is_optional):
            return
        origin = self._origin(t, at)
        if len(tries) == 1 and origin.alone and t.fx[TRIGGER] == MAIN and t.fx[ACTED] == 0:
            t.fx[ROW] = t.code[ways[0] + 2]  # who uses an effect wants it
            return
        self.player.catch_up()
        choices = {
            f"way-{t.code[each + 3] + 1}": (each, write_clause(_alone(origin.chains[t.code[each + 3]])))
            for each in ways
        }
        own = next((slug for slug, (each, _) in choices.items() if t.code[each + 2] == t.fx[ROW]), SKIP)
        decision = Decision(
            "ways",
            t.fx[ME],
            write_clause(origin.clause),
            tuple(Choice(slug, statement=text) for slug, (_, text) in choices.items()),
            own,
            is_optional,
        )
        chosen = self.player.decide(decision)
        # the row after a choice is where its opening leads
        t.fx[ROW] = t.code[at + WIDTH - 1] if chosen == SKIP else t.code[choices[chosen][0] + 2]

    def _origin(self, t: Table, at: int) -> assembly.Origin:
        """What the row at a position of the program was written for."""
        start = t.code[t.code[STARTS] + t.fx[TRIGGER] * len(t.hand) + t.fx[ME]]
        clauses = played_clauses(self.player.cards[t.fx[ME]])
        return assembly.origin_of(as_deck(self.player.cards), clauses, t.fx[TRIGGER], (at - start) // WIDTH)

    # Cards

    def move(self, t: Table, at: int) -> None:
        self.moved, self.total, self.stops, self.limit = 0, None, False, t.fx[AMOUNT]
        self.own["move"](t, at)

    def card_to_move(self, t: Table, at: int, about: int) -> int:
        pick: int = self.own["card_to_move"](t, at, about)
        if pick < 0 or t.fx[TRYING] == 1 or not self.player.is_deciding or t.code[at + 6] & (SELF | THAT):
            return pick
        moved, self.moved = self.moved, self.moved + 1
        mode, low = t.code[at + 4], t.code[at + 5]
        is_optional = mode == UP_TO and moved >= low
        if self.total is not None:
            self.stops = moved >= self.total
            return pick
        self.player.catch_up()
        candidates = list(self._candidates(t, at))
        count = sum(each.copies for each in candidates)
        needed = low if mode == UP_TO else self.limit
        most = min(self.limit, moved + count)
        if t.code[at + 2] == BOARD:
            most = min(most, moved + PLACES - units(t))
        if not is_optional and (mode == ALL or count <= needed - moved):
            return pick
        if len(candidates) == 1 and most <= max(needed, moved):
            return pick
        decision = Decision("card", t.fx[ME], "", (), "", is_optional, moved, needed, most)
        return self._ask(t, at, pick, candidates, decision)

    def _ask(self, t: Table, at: int, pick: int, candidates: list[Candidate], decision: Decision) -> int:
        """Which card is moved, or how many where all are the same."""
        moved, most = decision.moved, decision.high
        stays = t.code[at + 4] == UP_TO and self.own["lowers"](t, pick >> CARD_BITS, t.code[at + 2], pick & CARDS)
        decision = decision._replace(statement=write_clause(self._origin(t, at).clause))
        if len(candidates) == 1 and not (decision.is_optional and most == moved + 1):
            least = max(decision.low, moved)
            counts = {f"number-{count}": count for count in range(least, most + 1)}
            choices = tuple(Choice(slug, candidates[0].number, count) for slug, count in counts.items())
            own = f"number-{least if stays else most}"
            chosen = self.player.decide(decision._replace(kind="number", choices=choices, own=own, is_optional=False))
            self.total = counts[chosen]
            self.stops = moved >= self.total
            return pick
        by_slug = {f"card-{each.number}": each for each in candidates}
        own = SKIP if stays and decision.is_optional else next(s for s, each in by_slug.items() if each.pick == pick)
        choices = tuple(Choice(slug, each.number, each.copies) for slug, each in by_slug.items())
        chosen = self.player.decide(decision._replace(choices=choices, own=own))
        if chosen == SKIP:
            self.stops = True
            return pick
        self.player.lead(by_slug[chosen].number)
        return by_slug[chosen].pick

    def _candidates(self, t: Table, at: int) -> Iterator[Candidate]:
        own = own_zone(t, t.code[at + 7]) if t.code[at + 6] & NOT_SELF else -1
        for zone in range(ZONES):
            if t.code[at + 1] & (1 << zone):
                for place in range(begin(t, SUCH, t.code[at + 3]), begin(t, SUCH, t.code[at + 3] + 1)):
                    c = t.code[place]
                    copies = copies_for(t, zone, own, c)
                    if copies > 0:
                        first = count_at(t, SIDEWAYS, c) if zone == BOARD else 0  # those turned come first on the board
                        number = next(islice(self.player.copies(c, PLACE_OF[zone]), first, None))
                        yield Candidate((zone << CARD_BITS) + c, copies, number)


def _alone(chain: Chain) -> Clause:
    """A chain as a clause of its own, which is not asked for any more."""
    first, *rest = chain
    return Clause("played", (Item(((replace(first, may=False), *rest),)),))
