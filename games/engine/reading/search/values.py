"""Fields and values of a search: the attribute of a field, and the condition of a value."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable
from datetime import date
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from games.engine.model.cards import COMMON_NAMES, DASH, DERIVED, Attribute
from games.engine.reading.search.tree import And, Bound, Given, Is, Node, Not, Op, Or, all_of
from games.engine.texts.spellings import FLAGS, by_spelling
from games.engine.texts.writing import fold

if TYPE_CHECKING:
    from games.engine.model.game import Game

Param = str | int | tuple[str, ...]

_NUMBER = {"integer": re.compile(r"[+-]?[0-9]{1,9}"), "decimal": re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,6})?")}
_DATE = re.compile(r"([0-9]{4})(?:[-/.]([0-9]{1,2})(?:[-/.]([0-9]{1,2}))?)?")
_RANGE = re.compile(r"\.{2,}|~")


def attribute_of(field: str, game: Game) -> Attribute | None:
    """The attribute of that folded name, alias, or label in any language; a game's own before the common ones."""
    if attribute := game.search_fields.get(field):
        return attribute
    attributes = sorted(game.search_fields.values(), key=_rank)
    return next((attribute for attribute in attributes if field in spellings(attribute)), None)


def _rank(attribute: Attribute) -> int:
    return 2 if attribute.name in DERIVED else attribute.name in COMMON_NAMES


def spellings(attribute: Attribute) -> Iterable[str]:
    """What a search may write for the attribute besides its name."""
    yield from attribute.aliases
    yield from (fold(label).replace(" ", "_") for label in (*attribute.label, *(attribute.short or ())) if label)


def near(field: str, game: Game) -> tuple[str, ...]:
    """The names of up to three similar fields, the most similar first."""
    names = {label: each.name for each in game.search_fields.values() for label in (*spellings(each), each.name)}
    return tuple(dict.fromkeys(names[label] for label in get_close_matches(field, names, n=3)))


class AskedValue(NamedTuple):
    """One condition as typed; `value` is folded."""

    attribute: Attribute
    op: Op
    value: str
    is_quoted: bool


class Misread(Exception):
    """A value or an operator that does not fit the field: code and parameters of the QueryError."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code)
        self.code, self.params = code, params


def read(condition: AskedValue, game: Game) -> Node:
    """The tree of a condition. Raises Misread."""
    attribute, op, value, is_quoted = condition
    equality = op in (":", "=", "!=")
    same: Op = "!=" if op == "!=" else "="
    if value == "*" and not is_quoted and equality:
        return Given(attribute.name) if same == "=" else Not(Given(attribute.name))
    if value == DASH and attribute.dash and equality:
        return Is(attribute.name, same, DASH)
    if attribute.numeric or attribute.type == "date":
        return _comparison(condition)
    if not equality:
        raise Misread("no-order", op=op)
    if attribute.type == "text":
        return Is(attribute.name, op, value)
    return Is(attribute.name, same, frozenset(_spellings(attribute, value, game)))


def _spellings(attribute: Attribute, value: str, game: Game) -> tuple[str, ...]:
    if attribute.type == "flag":
        return (FLAGS.get(value) or _unknown(("yes", "no")),)
    if attribute.choices:
        slug = by_spelling((choice.value, choice.label) for choice in attribute.choices).get(value)
        choices = tuple(choice.value for choice in attribute.choices)
        return (fold(slug or _completion(attribute, value, choices) or _unknown(choices)),)
    if attribute.labels:
        named = by_spelling((choice.value, choice.label) for choice in attribute.labels)
        return (fold(named.get(value, value)),)
    return _keyword(value, game) if attribute.name == "keywords" else (value,)


def _completion(attribute: Attribute, value: str, choices: tuple[str, ...]) -> str:
    """Of the words of effects the only one that begins so: `enter` is `entered`."""
    longer = [choice for choice in choices if choice.startswith(value)] if attribute.name in DERIVED else []
    return longer[0] if len(longer) == 1 else ""


def _unknown(choices: tuple[str, ...]) -> NoReturn:
    raise Misread("unknown-value", choices=choices)


def _keyword(value: str, game: Game) -> tuple[str, ...]:
    """Every spelling on cards of a keyword that is given by one of them, or by its name in any language."""
    words = (word for word in game.glossary if value in map(fold, word.name))
    word = game.keywords.get(value) or next(words, None)
    return tuple(map(fold, (word.key, *word.aliases))) if word else (value,)


def _comparison(condition: AskedValue) -> Node:
    """A condition on a number or a date. A year or a month stands for all its days."""
    attribute, op, value, _ = condition
    ends = _RANGE.split(value)
    if len(ends) > 1:
        return _range(condition, ends)
    low, high = _bounds(attribute, value)
    if low == high:
        return Is(attribute.name, "=" if op == ":" else op, low)
    if op in (":", "="):
        return _between(attribute.name, low, high)
    if op == "!=":
        return Or((Is(attribute.name, "<", low), Is(attribute.name, ">", high)))
    return Is(attribute.name, op, low if op in ("<", ">=") else high)


def _range(condition: AskedValue, ends: list[str]) -> Node:
    attribute, op = condition.attribute, condition.op
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
    """The first and the last value of a text: a number itself, the first and last day of a date."""
    if attribute.type == "date":
        return _days(text)
    if not _NUMBER[attribute.type].fullmatch(text):
        raise Misread("bad-number")
    number = int(text) if attribute.type == "integer" else float(text)
    return number, number


def _days(text: str) -> tuple[date, date]:
    match = _DATE.fullmatch(text)
    if not match:
        raise Misread("bad-date")
    year, month, day = (int(part) if part else None for part in match.groups(default=""))
    try:
        first = date(year or 0, 1 if month is None else month, 1 if day is None else day)
    except ValueError:
        raise Misread("bad-date") from None
    last = first.replace(month=12) if month is None else first
    return first, last if day is not None else last.replace(day=calendar.monthrange(last.year, last.month)[1])


def _between(name: str, low: Bound, high: Bound) -> Node:
    return And((Is(name, ">=", low), Is(name, "<=", high)))
