"""Data for the page of a playtest: the zones with their cards, the possible actions, the log and the tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.common.labels import read
from deckbuilder.common.names import reader_name
from deckbuilder.playtest import selectors
from deckbuilder.playtest.branches import Station, stations
from deckbuilder.playtest.comparison import percentiles
from deckbuilder.playtest.models import MAX_NODES, Playtest, PlaytestNode
from deckbuilder.playtest.selectors import Reached
from deckbuilder.playtest.sentences import Log, LogLine, crowd_note
from deckbuilder.playtest.services import Done
from deckbuilder.playtest.table.decision_page import ShownDecision, shown_decision
from deckbuilder.playtest.to_games import records_of
from games.engine.model.cards import Card
from games.engine.play.playtest.boards import BoardVerb, BoardZone
from games.engine.play.playtest.operations import Undecided

if TYPE_CHECKING:
    from games.engine.play.playtest.decisions import Decision
    from games.engine.play.playtest.positions import Instance, Position, ZoneCard
    from games.engine.play.playtest.session import Session

MAX_LOG = 20
"""The most nodes of the log on a page; the rest is behind a link."""

MAX_STATIONS = 200
"""The most nodes of the tree that are shown."""


class TableAction(NamedTuple):
    """A button; `do`: the value it sends."""

    do: str
    label: str
    rule: str = ""


@dataclass(frozen=True)
class TableCard:
    """A card on the table. `card` is None for a token, `number` is None if the face is not shown."""

    number: int | None
    card: Card | None = None
    name: str = ""
    state: str = ""
    face: str = ""
    marks: tuple[tuple[str, int], ...] = ()
    actions: tuple[TableAction, ...] = ()

    @property
    def printed_name(self) -> str:
        """The name printed on it, or the name of a token."""
        return self.card.name if self.card else self.name


@dataclass(frozen=True)
class TableZone:
    zone: BoardZone
    label: str
    count: int
    cells: tuple[tuple[TableCard, ...], ...]
    """In a zone with slots, the cards by slot, with an empty tuple for a free slot; otherwise one cell per card."""
    crowded: str = ""
    """A note if there are more cards than fit."""


class TableCounter(NamedTuple):
    slug: str
    label: str
    value: int


class LogEntry(NamedTuple):
    """The log lines of a node. `branches`: other nodes that follow it."""

    number: int
    lines: tuple[LogLine, ...]
    label: str
    note: str
    branches: tuple[int, ...]


class ShownPercentile(NamedTuple):
    label: str
    value: int
    percentile: int

    @property
    def ordinal(self) -> str:
        """`50th`; only `50` in languages that write no ending."""
        if not (get_language() or "en").startswith("en"):
            return str(self.percentile)
        tens, ones = divmod(self.percentile % 100, 10)
        return f"{self.percentile}{'th' if tens == 1 else ('th', 'st', 'nd', 'rd', *['th'] * 6)[ones]}"


@dataclass(frozen=True)
class Question:
    """A choice of cards that a rule requires, one after the other; `do` and `chosen` are sent again with the next
    one."""

    label: str
    rule: str
    do: str
    chosen: tuple[int, ...]
    options: tuple[TableCard, ...]


@dataclass(frozen=True)
class TablePage:
    """`attackers`: the cards that attack when the turn ends."""

    playtest: Playtest
    node: PlaytestNode
    stage: str
    turn: int
    clock: int
    zones: tuple[TableZone, ...]
    counters: tuple[TableCounter, ...]
    actions: tuple[TableAction, ...]
    log: tuple[LogEntry, ...]
    has_earlier: bool
    undo: int | None
    redo: int | None
    question: Question | None = None
    zone_choices: tuple[tuple[str, str], ...] = ()
    branches: tuple[int, ...] = field(default=())
    percentiles: tuple[ShownPercentile, ...] = ()
    setup_rule: str = ""
    attackers: tuple[TableCard, ...] = ()
    decision: ShownDecision | None = None
    """What an effect waits for; spectators, who do not see all cards, are not shown it."""

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """The log lines of the last node."""
        return self.log[-1].lines


def page(
    playtest: Playtest, reached: Reached, *, playing: bool, spectator: bool = False, log: int = MAX_LOG
) -> TablePage:
    """The page of a position. `playing`: with the possible actions; `spectator`: without hidden cards; `log`: how many
    nodes of the log."""
    path = selectors.path_to(playtest, reached.node.number, log)
    children = selectors.children_of(playtest, [each.number for each in path])
    return _page(playtest, reached, path, children, playing=playing, spectator=spectator)


def step_page(playtest: Playtest, done: Done) -> TablePage:
    """The page of the position that an operation led to, with the last two nodes of the log."""
    return _page(playtest, done.reached, [done.parent, done.reached.node], done.children, playing=True, spectator=False)


def _page(
    playtest: Playtest,
    reached: Reached,
    path: Sequence[PlaytestNode],
    children: Mapping[int, Sequence[int]],
    *,
    playing: bool,
    spectator: bool,
) -> TablePage:
    node, session, position = reached
    table = _TableView(session, position, playing=playing, spectator=spectator)
    next_ones = children[node.number]
    return TablePage(
        playtest=playtest,
        node=node,
        stage=position.stage,
        turn=table.turn,
        clock=position.clock,
        zones=tuple(
            table.zone(zone)
            for zone in session.board.zones
            if not zone.is_transient or table.visible[zone.slug]  # which is nearly always empty
        ),
        counters=tuple(
            TableCounter(each.slug, read(each.label), position.var[each.index]) for each in session.board.counters
        ),
        actions=tuple(table.actions()) if playing else (),
        log=tuple(_log(table, path, children)),
        has_earlier=path[0].parent is not None,
        undo=node.parent,
        redo=next_ones[-1] if next_ones else None,
        zone_choices=tuple((zone.slug, read(zone.label)) for zone in session.board.zones if not zone.is_transient),
        branches=tuple(next_ones),
        percentiles=shown_percentiles(playtest, reached),
        setup_rule=read(session.board.setup_rule) if position.stage in ("setup", "over") and not table.turn else "",
        attackers=tuple(map(table.card, session.attacking(position))),
        decision=None if spectator or position.open is None else table.decision(position.open.decision),
    )


def shown_percentiles(playtest: Playtest, reached: Reached) -> tuple[ShownPercentile, ...]:
    fish = reached.session.fish
    labels = {"available": read(fish.resource), "plays": _("Actions"), "score": read(fish.score)}
    return tuple(ShownPercentile(labels[name], *rest) for name, *rest in percentiles(playtest, reached.position))


def question_of(playtest: Playtest, error: Undecided, do: str, numbers: Sequence[int]) -> Question:
    """The choice that a rule requires, with the cards as they are at that point of the operation."""
    from deckbuilder.playtest.to_games import to_session

    table = _TableView(to_session(playtest), error.position, playing=False, spectator=False)
    options = tuple(table.card(number) for number in error.options)
    return Question(read(error.choice.label), error.choice.rule, do, tuple(numbers), options)


class _TableView:
    def __init__(self, session: Session, position: Position, *, playing: bool, spectator: bool) -> None:
        from games.engine.play.playtest.positions import visible

        self.session, self.position, self.spectator = session, position, spectator
        self.kinds = [card.kind for card in session.cards]
        self.turn = int(position.var[1])
        self.visible = visible(position, session.board, self.kinds, spectator=spectator)
        self.verbs: dict[int | None, list[BoardVerb]] = {}
        if playing:
            for verb, number in session.actions(position):
                self.verbs.setdefault(number, []).append(verb)

    def name(self, instance: Instance) -> str:
        if instance.card >= 0:
            return reader_name(self.session.cards[instance.card])
        tokens = {each.slug: read(each.label) for each in self.session.board.tokens}
        return tokens.get(instance.name, instance.name)

    def card(self, number: int | None) -> TableCard:
        if number is None:
            return TableCard(None)
        instance = self.position.instances[number]
        card = self.session.cards[instance.card] if instance.card >= 0 else None
        zone = self.session.board.zone_of(instance.place, card.kind if card else "")
        label = zone.labels.get(instance.place) if zone else None
        return TableCard(
            number,
            card,
            self.name(instance),
            read(label) if label else "",
            instance.face,
            instance.marks,
            tuple(
                TableAction(f"play {verb.slug} {number}", read(verb.label), verb.rule)
                for verb in self.verbs.get(number, ())
            ),
        )

    def decision(self, decision: Decision) -> ShownDecision:
        def place_of(number: int) -> str:
            instance = self.position.instances[number]
            kind = self.session.cards[instance.card].kind if instance.card >= 0 else ""
            zone = self.session.board.zone_of(instance.place, kind)
            return read(zone.label) if zone else ""

        return shown_decision(self.session.run.game, self.session.cards, decision, self.card, place_of)

    def zone(self, zone: BoardZone) -> TableZone:
        cards = self.visible[zone.slug]
        note = crowd_note(zone) if 0 < zone.slots < len(cards) else ""
        return TableZone(zone, read(zone.label), len(cards), tuple(self._cells(zone, cards)), note)

    def _cells(self, zone: BoardZone, cards: Sequence[ZoneCard]) -> list[tuple[TableCard, ...]]:
        if zone.layout == "stack" and {card.number for card in cards} == {None}:
            return [(TableCard(None),)]  # a closed pile shows its back once
        if not zone.slots:
            return [(self.card(card.number),) for card in cards]
        by_slot: dict[int, list[TableCard]] = {slot: [] for slot in range(zone.slots)}
        for card in cards:
            by_slot.setdefault(card.slot, []).append(self.card(card.number))
        return [tuple(by_slot[slot]) for slot in sorted(by_slot)]

    def actions(self) -> list[TableAction]:
        """The actions that do not belong to a card, the next step first."""
        stage = self.position.stage
        steps = {
            "opening": [
                TableAction("keep", _("Keep this hand")),
                TableAction("mulligan", _("Put back selected cards")),
            ],
            "setup": [TableAction("ready", _("Done placing"))],
            "between": [TableAction("begin", _("Begin turn {number}").format(number=self.turn + 1))],
            "turn": [TableAction("end", _("End turn {number}").format(number=self.turn))],
        }.get(stage, [])
        return [
            *steps,
            *(TableAction(f"play {verb.slug}", read(verb.label), verb.rule) for verb in self.verbs.get(None, ())),
        ]


def log_of(playtest: Playtest, node: PlaytestNode) -> list[LogEntry]:
    """The whole log up to a node."""
    _, session, position = selectors.reach(playtest, node)
    path = selectors.path_to(playtest, node.number, MAX_NODES)
    children = selectors.children_of(playtest, [each.number for each in path])
    return _log(_TableView(session, position, playing=False, spectator=False), path, children)


def _log(table: _TableView, path: Sequence[PlaytestNode], children: Mapping[int, Sequence[int]]) -> list[LogEntry]:
    log = Log(table.session.board, table.kinds, table.name, spectator=table.spectator)
    numbers = [node.number for node in path]
    following = dict(pairwise(numbers))
    records = [records_of(node) for node in path]
    lines_left = iter(log.lines([*chain.from_iterable(records)], table.position.instances))
    entries = []
    for node, own in zip(path, records, strict=True):
        lines = tuple(islice(lines_left, len(own)))
        others = tuple(each for each in children[node.number] if each != following.get(node.number))
        words = ("", "") if table.spectator else (node.label, node.note)
        entries.append(LogEntry(node.number, lines, *words, others))
    return entries


@dataclass(frozen=True)
class TreePage:
    """The tree of branches; `more`: how many of its nodes are not shown."""

    stations: tuple[Station, ...]
    more: int


def tree_page(playtest: Playtest) -> TreePage:
    rows = list(stations(selectors.tree_of(playtest)))
    return TreePage(tuple(rows[:MAX_STATIONS]), max(len(rows) - MAX_STATIONS, 0))
