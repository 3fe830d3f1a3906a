"""The only converter between catalog rows and the engine's values."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils import timezone

from deckbuilder.catalog import models
from deckbuilder.common.broken import UNREADABLE
from games.engine.model.cards import Alternative, Card, Correction, Period, Printing, Value
from games.engine.model.lists import Counted, RestrictionList, entries, read_entry
from games.registry import get

log = logging.getLogger(__name__)
MAX_LOGGED = 200

_TEXTS_OF_CARDS = frozenset(("key", "code", "name", "kind", "rarity", "set", "text", "image", "zone"))
_TUPLES = frozenset(("keywords", "alt_names", "effects", "codes", "sets"))
_PRINTING = frozenset(field.name for field in fields(Printing))
_CARD = frozenset(field.name for field in fields(Card) if field.init) - {"disputed", "periods"}


class PrintedCard(NamedTuple):
    """A printing by its primary key, number and name, with its card."""

    pk: int
    code: str
    name: str
    card: Card


@lru_cache(maxsize=1000)
def _report_once(words: str, *values: str) -> None:
    """Log what cannot be read: once in a process, since cards are read all the time."""
    log.error(words, *values)


def to_printing(row: models.Printing) -> Printing:
    """A printing. What of its row cannot be read is left out, and logged."""
    try:
        return Printing(**_read(row.facts, _PRINTING))
    except UNREADABLE:
        _report_once("Printing %s of %s cannot be read.", row.code, row.game)
        return Printing(**{"code": row.code, "name": row.name, "kind": "?"} | _readable(row.facts, _PRINTING))


def to_card(row: models.Card) -> Card:
    return card_of(row.facts, row.haystack, row.retired)


def card_of(facts: Mapping[str, Any], haystack: str, retired: bool) -> Card:
    """A card from the fields of its row, with its facts of today. What cannot be read is left out, and logged; a card
    without a name has none that a deck list can name, and one without a kind fits into no zone."""
    try:
        return _card(facts, haystack, retired)
    except UNREADABLE:
        _report_once("The facts of a card cannot be read: %s", str(facts)[:MAX_LOGGED])
        fields = {"key": "?", "name": "?", "kind": "?", "codes": ("?",)} | _readable(facts, _CARD)
        return Card(**fields, haystack=haystack, retired=retired)


def with_code(card: Card, code: str) -> Card:
    """The card of the printing with that number, which is among the card's whatever the row of the card says."""
    return card if code in card.codes else replace(card, codes=(*card.codes, code))


def _card(facts: Mapping[str, Any], haystack: str, retired: bool) -> Card:
    data = _read(facts, _CARD)
    data["disputed"] = _read_disputes(facts.get("disputed", {}))
    data["periods"] = tuple(map(_read_period, facts.get("periods", ())))
    return Card(**data, haystack=haystack, retired=retired).on(timezone.localdate())


def to_list(row: models.RestrictionList) -> RestrictionList:
    """A version of a list; `broken` says what of its row cannot be read."""
    raw = {name: getattr(row, name) for name in ("slug", "title", "version", "limits", "format", "pool", "sets")}
    return read_raw_list(row.game, row.effective_from, raw | {"source": row.source})


def read_raw_list(game: str, effective_from: date, raw: Mapping[str, Any]) -> RestrictionList:
    """A list from the fields of a row, whatever they hold: what cannot be read is left out, logged and in `broken`. One
    of an unknown format may judge any deck, so it only says that it is broken.

    `raw`: the fields of a games.engine RestrictionList by name, as stored; `limits` by entry as written.
    """
    texts = {name: str(raw.get(name, "")) for name in _TEXTS}
    table, unread_limits = _readable_limits(raw.get("limits"), get(game).counted)
    sets, unread_sets = _readable_sets(raw.get("sets"))
    formats = {"", *(each.slug for each in get(game).formats)}
    unread = {"limits": unread_limits, "sets": unread_sets, "format": texts["format"] not in formats}
    broken = tuple(name for name, is_unread in unread.items() if is_unread)
    if broken:
        _report(game, texts["slug"], texts["version"], broken)
    if unread["format"]:
        texts["format"], table, sets, raw = "", {}, (), {**raw, "pool": False}
    listing = entries(table, get(game).counted)
    return RestrictionList(
        texts["slug"],
        game,
        texts["title"],
        texts["version"],
        effective_from,
        listing.limits,
        format=texts["format"],
        pool=bool(raw.get("pool")),
        source=texts["source"],
        names=listing.names,
        display_name=texts["display_name"],
        sets=sets,
        listed=listing.listed,
        broken=broken,
    )


_TEXTS = ("slug", "title", "version", "format", "source", "display_name")


def _readable_limits(raw: Any, counted: Counted) -> tuple[dict[str, int | None], bool]:
    """The entries that can be read, and whether there are others."""
    if not isinstance(raw, dict):
        return {}, True
    limits: dict[str, int | None] = {}
    keys: set[str] = set()
    for text, limit in raw.items():
        key = read_entry(text, counted).key
        is_number = isinstance(limit, int) and not isinstance(limit, bool) and limit >= 0
        if key and key not in keys and (limit is None or is_number):
            limits[text] = limit
            keys.add(key)
    return limits, len(limits) < len(raw)


def _readable_sets(raw: Any) -> tuple[tuple[str, ...], bool]:
    """The sets that can be read, and whether there are others."""
    if not isinstance(raw, (list, tuple)):
        return (), True
    sets = tuple(each for each in raw if isinstance(each, str))
    return sets, len(sets) < len(raw)


@lru_cache(maxsize=1000)
def _report(game: str, slug: str, version: str, broken: tuple[str, ...]) -> None:
    """Log what of a list cannot be read: once, since every verdict reads it."""
    log.error("Restriction list %s %s of %s cannot be read: %s", slug, version, game, ", ".join(broken))


def facts_of(value: Printing | Card) -> dict[str, Any]:
    """The fields that are not empty, ready for JSON: tuples as lists, dates as ISO strings."""
    facts = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
    facts.pop("haystack", None)
    facts.pop("retired", None)
    facts["values"] = _plain_values(value.values)
    if isinstance(value, Card):
        facts["disputed"] = _plain_disputes(value.disputed)
        facts["periods"] = tuple(map(_plain_period, value.periods))
    return {name: _plain(each) for name, each in facts.items() if each not in (None, "", (), {})}


def _plain_values(values: Mapping[str, Value]) -> dict[str, Any]:
    return {name: plain_value(value) for name, value in values.items() if value is not None}


def _plain_disputes(disputed: Mapping[str, Sequence[Alternative]]) -> dict[str, Any]:
    return {
        name: [[plain_value(value), list(codes)] for value, codes in alternatives]
        for name, alternatives in disputed.items()
    }


def _read_disputes(data: Mapping[str, Any]) -> dict[str, tuple[Alternative, ...]]:
    return {
        name: tuple(Alternative(read_value(value), tuple(codes)) for value, codes in alternatives)
        for name, alternatives in data.items()
    }


def _plain_period(period: Period) -> dict[str, Any]:
    facts = {name: _plain(value) for name, value in period._asdict().items()}
    facts |= {"values": _plain_values(period.values), "disputed": _plain_disputes(period.disputed)}
    return {name: each for name, each in facts.items() if each}


def _read_period(data: Mapping[str, Any]) -> Period:
    return Period(
        since=date.fromisoformat(data["since"]) if "since" in data else None,
        values={name: read_value(value) for name, value in data.get("values", {}).items()},
        text=data.get("text", ""),
        keywords=tuple(data.get("keywords", ())),
        effects=tuple(data.get("effects", ())),
        zone=data.get("zone", ""),
        sets=tuple(data.get("sets", ())),
        disputed=_read_disputes(data.get("disputed", {})),
    )


def to_corrections(rows: Iterable[models.Correction]) -> list[Correction]:
    """The corrections of these rows. What cannot be read is left out and logged: then the question is open again."""
    corrections = []
    for row in rows:
        if isinstance(row.settled, list) and all(map(_is_value, (row.value, *row.settled))):
            settled = tuple(map(read_value, row.settled))
            corrections.append(Correction(row.field, read_value(row.value), row.day, settled))
        else:
            log.error("correction %s of printing %s cannot be read", row.pk, row.printing_id)
    return corrections


def _is_value(raw: Any) -> bool:
    """Whether it is a value as plain_value stores it."""
    if isinstance(raw, list):
        return all(isinstance(each, str) for each in raw)
    return isinstance(raw, (str, int, float)) or (isinstance(raw, dict) and isinstance(raw.get("date"), str))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return value.isoformat() if isinstance(value, date) else value


def plain_value(value: Value) -> Any:
    """An attribute's value ready for JSON, so that read_value gives it back."""
    return {"date": value.isoformat()} if isinstance(value, date) else _plain(value)


def read_value(value: Any) -> Value:
    """An attribute's value; a date is stored as {"date": ISO string}, so that no text is mistaken for one."""
    if isinstance(value, dict):
        return date.fromisoformat(value["date"])
    return tuple(value) if isinstance(value, list) else value


def _read(facts: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    """The fields of a printing or card. Raises one of UNREADABLE."""
    read = {name: tuple(value) if name in _TUPLES else value for name, value in facts.items() if name in names}
    read["values"] = {name: read_value(value) for name, value in facts.get("values", {}).items()}
    if "released" in read:
        read["released"] = date.fromisoformat(str(read["released"]))
    texts: list[Any] = [value for name, value in read.items() if name in _TEXTS_OF_CARDS]
    for name in _TUPLES & read.keys():
        texts += facts[name] if type(facts[name]) is not str else (None,)
    "".join(texts)  # the quickest way to find what is no text, for cards are read by the thousand
    return read


def _readable(facts: Any, names: frozenset[str]) -> dict[str, Any]:
    """The fields that can be read, each by itself, whatever the others hold."""
    fields: dict[str, Any] = {}
    for name, value in facts.items() if isinstance(facts, dict) else ():
        try:
            fields |= {name: field for name, field in _read({name: value}, names).items() if name != "values" or field}
        except UNREADABLE:
            continue
    return fields
