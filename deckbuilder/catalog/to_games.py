"""The only converter between catalog rows and the engine's values."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from typing import Any, NamedTuple

from deckbuilder.catalog import models
from games.engine.model.cards import Card, Printing, Value
from games.engine.model.lists import RestrictionList
from games.engine.texts.writing import fold

_TUPLES = frozenset(("keywords", "alt_names", "effects", "codes", "sets"))
_PRINTING = frozenset(field.name for field in fields(Printing))
_CARD = frozenset(field.name for field in fields(Card) if field.init)


class PrintedCard(NamedTuple):
    """A printing by its primary key, number and name, with its card."""

    pk: int
    code: str
    name: str
    card: Card


def to_printing(row: models.Printing) -> Printing:
    return Printing(**_read(row.facts, _PRINTING))


def to_card(row: models.Card) -> Card:
    return card_of(row.facts, row.haystack, row.retired)


def card_of(facts: Mapping[str, Any], haystack: str, retired: bool) -> Card:
    """A card from the fields of its row."""
    return Card(**_read(facts, _CARD), haystack=haystack, retired=retired)


def to_list(row: models.RestrictionList) -> RestrictionList:
    return RestrictionList(
        slug=row.slug,
        game=row.game,
        title=row.title,
        version=row.version,
        effective_from=row.effective_from,
        limits={fold(name): limit for name, limit in row.limits.items()},
        format=row.format,
        pool=row.pool,
        source=row.source,
        names={fold(name): name for name in row.limits},
        sets=tuple(row.sets),
    )


def facts_of(value: Printing | Card) -> dict[str, Any]:
    """The fields that are not empty, ready for JSON: tuples as lists, dates as ISO strings."""
    facts = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
    facts.pop("haystack", None)
    facts.pop("retired", None)
    facts["values"] = {name: _plain_value(each) for name, each in value.values.items() if each is not None}
    return {name: _plain(each) for name, each in facts.items() if each not in (None, "", (), {})}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return value.isoformat() if isinstance(value, date) else value


def _plain_value(value: Value) -> Any:
    return {"date": value.isoformat()} if isinstance(value, date) else _plain(value)


def _value(value: Any) -> Value:
    """An attribute's value; a date is stored as {"date": ISO string}, so that no text is mistaken for one."""
    if isinstance(value, dict):
        return date.fromisoformat(value["date"])
    return tuple(value) if isinstance(value, list) else value


def _read(facts: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    read = {name: tuple(value) if name in _TUPLES else value for name, value in facts.items() if name in names}
    read["values"] = {name: _value(value) for name, value in facts.get("values", {}).items()}
    if "released" in read:
        read["released"] = date.fromisoformat(str(read["released"]))
    return read
