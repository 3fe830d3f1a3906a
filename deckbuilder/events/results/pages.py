"""The page of an event's lists: the breakdown as charts with their tables, and the lists themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.common.drawing.charts import Chart, chart
from deckbuilder.common.labels import declaration_labels, read, with_note
from deckbuilder.common.names import reader_name
from deckbuilder.events.models import Submission
from deckbuilder.events.results.counts import Breakdown, Group, Played
from deckbuilder.events.results.selectors import PublishedList
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.registry import get

MAX_BARS = 12
"""Columns of a chart; its table has all values."""

WIDEST = 350
"""Wider charts do not fit on a phone: their tables have bars instead."""


class ResultRow(NamedTuple):
    """A row of a table."""

    label: str
    lists: int
    share: float
    """The share of all lists, in percent."""
    copies: int
    average: float
    zone: str = ""
    """If it is not the zone the deck is drawn from."""
    card: Card | None = None
    """If the row is about one."""


class Shown(NamedTuple):
    """A group of the breakdown: its chart, if one fits, and its table."""

    name: str
    title: str
    chart: Chart | None
    rows: list[ResultRow]
    copies: bool


def groups(counts: Breakdown, game: Game) -> list[Shown]:
    return [_group_view(each, counts, game) for each in counts.groups]


def _group_view(group: Group, counts: Breakdown, game: Game) -> Shown:
    cards = {each.card.name: each.card for each in counts.cards if (group.kind, each.zone) == ("leader", group.name)}
    rows = [
        ResultRow(
            reader_name(cards[part.value]) if part.value in cards else label_of(group, part.value, game),
            part.lists,
            _share(part.lists, counts.lists),
            part.copies,
            0,
            card=cards.get(part.value),
        )
        for part in group.parts
    ]
    bar_chart = chart(group.name, title(group, game), [(row.label, row.lists) for row in rows[:MAX_BARS]])
    fits = len(rows) > 1 and bar_chart.width <= WIDEST
    return Shown(group.name, bar_chart.title, bar_chart if fits else None, rows, group.kind == "attribute")


def title(group: Group, game: Game) -> str:
    """The reader's name of a group."""
    if group.kind == "declared":
        return next(read(each.label) for each in game.declarations if each.key == group.name)
    if group.kind == "leader":
        return read(game.zone(group.name).label)
    return read(game.fields[group.name].label)


def label_of(group: Group, value: str, game: Game) -> str:
    if not value:
        return _("none declared")
    if group.kind == "leader":
        return value
    declared = next((each.attribute for each in game.declarations if each.key == group.name), "")
    return game.fields[declared or group.name].label_of(value, get_language() or "en")


def _share(count: int, whole: int) -> float:
    return 100 * count / whole if whole else 0


def cards(counts: Breakdown, card_counts: Iterable[Played], game: Game) -> list[ResultRow]:
    """The rows of the table of cards; cards with the same name in a zone have their number behind it."""
    alike = Counter((each.zone, each.card.name) for each in counts.cards)
    return [
        ResultRow(
            _distinct_name(each, alone=alike[each.zone, each.card.name] == 1),
            each.lists,
            _share(each.lists, counts.lists),
            each.copies,
            each.average,
            "" if each.zone in game.opening.zones else read(game.zone(each.zone).label),
            each.card,
        )
        for each in card_counts
    ]


def _distinct_name(each: Played, *, alone: bool) -> str:
    name = reader_name(each.card)
    return name if alone or not each.card.codes else with_note(name, each.card.codes[0])


class Tile(NamedTuple):
    """A list among others: its leaders and declarations, and whether an organiser overrode the verdict on it."""

    submission: Submission
    known_by: list[str]
    let_through: bool


def tiles(published_lists: Iterable[PublishedList], leading: Iterable[str], let_through: Container[int]) -> list[Tile]:
    zones = list(leading)
    return [
        Tile(
            each.submission,
            [
                *declaration_labels(each.deck.declarations, get(each.deck.game)),
                *(reader_name(entry.card) for zone in zones for entry in each.deck.entries(zone)),
            ],
            each.submission.entry_id in let_through,
        )
        for each in published_lists
    ]
