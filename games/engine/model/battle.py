"""What a battle is: the fields that decide it, and a result of steps, each with the paragraph it comes from.

A game declares a `Battle`: sides, each a place where a card stands, and what decides the battle besides. Its `resolve`
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
    """One of the things that may hold of a side. `word`: the glossary's keyword that a card has for it."""

    value: str
    label: Text | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that decides a battle.

    `type`: a whole number from `min` to `max`, one of the `choices`, or any of the `options`. `attribute`: the column
    of a card that fills it in. `word`: the keyword whose presence on a card makes the number 1. `default`: what holds
    where nobody says; None for a number that has to be said if it is `required`. `dash`: a number may be "-", none at
    all. `unless`: the option of the same side with which the number need not be said. `seldom`: few battles need it.
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
    """A place in a battle and its fields, whose names begin with `key`; kinds of card that can stand there.

    `optional`: nobody need stand there. `entry`: what is asked on a card's page, as in "as attacker".
    """

    key: str
    label: Text
    fields: tuple[Field, ...]
    kinds: tuple[str, ...] = ()
    optional: bool = False
    entry: Text | None = None


@dataclass(frozen=True)
class Result:
    """What happens in a battle and what comes of it. `favours`: whose side has the better of it.

    `figures`: the two numbers that were compared last, where a glance at them tells the battle.
    """

    steps: tuple[Fact, ...]
    outcome: tuple[Fact, ...]
    favours: Favour = ""
    figures: tuple[int, ...] = ()

    def sides(self, code: str) -> tuple[str, ...]:
        """The sides of which the outcome says that."""
        return tuple(str(each.params["who"]) for each in self.outcome if each.code == code)


class TableLine(NamedTuple):
    """A row or a column of a table: how it differs from the situation."""

    label: Text
    situation: Callable[[Situation], Situation]


@dataclass(frozen=True)
class Table:
    """A question that is answered for many situations at once.

    `shows`: the codes of an outcome that stand in a cell; `otherwise`: what stands there if it has none of them.
    `applies`: whether the question arises.
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
    """A game's battles. `fields`: what belongs to no side; `terms`: what its facts call things.

    `example`: values of a situation that shows how it works, as an address has them.
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
        """The sides that a card of this kind can be looked at on."""
        return tuple(side for side in self.sides if side.entry and kind in side.kinds)

    def names(self) -> Iterator[str]:
        """Everything an address may say."""
        for side in self.sides:
            if side.kinds:
                yield f"{side.key}.card"
            yield from (f"{side.key}.{each.name}" for each in side.fields)
        yield from (each.name for each in self.fields)

    def label(self, name: str, game: Game) -> Text:
        """What something in a fact is called: a side, a term, a field, an option. Raises KeyError."""
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
            Text(f"+{amount}", f"+{amount}"), lambda situation: situation.changed(situation.more(name, amount))
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


AS_IS = TableLine(Text("As it is", "目前"), lambda situation: situation)
