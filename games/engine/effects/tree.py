"""A statement of what a card does, as frozen values: a cell is clauses, a clause items, an item chains of steps.

Words are those of a game's Vocabulary, in lower case; values of keys are as they were written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Literal

Reference = Literal["self", "that"]
"""The card itself; the cards that the event or the step before is about."""

Comparison = Literal["=", "!=", "<", "<=", ">", ">="]
KeyOp = Literal["=", "!=", "<=", ">=", "~"]


# Amounts --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`, as the player chooses; `high` None: to any number."""

    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Open:
    """`any`: as many as the player chooses; `all`: as many as there are."""

    word: Literal["any", "all"]


@dataclass(frozen=True, slots=True)
class Count:
    """How many cards a filter fits."""

    filter: Filter


@dataclass(frozen=True, slots=True)
class Sum:
    """A numeric key, added up over the cards that all terms fit; without terms over one's board."""

    key: str
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Half:
    """Half of an amount, rounded down."""

    amount: Expression


@dataclass(frozen=True, slots=True)
class That:
    """How many cards the step before moved, or with a key, what these add up to in it."""

    key: str = ""


@dataclass(frozen=True, slots=True)
class Counter:
    """The present value of a counter."""

    name: str


@dataclass(frozen=True, slots=True)
class Product:
    """Two or more factors."""

    factors: tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """Two or more parts, each with its sign, which is 1 for the first."""

    parts: tuple[tuple[Literal[1, -1], Atom | Product], ...]


Atom = Number | Count | Sum | Half | That | Counter
Expression = Atom | Product | Total
Amount = Expression | Range | Open


# Filters --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Zones:
    """The card is in one of these places."""

    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flag:
    """The card is such, or if `negated` is not."""

    name: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """The card's value of a key. `joiner`: "/" if any of the values will do, "+" if there must be one for each.

    Values are words as they were written; of numeric keys one whole number, or That.
    """

    key: str
    op: KeyOp
    values: tuple[str | int | That, ...]
    joiner: Literal["/", "+"] = "/"


@dataclass(frozen=True, slots=True)
class By:
    """What the card was brought, moved or is kept by."""

    cause: Reference | Filter | Match


@dataclass(frozen=True, slots=True)
class From:
    """Where the card was before."""

    zones: tuple[str, ...]


Term = Zones | Flag | Match | By | From


@dataclass(frozen=True, slots=True)
class Filter:
    """The cards that fit all terms, one or more, in the order in which they were written."""

    terms: tuple[Term, ...]


Target = Reference | Filter


# Conditions -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Presence:
    """`has`: some card fits; `no`: none does; `full`: each of the places has a card."""

    word: Literal["has", "no", "full"]
    filter: Filter


@dataclass(frozen=True, slots=True)
class State:
    """A card is such."""

    who: Reference
    flag: str


@dataclass(frozen=True, slots=True)
class Compare:
    """Two amounts, compared."""

    left: Expression
    op: Comparison
    right: Expression


Test = Presence | State | Compare


# Actions --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Receiver:
    """Where something goes or what does it: a place, or cards, of which a number may be said."""

    place: str = ""
    target: Target | None = None
    amount: Number | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that is done. `operand`: a word that the verb needs, see Verb. `source`: zones or one position."""

    verb: str
    operand: str = ""
    amount: Amount | None = None
    target: Target | None = None
    source: tuple[str, ...] = ()
    to: Receiver | None = None
    whose: Target | None = None
    """After the word `for`: the cards that a cost, a tribute or a permission is about."""

    by: Receiver | None = None
    until_end: bool = False
    """Until the end of the turn."""

    instead: bool = False
    """It replaces the event that triggered it."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action of a chain. `link`: "" for the first; `then`, if the step before was done completely; `and`, in any
    case. `may`: the player chooses whether; at the start of a chain that is whether to do the chain at all."""

    action: Action
    link: Literal["", "then", "and"] = ""
    tests: tuple[Test, ...] = ()
    may: bool = False


Chain = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """If all tests hold, one of the chains, as the player chooses."""

    chains: tuple[Chain, ...]
    tests: tuple[Test, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """A trigger and what it does, one item after the other; or a fact, which has no items.

    `of`: the event happens to such a card, rather than to the card itself. `source`, `cause`, `mode`: the event came
    from one of these zones, by this verb, in this way. `zones`: where the card itself must be, () for in play.
    `values`: the numbers of a fact. `short`: whether it is written as `draw:2`, which means the same as its long form.
    """

    trigger: str
    items: tuple[Item, ...] = ()
    of: Filter | None = None
    source: tuple[str, ...] = ()
    cause: str = ""
    mode: str = ""
    zones: tuple[str, ...] = ()
    once: bool = False
    values: tuple[int, ...] = ()
    short: bool = field(default=False, compare=False)

    @property
    def steps(self) -> Iterator[Step]:
        """Those of all chains, in the order in which they are written."""
        for item in self.items:
            for chain in item.chains:
                yield from chain

    @property
    def actions(self) -> Iterator[Action]:
        return (step.action for step in self.steps)


def parts_of(part: object) -> Iterator[object]:
    """A part of a tree and all parts within it, from the outside in."""
    if isinstance(part, tuple):
        for each in part:
            yield from parts_of(each)
    elif is_dataclass(part):
        yield part
        for each in fields(part):
            yield from parts_of(getattr(part, each.name))
