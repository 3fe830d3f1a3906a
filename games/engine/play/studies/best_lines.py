"""How many turns the pilot misses: a bounded search for the earliest clock among all lines of play of a shuffled deck.

The search knows the order of the deck, so its line is what perfect foresight allows, not what a player could have known
to do. It chooses which actions are done and in which order; what a step of the game decides by itself (what is paid
with, sacrificed or discarded, and that everything attacks) it takes as it is. Opening hands are kept. Where a
simulation draws one of several cards that rate the same, pilot and search both take the first, so that a line can be
replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from games.engine.play.figures.estimates import Interval, mean
from games.engine.play.trials.compiling import bind
from games.engine.play.trials.goldfish import Goldfish, take_turn
from games.engine.play.trials.runs import Run
from games.engine.play.trials.table import OVER, SCORE, TOP, clear, draw_card, with_lists

MAX_ACTIONS = 20_000
"""Actions that are tried for one game."""

MAX_POSITIONS = 24
"""Positions at the end of a turn from which the search goes on."""

MAX_COMPARED = 4 * MAX_POSITIONS
"""Positions at the end of a turn that are compared, each by playing on as the pilot does."""

Snapshot = tuple[tuple[int, ...], ...]
Actions = tuple[int, ...]


class LineOfPlay(NamedTuple):
    """The actions of each turn, and the turn in which the game is won: None where it is not."""

    turns: tuple[Actions, ...]
    clock: int | None


@dataclass(frozen=True)
class Comparison:
    """One game. `best` is the pilot's own line where no earlier one was found.

    `complete`: no line is earlier than `best`. Otherwise positions were left out, for the
    budget or for MAX_POSITIONS, and there may be one.
    `turns_missed`: turns; where the pilot did not win, as if it had won in the turn after the last.
    """

    pilot: LineOfPlay
    best: LineOfPlay
    complete: bool
    turns_missed: int


def plain(comparison: Comparison) -> dict[str, Any]:
    """A comparison for keeping as JSON."""
    lines = {
        name: {"turns": line.turns, "clock": line.clock}
        for name, line in (("pilot", comparison.pilot), ("best", comparison.best))
    }
    return {**lines, "complete": comparison.complete, "missed": comparison.turns_missed}


def from_plain(data: Mapping[str, Any]) -> Comparison:
    """What was kept."""
    pilot, best = (
        LineOfPlay(tuple(map(tuple, data[name]["turns"])), data[name]["clock"]) for name in ("pilot", "best")
    )
    return Comparison(pilot, best, data["complete"], data["missed"])


@dataclass(frozen=True)
class MissedTurns:
    """How many turns the pilot misses over some games. `complete`: games searched to their end; `mean`: turns a game,
    with its `interval`, None for less than two games; `games`: by turns missed, from 0 on; `worst`: the place of the
    first game with the most."""

    complete: int
    mean: float
    interval: Interval | None
    games: tuple[int, ...]
    worst: int


def missed_turns(comparisons: Sequence[Comparison]) -> MissedTurns:
    """What the comparisons of some games say together: at least of one."""
    turns = [each.turns_missed for each in comparisons]
    games = tuple(turns.count(number) for number in range(max(turns) + 1))
    interval = mean(len(turns), sum(turns), sum(each * each for each in turns)) if len(turns) > 1 else None
    complete = sum(each.complete for each in comparisons)
    return MissedTurns(complete, sum(turns) / len(turns), interval, games, turns.index(max(turns)))


def compare(run: Run, number: int, budget: int = MAX_ACTIONS) -> Comparison:
    """The pilot against the best line found, in the first game of chunk `number` with its deck in one fixed order.

    Raises ValueError for a game or a deck in which cards return to the library or are searched for, and for a run with
    a mulligan.
    """
    fish = run.goldfish
    if fish.reshuffles or fish.moving_in_library(run.deck):
        raise ValueError(
            f"{run.game.slug}: cards return to the library or are searched for, so the order of the deck is not fixed"
        )
    if run.keep:
        raise ValueError("the pilot is compared in games whose opening hands are kept")
    t = open_game(run, number)
    start = _arrays(t, fish)
    if t.var[OVER]:
        return Comparison(LineOfPlay((), None), LineOfPlay((), None), True, 0)
    pilot = _Player(fish, t).finish(start, run.turns)
    best, complete = _Search(fish, t, pilot, run.turns, budget).run(start)
    late, early = (line.clock or run.turns + 1 for line in (pilot, best))
    return Comparison(pilot, best, complete, late - early)


def open_game(run: Run, number: int) -> Any:
    """A table of plain lists before the first turn, the whole library in its final order."""
    t = run.table(number)
    with np.errstate(over="ignore"):  # the words of the random numbers wrap around
        clear(t)
        run.goldfish.open_table(t)
        run.goldfish.ready(t)
        for position in range(int(t.var[TOP]), len(t.order)):
            draw_card(t, position)
    return with_lists(t)


def replay(run: Run, number: int, line: LineOfPlay) -> int | None:
    """The clock of a line, played again. Raises ValueError at an action that is not legal."""
    t = open_game(run, number)
    player = _Player(run.goldfish, t)
    for turn, actions in enumerate(line.turns, 1):
        player.begin(t)
        for action in actions:
            if not player.can_play(t, action):
                raise ValueError(f"turn {turn}: the action {action} is not legal")
            player.act(action)
        if player.end():
            return turn
    return None


# Playing with a fixed order -------------------------------------------------------------------------------------------


def card_at(t: Any, position: int) -> int:
    """`draw_card` for a library whose order is final."""
    card: int = t.order[position]
    return card


def first(state: Any, bind: int) -> int:
    """`below` where a step picks one of several cards that it does not tell apart."""
    return 0


def none(t: Any) -> int:
    return -1


def nothing(t: Any) -> None:
    pass


def _arrays(t: Any, fish: Goldfish) -> Snapshot:
    return (tuple(t.var), *(tuple(getattr(t, name)) for name in (*fish.places, *fish.states)))


class _Player:
    """The steps of a game on one table, nothing left to chance."""

    def __init__(self, fish: Goldfish, t: Any) -> None:
        fixed_steps: dict[str, Any] = {"draw_card": card_at, "below": first}
        self.fish, self.t, self.actions = fish, t, list[int]()
        actions = self.actions

        def note(t: Any, event: int) -> None:
            if event >= 0:
                actions.append(event)

        names = {**fish.steps, **fixed_steps}
        self.turn = bind(take_turn, names | {"note": note})
        self.begin = bind(take_turn, names | {"choose": none, "end_turn": nothing})
        self.can_play: Callable[[Any, int], bool] = bind(fish.can_play, fixed_steps)
        self.play: Callable[[Any, int], None] = bind(fish.play, fixed_steps)
        self.close: Callable[[Any], None] | None = fish.close and bind(fish.close, fixed_steps)
        self.end_turn: Callable[[Any], None] = bind(fish.end_turn, fixed_steps)
        self.has_won: Callable[[Any], bool] = bind(fish.has_won, fixed_steps)

    def snapshot(self) -> Snapshot:
        return _arrays(self.t, self.fish)

    def restore(self, at: Snapshot) -> None:
        self.t.var[:] = at[0]
        for name, counts in zip((*self.fish.places, *self.fish.states), at[1:], strict=True):
            getattr(self.t, name)[:] = counts

    def legal(self) -> list[int]:
        """All actions that may be done now."""
        return [each for each in range(len(self.fish.verbs) * len(self.t.hand)) if self.can_play(self.t, each)]

    def act(self, action: int) -> None:
        self.play(self.t, action)
        self.t.var[self.fish.verb_counters[action // len(self.t.hand)]] += 1

    def end(self) -> bool:
        """Whether the game is won by ending the turn here."""
        if not self.t.var[OVER]:
            if self.close:
                self.close(self.t)
            self.end_turn(self.t)
        return not self.t.var[OVER] and bool(self.has_won(self.t))

    def finish(self, at: Snapshot, turns: int) -> LineOfPlay:
        """The pilot's line from here, of so many turns at most; the clock counts from here."""
        self.restore(at)
        turns_played: list[Actions] = []
        while len(turns_played) < turns and not self.t.var[OVER]:
            self.actions.clear()
            self.turn(self.t)
            turns_played.append(tuple(self.actions))
            if not self.t.var[OVER] and self.has_won(self.t):
                return LineOfPlay(tuple(turns_played), len(turns_played))
        return LineOfPlay(tuple(turns_played), None)


# The search -----------------------------------------------------------------------------------------------------------


class _Search(_Player):
    """Turn by turn: all positions in which a turn can end, and of too many those from which the pilot wins first."""

    def __init__(self, fish: Goldfish, t: Any, pilot: LineOfPlay, turns: int, budget: int) -> None:
        super().__init__(fish, t)
        self.best, self.limit = pilot, pilot.clock or turns + 1
        self.left, self.complete = budget, True

    def run(self, start: Snapshot) -> tuple[LineOfPlay, bool]:
        frontier: dict[Snapshot, tuple[Actions, ...]] = {start: ()}
        turn = 1
        while frontier and turn < self.limit:
            ended: dict[Snapshot, tuple[Actions, ...]] = {}
            for number, (at, line) in enumerate(frontier.items()):
                share = self.left // (self.limit - turn) // (len(frontier) - number)
                won = self.expand(at, line, share, ended)
                if won:
                    return LineOfPlay(won, turn), self.complete
            frontier, turn = self.narrow(ended, turn), turn + 1
        return self.best, self.complete

    def expand(
        self, at: Snapshot, line: tuple[Actions, ...], share: int, ended: dict[Snapshot, tuple[Actions, ...]]
    ) -> tuple[Actions, ...] | None:
        """Every way to play a turn: a line that wins in it, or None, the positions in which it ends being added."""
        self.restore(at)
        self.begin(self.t)
        if self.t.var[OVER]:
            return None
        start = self.snapshot()
        visited, stack = {start}, [(start, ())]  # type: tuple[set[Snapshot], list[tuple[Snapshot, Actions]]]
        while stack:
            position, actions = stack.pop()
            self.restore(position)
            if self.end():
                return (*line, actions)
            if not self.t.var[OVER]:
                ended.setdefault(self.snapshot(), (*line, actions))
            self.restore(position)
            for action in self.legal():
                if share <= 0:
                    self.complete = False
                    break
                share, self.left = share - 1, self.left - 1
                self.restore(position)
                self.act(action)
                after = self.snapshot()
                if after not in visited and not self.t.var[OVER]:
                    visited.add(after)
                    stack.append((after, (*actions, action)))
        return None

    def narrow(self, ended: dict[Snapshot, tuple[Actions, ...]], turn: int) -> dict[Snapshot, tuple[Actions, ...]]:
        """The MAX_POSITIONS from which the pilot wins first, then scores most by then; keeps the best line seen."""
        if len(ended) <= MAX_POSITIONS:
            return ended
        self.complete = False
        positions = _spread(list(ended.items()), MAX_COMPARED)
        worth: list[tuple[int, int]] = []
        for at, line in positions:
            rest = self.finish(at, self.limit - 1 - turn)
            worth.append((rest.clock or self.limit, -self.t.var[SCORE]))
            if rest.clock is not None:
                self.limit, self.best = turn + rest.clock, LineOfPlay((*line, *rest.turns), turn + rest.clock)
        order = sorted(range(len(positions)), key=worth.__getitem__)
        return dict(positions[index] for index in order[:MAX_POSITIONS])


def _spread(items: Sequence[Any], count: int) -> Sequence[Any]:
    """At most so many of them, evenly."""
    return items if len(items) <= count else [items[index * len(items) // count] for index in range(count)]
