"""A game played by hand: operations on positions, by the very steps that simulations play.

A game is a run, the number of a chunk, whose first trial it is, and a list of operations. An operation is a step of
the rules, of the pilot, or a free move; the same operation on the same position always gives the same position, since
chance comes from the position alone. So an operation that is taken back and done again draws the same cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from games.engine.model.cards import Card
from games.engine.play.limits import MAX_CARDS, MAX_TURNS
from games.engine.play.playtest.boards import LIBRARY, Board, BoardVerb, Face, PlayerChoice, PlayerVerb
from games.engine.play.playtest.free_moves import FreeMoves, Record
from games.engine.play.playtest.operations import (
    MAX_NAME,
    Fields,
    Operation,
    OperationError,
    Undecided,
)
from games.engine.play.playtest.positions import Cards, Instance, Position, Stage, position_of, restore
from games.engine.play.trials.compiling import bind
from games.engine.play.trials.goldfish import take_turn
from games.engine.play.trials.runs import Run, Shuffle, shuffle_of
from games.engine.play.trials.shuffle import below, wrapping
from games.engine.play.trials.table import (
    OVER,
    TOP,
    TURN,
    clear,
    mulligan,
    redraw,
    set_aside,
    shuffle_in,
    take_out,
    total,
    with_lists,
)

REACHES = ("step", "turn", "end")


class Outcome(NamedTuple):
    """Where an operation led and what it did. `operation`: the same operation without what it does not depend on."""

    position: Position
    records: tuple[Record, ...]
    operation: Operation


class Session(FreeMoves):
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
        self._steps = self._bind_steps({})
        own = {each.step: self._chooser(each) for each in board.choices}
        self._own = self._bind_steps({**own, **board.unaided})

    # The steps of the game, on a library of which some cards may be known -------------------------------------------

    def _bind_steps(self, names: Mapping[str, Any]) -> dict[str, Callable[..., Any]]:
        """The goldfish's steps, with `names` instead of functions it calls."""
        names = {
            "draw_card": self._draw_card,
            "shuffle_in": self._shuffle_in,
            "take_out": self._take_out,
            **self._passing(),
            **names,
        }
        if self.board.attackers:
            names["attackers"] = self._count_attackers
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
        self.top, self.bottom = [], []
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
        return position_of(self.t, self.fish, self.stage, self.known.all, **rest)

    def _load(self, position: Position) -> None:
        restore(self.t, self.fish, position)
        self.stage, self.clock = position.stage, position.clock
        self.known = Cards(position.instances, self.board, [card.kind for card in self.cards])
        self.top, self.bottom = list(position.top), list(position.bottom)
        self.queue, self.prefer, self.records = [], [], []
        self.down, self.counters = self.known.down(), self._read_counters()

    def start(self) -> Outcome:
        """The opening hand as it is dealt. Raises OperationError for a `hand` that cannot be, and for a deck of more
        than MAX_CARDS cards."""
        t = self.t
        if len(t.order) > MAX_CARDS:
            raise OperationError("too-many-cards", count=len(t.order), most=MAX_CARDS)
        t.order[:], t.rng[:] = self.shuffle
        deck = (Instance(c, LIBRARY) for c, entry in enumerate(self.run.cards) for _ in range(entry.count))
        self.known = Cards(deck, self.board, [card.kind for card in self.cards])
        self.top, self.bottom, self.prefer, self.queue, self.records = [], [], [], [], []
        self.clock, self.stage, self.down = 0, "opening", set()
        with wrapping():
            clear(t)
            self._steps["open_table"](t)
            self._choose_hand()
            self.counters = self._read_counters()
            self._note("deal")
            if self.run.game.opening.mulligan == "none":
                self._after_mulligan(self._own)
        return Outcome(self._position(), tuple(self.records), {})

    def _choose_hand(self) -> None:
        """Exchange cards of the hand as it was dealt, any of them, for the chosen ones that it lacks."""
        t = self.t
        if len(self.hand) > total(t.hand):
            raise OperationError("hand-too-large", most=total(t.hand))
        chosen, dealt = Counter(self.hand), Counter(dict(enumerate(t.hand)))
        lacking, others = list((chosen - dealt).elements()), list((dealt - chosen).elements())
        for c in lacking:
            self._exchange(others.pop(below(t.rng, len(others))), c)

    def _exchange(self, out: int, c: int) -> None:
        """Put a copy of `out` from the hand where one of `c` is, and that into the hand."""
        t = self.t
        top = t.var[TOP]
        if c in t.order[top:]:
            one, other = t.order.index(out, 0, top), t.order.index(c, top)
            t.order[one], t.order[other] = c, out
        else:
            place = next((each for each in self.fish.places if each != "hand" and getattr(t, each)[c]), None)
            if place is None:
                raise OperationError("too-few-copies", name=self.cards[c].name)
            getattr(t, place)[c] -= 1
            getattr(t, place)[out] += 1
        for counts in (t.hand, t.seen):
            counts[c] += 1
            counts[out] -= 1

    def do(self, position: Position, operation: Operation) -> Outcome:
        """Do an operation. Raises OperationError, and Undecided where the player must choose first."""
        name = operation.get("op")
        if not isinstance(name, str) or name not in OPERATIONS:
            raise OperationError("unknown-operation", op=str(name)[:MAX_NAME], choices=sorted(OPERATIONS))
        self._load(position)
        fields = Fields(operation, self.board, self.known.all)
        with wrapping():
            OPERATIONS[name](self, fields)
        return Outcome(self._position(), tuple(self.records), {"op": name, **fields.read})

    def replay(self, operations: Sequence[Operation]) -> Position:
        """The position after these operations. Raises OperationError where one cannot be done."""
        position = self.start().position
        for operation in operations:
            position = self.do(position, operation).position
        return position

    def _note(self, op: str, *, advance: bool = False, face: Face = "", **facts: Any) -> None:
        """Let the cards follow the table, and write what was done into the log."""
        if advance:  # before they follow: all of a place, so that none of them is told apart
            self.known.advance()
        self._follow()
        if face:
            self.known.turn(facts["cards"], face)
        self._write(op, **facts)
        self.prefer = []

    def _follow(self) -> None:
        self.known.follow(self.t, self.fish, prefer=self.prefer, keep={*self.top, *self.bottom})

    # Steps of the rules ---------------------------------------------------------------------------------------------

    def _at(self, *stages: Stage) -> None:
        if self.stage not in stages:
            raise OperationError("wrong-stage", stage=self.stage, choices=list(stages))

    def _after_mulligan(self, steps: Mapping[str, Callable[..., Any]], *, pilot: bool = False) -> None:
        """What follows the mulligan: the first turn, or what a player does before it."""
        if self.board.setup and not pilot:
            self.stage = "setup"
        else:
            self._ready(steps, pilot=pilot)

    def _ready(self, steps: Mapping[str, Callable[..., Any]], *, pilot: bool = False) -> None:
        steps["ready"](self.t)
        self.stage = "over" if self.t.var[OVER] else "between"
        self._note("ready", name="over" if self.stage == "over" else "", pilot=pilot)

    def _change_hand(self, fields: Fields) -> None:
        """Put cards of the opening hand back and draw as many; none: keep it."""
        self._at("opening")
        numbers = fields.numbers("cards", at="hand")
        for number in numbers:
            if self.known.all[number].card < 0:
                raise OperationError("not-a-choice", number=number, choice="mulligan")
        for number in numbers:
            set_aside(self.t, self.known.all[number].card)
            self.known.move(number, "aside")
        self.known.moves = []  # the log says where they go in the end
        if numbers:
            self._steps["redraw"](self.t)
        self._note("mulligan", cards=tuple(numbers))
        self._after_mulligan(self._own)

    def _end_setup(self, fields: Fields) -> None:
        self._at("setup")
        self._ready(self._own)

    def _begin(self, fields: Fields | None = None, *, pilot: bool = False) -> None:
        self._at("between")
        if self.t.var[TURN] >= MAX_TURNS:
            raise OperationError("too-many-turns", most=MAX_TURNS)
        upright = [number for place in self.board.refreshed for number in self.known.at(place)]
        upright = [number for number in upright if self.known.all[number].face]
        self.known.turn(upright, "")
        self._steps["begin"](self.t)
        if self.fish.settle:
            self._own["settle"](self.t)
        self.stage = "over" if self.t.var[OVER] else "turn"
        self._note("begin", cards=tuple(upright), name=self._ending(), pilot=pilot)

    def _play(self, fields: Fields) -> None:
        """An action of the game: `verb`, and `card`, the number of the card, where it takes one."""
        self._at("turn", "setup")
        verb = fields.one_of_slugs("verb", self.board.all_verbs)
        if self.stage == "setup" and verb.slug not in self.board.setup:
            raise OperationError("wrong-stage", stage=self.stage, choices=["turn"])
        if isinstance(verb, PlayerVerb):
            self._do(verb)
            return
        number = fields.number("card") if verb.place else None
        if number is not None and not self._fits(verb, number):
            raise OperationError("not-there", number=number, place=verb.place)
        card = 0 if number is None else self.known.all[number].card
        if not self._own["can_play"](self.t, self._action(verb, card)):
            raise OperationError("not-allowed", verb=verb.slug, rule=verb.rule)
        self.queue = fields.numbers("chosen")
        self._act(self._own, verb, card, () if number is None else (number,))

    def _do(self, verb: PlayerVerb) -> None:
        if not verb.is_possible(self.t):
            raise OperationError("not-allowed", verb=verb.slug, rule=verb.rule)
        verb.do(self.t)
        self._note("play", verb=verb.slug)

    def _act(
        self,
        steps: Mapping[str, Callable[..., Any]],
        verb: BoardVerb,
        card: int,
        numbers: Sequence[int],
        *,
        pilot: bool = False,
    ) -> None:
        self.prefer = [*numbers, *self.prefer]
        place = self.board.verbs.index(verb)
        steps["play"](self.t, self._action(verb, card))
        if self.fish.settle:
            steps["settle"](self.t)
        self._check_queue()
        if self.stage == "turn":
            self.t.var[self.fish.verb_counters[place]] += 1
        if self.t.var[OVER]:
            self.stage = "over"
        ending, cards = self._ending(), tuple(numbers)
        self._note("play", face=verb.face, verb=verb.slug, cards=cards, name=ending, pilot=pilot)

    def _ending(self) -> str:
        return "over" if self.stage == "over" else ""

    def _fits(self, verb: BoardVerb, number: int) -> bool:
        """Whether a card lies where the verb takes one."""
        card = self.known.all[number]
        return card.card >= 0 and card.place in (verb.place, *verb.also)

    def _action(self, verb: BoardVerb, card: int) -> int:
        return self.board.verbs.index(verb) * len(self.cards) + card

    def _end(self, fields: Fields) -> None:
        """End the turn; `chosen`: the cards that the rules then take."""
        self._at("turn")
        self.queue = fields.numbers("chosen")
        self._finish(self._own)

    def _finish(self, steps: Mapping[str, Callable[..., Any]], *, pilot: bool = False) -> None:
        if self.fish.close:
            steps["close"](self.t)
        self.attackers = self._find_attackers()
        steps["end_turn"](self.t)
        self._check_queue()
        self.stage = "over" if self.t.var[OVER] else "between"
        won = self.stage == "between" and not self.clock and steps["has_won"](self.t)
        if won:
            self.clock = int(self.t.var[TURN])
        name = "won" if won else self._ending()
        self._note("end", advance=True, cards=self.attackers, name=name, pilot=pilot)

    def _check_queue(self) -> None:
        if self.queue:
            raise OperationError("too-many-chosen", number=self.queue[0], more=len(self.queue))

    # Steps of the pilot ---------------------------------------------------------------------------------------------

    def _pilot(self, fields: Fields) -> None:
        """Let the pilot go on: a step, to the end of the turn, or until the game is won or over."""
        reach = fields.one_of("until", REACHES)
        self._at("opening", "setup", "between", "turn")
        if reach != "step" and self.stage == "between":
            self._begin(pilot=True)
        elif reach == "step":
            self._pilot_step()
            return
        while self.stage == "turn" or self.stage in ("opening", "setup"):
            self._pilot_step()
        while reach == "end" and self.stage == "between" and not self.clock and self.t.var[TURN] < MAX_TURNS:
            self._begin(pilot=True)
            while self.stage == "turn":
                self._pilot_step()

    def _pilot_step(self) -> None:
        if self.stage == "opening":
            self._steps["mulligan"](self.t)
            self._note("mulligan", pilot=True)
            self._after_mulligan(self._steps, pilot=True)
        elif self.stage == "setup":
            self._ready(self._steps, pilot=True)
        elif self.stage == "between":
            self._begin(pilot=True)
        else:
            action = int(self._steps["choose"](self.t))
            if action < 0:
                self._finish(self._steps, pilot=True)
            else:
                verb, card = self.board.verbs[action // len(self.cards)], action % len(self.cards)
                self._act(self._steps, verb, card, self._pick_copy(verb, card), pilot=True)

    def _pick_copy(self, verb: BoardVerb, card: int) -> tuple[int, ...]:
        """The copy that an action of the pilot names: the one that lies there longest, as where cards follow the
        table."""
        places = (verb.place, *verb.also)
        copies = [n for place in places for n in self.known.at(place) if self.known.all[n].card == card]
        return tuple(copies[:1])

    # Looking at a position ------------------------------------------------------------------------------------------

    def attacking(self, position: Position) -> tuple[int, ...]:
        """The numbers of the cards that attack if the turn ends now."""
        if position.stage != "turn":
            return ()
        self._load(position)
        return self._find_attackers()

    def actions(self, position: Position) -> Iterator[tuple[BoardVerb, int | None]]:
        """What the rules allow now: verbs with the number of the card each takes, None where it takes none."""
        if position.stage not in ("turn", "setup"):
            return
        self._load(position)
        for verb in self.board.all_verbs:
            if position.stage == "setup" and verb.slug not in self.board.setup:
                continue
            if isinstance(verb, PlayerVerb):
                if verb.is_possible(self.t):
                    yield verb, None
                continue
            numbers = [n for n in range(len(position.instances)) if self._fits(verb, n)] if verb.place else [None]
            for number in numbers:
                card = 0 if number is None else position.instances[number].card
                if self._own["can_play"](self.t, self._action(verb, card)):
                    yield verb, number


OPERATIONS: dict[str, Callable[[Session, Fields], None]] = {
    "mulligan": Session._change_hand,
    "ready": Session._end_setup,
    "begin": Session._begin,
    "play": Session._play,
    "end": Session._end,
    "pilot": Session._pilot,
    "move": Session._move,
    "token": Session._token,
    "mark": Session._mark,
    "face": Session._turn_over,
    "count": Session._count,
    "look": Session._look,
    "shuffle": Session._shuffle,
    "roll": Session._roll,
}
