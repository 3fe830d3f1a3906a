"""What the independent players share: cards as plain dicts, a library that deals, and counts of many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

Facts = dict[str, Any]
"""A card: `count` copies of it, its `name` and `kind`, its attributes by name (None where not given), `keywords`,
`text`, `effects`: what `draw`, `resource` and `score` of that column add up to, and `clauses`: those of its effects
that the simulation plays. The others are blank here, too."""

METRICS = ("available", "used", "plays", "exchanges", "dismissals", "laid", "score", "hand", "measure")
"""What is noted at the end of each turn, in this order; last the game's own measure, 0 where it has none."""

Row = tuple[int, ...]
"""The metrics at the end of a turn."""


@dataclass
class Played:
    """One game: a row for each turn that came to its end. `ending`: "won", "over" (lost, or ended without the clock) in
    `turn` (0: at the opening), "" where the turns ran out."""

    rows: list[Row] = field(default_factory=list)
    ending: str = ""
    turn: int = 0

    def end(self, ending: str, turn: int) -> Played:
        self.ending, self.turn = ending, turn
        return self


Player = Callable[[Random, int], Played]
"""Plays one game of at most so many turns."""


class Library:
    """Cards in random order: every draw takes any of those left, each equally likely."""

    def __init__(self, cards: Sequence[int], random: Random) -> None:
        self.cards, self.random = list(cards), random.random

    def __len__(self) -> int:
        return len(self.cards)

    def draw(self, count: int) -> list[int]:
        """So many cards, or what is left."""
        cards, drawn = self.cards, []
        for _ in range(min(count, len(cards))):
            place = int(self.random() * len(cards))
            cards[place], cards[-1] = cards[-1], cards[place]
            drawn.append(cards.pop())
        return drawn


def copies(cards: Sequence[Facts]) -> list[int]:
    """A library of the places of `cards`, one for each copy."""
    return [place for place, card in enumerate(cards) for _ in range(card["count"])]


def ranks(preferences: Sequence[tuple[Any, ...]]) -> list[int]:
    """The rank of each preference, the lowest 0; equal ones rank the same."""
    order = {each: rank for rank, each in enumerate(sorted(set(preferences)))}
    return [order[each] for each in preferences]


def number(card: Facts, name: str) -> int:
    """A fact as a number; 0 where it is not given or printed as a dash."""
    value = card[name]
    return int(value) if isinstance(value, (int, float)) else 0


@dataclass
class Counts:
    """`games` played; by turn, how many came to its end, the sums of their metrics and of the squares; endings."""

    games: int
    reached: Counter[int] = field(default_factory=Counter)
    sums: Counter[tuple[str, int]] = field(default_factory=Counter)
    squares: Counter[tuple[str, int]] = field(default_factory=Counter)
    endings: Counter[tuple[str, int]] = field(default_factory=Counter)


def count(player: Player, games: int, turns: int, seed: int) -> Counts:
    """Many games from a seed."""
    random, counts = Random(seed), Counts(games)
    rows = Counter[tuple[int, Row]]()
    for _ in range(games):
        played = player(random, turns)
        rows.update(enumerate(played.rows, 1))
        if played.ending:
            counts.endings[played.ending, played.turn] += 1
    for (turn, row), times in rows.items():
        counts.reached[turn] += times
        for name, value in zip(METRICS, row, strict=True):
            counts.sums[name, turn] += times * value
            counts.squares[name, turn] += times * value * value
    return counts
