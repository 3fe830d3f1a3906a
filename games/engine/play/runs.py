"""A deck's trials: the same input gives the same figures, chunk by chunk, whoever runs them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from games.engine.model.decks import Deck, Held
from games.engine.model.game import Game
from games.engine.model.opening import Seat
from games.engine.odds.exact import mulligan_for
from games.engine.play.goldfish import CHUNK, Goldfish, Loop, hands, interpreted, machine, watched
from games.engine.play.sampling import cards_of
from games.engine.play.table import Plan, aim, common, ints
from games.engine.play.tallies import Tally, empty
from games.engine.reading.catalogs import load_catalog
from games.engine.reading.decklists import read
from games.engine.reading.goals import Goal, groups

MAX_TURNS = 40


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
    def cards(self) -> tuple[Held, ...]:
        """The different cards that are drawn from, a card type each, in an order that neither that of the deck nor a
        name changes."""
        return cards_of(self.deck, self.game.opening)

    @cached_property
    def plan(self) -> Plan:
        """What is put back of every hand for `keep`: as the exact odds have it. Raises TooLarge, Unreadable."""
        assert self.keep
        found, kinds = mulligan_for(self.keep, self.deck, self.game.opening, turn=self.keep_turn, seat=self.seat)
        return Plan(ints(kinds[held.card.key] for held in self.cards), *map(ints, found.numbered()))

    def table(self, chunk: int) -> Any:
        """The table before the first trial of a chunk. Raises TooLarge, where `keep` is."""
        own = common([held.count for held in self.cards], self.seed, chunk, self.seat == "second")
        if self.goal:
            own["goal"] = aim(self.goal, groups(self.goal, self.cards))
        if self.keep:
            own["keep"] = self.plan
        return self.goldfish.table([held.card for held in self.cards], self.deck, own)

    def tally(self) -> Tally:
        """Of no trials."""
        return empty(self.turns, len(self.cards))

    def chunk(self, number: int, count: int = CHUNK) -> Tally:
        """Goldfish games of a chunk, compiled."""
        return self._run(machine(self.goldfish), number, count, self.turns)

    def walked(self, number: int, count: int, watch: Callable[[Any, int], None] | None = None) -> Tally:
        """The same games step by step, which `watch` may follow."""
        loop = watched(self.goldfish, watch) if watch else interpreted(self.goldfish)
        return self._run(loop, number, count, self.turns)

    def hands(self, number: int, count: int = CHUNK) -> Tally:
        """Opening hands of a chunk and the regular draws after them, compiled; nothing is played."""
        return self._run(machine(self.goldfish, hands), number, count, self.draws)

    @property
    def draws(self) -> Any:
        """The regular draws of each turn."""
        drawn = [self.game.opening.draws(turn, self.seat) for turn in range(self.turns + 1)]
        return ints(after - before for before, after in pairwise(drawn))

    def _run(self, loop: Loop, number: int, count: int, turns: Any) -> Tally:
        tally = self.tally()
        with np.errstate(over="ignore"):  # the words of the random numbers wrap around
            loop(self.table(number), tally, count, turns)
        return tally


def prepare(game: Game, goldfish: Goldfish) -> None:
    """Compile a game's loops, or read them from disk, by playing no games of a sample deck."""
    lists = sorted(path for path in (game.folder / "decks").glob("*.txt") if not path.name.startswith("illegal-"))
    deck = read(lists[0].read_text(encoding="utf-8"), load_catalog(game), game).deck
    run = Run(game, goldfish, deck, seed=0)
    run.chunk(0, 0)
    run.hands(0, 0)
