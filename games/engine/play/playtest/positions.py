"""A position of a playtest: every card individually, beside the goldfish's table, which counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.play.playtest.boards import GONE, LIBRARY, Board, BoardZone, Face
from games.engine.play.playtest.decisions import Decision, decision_of
from games.engine.play.trials.goldfish import Goldfish
from games.engine.play.trials.table import TOP

Stage = str
"""opening: the mulligan is open; setup: before the first turn; between: a turn is over; turn; decision: an effect waits
for the player's; over: the game is."""

TOKEN = -1
"""The card type of what is in no deck."""


class Instance(NamedTuple):
    """A single card on the table. Its number, which is its place in `Position.instances`, stays with it.

    `card`: the card type, or TOKEN, which has a `name`; `slot`: where in its zone it lies, -1 where that says nothing;
    `face`: "", "down" or "turned"; `marks`: counters on it by name.
    """

    card: int
    place: str
    slot: int = -1
    face: Face = ""
    marks: tuple[tuple[str, int], ...] = ()
    name: str = ""


class Position(NamedTuple):
    """All that the rest of a game depends on. `counts`: the table's arrays of places, and of the cards seen.

    `order`: the library as the table has it; `top` and `bottom`: the numbers of its cards whose place is known, from
    the top down; `clock`: the turn in which the game was won, 0 before. `open`: the decision that an effect waits for;
    `trust`: the turn in which the pilot makes all decisions, 0 for none.
    """

    stage: Stage
    var: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    rng: tuple[int, int, int, int]
    instances: tuple[Instance, ...]
    top: tuple[int, ...] = ()
    bottom: tuple[int, ...] = ()
    clock: int = 0
    open: OpenDecision | None = None
    trust: int = 0


class OpenDecision(NamedTuple):
    """A decision that an effect waits for, in the midst of an operation, which begins again once it is made.

    `before`: the position before the operation; `answers`: to the decisions before this one, each with the cards that a
    rule took thereafter; `noted`: how many records have been written.
    """

    decision: Decision
    before: Position
    operation: Mapping[str, Any]
    answers: tuple[tuple[str, tuple[int, ...]], ...]
    noted: int


class Move(NamedTuple):
    """A card that went from one place to another."""

    number: int
    source: str
    target: str


def to_plain(position: Position) -> list[Any]:
    """A position for keeping as JSON."""
    plain = [*position[:5], [list(each) for each in position.instances], *position[6:9]]
    if position.open is None and not position.trust:
        return plain  # as before there were decisions
    return [*plain, position.open and _open_to_plain(position.open), position.trust]


def _open_to_plain(opened: OpenDecision) -> list[Any]:
    return [opened.decision, to_plain(opened.before), *opened[2:]]


def from_plain(data: Sequence[Any]) -> Position:
    """A position that was kept."""
    stage, var, counts, order, rng, instances, top, bottom, clock, *rest = data
    opened, trust = rest or (None, 0)
    return Position(
        stage,
        tuple(var),
        tuple(map(tuple, counts)),
        tuple(order),
        (rng[0], rng[1], rng[2], rng[3]),
        tuple(_instance(*each) for each in instances),
        tuple(top),
        tuple(bottom),
        clock,
        _open_from_plain(*opened) if opened else None,
        trust,
    )


def _open_from_plain(
    decision: Sequence[Any],
    before: Sequence[Any],
    operation: Mapping[str, Any],
    answers: Iterable[tuple[str, Iterable[int]]],
    noted: int,
) -> OpenDecision:
    made = tuple((slug, tuple(numbers)) for slug, numbers in answers)
    return OpenDecision(decision_of(decision), from_plain(before), operation, made, noted)


def _instance(card: int, place: str, slot: int, face: Face, marks: Iterable[Sequence[Any]], name: str) -> Instance:
    return Instance(card, place, slot, face, tuple((word, count) for word, count in marks), name)


# Between the table and a position -------------------------------------------------------------------------------------


def arrays(fish: Goldfish) -> tuple[str, ...]:
    """The arrays of the table that a position keeps, besides `order` and `var`."""
    return (*fish.places, "seen", *fish.states)


def restore(t: Any, fish: Goldfish, position: Position) -> None:
    """Bring the table to a position."""
    t.var[:] = position.var
    t.order[:] = position.order
    t.rng[:] = position.rng
    kept = len(position.counts)
    places = min(len(fish.places), kept - 1)
    names = (*fish.places[:places], "seen", *fish.states[: kept - 1 - places])
    for name in arrays(fish):  # 0 in those that were not there, or of another length, when the position was kept
        array = getattr(t, name)
        counts = position.counts[names.index(name)] if name in names else ()
        array[:] = counts if len(counts) == len(array) else [0] * len(array)


def position_of(t: Any, fish: Goldfish, stage: Stage, instances: Iterable[Instance], **rest: Any) -> Position:
    """The position that the table and these cards are in."""
    counts = tuple(tuple(map(int, getattr(t, name))) for name in arrays(fish))
    rng = tuple(int(word) for word in t.rng)
    return Position(stage, tuple(map(int, t.var)), counts, tuple(t.order), rng, tuple(instances), **rest)  # type: ignore[arg-type]


def in_library(t: Any) -> list[int]:
    """By card type, how many copies are in the library."""
    rest = [0] * len(t.hand)
    for place in range(t.var[TOP], len(t.order)):
        rest[t.order[place]] += 1
    return rest


class Cards:
    """The cards on the table while an operation is under way."""

    def __init__(self, instances: Iterable[Instance], board: Board, kinds: Sequence[str]) -> None:
        self.all = list(instances)
        self.board, self.kinds = board, kinds
        self.moves: list[Move] = []
        self._slots: dict[str, Counter[int]] = {}

    def zone_at(self, card: int, place: str) -> BoardZone | None:
        return self.board.zone_of(place, self.kinds[card] if card >= 0 else "")

    def zone_of(self, number: int) -> BoardZone | None:
        card = self.all[number]
        return self.zone_at(card.card, card.place)

    def move(self, number: int, place: str, slot: int = -1) -> None:
        """Put a card to a place: into that slot, else into the first free one of a zone that has slots."""
        card = self.all[number]
        if card.place == place and slot in (-1, card.slot):
            return
        before, after = self.zone_at(card.card, card.place), self.zone_at(card.card, place)
        if before is after and slot < 0:
            slot = card.slot  # it is only told apart otherwise, as a minion that wakes
        elif slot < 0 and after and after.slots:
            slot = self._free(after)
        face, marks = (card.face, card.marks) if before is after else ("", ())
        self.all[number] = card._replace(place=place, slot=slot, face=face, marks=marks)
        self._count_slot(before, card.slot, -1)
        self._count_slot(after, slot, 1)
        if place != card.place:
            self.moves.append(Move(number, card.place, place))

    def _free(self, zone: BoardZone) -> int:
        """The first slot of a zone in which no card lies."""
        if zone.slug not in self._slots:  # counted once: an operation may move every card
            there = (each for each in self.all if each.place in zone.places)
            self._slots[zone.slug] = Counter(each.slot for each in there if self.zone_at(each.card, each.place) is zone)
        used = self._slots[zone.slug]
        return next(slot for slot in range(len(used) + 1) if used[slot] <= 0)

    def _count_slot(self, zone: BoardZone | None, slot: int, by: int) -> None:
        if zone and zone.slug in self._slots:
            self._slots[zone.slug][slot] += by

    def at(self, place: str) -> list[int]:
        """The numbers of the cards at a place."""
        return [number for number, each in enumerate(self.all) if each.place == place]

    def turn(self, numbers: Iterable[int], face: Face) -> None:
        """Lay cards upright, face down or sideways."""
        for number in numbers:
            self.all[number] = self.all[number]._replace(face=face)

    def down(self) -> set[int]:
        """The numbers of the cards that lie face down."""
        return {number for number, each in enumerate(self.all) if each.face == "down"}

    def advance(self) -> None:
        """The end of a turn, for the cards that it moves."""
        for source, target in self.board.advance:
            for number in self.at(source):
                self.move(number, target)

    def pass_on(self, places: Sequence[str]) -> None:
        """The cards of each place come to the one before it, those of the first to the last."""
        before = {place: places[order - 1] for order, place in enumerate(places)}
        self.all = [each._replace(place=before.get(each.place, each.place)) for each in self.all]

    def follow(self, t: Any, fish: Goldfish, *, prefer: Sequence[int] = (), keep: Collection[int] = ()) -> None:
        """Move cards as the table's counts say: first those in `prefer`, never those in `keep`.

        Copies of one card type differ in nothing else that the table knows, so that any of them may be the one.
        """
        here = {place: getattr(t, place) for place in fish.places} | {LIBRARY: in_library(t)}
        for number in prefer:
            self._lead(number, here)
        by_type: dict[int, dict[str, list[int]]] = {}
        for number, each in enumerate(self.all):
            if each.card >= 0:
                by_type.setdefault(each.card, {}).setdefault(each.place, []).append(number)
        first = {number: order for order, number in enumerate(prefer)}
        for c, places in by_type.items():
            if all(here[place][c] == len(places.get(place, ())) for place in here):
                continue
            gone = [
                number
                for place in here
                for number in _surplus(places.get(place, []), len(places.get(place, ())) - here[place][c], first, keep)
            ]
            for place in here:
                for _ in range(here[place][c] - len(places.get(place, ()))):
                    self.move(gone.pop(0), place)
        self._follow_tokens(t, prefer)

    def _lead(self, number: int, here: Mapping[str, Sequence[int]]) -> None:
        """Move a card that was played where as many of its copies came to its place, as when it draws one."""
        c, place, *_ = self.all[number]
        if c < 0 or place not in here or self._more(c, place, here):
            return
        target = next((each for each in here if self._more(c, each, here) < 0), None)
        if target:
            self.move(number, target)

    def _more(self, c: int, place: str, here: Mapping[str, Sequence[int]]) -> int:
        """How many more cards of a type lie at a place than the table counts there."""
        return sum(each.card == c and each.place == place for each in self.all) - here[place][c]

    def _follow_tokens(self, t: Any, prefer: Collection[int]) -> None:
        """Tokens come and go as the table counts them."""
        for token in self.board.tokens:
            there = [number for number in self.at(token.place) if self.all[number].name == token.slug]
            for _ in range(t.var[token.index] - len(there)):
                self.add(token.slug, token.place)
            there.sort(key=lambda number: number not in prefer)
            for number in there[: max(len(there) - t.var[token.index], 0)]:
                self.move(number, GONE)

    def add(self, name: str, place: str) -> int:
        """A token of that name comes to a place; its number."""
        self.all.append(Instance(TOKEN, GONE, name=name))
        self.move(len(self.all) - 1, place)
        return len(self.all) - 1


def _surplus(numbers: Sequence[int], count: int, first: Mapping[int, int], keep: Collection[int]) -> list[int]:
    """The cards that leave a place: the preferred ones, then those that lie there longest."""
    if count <= 0:
        return []
    loose = [number for number in numbers if number not in keep]
    return sorted(loose, key=lambda number: (first.get(number, len(first)), number))[:count]


class ZoneCard(NamedTuple):
    """A card as it lies in a zone. `number` is None if its face cannot be seen: a card's number says which card it
    is."""

    slot: int
    number: int | None


def visible(position: Position, board: Board, kinds: Sequence[str], *, spectator: bool) -> Mapping[str, list[ZoneCard]]:
    """The cards in each zone, in the order of their slots; the hidden ones of a slot come last."""
    cards = Cards(position.instances, board, kinds)
    zones: dict[str, list[ZoneCard]] = {zone.slug: [] for zone in board.zones}
    in_order = {*position.top, *position.bottom}
    for number, each in enumerate(position.instances):
        zone = cards.zone_at(each.card, each.place)
        if zone:
            hidden = zone.hides(each.place, spectator=spectator) or (spectator and each.face == "down")
            is_known = not spectator and number in in_order
            zones[zone.slug].append(ZoneCard(each.slot, None if hidden and not is_known else number))
    last = len(position.instances)
    for there in zones.values():
        there.sort(key=lambda card: (card.slot, last if card.number is None else card.number))
    return zones
