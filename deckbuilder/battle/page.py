"""The battle page: its form with values, and the result in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.http import QueryDict

from deckbuilder.battle.selectors import BattleQuery
from deckbuilder.battle.sentences import Words
from games.engine.model.battle import Answers, Battle, Fact, Field, Side, option_label
from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.reading.battle_reading import Given


class FormChoice(NamedTuple):
    value: str
    label: str
    chosen: bool
    help: str = ""


class Box(NamedTuple):
    """A field of the form."""

    name: str
    id: str
    label: str
    type: str
    value: str
    choices: tuple[FormChoice, ...]
    required: bool
    mistake: str
    """What is wrong with its value."""
    changed: bool
    seldom: bool
    signed: bool
    blank: bool
    """Whether none of the choices may be chosen."""
    wide: bool
    """Whether it takes a whole line."""


class Panel(NamedTuple):
    """A side of the form."""

    key: str
    label: str
    takes_card: bool
    card: str
    """The text typed for it."""
    filler: Card | None
    """The card that fills it in."""
    suggestions: tuple[str, ...]
    mistake: str
    boxes: tuple[Box, ...]
    optional: bool

    @property
    def usual(self) -> tuple[Box, ...]:
        return tuple(each for each in self.boxes if not each.seldom)

    @property
    def seldom(self) -> tuple[Box, ...]:
        return tuple(each for each in self.boxes if each.seldom)

    @property
    def open(self) -> bool:
        return any(each.changed or each.mistake for each in self.seldom)


class Conclusion(NamedTuple):
    """A fact in words, with its paragraph."""

    text: str
    rule: str
    weight: str


class Cell(NamedTuple):
    text: str
    figures: str
    favours: str


class Grid(NamedTuple):
    """A table in words: its columns, and rows of a label and cells."""

    key: str
    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


class Page(NamedTuple):
    panels: tuple[Panel, ...]
    boxes: tuple[Box, ...]
    outcome: tuple[Conclusion, ...]
    steps: tuple[Conclusion, ...]
    grids: tuple[Grid, ...]
    hints: tuple[str, ...]
    problems: tuple[str, ...]


SHORT = 10
"""Characters of a choice that fit into half a line."""

HEAVY = ("falls", "leaves", "loses-game", "loses", "hits", "misses", "cannot-attack")
"""Codes of what a battle is about; the rest of an outcome is smaller."""


def values_of_query(query: QueryDict, battle: Battle) -> dict[str, list[str]]:
    """The values of the query parameters. Fields that another card filled in are left to the current card."""
    values = {name: query.getlist(name) for name in query if name != "deck" and not name.endswith(".filled")}
    for side in battle.sides:
        card, before = query.get(f"{side.key}.card", "").strip(), query.get(f"{side.key}.filled", "").strip()
        if card and f"{side.key}.filled" in query and card != before:
            for each in side.fields:
                if each.attribute or each.word or any(option.word for option in each.options):
                    values.pop(f"{side.key}.{each.name}", None)
    return values


def battle_page(query: BattleQuery, values: Given, deck: Deck | None) -> Page:
    """The page of a battle. `values`: as typed; `deck`: whose cards are offered."""
    words = Words(query.game, query.battle)
    wrong = {each.name: words.mistake(each) for each in query.mistakes if each.code != "missing"}
    panels = tuple(_panel(side, query, values, wrong, words, deck) for side in query.battle.sides)
    box_names = {box.name for panel in panels for box in panel.boxes} | {f"{panel.key}.card" for panel in panels}
    boxes = tuple(_box(each, each.name, query, values, wrong, words) for each in query.battle.fields)
    box_names |= {box.name for box in boxes}
    result = query.result
    return Page(
        panels,
        boxes,
        tuple(_conclusions(result.outcome or result.steps[-1:], words)) if result else (),
        tuple(_conclusions(result.steps, words)) if result else (),
        tuple(_grid(each, words) for each in query.tables),
        tuple(words.mistake(each) for each in query.mistakes if each.code == "missing"),
        tuple(text for name, text in wrong.items() if name not in box_names),
    )


def _panel(
    side: Side, query: BattleQuery, values: Given, wrong: Mapping[str, str], words: Words, deck: Deck | None
) -> Panel:
    card = f"{side.key}.card"
    return Panel(
        side.key,
        side.label.read(words.language),
        bool(side.kinds),
        (values.get(card) or ("",))[-1],
        query.cards.get(side.key),
        cards_of_side(deck, side, query.game) if deck else (),
        wrong.get(card, ""),
        tuple(_box(each, f"{side.key}.{each.name}", query, values, wrong, words) for each in side.fields),
        side.optional,
    )


def cards_of_side(deck: Deck, side: Side, game: Game) -> tuple[str, ...]:
    """The cards of a deck that can be on a side, as they are typed."""
    cards = {entry.card.key: entry.card for _, entry in deck.all_entries() if entry.card.kind in side.kinds}
    names = [card.name for card in cards.values()]
    return tuple(
        card.name if names.count(card.name) == 1 else f"{card.name} ({card.codes[0]})" for card in cards.values()
    )


def _box(each: Field, name: str, query: BattleQuery, values: Given, wrong: Mapping[str, str], words: Words) -> Box:
    value_or_none = query.situation.values[name]
    texts = [text for text in values.get(name, ()) if text.strip()]
    value = texts[-1] if name in wrong and texts else "" if value_or_none is None else str(value_or_none)
    return Box(
        name,
        name.replace(".", "-"),
        each.label.read(words.language),
        each.type,
        value,
        tuple(_choices(each, value_or_none, query.game, words)),
        each.required,
        wrong.get(name, ""),
        bool(value_or_none) if each.type == "options" else value_or_none != each.default,
        each.seldom,
        each.min < 0 or each.dash,
        each.default is None,
        each.type == "options" or any(len(choice.label.en) > SHORT for choice in each.choices),
    )


def _choices(each: Field, value: object, game: Game, words: Words) -> Iterator[FormChoice]:
    for choice in each.choices:
        yield FormChoice(choice.value, choice.label.read(words.language), choice.value == value)
    options = value if isinstance(value, frozenset) else frozenset()
    for option in each.options:
        label = option_label(option, game).read(words.language)
        yield FormChoice(option.value, label, option.value in options)


def _conclusions(facts: tuple[Fact, ...], words: Words) -> Iterator[Conclusion]:
    for each in facts:
        weight = "heavy" if each.code in HEAVY else "lacking" if each.code == "needs" else ""
        yield Conclusion(words.message(each), each.rule, weight)


def _grid(answers: Answers, words: Words) -> Grid:
    table = answers.table
    otherwise = table.otherwise.read(words.language)
    rows = tuple(
        (
            line.label.read(words.language),
            tuple(
                Cell(
                    words.cell(result, table.shows, otherwise),
                    " : ".join(map(str, result.figures)) if result else "",
                    result.favours if result else "",
                )
                for result in cells
            ),
        )
        for line, cells in zip(table.rows, answers.cells, strict=True)
    )
    columns = tuple(line.label.read(words.language) for line in table.columns)
    return Grid(table.key, table.title.read(words.language), table.corner.read(words.language), columns, rows)
