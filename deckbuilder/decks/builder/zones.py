"""The rows of a deck by zone, grouped and sorted as its reader chose."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.common.labels import keyword_label, read, value_label
from deckbuilder.common.names import reader_name
from deckbuilder.decks.builder.findings import Texts
from deckbuilder.decks.builder.looks import COPIES, UNGROUPED, Look
from deckbuilder.decks.lists.choices import LineChoices, choices_by_line
from deckbuilder.decks.models import DeckLine
from games.engine.model.cards import Attribute, Card, Value
from games.engine.model.game import Game, Zone
from games.engine.texts.writing import collation


@dataclass(frozen=True)
class PanelRow:
    """A line of the deck."""

    line: DeckLine
    card: Card | None
    code: str = ""
    """The number of its printing."""
    mark: str = ""
    """The gravest severity of a finding about its card."""
    why: str = ""
    """The messages of those findings."""
    choices: LineChoices | None = None

    @property
    def name(self) -> str:
        return reader_name(self.card) if self.card else self.line.text


@dataclass(frozen=True)
class Group:
    label: str
    rows: tuple[PanelRow, ...]

    @property
    def count(self) -> int:
        return sum(row.line.count for row in self.rows)


@dataclass(frozen=True)
class ZoneView:
    zone: Zone
    label: str
    groups: tuple[Group, ...]

    @property
    def count(self) -> int:
        return sum(group.count for group in self.groups)

    @property
    def rows(self) -> tuple[PanelRow, ...]:
        return tuple(row for group in self.groups for row in group.rows)


def zone_views(
    game: Game,
    lines: Sequence[DeckLine],
    marks: Texts,
    whys: Texts,
    resolving: bool,
    look: Look,
) -> Iterable[ZoneView]:
    lost_texts = [line.text for line in lines if line.printed_card is None] if resolving else []
    meant = choices_by_line(game, lost_texts, get_language() or "en") if lost_texts else {}
    for zone in (*sorted(game.zones, key=lambda zone: not zone.single), game.maybe):  # the leader first
        zone_lines = [line for line in lines if line.zone == zone.slug]
        remarks = (marks, whys) if zone is not game.maybe else ({}, {})
        rows = [_row(line, *remarks, meant) for line in zone_lines]
        yield ZoneView(zone, read(zone.label), tuple(_groups(game, rows, look)))


def _row(line: DeckLine, marks: Texts, whys: Texts, meant: Mapping[str, LineChoices]) -> PanelRow:
    code, card = (line.printed_card.code, line.printed_card.card) if line.printed_card else ("", None)
    key = card.key if card else line.text
    choices = None if card else meant.get(line.text)
    return PanelRow(line, card, code, marks.get(key, ""), whys.get(key, ""), choices)


def _groups(game: Game, rows: list[PanelRow], look: Look) -> Iterable[Group]:
    """Rows by value, in the attribute's order; those that have none by kind; lines that name no card first."""
    lost_rows = tuple(row for row in rows if row.card is None)
    if lost_rows:
        yield Group("", lost_rows)
    groups: dict[GroupKey, list[PanelRow]] = {}
    for row, card in _sort_rows(game, [(row, row.card) for row in rows if row.card], look.sort):
        key = GroupKey(False, (), _("Cards")) if look.by == UNGROUPED else _group_key(game, game.fields[look.by], card)
        groups.setdefault(key, []).append(row)
    for key, group_rows in sorted(groups.items(), key=lambda pair: pair[0]):
        yield Group(key.label, tuple(group_rows))


def _sort_rows(game: Game, rows: list[tuple[PanelRow, Card]], sort: str) -> list[tuple[PanelRow, Card]]:
    """In the game's own order; then by what is chosen, whichever way round, and those that have none of it last."""
    rows = sorted(rows, key=lambda pair: _order(game, *pair))
    name = sort.removeprefix("-")
    if not name:
        return rows
    pairs = [(_sort_key(game, name, *pair), pair) for pair in rows]
    with_key = sorted((each for each in pairs if each[0]), key=lambda each: each[0], reverse=sort[0] == "-")
    return [pair for _key, pair in with_key] + [pair for key, pair in pairs if not key]


def _sort_key(game: Game, name: str, row: PanelRow, card: Card) -> tuple[tuple[float, str], ...]:
    """By what a card is compared; () where it has none of it."""
    if name == COPIES:
        return ((float(row.line.count), ""),)
    attribute = game.fields[name]
    if name == "name":
        return ((0.0, collation(reader_name(card), get_language() or "en")),)
    if name == "code":
        return _values(attribute, row.code)
    return _values(attribute, card.get(name) if attribute.has(card.kind) else None)


def _values(attribute: Attribute, value: Value) -> tuple[tuple[float, str], ...]:
    """A value as it is compared: numbers by size, what has declared choices in their order, all else by its text."""
    if isinstance(value, tuple):
        return tuple(pair for one in value for pair in _values(attribute, one))
    if value is None or value == "":
        return ()
    if attribute.numeric:
        return ((float(value) if isinstance(value, (int, float)) else -math.inf, ""),)
    order = {choice.value: rank for rank, choice in enumerate(attribute.choices)}
    return ((float(order.get(str(value), len(order))), str(value)),)


class GroupKey(NamedTuple):
    """The group of a card, as groups are sorted."""

    is_missing: bool
    """Whether the card has no value to be grouped by; it is grouped by kind, after all others."""
    sort_key: tuple[float, ...]
    label: str


def _group_key(game: Game, by: Attribute, card: Card) -> GroupKey:
    value = card.get(by.name) if by.has(card.kind) else None
    sort_key = tuple(rank for rank, _text in _values(by, value))
    if not sort_key:
        return _group_key(game, game.fields["kind"], card)._replace(is_missing=True)
    language = get_language() or "en"
    if by.name == "keywords" and isinstance(value, tuple):
        return GroupKey(False, sort_key, " · ".join(keyword_label(game, word, language) for word in value))
    label = value_label(by, value, language)
    return GroupKey(False, sort_key, f"{by.label.read(language)} {label}" if by.numeric else label)


def _order(game: Game, row: PanelRow, card: Card) -> tuple[tuple[float, str], ...]:
    values = [card.get(name) for name in game.order]
    ranks = [(float(value), "") if isinstance(value, (int, float)) else (-1.0, str(value or "")) for value in values]
    return (*ranks, (0.0, card.name), (0.0, row.code))
