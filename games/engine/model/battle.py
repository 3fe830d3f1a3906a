"""Battles: the fields that decide them, and a result of steps, each with its paragraph of the rulebook.

A game declares a `Battle`: its sides, one card each, and the other fields that decide it. Its `resolve`
turns a `Situation` into a `Result`, whose facts have no prose; the sentences live with the site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from games.engine.model.battle_situation import Excess, Missing, Situation
from games.engine.model.cards import Choice
from games.engine.texts.text import Text
from games.engine.texts.writing import fold

if TYPE_CHECKING:
    from games.engine.model.game import Game

Favour = Literal["attacker", "defender", ""]

CODES = (
    "value",
    "instead",
    "change",
    "multiply",
    "floor",
    "no-effect",
    "fights",
    "passes",
    "compare",
    "equal",
    "wins",
    "deals",
    "deals-nothing",
    "bears",
    "dying",
    "revives",
    "spared",
    "interrupted",
    "cannot-attack",
    "cannot-answer",
    "hits",
    "misses",
    "falls",
    "leaves",
    "stays",
    "goes",
    "goes-on",
    "becomes",
    "loses",
    "discards",
    "gains",
    "safe",
    "loses-game",
    "victory",
    "may",
    "needs",
)
"""Every code a fact may have; the site has a sentence for each."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A step of a battle or a part of its outcome. `rule`: its paragraph.

    `params`: numbers, and names that `label` knows: `who` and `whom` are sides, `what` and `why` anything else.
    """

    code: str
    rule: str = ""
    params: Mapping[str, str | int] = field(default_factory=dict)


def fact(code: str, rule: str = "", **params: str | int) -> Fact:
    return Fact(code, rule, params)


class Option(NamedTuple):
    """One state a side may be in. `word`: the keyword of the glossary that gives it to a card."""

    value: str
    label: Text | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that decides a battle.

    `type`: a whole number from `min` to `max`, one of the `choices`, or any of the `options`. `attribute`: the column
    of a card that fills it in. `word`: a keyword that makes the number 1 on cards that have it. `default`: the value
    where none is given; None for a number that must be given if it is `required`. `dash`: a number may be "-", none at
    all. `unless`: the option of the same side that makes the number unnecessary. `seldom`: few battles need it.
    """

    name: str
    label: Text
    type: Literal["number", "choice", "options"] = "number"
    default: int | str | None = None
    required: bool = False
    min: int = 0
    max: int = 0
    dash: bool = False
    choices: tuple[Choice, ...] = ()
    options: tuple[Option, ...] = ()
    attribute: str = ""
    word: str = ""
    unless: str = ""
    seldom: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a battle and its fields, whose names begin with `key`; the kinds of card that can be there.

    `optional`: the side may be empty. `entry`: the label on a card's page, as in "as attacker".
    """

    key: str
    label: Text
    fields: tuple[Field, ...]
    kinds: tuple[str, ...] = ()
    optional: bool = False
    entry: Text | None = None


@dataclass(frozen=True)
class Result:
    """What happens in a battle, and its outcome. `favours`: the side that comes out better.

    `figures`: the two numbers that were compared last, where they sum up the battle.
    """

    steps: tuple[Fact, ...]
    outcome: tuple[Fact, ...]
    favours: Favour = ""
    figures: tuple[int, ...] = ()

    def sides(self, code: str) -> tuple[str, ...]:
        """The sides that have this code in the outcome."""
        return tuple(str(each.params["who"]) for each in self.outcome if each.code == code)


class TableLine(NamedTuple):
    """A row or a column of a table: how it differs from the situation."""

    label: Text
    situation: Callable[[Situation], Situation]


@dataclass(frozen=True)
class Table:
    """Outcomes of many situations at once.

    `shows`: the codes of an outcome that a cell shows; `otherwise`: its text if there is none of them.
    `applies`: whether the table makes sense for a situation.
    """

    key: str
    title: Text
    rows: tuple[TableLine, ...]
    columns: tuple[TableLine, ...]
    shows: tuple[str, ...]
    otherwise: Text
    corner: Text
    applies: Callable[[Situation], bool] = lambda situation: True


@dataclass(frozen=True)
class Battle:
    """A game's battles. `fields`: those of no side; `terms`: labels of the terms in its facts.

    `example`: an example situation, as query parameters.
    """

    sides: tuple[Side, ...]
    fields: tuple[Field, ...]
    terms: Mapping[str, Text]
    resolve: Callable[[Situation], Result]
    tables: tuple[Table, ...]
    example: Mapping[str, str]
    note: Text | None = None

    @cached_property
    def all_fields(self) -> Mapping[str, Field]:
        """Every field by its full name."""
        own = {each.name: each for each in self.fields}
        return own | {f"{side.key}.{each.name}": each for side in self.sides for each in side.fields}

    @cached_property
    def by_key(self) -> Mapping[str, Side]:
        return {side.key: side for side in self.sides}

    def entries(self, kind: str) -> tuple[Side, ...]:
        """The sides that a card's page offers for this kind."""
        return tuple(side for side in self.sides if side.entry and kind in side.kinds)

    def names(self) -> Iterator[str]:
        """Every query parameter there is."""
        for side in self.sides:
            if side.kinds:
                yield f"{side.key}.card"
            yield from (f"{side.key}.{each.name}" for each in side.fields)
        yield from (each.name for each in self.fields)

    def label(self, name: str, game: Game) -> Text:
        """The label of a name in a fact: a side, a term, a field or an option. Raises KeyError."""
        if name in self.by_key:
            return self.by_key[name].label
        if name in self.terms:
            return self.terms[name]
        for each in self.all_fields.values():
            if each.name == name:
                return each.label
            for option in each.options:
                if option.value == name:
                    return option_label(option, game)
            for choice in each.choices:
                if choice.value == name:
                    return choice.label
        raise KeyError(name)


def option_label(option: Option, game: Game) -> Text:
    """Its own label, or the glossary's name of its keyword."""
    return option.label or game.keywords[fold(option.word)].name


def more(name: str, amounts: range) -> tuple[TableLine, ...]:
    """Lines of a table: a number as it is, and larger by each of these."""

    def line(amount: int) -> TableLine:
        return TableLine(
            Text(f"+{amount}", f"+{amount}"), lambda situation: situation.with_changes(situation.more(name, amount))
        )

    return tuple(line(amount) for amount in amounts)


class Answers(NamedTuple):
    """A table with its cells; None where a number is missing for one."""

    table: Table
    cells: tuple[tuple[Result | None, ...], ...]


def answers(battle: Battle, situation: Situation) -> tuple[Answers, ...]:
    """The tables that apply to a situation."""
    return tuple(
        Answers(
            table, tuple(tuple(_cell(battle, situation, row, column) for column in table.columns) for row in table.rows)
        )
        for table in battle.tables
        if table.applies(situation)
    )


def _cell(battle: Battle, situation: Situation, row: TableLine, column: TableLine) -> Result | None:
    try:
        return battle.resolve(column.situation(row.situation(situation)))
    except (Missing, Excess):
        return None


AS_IS = TableLine(Text("As it is", "目前", ja="現在のまま"), lambda situation: situation)
