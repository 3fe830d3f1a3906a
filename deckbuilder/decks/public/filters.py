"""What a reader of public decks asks for, as it stands in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.http import urlencode

from deckbuilder.common.database import storable
from deckbuilder.common.input import InputError
from deckbuilder.decks.to_games import SLUGS
from games.engine.model.game import Game, Zone
from games.registry import get

ORDERS = ("changed", "new", "copies", "favourites", "name")
STATUSES = ("legal", "incomplete", "illegal")
MAX_CARDS = 10
"""The most cards to ask for: each takes a pass over the decks."""


@dataclass(frozen=True)
class Filters:
    """`declared`: by key of the declaration, the values of which a deck has one. `leaders`: keys of cards, of which one
    leads the deck. `having`, `lacking`: names or numbers of cards."""

    game: str = ""
    format: str = ""
    words: str = ""
    author: str = ""
    declared: tuple[tuple[str, tuple[str, ...]], ...] = ()
    leaders: tuple[str, ...] = ()
    having: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    status: str = ""
    """Of the verdict today, "" for any."""
    order: str = ORDERS[0]

    @property
    def known_game(self) -> Game | None:
        return get(self.game) if self.game in SLUGS else None

    def query(self, *without: str) -> str:
        """The filters as a query string, without some of its fields."""
        return urlencode(self.pairs(*without))

    def pairs(self, *without: str) -> list[tuple[str, str]]:
        """The fields of the query string with their values, for a form that asks for the others."""
        fields: dict[str, tuple[str, ...]] = {
            "game": (self.game,),
            "format": (self.format,),
            "q": (self.words,),
            "author": (self.author,),
            **dict(self.declared),
            "leader": self.leaders,
            "with": self.having,
            "without": self.lacking,
            "status": (self.status,),
            "order": ("" if self.order == ORDERS[0] else self.order,),
        }
        return [(name, value) for name, values in fields.items() if name not in without for value in values if value]

    def with_changes(self, **changes: Any) -> Filters:
        """These filters with others in their place; another game keeps what no game decides."""
        if changes.get("game", self.game) != self.game:
            changes = {"format": "", "declared": (), "leaders": (), "having": (), "lacking": ()} | changes
        return replace(self, **changes)

    def toggle(self, field: str, value: str) -> Filters:
        """With a value of `leaders`, `having`, `lacking` or a declaration's key, or without it if it is there."""
        declared = dict(self.declared)
        if field in declared or field not in ("leaders", "having", "lacking"):
            values = _toggle(declared.get(field, ()), value)
            kept = {**declared, field: values}
            return replace(self, declared=tuple((key, each) for key, each in kept.items() if each))
        changes: dict[str, Any] = {field: _toggle(getattr(self, field), value)}
        return replace(self, **changes)


def _toggle(values: tuple[str, ...], value: str) -> tuple[str, ...]:
    return tuple(each for each in values if each != value) if value in values else (*values, value)


FIELDS = ("game", "format", "q", "author", "status", "order")
"""The fields that have one value."""


def filters_of(fields: QueryDict | Mapping[str, Any]) -> Filters:
    """The filters in a query string. Raises InputError for an unknown order or status, and for too many cards."""
    one = {name: _values(fields, name)[-1:] for name in FIELDS}
    game, format, words, author, status, order = ("".join(one[name]) for name in FIELDS)
    if status and status not in STATUSES:
        raise InputError("unknown-value", field="status", value=status, choices=list(STATUSES))
    if order and order not in ORDERS:
        raise InputError("unknown-value", field="order", value=order, choices=list(ORDERS))
    cards = {name: _values(fields, name) for name in ("with", "without")}
    if len(cards["with"]) + len(cards["without"]) > MAX_CARDS:
        raise InputError("too-many-cards", most=MAX_CARDS)
    known = get(game) if game in SLUGS else None
    keys = [each.key for each in known.declarations] if known else []
    return Filters(
        game,
        format,
        words,
        author,
        declared=tuple((key, values) for key in keys if (values := _values(fields, key))),
        leaders=_values(fields, "leader") if known else (),
        having=cards["with"],
        lacking=cards["without"],
        status=status,
        order=order or ORDERS[0],
    )


def _values(fields: QueryDict | Mapping[str, Any], name: str) -> tuple[str, ...]:
    """What a field says, each value once; blank ones say nothing."""
    given = fields.getlist(name) if isinstance(fields, QueryDict) else fields.get(name, ())
    values = (given,) if isinstance(given, str) else given
    return tuple(dict.fromkeys(value for each in values if (value := each.strip()) and storable(value)))


def leading_zones(game: Game) -> tuple[Zone, ...]:
    """The zones whose one card leads a deck."""
    return tuple(zone for zone in game.zones if zone.single)
