"""Which attribute a search means by a field, and what it asks by the value beside it."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable
from datetime import date
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from games.engine.model.cards import COMMON_NAMES, DASH, Attribute
from games.engine.reading.query_tree import And, Bound, Given, Is, Node, Not, Op, Or, all_of
from games.engine.texts.spellings import FLAGS, by_spelling
from games.engine.texts.writing import fold

if TYPE_CHECKING:
    from games.engine.model.game import Game

Param = str | int | tuple[str, ...]

_NUMBER = {"integer": re.compile(r"[+-]?[0-9]{1,9}"), "decimal": re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,6})?")}
_DATE = re.compile(r"([0-9]{4})(?:[-/.]([0-9]{1,2})(?:[-/.]([0-9]{1,2}))?)?")
_RANGE = re.compile(r"\.{2,}|~")


def attribute_of(field: str, game: Game) -> Attribute | None:
    """The attribute of that folded name, or label in any language; a game's own before the common ones."""
    if found := game.fields.get(field):
        return found
    ordered = sorted(game.fields.values(), key=lambda attribute: attribute.name in COMMON_NAMES)
    return next((attribute for attribute in ordered if field in _labels(attribute)), None)


def _labels(attribute: Attribute) -> Iterable[str]:
    return (fold(label).replace(" ", "_") for label in (*attribute.label, *(attribute.short or ())) if label)


def near(field: str, game: Game) -> tuple[str, ...]:
    """The names of up to three fields that look alike, the likest first."""
    spelled = {label: each.name for each in game.fields.values() for label in (*_labels(each), each.name)}
    return tuple(dict.fromkeys(spelled[label] for label in get_close_matches(field, spelled, n=3)))


class AskedValue(NamedTuple):
    """One condition as it was typed; `value` is folded."""

    attribute: Attribute
    op: Op
    value: str
    quoted: bool


class Misread(Exception):
    """A value or an operator that does not go with the field: what the QueryError says besides the place."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code)
        self.code, self.params = code, params


def read(asked: AskedValue, game: Game) -> Node:
    """What is asked, as a tree. Raises Misread."""
    attribute, op, value, quoted = asked
    equality = op in (":", "=", "!=")
    same: Op = "!=" if op == "!=" else "="
    if value == "*" and not quoted and equality:
        return Given(attribute.name) if same == "=" else Not(Given(attribute.name))
    if value == DASH and attribute.dash and equality:
        return Is(attribute.name, same, DASH)
    if attribute.numeric or attribute.type == "date":
        return _ordered(asked)
    if not equality:
        raise Misread("no-order", op=op)
    if attribute.type == "text":
        return Is(attribute.name, op, value)
    return Is(attribute.name, same, frozenset(_spellings(attribute, value, game)))


def _spellings(attribute: Attribute, value: str, game: Game) -> tuple[str, ...]:
    if attribute.type == "flag":
        return (FLAGS.get(value) or _unknown(("yes", "no")),)
    if attribute.choices:
        meant = by_spelling((choice.value, choice.label) for choice in attribute.choices).get(value)
        return (fold(meant or _unknown(tuple(choice.value for choice in attribute.choices))),)
    return _keyword(value, game) if attribute.name == "keywords" else (value,)


def _unknown(choices: tuple[str, ...]) -> NoReturn:
    raise Misread("unknown-value", choices=choices)


def _keyword(value: str, game: Game) -> tuple[str, ...]:
    """Every spelling a card may have of the keyword that is meant by one of them, or by its name in any language."""
    named = (word for word in game.glossary if value in map(fold, word.name))
    word = game.keywords.get(value) or next(named, None)
    return tuple(map(fold, (word.key, *word.aliases))) if word else (value,)


def _ordered(asked: AskedValue) -> Node:
    """A condition on a number or a date. A year or a month is all its days."""
    attribute, op, value, _ = asked
    ends = _RANGE.split(value)
    if len(ends) > 1:
        return _range(asked, ends)
    low, high = _bounds(attribute, value)
    if low == high:
        return Is(attribute.name, "=" if op == ":" else op, low)
    if op in (":", "="):
        return _between(attribute.name, low, high)
    if op == "!=":
        return Or((Is(attribute.name, "<", low), Is(attribute.name, ">", high)))
    return Is(attribute.name, op, low if op in ("<", ">=") else high)


def _range(asked: AskedValue, ends: list[str]) -> Node:
    attribute, op = asked.attribute, asked.op
    low = _bounds(attribute, ends[0])[0] if ends[0] else None
    high = _bounds(attribute, ends[-1])[1] if ends[-1] else None
    parts = [Is(attribute.name, ">=", low)] if low is not None else []
    parts += [Is(attribute.name, "<=", high)] if high is not None else []
    if op not in (":", "=") or len(ends) > 2 or not parts or _backwards(low, high):
        raise Misread("bad-range")
    return all_of(parts)


def _backwards(low: Any, high: Any) -> bool:
    return low is not None and high is not None and bool(low > high)


def _bounds(attribute: Attribute, text: str) -> tuple[Bound, Bound]:
    """The first and the last value that is meant: of a number itself, of a date its first and last day."""
    if attribute.type == "date":
        return _days(text)
    if not _NUMBER[attribute.type].fullmatch(text):
        raise Misread("bad-number")
    number = int(text) if attribute.type == "integer" else float(text)
    return number, number


def _days(text: str) -> tuple[date, date]:
    found = _DATE.fullmatch(text)
    if not found:
        raise Misread("bad-date")
    year, month, day = (int(part) if part else None for part in found.groups(default=""))
    try:
        first = date(year or 0, 1 if month is None else month, 1 if day is None else day)
    except ValueError:
        raise Misread("bad-date") from None
    last = first.replace(month=12) if month is None else first
    return first, last if day is not None else last.replace(day=calendar.monthrange(last.year, last.month)[1])


def _between(name: str, low: Bound, high: Bound) -> Node:
    return And((Is(name, ">=", low), Is(name, "<=", high)))
