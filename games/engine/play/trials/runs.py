"""A deck's trials: the same input gives the same figures, chunk by chunk, whichever worker runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from games.engine.model.decks import Deck, DeckEntry
from games.engine.model.game import Game
from games.engine.model.opening import Seat
from games.engine.odds.exact import mulligan_for
from games.engine.play.limits import MAX_TURNS
from games.engine.play.trials.goldfish import (
    CHUNK,
    Goldfish,
    Loop,
    hands,
    interpreted_loop,
    machine_loop,
    watched_loop,
)
from games.engine.play.trials.sampling import cards_of
from games.engine.play.trials.table import Plan, aim, common, ints, with_lists
from games.engine.play.trials.tallies import METRICS, ImpactTally, Tally, empty, empty_impact
from games.engine.reading.goals import Goal, groups

PLAYED_OUT = 256
"""One game in so many is played again to its very end: more would slow all trials down."""

Speed = Callable[..., Loop]
"""Makes a loop for a goldfish to run at: `machine_loop`, `interpreted_loop`."""

APART = 1 << 32
"""Added to the number of a chunk for the random stream of games that are played out."""


class Shuffle(NamedTuple):
    """What a game is dealt from: the order of the deck and the random numbers before its first shuffle."""

    order: tuple[int, ...]
    rng: tuple[int, ...]


def shuffle_of(t: Any) -> Shuffle:
    return Shuffle(tuple(map(int, t.order)), tuple(map(int, t.rng)))


class PlayedGame(NamedTuple):
    """A game of a chunk: its place there, what it was dealt from, its clock, None where it was not won, and its last
    score."""

    trial: int
    shuffle: Shuffle
    clock: int | None
    score: int


@dataclass(frozen=True)
class Run:
    """Trials of `deck` in `turns` turns from a seat, from `seed` on.

    `goal`: what is counted; `keep`: what the game's mulligan is used for, to meet it by turn `keep_turn` (None: every
    hand is kept). Raises ValueError for turns beyond MAX_TURNS, for a negative seed, for a deck without cards to draw,
    and for `keep` in a game without a mulligan.
    """

    game: Game
    goldfish: Goldfish
    deck: Deck
    seed: int
    turns: int = 10
    seat: Seat = "first"
    goal: Goal | None = None
    keep: Goal | None = None
    keep_turn: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.turns <= MAX_TURNS:
            raise ValueError(f"{self.turns} turns: from 1 to {MAX_TURNS}")
        if self.seed < 0:
            raise ValueError(f"the seed {self.seed}: from 0 on")
        if not self.cards:
            raise ValueError("a deck without cards to draw")
        if self.keep and self.game.opening.mulligan == "none":
            raise ValueError(f"{self.game.slug} has no mulligan")

    @cached_property
    def cards(self) -> tuple[DeckEntry, ...]:
        """The different cards that are drawn from, a card type each, in an order that neither that of the deck nor a
        name changes."""
        return cards_of(self.deck, self.game)

    @cached_property
    def plan(self) -> Plan:
        """What is put back of every hand for `keep`: as the exact odds have it. Raises TooLarge, Unreadable."""
        assert self.keep
        options, kinds = mulligan_for(self.keep, self.deck, self.game.opening, turn=self.keep_turn, seat=self.seat)
        return Plan(ints(kinds[entry.card.key] for entry in self.cards), *map(ints, options.as_plan_numbers()))

    def table(self, chunk: int) -> Any:
        """The table before the first trial of a chunk. Raises TooLarge, where `keep` is."""
        own = common([entry.count for entry in self.cards], self.seed, chunk, self.seat == "second")
        if self.goal:
            own["goal"] = aim(self.goal, groups(self.goal, self.cards))
        if self.keep:
            own["keep"] = self.plan
        return self.goldfish.table([entry.card for entry in self.cards], self.deck, own)

    def tally(self) -> Tally:
        """Of no trials."""
        return empty(self.turns, len(self.cards))

    def impact(self) -> ImpactTally:
        """Of no trials."""
        return empty_impact(self.turns, len(self.cards))

    def chunk(
        self, number: int, count: int = CHUNK, impact: ImpactTally | None = None, *, speed: Speed = machine_loop
    ) -> Tally:
        """Goldfish games of a chunk, compiled; `impact` counts them, too."""
        return self._play(speed, number, count, impact)

    def play_interpreted(
        self,
        number: int,
        count: int,
        watch: Callable[[Any, int], None] | None = None,
        impact: ImpactTally | None = None,
    ) -> Tally:
        """The same games step by step, which `watch` may follow."""
        loop = watched_loop(self.goldfish, watch) if watch else interpreted_loop(self.goldfish)
        return self._play(interpreted_loop, number, count, impact, loop)

    def games(self, number: int, count: int) -> Iterator[PlayedGame]:
        """The first games of a chunk one by one, step by step."""
        t, loop = with_lists(self.table(number)), interpreted_loop(self.goldfish)
        for trial in range(count):
            shuffle, tally = shuffle_of(t), self.tally()
            with np.errstate(over="ignore"):  # the words of the random numbers wrap around
                loop(t, tally, self.impact(), 1, self.turns, False)
            won = tally.won.tolist()
            last = int(tally.reached.sum()) - 1
            score = int(tally.sums[METRICS.index("score"), last, 0]) if last >= 0 else 0
            yield PlayedGame(trial, shuffle, won.index(1) if 1 in won else None, score)

    def hands(self, number: int, count: int = CHUNK, *, speed: Speed = machine_loop) -> Tally:
        """Opening hands of a chunk and the regular draws after them, compiled; nothing is played."""
        tally = self.tally()
        self._run(speed(self.goldfish, hands), number, tally, count, self.draws)
        return tally

    @property
    def draws(self) -> Any:
        """The regular draws of each turn."""
        totals = [self.game.opening.draws(turn, self.seat) for turn in range(self.turns + 1)]
        return ints(after - before for before, after in pairwise(totals))

    def _play(
        self,
        speed: Speed,
        number: int,
        count: int,
        impact: ImpactTally | None,
        loop: Loop | None = None,
    ) -> Tally:
        """A chunk, played by `loop` or at that speed, with the final scores of one game in PLAYED_OUT, where the game
        has such: from a random stream apart, so that the other figures are the same with and without."""
        tally = self.tally()
        impact = self.impact() if impact is None else impact
        self._run(loop or speed(self.goldfish), number, tally, impact, count, self.turns, False)
        if self.goldfish.plays_out:
            self._run(speed(self.goldfish), number + APART, tally, impact, -(-count // PLAYED_OUT), MAX_TURNS, True)
        return tally

    def _run(self, loop: Loop, number: int, *counters: Any) -> None:
        with np.errstate(over="ignore"):  # the words of the random numbers wrap around
            loop(self.table(number), *counters)
