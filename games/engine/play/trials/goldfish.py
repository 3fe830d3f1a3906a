"""The trial loop: one source that plays a game alone, interpreted with a log, or compiled a million times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.play.trials.compiling import bind, compile_loop
from games.engine.play.trials.table import (
    AVAILABLE,
    DISMISSALS,
    EXCHANGES,
    LAID,
    OVER,
    PLAYS,
    SCORE,
    TURN,
    USED,
    clear,
    draw,
    is_met,
    mulligan,
    total,
)
from games.engine.play.trials.tallies import BINS, LOWEST, WATCHED, ImpactTally, Tally
from games.engine.texts.text import Text

Step = Callable[[Any], None]
Laying = Callable[[Sequence[Card], Deck, Mapping[str, Any]], Any]
Loop = Callable[..., None]
"""Called with the table, what it counts in, how many trials, and how far they go."""

CHUNK = 65_536
"""Trials of a chunk: each has a random stream of its own, so that figures do not depend on who ran which."""

FIRST_CHUNK, GROWTH = 64, 4
"""Trials of a run's first chunk, and how many times as many the next one has, up to CHUNK: who watches sees figures at
once, though nothing is compiled yet."""


def chunk_sizes(trials: int) -> tuple[int, ...]:
    """The trials of each chunk of a run."""
    sizes, size, remaining = [], FIRST_CHUNK, trials
    while remaining > 0:
        sizes.append(min(size, remaining))
        remaining -= sizes[-1]
        size = min(size * GROWTH, CHUNK)
    return tuple(sizes)


@dataclass(frozen=True, eq=False)
class Goldfish:
    """How one game is played alone. Its steps are plain functions over its table, from the same source at both speeds.

    An action is a number: verb * card types + card type.
    """

    table: Laying
    """Makes the table from the different cards of the library, their deck, and the fields that all tables have."""

    places: tuple[str, ...]
    """The arrays of the table that hold cards."""

    verbs: tuple[str, ...]
    verb_counters: tuple[int, ...]
    """By verb, the counter of the table in which its actions are counted."""

    open_table: Step
    """Deals."""

    ready: Step
    """What follows the mulligan."""

    begin_turn: Step
    can_play: Callable[[Any, int], bool]
    """Whether an action may be done."""

    play: Callable[[Any, int], None]
    """Does an action."""

    choose: Callable[[Any], int]
    """The pilot's next action, -1 to end the turn."""

    end_turn: Step
    has_won: Callable[[Any], bool]
    """Whether the game is won at the end of a turn."""

    policy: Text
    """For readers, what the pilot does."""

    resource: Text
    """For readers, what counts as a resource."""

    score: Text
    """For readers, what counts as score."""

    clock: Text
    """For readers, when a game is won."""

    reshuffles: bool = False
    """Whether cards return to the library during play, so that the first shuffle does not decide all draws."""

    moves_in_library: Callable[[Card], bool] | None = None
    """Whether effects of a card search the library or put cards back into it."""

    measures: tuple[Callable[[Any], int], ...] = ()
    """What the game counts of its own at the end of each turn, at most one more than FURTHER."""

    states: tuple[str, ...] = ()
    """The arrays of the table that hold what is no card and no counter, and that the rest of a game depends on."""

    apart: tuple[str, ...] = ()
    """Names of functions that are compiled on their own, since they are large and called seldom."""

    settle: Step | None = None
    """Does what waits to be done after an action, for those who act without the pilot."""

    close: Step | None = None
    """Does what the pilot's last actions of a turn do before `end_turn`, for those who end one without the pilot."""

    cut_short: Callable[[Any], int] | None = None
    """1 if effects of cards were dropped in this game because they would not end."""

    plays_out: bool = False
    """Whether a few games are played on past their clock to the end that the rules set, for their final score."""

    def moving_in_library(self, deck: Deck) -> tuple[Card, ...]:
        """The cards that search the library or put cards back into it, so that its first order does not decide all
        draws."""
        cards = dict.fromkeys(entry.card for _, entry in deck.all_entries())
        return tuple(card for card in cards if self.moves_in_library and self.moves_in_library(card))

    @property
    def steps(self) -> dict[str, Any]:
        """What the trial loop calls by name."""
        names = ("open_table", "ready", "begin_turn", "play", "choose", "end_turn", "has_won")
        own = {
            "VERB_COUNTERS": self.verb_counters,
            "MEASURES": len(self.measures),
            "CAN_BE_CUT": self.cut_short is not None,
        }
        optional = dict(zip(("measure", "second_measure", "third_measure"), self.measures, strict=False))
        if self.cut_short:
            optional["cut_short"] = self.cut_short
        return {name: getattr(self, name) for name in names} | own | optional


VERB_COUNTERS: tuple[int, ...] = ()
"""By verb, of the game that a loop is bound to."""

MEASURES = 0
"""How many measures of its own that game has."""

CAN_BE_CUT = False
"""Whether a game of it may be cut short."""

if TYPE_CHECKING:  # in the loops below these are the steps of the game they are bound to

    def open_table(t: Any) -> None: ...
    def ready(t: Any) -> None: ...
    def begin_turn(t: Any) -> None: ...
    def play(t: Any, action: int) -> None: ...
    def choose(t: Any) -> int: ...
    def end_turn(t: Any) -> None: ...
    def has_won(t: Any) -> bool: ...


def measure(t: Any) -> int:
    """Replaced by the game's own, where it has one."""
    return 0


def second_measure(t: Any) -> int:
    """Replaced by the game's own, where it has a second."""
    return 0


def third_measure(t: Any) -> int:
    """Replaced by the game's own, where it has a third."""
    return 0


def cut_short(t: Any) -> int:
    """Replaced by the game's own, where it has one."""
    return 0


def note(t: Any, event: int) -> None:
    """Where a log is kept, this is replaced by what keeps it."""


OPENED, KEPT, REDRAWN, BEGUN, ENDED = -1, -2, -3, -4, -5
"""Events besides actions that a log hears of."""


# The loop -------------------------------------------------------------------------------------------------------------


def trials(t: Any, tally: Tally, impact: ImpactTally, count: int, turns: int, to_end: bool) -> None:
    """Play `count` games of at most `turns` turns, and count.

    With `to_end` games are played past their clock, and only the final scores of those that came to an end are counted:
    in the same loop, since the steps of a game are compiled as often as they are called.
    """
    for _ in range(count):
        deal(t)
        rows = note_hand(t, impact)
        keeps = open_hand(t)
        meets, clock, turn = False, turns + 1, 0
        if not to_end:
            meets = count_hand(t, tally, keeps)
            if meets:
                count_change(impact, rows, 0, 1)
        ready(t)
        if not to_end and t.var[OVER] != 0:
            tally.over[0] += 1
        while turn < turns and t.var[OVER] == 0:
            take_turn(t)
            turn += 1
            if not to_end:
                if t.var[OVER] != 0:
                    tally.over[turn] += 1
                    break
                now = count_turn(t, tally, turn - 1)
                if now != meets:
                    count_change(impact, rows, turn, 1 if now else -1)
                    meets = now
                if has_won(t):
                    tally.won[turn] += 1
                    clock = turn
                    break
        if not to_end:
            count_clock(impact, rows, clock)
            if CAN_BE_CUT:
                tally.cut[0] += cut_short(t)
        elif t.var[OVER] != 0:
            count_final(tally, t.var[SCORE])


def count_final(tally: Tally, score: int) -> None:
    """Count the score with which a game came to its end."""
    tally.final_bins[min(max(score - LOWEST, 0), BINS - 1)] += 1
    tally.final_sums[0] += score
    tally.final_sums[1] += score * score


def deal(t: Any) -> None:
    """The opening hand as it is dealt."""
    clear(t)
    open_table(t)
    note(t, OPENED)


def open_hand(t: Any) -> bool:
    """The mulligan. Whether the hand is kept."""
    keeps = mulligan(t)
    note(t, KEPT if keeps else REDRAWN)
    return keeps


def count_hand(t: Any, tally: Tally, keeps: bool) -> bool:
    """Count an opening hand. Whether it meets the goal."""
    tally.games[0] += 1
    tally.games[1] += keeps
    is_hit = is_met(t.goal, t.seen)
    tally.goal[0] += is_hit
    for c in range(len(t.seen)):
        tally.opened[c] += t.seen[c]
    return is_hit


def take_turn(t: Any) -> None:
    """A turn from its beginning to its end, unless the game is over on the way."""
    t.var[TURN] += 1
    t.var[AVAILABLE] = 0
    t.var[USED] = 0
    t.var[PLAYS] = 0
    t.var[EXCHANGES] = 0
    t.var[DISMISSALS] = 0
    t.var[LAID] = 0
    begin_turn(t)
    note(t, BEGUN)
    while t.var[OVER] == 0:  # each step stands here once: it is compiled as often as it is called
        action = choose(t)
        if action < 0:
            break
        play(t, action)
        t.var[VERB_COUNTERS[action // len(t.hand)]] += 1
        note(t, action)
    if t.var[OVER] == 0:
        end_turn(t)
    note(t, ENDED)


def count_turn(t: Any, tally: Tally, turn: int) -> bool:
    """Count what stands at the end of a turn, `turn` from 0. Whether the cards seen meet the goal."""
    tally.reached[turn] += 1
    is_hit = is_met(t.goal, t.seen)
    tally.goal[turn + 1] += is_hit
    for metric in range(len(WATCHED) + 1):
        value = t.var[WATCHED[metric]] if metric < len(WATCHED) else total(t.hand)
        tally.bins[metric, turn, min(max(value - LOWEST, 0), BINS - 1)] += 1
        tally.sums[metric, turn, 0] += value
        tally.sums[metric, turn, 1] += value * value
    if MEASURES > 0:
        value = measure(t)
        tally.measured_bins[turn, min(max(value - LOWEST, 0), BINS - 1)] += 1
        tally.measured_sums[turn, 0] += value
        tally.measured_sums[turn, 1] += value * value
    for further in range(MEASURES - 1):
        value = second_measure(t) if further == 0 else third_measure(t)
        tally.further_bins[further, turn, min(max(value - LOWEST, 0), BINS - 1)] += 1
        tally.further_sums[further, turn, 0] += value
        tally.further_sums[further, turn, 1] += value * value
    for c in range(len(t.hand)):
        tally.stuck[turn, c] += t.hand[c]
    return is_hit


def note_hand(t: Any, impact: ImpactTally) -> int:
    """Note the rows that a game counts for, by the hand it is dealt; how many there are."""
    rows = 0
    for c in range(len(t.hand)):
        impact.dealt[rows] = c  # stays where there is a copy, without a branch that could be guessed wrong
        rows += t.hand[c] > 0
    impact.dealt[rows] = len(t.hand)
    return rows + 1


def count_change(impact: ImpactTally, rows: int, turn: int, by: int) -> None:
    """In the first so many rows noted, count a game that comes to meet the goal (1) or ceases to (-1)."""
    for i in range(rows):
        impact.goals[impact.dealt[i], turn] += by


def count_clock(impact: ImpactTally, rows: int, clock: int) -> None:
    """In the first so many rows noted, count the turn in which a game was won."""
    for i in range(rows):
        impact.clocks[impact.dealt[i], clock] += 1


def hands(t: Any, tally: Tally, count: int, draws: Any) -> None:
    """Deal `count` opening hands, and go on drawing `draws[k]` cards in turn k + 1, playing nothing."""
    for _ in range(count):
        deal(t)
        count_hand(t, tally, open_hand(t))
        ready(t)
        for turn in range(len(draws)):
            draw(t, draws[turn])
            tally.reached[turn] += 1
            tally.goal[turn + 1] += is_met(t.goal, t.seen)


# Both speeds ----------------------------------------------------------------------------------------------------------


def watched_loop(goldfish: Goldfish, watch: Callable[[Any, int], None], loop: Loop = trials) -> Loop:
    """A loop step by step, of which `watch(t, event)` hears every event. Words of the shuffle wrap: see `Run`."""
    return bind(loop, {**goldfish.steps, "note": watch})  # type: ignore[no-any-return]


@cache
def interpreted_loop(goldfish: Goldfish, loop: Loop = trials) -> Loop:
    """A loop step by step."""
    return bind(loop, goldfish.steps)  # type: ignore[no-any-return]


@cache
def machine_loop(goldfish: Goldfish, loop: Loop = trials) -> Loop:
    """A loop as machine code, made on first use in seconds, or read from disk."""
    label = goldfish.table.__module__.split(".")[1]
    return compile_loop(loop, goldfish.steps, label, goldfish.apart, _parts(goldfish))  # type: ignore[no-any-return]


@cache
def _parts(goldfish: Goldfish) -> dict[Any, Any]:
    """The compiled parts that the loops of a game have in common."""
    return {}
