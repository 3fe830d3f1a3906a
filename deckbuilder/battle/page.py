"""What the page of a battle shows: its form, filled in, and the result in words."""

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


class Choice(NamedTuple):
    value: str
    label: str
    chosen: bool
    help: str = ""


class Box(NamedTuple):
    """A field of the form. `mistake`: what is wrong with it; `blank`: none may be chosen; `wide`: it takes a line."""

    name: str
    id: str
    label: str
    type: str
    value: str
    choices: tuple[Choice, ...]
    required: bool
    mistake: str
    changed: bool
    seldom: bool
    signed: bool
    blank: bool
    wide: bool


class Panel(NamedTuple):
    """A side of the form. `card`: what is typed for it; `held`: the number of the card that filled it in."""

    key: str
    label: str
    takes_card: bool
    card: str
    held: Card | None
    offered: tuple[str, ...]
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


def given_of(query: QueryDict, battle: Battle) -> dict[str, list[str]]:
    """What an address says of the battle. Fields that another card filled in are left to the card there is now."""
    given = {name: query.getlist(name) for name in query if name != "deck" and not name.endswith(".filled")}
    for side in battle.sides:
        card, before = query.get(f"{side.key}.card", "").strip(), query.get(f"{side.key}.filled", "").strip()
        if card and f"{side.key}.filled" in query and card != before:
            for each in side.fields:
                if each.attribute or each.word or any(option.word for option in each.options):
                    given.pop(f"{side.key}.{each.name}", None)
    return given


def page(asked: BattleQuery, given: Given, deck: Deck | None) -> Page:
    """The page of a battle. `given`: as typed; `deck`: whose cards are offered."""
    words = Words(asked.game, asked.battle)
    wrong = {each.name: words.mistake(each) for each in asked.mistakes if each.code != "missing"}
    panels = tuple(_panel(side, asked, given, wrong, words, deck) for side in asked.battle.sides)
    shown = {box.name for panel in panels for box in panel.boxes} | {f"{panel.key}.card" for panel in panels}
    boxes = tuple(_box(each, each.name, asked, given, wrong, words) for each in asked.battle.fields)
    shown |= {box.name for box in boxes}
    result = asked.result
    return Page(
        panels,
        boxes,
        tuple(_said(result.outcome or result.steps[-1:], words)) if result else (),
        tuple(_said(result.steps, words)) if result else (),
        tuple(_grid(each, words) for each in asked.tables),
        tuple(words.mistake(each) for each in asked.mistakes if each.code == "missing"),
        tuple(text for name, text in wrong.items() if name not in shown),
    )


def _panel(
    side: Side, asked: BattleQuery, given: Given, wrong: Mapping[str, str], words: Words, deck: Deck | None
) -> Panel:
    card = f"{side.key}.card"
    return Panel(
        side.key,
        side.label.read(words.language),
        bool(side.kinds),
        (given.get(card) or ("",))[-1],
        asked.cards.get(side.key),
        offered(deck, side, asked.game) if deck else (),
        wrong.get(card, ""),
        tuple(_box(each, f"{side.key}.{each.name}", asked, given, wrong, words) for each in side.fields),
        side.optional,
    )


def offered(deck: Deck, side: Side, game: Game) -> tuple[str, ...]:
    """The cards of a deck that can stand on a side, as they are typed."""
    cards = {entry.card.key: entry.card for _, entry in deck.all_entries() if entry.card.kind in side.kinds}
    names = [card.name for card in cards.values()]
    return tuple(
        card.name if names.count(card.name) == 1 else f"{card.name} ({card.codes[0]})" for card in cards.values()
    )


def _box(each: Field, name: str, asked: BattleQuery, given: Given, wrong: Mapping[str, str], words: Words) -> Box:
    known = asked.situation.values[name]
    typed = [text for text in given.get(name, ()) if text.strip()]
    value = typed[-1] if name in wrong and typed else "" if known is None else str(known)
    return Box(
        name,
        name.replace(".", "-"),
        each.label.read(words.language),
        each.type,
        value,
        tuple(_choices(each, known, asked.game, words)),
        each.required,
        wrong.get(name, ""),
        bool(known) if each.type == "options" else known != each.default,
        each.seldom,
        each.min < 0 or each.dash,
        each.default is None,
        each.type == "options" or any(len(choice.label.en) > SHORT for choice in each.choices),
    )


def _choices(each: Field, known: object, game: Game, words: Words) -> Iterator[Choice]:
    for choice in each.choices:
        yield Choice(choice.value, choice.label.read(words.language), choice.value == known)
    held = known if isinstance(known, frozenset) else frozenset()
    for option in each.options:
        label = option_label(option, game).read(words.language)
        yield Choice(option.value, label, option.value in held)


def _said(facts: tuple[Fact, ...], words: Words) -> Iterator[Conclusion]:
    for each in facts:
        weight = "heavy" if each.code in HEAVY else "lacking" if each.code == "needs" else ""
        yield Conclusion(words.message(each), each.rule, weight)


def _grid(found: Answers, words: Words) -> Grid:
    table = found.table
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
        for line, cells in zip(table.rows, found.cells, strict=True)
    )
    columns = tuple(line.label.read(words.language) for line in table.columns)
    return Grid(table.key, table.title.read(words.language), table.corner.read(words.language), columns, rows)
