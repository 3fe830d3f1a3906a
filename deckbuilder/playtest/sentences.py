"""Playtests in words: the lines of the log, and why an operation is not possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from deckbuilder.common.labels import read
from games.engine.play.playtest.boards import GONE, LIBRARY, Board, BoardVerb, BoardZone
from games.engine.play.playtest.operations import OperationError

if TYPE_CHECKING:
    from deckbuilder.playtest.services import StartError
    from games.engine.play.playtest.free_moves import Record
    from games.engine.play.playtest.positions import Instance, Move

TOO_MANY_CARDS = gettext_noop("The deck has {count} cards; a playtest takes at most {most}.")

ERRORS = {
    "card-twice": gettext_noop("A card is named twice."),
    "decision-open": gettext_noop("An effect waits for your decision first."),
    "hand-too-large": gettext_noop("The opening hand has {most} cards."),
    "no-cards": gettext_noop("Select the cards to move first."),
    "no-decision": gettext_noop("No effect waits for a decision."),
    "no-token-there": gettext_noop("Tokens cannot go into the library."),
    "not-a-choice": gettext_noop("That card is not one of the choices. Choose again."),
    "not-allowed": gettext_noop("The rules do not allow that now ({rule}). You can still move the card by hand."),
    "not-there": gettext_noop("The card is no longer there."),
    "number-range": gettext_noop("{value} is not a number from {low} to {high}."),
    "text-changed": gettext_noop("Somebody changed this to “{text}” in the meantime. Save again to replace it."),
    "text-length": gettext_noop("Enter a text of at most {most} characters."),
    "too-few-copies": gettext_noop("The deck has fewer copies of {name}."),
    "too-large": gettext_noop("A game takes at most {most} bytes. Start another one."),
    "too-many-cards": TOO_MANY_CARDS,
    "too-many-chosen": gettext_noop("More cards were chosen than needed. Choose again."),
    "too-many-counters": gettext_noop("Counters go up to {most}."),
    "too-many-nodes": gettext_noop("A game takes at most {most} operations. Start another one."),
    "too-many-tokens": gettext_noop("At most {most} tokens fit on the table."),
    "too-many-turns": gettext_noop("A game ends after {most} turns."),
    "undecided": gettext_noop("Choose a card first ({rule})."),
    "unknown-card": gettext_noop("There is no card {value} on the table."),
    "unknown-field": gettext_noop("There is no field “{field}”. Choose one of: {choices}."),
    "unknown-operation": gettext_noop("There is no operation “{op}”. Available: {choices}."),
    "unknown-value": gettext_noop("“{value}” is not one of these: {choices}."),
    "wrong-stage": gettext_noop("That cannot be done at this point of the game."),
}


START_ERRORS = {
    "no-cards": gettext_noop("There are no cards to draw yet."),
    "not-in-deck": gettext_noop("“{card}” is not in the deck."),
    "nothing-simulated": gettext_noop("The simulation has no games yet."),
    "too-many-cards": TOO_MANY_CARDS,
    "unplayable": gettext_noop("This deck cannot be played: {reason}"),
}


def start_message(error: StartError) -> str:
    """Why a game cannot be started."""
    return _(START_ERRORS[error.code]).format(**error.params)


def error_message(error: OperationError) -> str:
    """Why an operation cannot be done."""
    params = {
        key: _(", ").join(map(str, value)) if isinstance(value, list) else value for key, value in error.params.items()
    }
    return _(ERRORS[error.code]).format(**params)


def crowd_note(zone: BoardZone) -> str:
    return _("More cards than fit: {zone} ({rule})").format(zone=read(zone.label), rule=zone.rule)


class LogLine(NamedTuple):
    """A record in words. `notes`: remarks on it, such as a free move or a full zone."""

    text: str
    notes: tuple[str, ...] = ()


def _name_zone(zone: BoardZone | None, place: str) -> str:
    if zone is None:
        return _("off the table") if place == GONE else _("set aside")
    label = zone.labels.get(place)
    if not label:
        return read(zone.label)
    return _("{zone}, {state}").format(zone=read(zone.label), state=read(label))


class Log:
    """The records of a game in words. `names`: returns the name of a card; a spectator does not see the names of hidden
    cards."""

    places: dict[int, str]
    """The place of each card after a record, see `lines`."""

    def __init__(
        self, board: Board, kinds: Sequence[str], names: Callable[[Instance], str], *, spectator: bool = False
    ) -> None:
        self.board, self.kinds, self.spectator = board, kinds, spectator
        self._name_of = names
        self._card_names: dict[tuple[int, str], str] = {}
        self._zone_names: dict[tuple[str, str], str] = {}

    def lines(self, records: Sequence[Record], instances: Sequence[Instance]) -> list[LogLine]:
        """The lines of the records, in order. `instances`: the cards after the last record."""
        self.instances = instances
        self.places = {number: each.place for number, each in enumerate(instances)}
        lines = []
        for record in reversed(records):
            lines.append(self._line(record))
            self.places |= {move.number: move.source for move in reversed(record.moves)}
        return lines[::-1]

    def _line(self, record: Record) -> LogLine:
        text = self._text(record)
        rest = _("; ").join([*self._moves(record), *self._counters(record)])
        between = _(" ") if text.endswith((".", "。")) else " " if rest.startswith("→") or not text else _("; ")
        if record.op == "effect":
            between = _(": ")
        notes = [_("Free move")] if record.free and record.op == "move" else []
        notes += [_("By hand")] if record.op in ("count", "token") else []
        notes += [_("Pilot")] if record.pilot else []
        notes += [crowd_note(zone) for zone in self.board.zones if zone.slug in record.over]
        line = f"{text}{between}{rest}".strip() if rest else text
        return LogLine(self._with_ending(line, record), tuple(notes))

    def _with_ending(self, line: str, record: Record) -> str:
        """The line, and that the game is won or over with it."""
        if record.op == "ready" or record.name not in ("won", "over"):
            return line
        ending = (
            _("Won in turn {number}.").format(number=record.turn) if record.name == "won" else _("The game is over.")
        )
        between = _(" ") if line.endswith((".", "。")) else _("; ")
        return f"{line}{between}{ending}"

    def _counters(self, record: Record) -> Iterator[str]:
        """The counters that changed, but for one whose change the record is itself."""
        for counter in self.board.counters:
            for slug, before, after in record.counters:
                if slug == counter.slug and not (record.op == "count" and record.name == slug):
                    words = {"name": read(counter.label), "before": before, "after": after}
                    yield _("{name} {before} → {after}").format(**words)

    def _text(self, record: Record) -> str:
        return getattr(self, f"_{record.op}", self._other)(record)

    def _other(self, record: Record) -> str:
        return record.op

    def _deal(self, record: Record) -> str:
        return _("Dealt.")

    def _mulligan(self, record: Record) -> str:
        count = sum(move.target == LIBRARY for move in record.moves) or len(record.cards)
        if not count:
            return _("The hand is kept.")
        return ngettext(
            "{count} card is put back and replaced.", "{count} cards are put back and replaced.", count
        ).format(count=count)

    def _ready(self, record: Record) -> str:
        if not record.name:
            return _("The first turn is next.")
        return _(" ").join(filter(None, (_("The game is over before the first turn."), read(self.board.setup_rule))))

    def _begin(self, record: Record) -> str:
        text = _("Turn {number} begins.").format(number=record.turn)
        if not record.cards:
            return text
        return text + _(" ") + _("Turned upright: {cards}.").format(cards=self._cards_of(record))

    def _end(self, record: Record) -> str:
        text = _("Turn {number} ends.").format(number=record.turn)
        if not record.cards:
            return text
        return text + _(" ") + _("Attacks: {cards}.").format(cards=self._cards_of(record))

    def _play(self, record: Record) -> str:
        verb = self._verb(record)
        if not record.cards:
            return _("{verb}.").format(verb=read(verb.label))
        return _("{verb}: {cards}").format(verb=read(verb.label), cards=self._cards_of(record))

    def _effect(self, record: Record) -> str:
        """The card whose effect it is, and that it did nothing if so."""
        card = self._cards_of(record)
        if record.name == "skipped":
            return _("{card}: skipped").format(card=card)
        return _("{card}: nothing happens").format(card=card) if record.name == "nothing" else card

    def _settle(self, record: Record) -> str:
        return ""

    def _move(self, record: Record) -> str:
        if record.moves:
            return ""
        zone = next(each for each in self.board.zones if each.slug == record.name)
        return _("{cards}: moved within {zone}").format(cards=self._cards_of(record), zone=read(zone.label))

    def _token(self, record: Record) -> str:
        return _("Token: {name}").format(name=self.token_name(record.name))

    def _mark(self, record: Record) -> str:
        words = {"card": self._cards_of(record), "name": record.name, "count": record.number}
        return _("{card}: {name} {count}").format(**words)

    def _face(self, record: Record) -> str:
        states = {"": _("upright"), "down": _("face down"), "turned": _("sideways")}
        return _("{cards}: {state}").format(cards=self._cards_of(record), state=states[record.name])

    def _count(self, record: Record) -> str:
        counter = next(each for each in self.board.counters if each.slug == record.name)
        return _("{name}: {count}").format(name=read(counter.label), count=record.number)

    def _look(self, record: Record) -> str:
        count = record.number or 0
        text = ngettext("Looks at the top card.", "Looks at the top {count} cards.", count).format(count=count)
        return text if self.spectator else f"{text} {self._cards(record.cards)}"

    def _shuffle(self, record: Record) -> str:
        return _("The library is shuffled.")

    def _roll(self, record: Record) -> str:
        if record.name == "2":
            return _("Coin: heads.") if record.number == 1 else _("Coin: tails.")
        return _("Die with {sides} sides: {number}").format(sides=record.name, number=record.number)

    def _moves(self, record: Record) -> Iterator[str]:
        """The moves of the cards, grouped by source and target."""
        ways: dict[tuple[str, str], list[Move]] = {}
        for move in self._in_order(record):
            source, target = (self._zone_name(move, place) for place in (move.source, move.target))
            if record.op in ("play", "token") and move.number in record.cards:
                yield f"→ {target}"  # the card is already named
            elif source != target and not (record.op == "end" and self._stays(move)):
                ways.setdefault((source, target), []).append(move)
        for (source, target), moves in ways.items():
            words = {"cards": self._moved_cards(record, moves), "source": source, "target": target}
            if record.op == "deal":
                yield _("{target}: {cards}").format(**words)
            elif (moves[0].source, moves[0].target) == (LIBRARY, "hand") and not (
                record.free or record.name == "search"
            ):
                yield _("Drawn: {cards}").format(**words)
            else:
                yield _("{cards} ({source} → {target})").format(**words)

    def _in_order(self, record: Record) -> Sequence[Move]:
        """The moves in the order they were made; those of the deal by zone, whichever came first."""
        if record.op != "deal":
            return record.moves
        places = [place for zone in self.board.zones for place in zone.places]
        return sorted(record.moves, key=lambda move: places.index(move.target))

    def _stays(self, move: Move) -> bool:
        """Whether a card only changes its state in the same zone, such as having been on the board for a turn."""
        return self._zone(move, move.source) is self._zone(move, move.target)

    def _moved_cards(self, record: Record, moves: Sequence[Move]) -> str:
        """The names of cards that move; only how many they are if some are hidden before and after."""
        if any(self._is_hidden(record, *move) for move in moves):
            return self._count_of(len(moves))
        return self._cards([move.number for move in moves])

    def _cards_of(self, record: Record) -> str:
        """The names of the cards that a record is about, in the same way."""
        sources = {move.number: move.source for move in reversed(record.moves)}
        for number in record.cards:
            place = self.places[number]
            if self._is_hidden(record, number, sources.get(number, place), place):
                return self._count_of(len(record.cards))
        return self._cards(record.cards)

    def _count_of(self, count: int) -> str:
        return ngettext("{count} card", "{count} cards", count).format(count=count)

    def _is_hidden(self, record: Record, number: int, source: str, target: str) -> bool:
        """Whether the face of a card is seen neither at the place it comes from nor where it comes to."""
        was_down = number in record.down
        return self._hides(number, source, down=was_down) and self._hides(
            number, target, down=self._is_down(record, number, source, target)
        )

    def _hides(self, number: int, place: str, *, down: bool) -> bool:
        zone = self._zone_at(number, place)
        return zone is None or zone.hides(place, spectator=self.spectator) or (self.spectator and down)

    def _is_down(self, record: Record, number: int, source: str, target: str) -> bool:
        """Whether a card lies face down after a record."""
        if record.op == "face":
            return record.name == "down"
        if record.verb and number in record.cards and self._verb(record).face:
            return self._verb(record).face == "down"
        return number in record.down and self._zone_at(number, source) is self._zone_at(number, target)

    def _verb(self, record: Record) -> BoardVerb:
        return next(each for each in self.board.all_verbs if each.slug == record.verb)

    def _zone(self, move: Move, place: str) -> BoardZone | None:
        return self._zone_at(move.number, place)

    def _zone_at(self, number: int, place: str) -> BoardZone | None:
        card = self.instances[number].card
        return self.board.zone_of(place, self.kinds[card] if card >= 0 else "")

    def _zone_name(self, move: Move, place: str) -> str:
        zone = self._zone(move, place)
        key = zone.slug if zone else "", place
        if key not in self._zone_names:
            self._zone_names[key] = _name_zone(zone, place)
        return self._zone_names[key]

    def _cards(self, numbers: Sequence[int]) -> str:
        names = Counter(self._card_name(self.instances[number]) for number in numbers)
        return _(", ").join(name if count == 1 else f"{name} ×{count}" for name, count in names.items())

    def _card_name(self, instance: Instance) -> str:
        key = instance.card, instance.name
        if key not in self._card_names:
            self._card_names[key] = self._name_of(instance)
        return self._card_names[key]

    def token_name(self, slug: str) -> str:
        """The label of one of the game's tokens, or the name a player gave to a token of their own."""
        return next((read(each.label) for each in self.board.tokens if each.slug == slug), slug)
