"""The card of printings that share one identity, with its facts on every day."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import Any, NamedTuple

from games.engine.model.cards import Alternative, Card, Correction, Period, Printing, Value
from games.engine.model.game import Game
from games.engine.reading.search.query import haystack
from games.engine.texts.writing import fold

_OF_FIRST = frozenset({"kind", "rarity", "set", "image"})
"""What a card has of its first printing that gives it, on every day: no rule reads it, except of the identity."""

_OF_DAY = ("text", "keywords", "effects", "zone")


def merge(game: Game, printings: Iterable[Printing], corrections: Iterable[Correction] = ()) -> Card:
    """The card of printings that share one identity: at least one, in any order.

    Printings without a date, which are always out, come first, then first released; of one day they go by number.
    Names, kind, rarity, set and picture are those of the first printing that gives them; alternative names are those of
    all. All other facts depend on the day (see Period); those of the card itself are those of its last period.
    `released` is the earliest date, None as soon as one printing has none. `corrections`: later ones replace earlier
    ones of the same day.
    """
    ordered = sorted(printings, key=_rank)
    first, days = ordered[0], [each.released for each in ordered]
    names = (name for name in chain.from_iterable(each.alt_names for each in ordered) if name != first.name)
    periods = tuple(_periods(game, ordered, tuple(corrections)))
    facts = periods[-1]._asdict()
    del facts["since"]
    return Card(
        key=game.key(first),
        name=first.name,
        alt_names=tuple(dict.fromkeys(names)),
        released=None if None in days else days[0],
        codes=tuple(each.code for each in ordered),
        haystack=haystack(*ordered),
        periods=periods if len(periods) > 1 or periods[0].disputed else (),
        **_first_values(ordered),
        **facts,
    )


def comparable(value: Value) -> object:
    """Equal for values that are the same fact: spelling and the order of a list make no difference."""
    if isinstance(value, tuple):
        return frozenset(map(fold, value))
    return fold(value) if isinstance(value, str) else value


def is_given(name: str, value: Value) -> bool:
    """Whether a printing says something in this column. An empty zone says that it is bound to none."""
    return name == "zone" or value not in (None, "", ())


def _rank(printing: Printing) -> tuple[date, list[tuple[str, int]], str]:
    """Printings in the order of their days, then of their numbers: 2 before 10, equal ones as texts."""
    parts = re.findall("([^0-9]*)([0-9]*)", printing.code)
    return printing.released or date.min, [(text, int(digits or 0)) for text, digits in parts], printing.code


def _first_values(printings: Iterable[Printing]) -> dict[str, Any]:
    values: dict[str, Value] = {}
    for each in printings:
        for name in _OF_FIRST:
            if is_given(name, each.get(name)):
                values.setdefault(name, each.get(name))
    return values


def _periods(game: Game, ordered: Sequence[Printing], corrections: Sequence[Correction]) -> Iterator[Period]:
    """The periods in order; of days with equal facts, the first."""
    last = None
    for since, day in _beginnings(ordered, corrections):
        period = _period(
            game,
            since,
            [each for each in ordered if not each.released or each.released <= day],
            [each for each in corrections if each.day <= day],
        )
        if last is None or period != last._replace(since=since):
            yield period
            last = period


def _beginnings(ordered: Sequence[Printing], corrections: Sequence[Correction]) -> Iterator[tuple[date | None, date]]:
    """The days on which facts may change, with the first from the beginning: printings without a date are always out,
    and before its first release a card has the facts it will be released with."""
    days = sorted({*(each.released for each in ordered if each.released), *(each.day for each in corrections)})
    if any(each.released is None for each in ordered):
        days.insert(0, date.min)
    else:
        days = [day for day in days if day >= (ordered[0].released or date.min)]
    yield None, days[0]
    yield from ((day, day) for day in days[1:])


def _period(game: Game, since: date | None, printings: Sequence[Printing], corrections: Sequence[Correction]) -> Period:
    facts, disputed = _facts(game, printings, corrections)
    return Period(
        since=since,
        text=str(facts.pop("text", "")),
        keywords=_texts(facts.pop("keywords", ())),
        effects=_texts(facts.pop("effects", ())),
        zone=str(facts.pop("zone", "")),
        sets=tuple(dict.fromkeys(each.set for each in printings if each.set)),
        values=facts,
        disputed=disputed,
    )


Facts = dict[str, Value]
Disputed = dict[str, tuple[Alternative, ...]]


def _facts(game: Game, printings: Sequence[Printing], corrections: Sequence[Correction]) -> tuple[Facts, Disputed]:
    """The values of fields that depend on the day, and what is disputed of them."""
    names = dict.fromkeys(chain(_OF_DAY, *(each.values for each in printings)))
    if len(printings) == 1 and not corrections:  # as of most cards
        return {name: value for name in names if is_given(name, value := printings[0].get(name))}, {}
    facts: Facts = {}
    disputed: Disputed = {}
    for name in names:
        alternatives = _alternatives(game, name, printings, corrections)
        if len(alternatives) > 1 and name in game.judged_fields:
            disputed[name] = alternatives
        if alternatives and (name not in disputed or name in _OF_DAY):
            facts[name] = alternatives[0].value
    return facts, disputed


def _texts(value: Value) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


class _Statement(NamedTuple):
    """What a printing, or a correction (code ""), says a value is. `day`: None for always."""

    value: Value
    day: date | None
    code: str


def _alternatives(
    game: Game, name: str, printings: Iterable[Printing], corrections: Sequence[Correction]
) -> tuple[Alternative, ...]:
    """What the value of a field may be: nothing if nobody says, one value where that is clear, else all of them.

    Where values differ, the newest decides, unless one of them has no date or two of the newest day differ.
    """
    statements = [
        _Statement(value, each.released, each.code) for each in printings if is_given(name, value := each.get(name))
    ]
    if len(statements) > 1 and name in game.fields:  # not a column of an older version of the game
        statements = _without_placeholders(statements, game.fields[name].placeholder)
    statements = _with_correction(name, statements, corrections)
    by_value = _by_value(statements)
    if len(by_value) > 1 and all(each.day for each in statements):
        newest = max(each.day for each in statements if each.day)
        by_value = _by_value(each for each in statements if each.day == newest)
    return tuple(
        Alternative(same[0].value, tuple(each.code for each in same if each.code)) for same in by_value.values()
    )


def _with_correction(name: str, statements: list[_Statement], corrections: Sequence[Correction]) -> list[_Statement]:
    """The statements with the newest correction in place of those it settled, unless one of them is new to it."""
    own = [each for each in corrections if each.field == name]
    if not own:
        return statements
    newest = max(reversed(own), key=lambda each: each.day)
    settled = {comparable(value) for value in (newest.value, *newest.settled)}
    newer = [each for each in statements if each.day and each.day > newest.day]
    if not all(comparable(each.value) in settled for each in statements if each not in newer):
        return statements
    return [_Statement(newest.value, newest.day, ""), *newer]


def _without_placeholders(statements: list[_Statement], placeholder: Value) -> list[_Statement]:
    """Without the values that mean "not given" beside another one."""
    given = [each for each in statements if each.value != placeholder]
    return given if placeholder is not None and given else statements


def _by_value(statements: Iterable[_Statement]) -> Mapping[object, list[_Statement]]:
    by_value: dict[object, list[_Statement]] = {}
    for each in statements:
        by_value.setdefault(comparable(each.value), []).append(each)
    return by_value
