"""Effects at the table: logged one by one, and the decisions that they leave to the player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.engine.model.cards import Card
from games.engine.play.playtest.boards import GONE
from games.engine.play.playtest.decisions import DECIDERS, PILOT, PILOT_TURN, SKIP, TRUST, Decision, Unanswered
from games.engine.play.playtest.free_moves import FreeMoves
from games.engine.play.playtest.operations import Fields, OperationError
from games.engine.play.trials.table import TURN


class Answering(FreeMoves):
    """`deciding`: one of DECIDERS, or "". `trust`: the turn in which the pilot decides all, 0 for none; `answers`: the
    slugs that the next decisions are answered with, beginning with the first of the operation.

    Of the effect under way: `effect`, the card type that has it; whether the pilot decided any of it, whether a part of
    it was skipped, whether it looked for a card in the library, how many records there were before. `head` writes what
    set the effects off.
    """

    cards: Sequence[Card]
    prefer: list[int]
    deciding: str
    trust: int
    answers: list[str]
    head: Callable[[], None] | None
    effect: int
    is_by_pilot: bool
    is_skipped: bool
    is_search: bool
    before: int

    def _reset_effects(self, trust: int) -> None:
        self.deciding, self.trust, self.answers, self.head = "", trust, [], None
        self.effect, self.is_by_pilot, self.is_skipped, self.is_search, self.before = -1, False, False, False, 0

    def _read_decider(self, fields: Fields) -> None:
        """Who decides about the effects of an operation. It is not part of the record on a table without effects."""
        if "effects" in fields.operation:
            decider = fields.one_of("effects", DECIDERS)
            if self.has_effects:
                self.deciding = decider
            else:
                del fields.read["effects"]

    @property
    def has_effects(self) -> bool:
        """Whether anything can leave a decision to the player."""
        raise NotImplementedError

    def _follow(self) -> None:
        raise NotImplementedError

    # What the steps of a game call, see decisions.Player

    @property
    def is_deciding(self) -> bool:
        return bool(self.deciding)

    def begin_effect(self, c: int) -> None:
        self._write_head()
        self._write_rest()
        self.effect, self.before = c, len(self.records)
        self.is_by_pilot = self.is_skipped = self.is_search = False

    def end_effect(self, *, acted: bool) -> None:
        self.catch_up()
        if len(self.records) == self.before and (self.is_skipped or acted):
            self._write_effect("skipped" if self.is_skipped else "nothing")
        self.effect = -1

    def catch_up(self) -> None:
        self._follow()
        if self._has_changed():
            self._write_effect("search" if self.is_search else "")

    def copies(self, c: int, place: str) -> Iterator[int]:
        token = self.board.tokens[0].slug if c == len(self.cards) else ""
        for number in self.known.at(place):
            each = self.known.all[number]
            if each.name == token if token else each.card == c:
                yield number

    def decide(self, decision: Decision) -> str:
        if self.answers:
            answer = self.answers.pop(0)
        elif self.deciding == TRUST or self.trust == int(self.t.var[TURN]):
            answer = PILOT
        else:
            raise Unanswered(decision)
        if answer == PILOT_TURN:
            self.trust = int(self.t.var[TURN])
        if answer in (PILOT, PILOT_TURN):
            self.is_by_pilot, answer = True, decision.own
        if answer not in decision.slugs:
            raise OperationError("unknown-value", field="choice", value=answer, choices=list(decision.answers))
        self.is_skipped = self.is_skipped or answer == SKIP
        return answer

    def lead(self, number: int) -> None:
        self.prefer.append(number)

    # The log

    def _has_changed(self) -> bool:
        return bool(self.known.moves) or self._read_counters() != self.counters

    def _write_effect(self, name: str) -> None:
        """What an effect has done; `name`: "skipped" or "nothing" where it did nothing, "search" where cards were not
        drawn but looked for."""
        all_copies = (n for n, each in enumerate(self.known.all) if each.card == self.effect and each.place != GONE)
        in_view = (place for zone in self.board.zones if not zone.hidden for place in zone.places)
        there = (number for place in in_view for number in self.copies(self.effect, place))
        number = next(there, None)
        cards = (next(all_copies) if number is None else number,)
        self._write("effect", cards=cards, name=name, pilot=self.is_by_pilot)
        self.prefer = []

    def _write_head(self) -> None:
        if self.head:
            head, self.head = self.head, None
            head()

    def _write_rest(self) -> None:
        """What happened between effects, such as a spell that comes to the graveyard."""
        self._follow()
        if self._has_changed():
            self._write("settle")
            self.prefer = []

    def _log_rest(self) -> None:
        """All effects are over: log what set them off, if there were none, and what came after them."""
        if self.head:
            self._write_head()
        elif self.deciding:
            self._write_rest()
