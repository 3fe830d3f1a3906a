"""A table with its log, and the moves that are no step of the rules: any card anywhere, counters, chance."""

from __future__ import annotations

from typing import Any, NamedTuple, cast, get_args

from games.engine.play.playtest.boards import GONE, LIBRARY, Board, BoardZone, Face
from games.engine.play.playtest.operations import (
    MAX_MARK,
    MAX_MARKS,
    MAX_SIDES,
    MAX_TOKENS,
    Fields,
    OperationError,
)
from games.engine.play.playtest.positions import Cards, Move
from games.engine.play.trials.shuffle import below
from games.engine.play.trials.table import TOP, TURN, draw_card, library

FACES: tuple[Face, ...] = get_args(Face)
DEPTHS = ("top", "bottom", "shuffled")


class Record(NamedTuple):
    """What an operation did, for the log. `op`: what was done, of a pilot's step that step; `verb`: of an action;
    `cards`: the numbers of the cards it names.

    `number`: what a die shows or a counter has now; `free`: it is no step of the rules; `over`: zones that hold more
    than fits after cards came to them; `down`: those of the cards named or moved that lay face down before;
    `counters`: the board's counters that it changed, with the numbers before and after. The cards named at the end of a
    turn are those that attacked, at its beginning those that were turned upright; `name` is "over" or "won" where the
    game is from then on. An effect is "skipped", did "nothing", or "search" says that cards were not drawn but looked
    for; the card named has the effect.
    """

    op: str
    turn: int
    verb: str = ""
    cards: tuple[int, ...] = ()
    moves: tuple[Move, ...] = ()
    number: int | None = None
    name: str = ""
    free: bool = False
    pilot: bool = False
    over: tuple[str, ...] = ()
    down: tuple[int, ...] = ()
    counters: tuple[tuple[str, int, int], ...] = ()


class LoggedTable:
    """The goldfish's table `t` and its single cards, and what was done to them.

    `top` and `bottom`: cards of the library whose place is known, from the top down. `down` and `counters`: the cards
    that lay face down, and what the board's counters showed, when the last record was written.
    """

    t: Any
    board: Board
    known: Cards
    top: list[int]
    bottom: list[int]
    records: list[Record]
    down: set[int]
    counters: dict[str, int]

    def _write(self, op: str, **facts: Any) -> None:
        came = [self.known.zone_of(move.number) for move in self.known.moves]
        filled = [zone for zone in self.board.zones if any(each is zone for each in came)]
        full = tuple(zone.slug for zone in filled if 0 < zone.slots < self._size(zone))
        turn = int(self.t.var[TURN])
        moves = tuple(self.known.moves)
        down = self.down & {*facts.get("cards", ()), *(move.number for move in moves)}
        before, after = self.counters, self._read_counters()
        changes = tuple((slug, before[slug], count) for slug, count in after.items() if count != before[slug])
        self.records.append(
            Record(op, turn, moves=moves, over=full, down=tuple(sorted(down)), counters=changes, **facts)
        )
        self.known.moves, self.down, self.counters = [], self.known.down(), after

    def _read_counters(self) -> dict[str, int]:
        """What the counters of the board show."""
        return {each.slug: int(self.t.var[each.index]) for each in self.board.counters}

    def _size(self, zone: BoardZone) -> int:
        return sum(self.known.zone_of(number) is zone for number in range(len(self.known.all)))


class FreeMoves(LoggedTable):
    """The operations of a player that are no step of the rules."""

    def _move(self, fields: Fields) -> None:
        """Cards to a zone, `to`; there to a `place` and a `slot`; in the library to the `depth`: top, bottom or
        shuffled."""
        numbers = fields.numbers("cards")
        if not numbers:
            raise OperationError("no-cards")
        zone = fields.zone()
        place = fields.one_of("place", zone.places)
        depth = fields.one_of("depth", DEPTHS)
        slot = fields.integer("slot", -1, max(zone.slots * 2, 99), default=-1)
        for number in numbers:
            self._carry(number, place, slot, depth)
        self.board.recount(self.t)
        self._write("move", cards=tuple(numbers), name=zone.slug, free=True)

    def _carry(self, number: int, place: str, slot: int, depth: str) -> None:
        card = self.known.all[number]
        if card.card < 0:
            self.known.move(number, GONE if place == LIBRARY else place, slot)
            self._count_tokens()
            return
        self._lift(number, card.card, card.place)
        if place == LIBRARY:
            self._lay(number, card.card, depth)
        else:
            getattr(self.t, place)[card.card] += 1
        self.known.move(number, place, slot)

    def _lift(self, number: int, c: int, place: str) -> None:
        """Take a card from its place."""
        if place != LIBRARY:
            getattr(self.t, place)[c] -= 1
            return
        t = self.t
        start, end = t.var[TOP], len(t.order)
        if number in self.top:
            at = start + self.top.index(number)
            self.top.remove(number)
        elif number in self.bottom:
            at = end - len(self.bottom) + self.bottom.index(number)
            self.bottom.remove(number)
        else:
            loose = range(start + len(self.top), end - len(self.bottom))
            at = next(position for position in loose if t.order[position] == c)
        t.order.insert(start, t.order.pop(at))
        t.var[TOP] = start + 1
        t.seen[c] += 1

    def _lay(self, number: int, c: int, depth: str) -> None:
        """Put a card that is at no place into the library."""
        t = self.t
        start = t.var[TOP]
        at = t.order.index(c, 0, start)
        t.order.insert(start - 1, t.order.pop(at))
        t.var[TOP] = start - 1
        if depth == "top":
            self.top.insert(0, number)
        elif depth == "bottom":
            t.order.append(t.order.pop(start - 1))
            self.bottom.append(number)
        else:
            self.top, self.bottom = [], []

    def _count_tokens(self) -> None:
        for token in self.board.tokens:
            there = [each for each in self.known.all if each.name == token.slug and each.place == token.place]
            self.t.var[token.index] = len(there)

    def _token(self, fields: Fields) -> None:
        """A token, `name`, comes to a zone."""
        name = fields.text("name")
        zone = fields.zone()
        if zone.slug == LIBRARY:
            raise OperationError("no-token-there", to=zone.slug)
        if sum(each.card < 0 and each.place != GONE for each in self.known.all) >= MAX_TOKENS:
            raise OperationError("too-many-tokens", most=MAX_TOKENS)
        number = self.known.add(name, zone.places[0])
        self._count_tokens()
        self.board.recount(self.t)
        self._write("token", cards=(number,), name=name, free=True)

    def _mark(self, fields: Fields) -> None:
        """Add `by` to the counter `name` of a card; at 0 it is taken off."""
        number = fields.number("card")
        name, by = fields.text("name"), fields.integer("by", -MAX_MARK, MAX_MARK)
        marks = dict(self.known.all[number].marks)
        count = marks.get(name, 0) + by
        if abs(count) > MAX_MARK or (name not in marks and len(marks) >= MAX_MARKS):
            raise OperationError("too-many-counters", most=MAX_MARK)
        marks = {**marks, name: count}
        kept = tuple((word, value) for word, value in marks.items() if value)
        self.known.all[number] = self.known.all[number]._replace(marks=kept)
        self._write("mark", cards=(number,), name=name, number=count, free=True)

    def _turn_over(self, fields: Fields) -> None:
        """Turn cards: `face` is "" (upright), "down" or "turned" (sideways)."""
        numbers = fields.numbers("cards")
        face = cast(Face, fields.one_of("face", FACES))
        self.known.turn(numbers, face)
        self._write("face", cards=tuple(numbers), name=face, free=True)

    def _count(self, fields: Fields) -> None:
        """Add `by` to one of the board's counters."""
        counter = fields.one_of_slugs("counter", self.board.counters)
        by = fields.integer("by", -MAX_MARK, MAX_MARK)
        count = int(self.t.var[counter.index]) + by
        if not counter.low <= count <= counter.high:
            raise OperationError("number-range", field="by", value=count, low=counter.low, high=counter.high)
        self.t.var[counter.index if counter.by_hand is None else counter.by_hand] += by
        self.board.recount(self.t)
        self._write("count", name=counter.slug, number=int(self.t.var[counter.index]), free=True)

    def _look(self, fields: Fields) -> None:
        """Look at the top cards of the library: from then on their order is known."""
        count = fields.integer("count", 1, max(library(self.t), 1))
        start, end = self.t.var[TOP], len(self.t.order) - len(self.bottom)
        known: list[int] = list(self.top)
        in_order = {*self.top, *self.bottom}
        loose: dict[int, list[int]] = {}
        for number in reversed(self.known.at(LIBRARY)):
            if number not in in_order:
                loose.setdefault(self.known.all[number].card, []).append(number)
        for place in range(start + len(self.top), min(start + count, end)):
            other = place + below(self.t.rng, end - place)
            self.t.order[place], self.t.order[other] = self.t.order[other], self.t.order[place]
            known.append(loose[self.t.order[place]].pop())
        self.top = known
        seen = (known + self.bottom)[:count]
        self._write("look", cards=tuple(seen), number=len(seen), free=True)

    def _shuffle(self, fields: Fields) -> None:
        """The library in a new order, of which nothing is known."""
        self.top, self.bottom = [], []
        for place in range(self.t.var[TOP], len(self.t.order)):
            draw_card(self.t, place)
        self._write("shuffle", free=True)

    def _roll(self, fields: Fields) -> None:
        """A die with so many `sides`; a coin has two."""
        sides = fields.integer("sides", 2, MAX_SIDES)
        shown = int(below(self.t.rng, sides)) + 1
        self._write("roll", name=str(sides), number=shown, free=True)
