"""A game played alone step by step, with cards made up for it, and what lies where on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.play.trials.goldfish import take_turn, watched_loop
from games.engine.play.trials.runs import Run
from games.engine.play.trials.table import TOP, clear, shuffle_in
from games.registry import get, goldfish


def card(name: str, kind: str, effects: tuple[str, ...] = (), keywords: tuple[str, ...] = (), **values) -> Card:
    return Card(name, name, kind, values, effects=effects, keywords=keywords)


def pile(*copies: tuple[Card, int]) -> tuple[DeckLine, ...]:
    return tuple(DeckLine(each, count) for each, count in copies)


def whereabouts(t: Any, places: Sequence[str]) -> Mapping[str, list[int]]:
    """How many copies of each card type lie in each of `places` and in the library."""
    counts = {name: [int(count) for count in getattr(t, name)] for name in places}
    library = [int(card) for card in t.order[int(t.var[TOP]) :]]
    return counts | {"library": [library.count(card) for card in range(len(t.hand))]}


class Alone:
    """A game on its table, opened. Cards go by their names, actions by a verb and a name ("" where it takes none)."""

    def __init__(self, slug: str, zones: dict[str, tuple[DeckLine, ...]], seat="first", seed=1) -> None:
        game = get(slug)
        run = Run(game, goldfish(game), Deck(slug, zones), seed, seat=seat)
        self.fish, self.t = run.goldfish, run.table(0)
        self.names = [held.card.name for held in run.cards]
        clear(self.t)
        with np.errstate(over="ignore"):
            self.fish.open_table(self.t)
            self.fish.ready(self.t)

    def at(self, place: str) -> dict[str, int]:
        """How many copies of each card are at a place, those that are."""
        counts = whereabouts(self.t, self.fish.places)[place]
        return {name: count for name, count in zip(self.names, counts, strict=True) if count}

    def var(self, place: int) -> int:
        return int(self.t.var[place])

    def hold(self, *names: str) -> None:
        """Put the hand under the library, and take these instead."""
        with np.errstate(over="ignore"):
            for c in range(len(self.names)):
                while self.t.hand[c]:
                    self.t.hand[c] -= 1
                    shuffle_in(self.t, c)
        for name in names:
            c, top = self.names.index(name), self.var(TOP)
            position = next(p for p in range(top, len(self.t.order)) if self.t.order[p] == c)
            self.t.order[position], self.t.order[top] = self.t.order[top], c
            self.t.var[TOP] += 1
            self.t.hand[c] += 1

    def action(self, verb: str, name: str = "") -> int:
        return self.fish.verbs.index(verb) * len(self.names) + (self.names.index(name) if name else 0)

    def can(self, verb: str, name: str = "") -> bool:
        return bool(self.fish.can_play(self.t, self.action(verb, name)))

    def do(self, verb: str, name: str = "") -> None:
        """Do what must be allowed."""
        assert self.can(verb, name), (verb, name)
        with np.errstate(over="ignore"):
            self.fish.play(self.t, self.action(verb, name))

    def begin(self) -> None:
        """A turn up to its first action."""
        self._turn(end_turn=lambda t: None, choose=lambda t: -1)

    def end(self) -> None:
        """A turn from its last action on."""
        with np.errstate(over="ignore"):
            self.fish.end_turn(self.t)

    def turns(self, count: int = 1) -> None:
        """Turns in which nothing is done."""
        for _ in range(count):
            self._turn(choose=lambda t: -1)

    def pilot(self, count: int = 1) -> list[tuple[str, str]]:
        """Turns as the pilot plays them; what it did."""
        done: list[tuple[str, str]] = []

        def heard(t, event: int) -> None:
            if event >= 0:
                done.append((self.fish.verbs[event // len(self.names)], self.names[event % len(self.names)]))

        with np.errstate(over="ignore"):
            for _ in range(count):
                watched_loop(self.fish, heard, take_turn)(self.t)
        return done

    def won(self) -> bool:
        return bool(self.fish.has_won(self.t))

    def _turn(self, **steps) -> None:
        with np.errstate(over="ignore"):
            watched_loop(replace(self.fish, **steps), lambda t, event: None, take_turn)(self.t)
