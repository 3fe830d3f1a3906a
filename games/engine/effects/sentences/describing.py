"""A filter, sorted into what languages say in different places."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from games.engine.effects.tree import By, Filter, Flag, From, KeyOp, Match, That, Zones

PLACED = ("front", "back", "beside", "left", "right", "behind", "ahead", "row")
"""Flags that say where on the board a card is."""

_MINE, _TRIBUTES = "mine", "tributes"


class Comparison(NamedTuple):
    """A number of a card beside another."""

    key: str
    op: KeyOp
    value: int | That


@dataclass(slots=True)
class Description:
    """Cards, as sentences name them. `names`, `parts`: their names, or a part of these; `words`: other values."""

    zones: tuple[str, ...] = ()
    places: list[Flag] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    names: list[Match] = field(default_factory=list)
    kinds: list[Match] = field(default_factory=list)
    keywords: list[Match] = field(default_factory=list)
    words: list[Match] = field(default_factory=list)
    comparisons: list[Comparison] = field(default_factory=list)
    tributes: list[Match] = field(default_factory=list)
    by: By | None = None
    source: tuple[str, ...] = ()

    def has(self, name: str) -> bool:
        return any(flag.name == name and not flag.negated for flag in self.flags)

    @property
    def is_enemy(self) -> bool:
        """Whether the cards are the opponent's, in zones that are said to be theirs."""
        return bool(self.zones) and any(flag.name == _MINE and flag.negated for flag in self.flags)

    @property
    def said_flags(self) -> list[Flag]:
        """The flags without the one that the words for the zones say."""
        return [flag for flag in self.flags if flag.name != _MINE or not self.zones]

    @property
    def is_token(self) -> bool:
        return self.has("token")

    @property
    def is_named(self) -> bool:
        """Whether it is one of certain cards, of which nothing else is said that would need a noun."""
        plain = all(match.op == "=" for match in self.names) and len(self.names) == 1
        return plain and not (self.kinds or self.words or self.is_token or self.keywords)


def describe(filter: Filter | None, place: str = "") -> Description:
    """`place`: the zone where the cards are, if the filter does not say it."""
    group = Description()
    for term in filter.terms if filter else ():
        _add(group, term)
    if not group.zones and place and not group.places:
        group.zones = (place,)
    return group


def _add(group: Description, term: Zones | Flag | Match | By | From) -> None:
    match term:
        case Zones():
            group.zones += term.zones
        case Flag():
            (group.places if term.name in PLACED else group.flags).append(term)
        case By():
            group.by = term
        case From():
            group.source += term.zones
        case Match():
            _add_match(group, term)


def _add_match(group: Description, term: Match) -> None:
    special = {"name": group.names, "kind": group.kinds, "keyword": group.keywords, _TRIBUTES: group.tributes}
    if term.key in special:
        special[term.key].append(term)
    elif term.values and not isinstance(term.values[0], str):
        group.comparisons.extend(
            Comparison(term.key, term.op, each) for each in term.values if not isinstance(each, str)
        )
    else:
        group.words.append(term)
