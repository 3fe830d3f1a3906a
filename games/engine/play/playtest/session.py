"""A game played by hand: operations on positions, by the very steps that simulations play.

A game is a run, the number of a chunk, whose first trial it is, and a list of operations. An operation is a step of
the rules, of the pilot, or a free move; the same operation on the same position always gives the same position, since
chance comes from the position alone. So an operation that is taken back and done again draws the same cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.play.limits import MAX_CARDS, MAX_TURNS
from games.engine.play.playtest.boards import LIBRARY, BoardVerb, PlayerVerb
from games.engine.play.playtest.decisions import Unanswered
from games.engine.play.playtest.free_moves import Record
from games.engine.play.playtest.operations import MAX_NAME, Fields, Operation, OperationError
from games.engine.play.playtest.positions import Cards, Instance, OpenDecision, Position, Stage
from games.engine.play.playtest.steps import Steps
from games.engine.play.trials.shuffle import below, wrapping
from games.engine.play.trials.table import OVER, TOP, TURN, clear, set_aside, total

REACHES = ("step", "turn", "end")


class Outcome(NamedTuple):
    """Where an operation led and what it did. `operation`: the same operation without what it does not depend on."""

    position: Position
    records: tuple[Record, ...]
    operation: Operation


class Session(Steps):
    """Operations on the positions of a game."""

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
        self._reset_effects(0)
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
        """Do an operation. Raises OperationError, and Undecided where the player must choose first.

        If an effect needs a decision, the position has it `open`, and the operation `decide` goes on from there.
        """
        name = operation.get("op")
        if not isinstance(name, str) or name not in OPERATIONS:
            raise OperationError("unknown-operation", op=str(name)[:MAX_NAME], choices=sorted(OPERATIONS))
        opened = position.open
        if name == DECIDE:
            return self._decide(position, operation)
        if opened is not None:
            raise OperationError("decision-open", choices=list(opened.decision.answers))
        fields, reached = self._perform(position, operation, ())
        return Outcome(reached, tuple(self.records), {"op": name, **fields.read})

    def _decide(self, position: Position, operation: Operation) -> Outcome:
        """Make the open decision: `choice`; `chosen`: cards that a rule takes thereafter."""
        opened = position.open
        if opened is None:
            raise OperationError("no-decision")
        fields = Fields(operation, self.board, position.instances)
        choice = fields.answer("choice", opened.decision.answers)
        answers = (*opened.answers, (choice, tuple(fields.numbers("chosen"))))
        _, reached = self._perform(opened.before, opened.operation, answers)
        return Outcome(reached, tuple(self.records[opened.noted :]), {"op": DECIDE, **fields.read})

    def _perform(
        self, before: Position, operation: Operation, answers: tuple[tuple[str, tuple[int, ...]], ...]
    ) -> tuple[Fields, Position]:
        """The fields of an operation that were read, and where it leads with these answers to its decisions."""
        self._load(before)
        self.answers = [slug for slug, _ in answers]
        self.queue = [number for _, numbers in answers for number in numbers]
        fields = Fields(operation, self.board, self.known.all)
        name = operation["op"]
        try:
            with wrapping():
                STEPS[name](self, fields)
        except Unanswered as error:
            known = {"op": name, **fields.read}
            opened = OpenDecision(error.decision, before, known, answers, len(self.records))
            return fields, self._position()._replace(stage="decision", open=opened)
        return fields, self._position()

    def replay(self, operations: Sequence[Operation]) -> Position:
        """The position after these operations. Raises OperationError where one cannot be done."""
        position = self.start().position
        for operation in operations:
            position = self.do(position, operation).position
        return position

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
        if fields:
            self._read_decider(fields)
        if self.t.var[TURN] >= MAX_TURNS:
            raise OperationError("too-many-turns", most=MAX_TURNS)
        upright = [number for place in self.board.refreshed for number in self.known.at(place)]
        upright = [number for number in upright if self.known.all[number].face]
        self.known.turn(upright, "")
        self._steps["begin"](self.t)
        self.stage = "over" if self.t.var[OVER] else "turn"
        self.head = lambda: self._note("begin", cards=tuple(upright), name=self._ending(), pilot=pilot)
        if self.fish.settle:
            self._own["settle"](self.t)
        self._log_rest()

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
        self._read_decider(fields)
        self.queue = [*fields.numbers("chosen"), *self.queue]
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
        place, in_turn = self.board.verbs.index(verb), self.stage == "turn"
        steps["play"](self.t, self._action(verb, card))
        if self.t.var[OVER]:
            self.stage = "over"
        facts: dict[str, Any] = {"face": verb.face, "verb": verb.slug, "cards": tuple(numbers), "pilot": pilot}
        self.head = lambda: self._note("play", name=self._ending(), **facts)
        if self.fish.settle:
            steps["settle"](self.t)
        self._check_queue()
        if in_turn:
            self.t.var[self.fish.verb_counters[place]] += 1
        self._log_rest()

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
        self._read_decider(fields)
        self.queue = [*fields.numbers("chosen"), *self.queue]
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


DECIDE = "decide"
"""The operation that makes a decision, without which the one before is not over."""

STEPS: dict[str, Callable[[Session, Fields], None]] = {
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

OPERATIONS = (*STEPS, DECIDE)
