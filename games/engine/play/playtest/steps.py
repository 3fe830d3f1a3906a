"""The steps of a game at the table: the goldfish's own, on a library of which some cards may be known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.engine.model.cards import Card
from games.engine.play.playtest.answering import Answering
from games.engine.play.playtest.boards import Board, Face, PlayerChoice
from games.engine.play.playtest.free_moves import Record
from games.engine.play.playtest.operations import OperationError, Undecided
from games.engine.play.playtest.positions import Cards, Position, Stage, position_of, restore
from games.engine.play.trials.compiling import bind
from games.engine.play.trials.goldfish import take_turn
from games.engine.play.trials.runs import Run, Shuffle, shuffle_of
from games.engine.play.trials.shuffle import below
from games.engine.play.trials.table import mulligan, redraw, shuffle_in, take_out, with_lists


class Steps(Answering):
    """One game of a run, played by hand on a board. Chunk `number` of the run begins with the same game.

    `shuffle`: that of another game than the first; `hand`: card types that the opening hand must have.
    """

    def __init__(
        self, run: Run, board: Board, number: int = 0, *, shuffle: Shuffle | None = None, hand: Sequence[int] = ()
    ) -> None:
        self.run, self.fish = run, run.goldfish
        self.cards: tuple[Card, ...] = tuple(entry.card for entry in run.cards)
        self.t = with_lists(run.table(number))
        self.board = board = replace(board, zones=tuple(zone for zone in board.zones if zone.present(self.t)))
        self.stage: Stage = "opening"
        self.clock = 0
        self.known = Cards((), board, ())
        self.top: list[int] = []
        self.bottom: list[int] = []
        self.queue: list[int] = []
        self.prefer: list[int] = []
        self.records: list[Record] = []
        self.down: set[int] = set()
        self.counters: dict[str, int] = {}
        self.attackers: tuple[int, ...] = ()
        self.shuffle = shuffle or shuffle_of(self.t)
        self.hand = hand
        self._reset_effects(0)
        self._effects: Mapping[str, Any] = {}
        self._steps = self._bind_steps({})
        own = {each.step: self._chooser(each) for each in board.choices}
        self._own = self._bind_steps({**own, **board.unaided}, by_player=True)

    @property
    def has_effects(self) -> bool:
        return bool(self._effects)

    # The steps of the game, on a library of which some cards may be known -------------------------------------------

    def _bind_steps(self, names: Mapping[str, Any], *, by_player: bool = False) -> dict[str, Callable[..., Any]]:
        """The goldfish's steps, with `names` instead of functions it calls; `by_player`: and with the player's
        decisions."""
        names = {
            "draw_card": self._draw_card,
            "shuffle_in": self._shuffle_in,
            "take_out": self._take_out,
            **self._passing(),
            **names,
        }
        if self.board.attackers:
            names["attackers"] = self._count_attackers
        if by_player and self.board.decisions:
            self._effects = self.board.decisions(self, self.t, names)
            names |= self._effects
        steps = {name: bind(step, names) for name, step in self.fish.steps.items() if callable(step)}
        begin = {"begin_turn": steps["begin_turn"], "choose": lambda t: -1, "end_turn": lambda t: None}
        settling = {"settle": self.fish.settle, "close": self.fish.close}
        steps |= {name: bind(step, names) for name, step in settling.items() if step}
        return steps | {
            "begin": bind(take_turn, begin),
            "can_play": self.fish.can_play,
            "mulligan": bind(mulligan, names),
            "redraw": bind(redraw, names),
        }

    def _passing(self) -> dict[str, Callable[[Any], None]]:
        """The step that passes hands on, after which the cards lie where they are now."""
        passing = self.board.passing
        if passing is None:
            return {}
        present = {place for zone in self.board.zones for place in zone.places}
        places = [place for place in passing.places if place in present]
        step = self.fish.steps["play"].__globals__[passing.step]

        def pass_on(t: Any) -> None:
            if self.stage == "opening":  # the cards come to the hands once all are dealt
                step(t)
            else:
                self._follow()
                step(t)
                self.known.pass_on(places)

        return {passing.step: pass_on}

    def _count_attackers(self, t: Any, c: int) -> int:
        """As the goldfish counts them, without the cards that do not lie upright."""
        return sum(self.known.all[number].card == c for number in self.attackers)

    def _find_attackers(self) -> tuple[int, ...]:
        """The numbers of the cards that attack if the turn ends now."""
        return tuple(
            number
            for number, each in enumerate(self.known.all)
            if each.card >= 0 and not each.face and self._attacks(each.card, each.place)
        )

    def _attacks(self, c: int, place: str) -> bool:
        fact = self.board.attackers.get(place)
        return fact is not None and bool(getattr(self.t, fact)[c])

    def _draw_card(self, t: Any, place: int) -> int:
        """As `table.draw_card`, but the known cards of the library stay in place."""
        end = len(t.order) - len(self.bottom)
        if self.top:
            self.prefer.append(self.top.pop(0))
        elif place >= end:
            self.prefer.append(self.bottom.pop(0))
        else:
            other = place + below(t.rng, end - place)
            t.order[place], t.order[other] = t.order[other], t.order[place]
        return int(t.order[place])

    def _shuffle_in(self, t: Any, c: int) -> None:
        self.top, self.bottom = [], []
        shuffle_in(t, c)

    def _take_out(self, t: Any, c: int) -> None:
        self.top, self.bottom, self.is_search = [], [], True
        take_out(t, c)

    def _chooser(self, choice: PlayerChoice) -> Callable[..., int]:
        """What stands in for the pilot's choice: the next card that the player chose; its card type, or TOKEN."""

        def choose(t: Any) -> int:
            self._follow()
            options = [
                number
                for number in self.known.at(choice.source)
                if self.known.all[number].card >= 0 or self.known.all[number].name == choice.token
            ]
            if not self.queue:
                raise Undecided(choice, options, self._position())
            number = self.queue.pop(0)
            if number not in options:
                raise OperationError("not-a-choice", number=number, choice=choice.step)
            c: int = self.known.all[number].card
            if c >= 0:
                getattr(t, choice.source)[c] -= 1
                getattr(t, choice.target)[c] += 1
            else:
                token = next(each for each in self.board.tokens if each.slug == choice.token)
                t.var[token.index] -= 1
            self.prefer.append(number)
            return c

        return choose

    # Positions ------------------------------------------------------------------------------------------------------

    def _position(self) -> Position:
        rest = {"top": tuple(self.top), "bottom": tuple(self.bottom), "clock": self.clock}
        return position_of(self.t, self.fish, self.stage, self.known.all, **rest, trust=self.trust)

    def _load(self, position: Position) -> None:
        restore(self.t, self.fish, position)
        self.stage, self.clock = position.stage, position.clock
        self.known = Cards(position.instances, self.board, [card.kind for card in self.cards])
        self.top, self.bottom = list(position.top), list(position.bottom)
        self.queue, self.prefer, self.records = [], [], []
        self.down, self.counters = self.known.down(), self._read_counters()
        self._reset_effects(position.trust)

    def _note(self, op: str, *, advance: bool = False, face: Face = "", **facts: Any) -> None:
        """Let the cards follow the table, and write what was done into the log."""
        if advance:  # before they follow: all cards of a place move, whichever copies they are
            self.known.advance()
        self._follow()
        if face:
            self.known.turn(facts["cards"], face)
        self._write(op, **facts)
        self.prefer = []

    def _follow(self) -> None:
        self.known.follow(self.t, self.fish, prefer=self.prefer, keep={*self.top, *self.bottom})
