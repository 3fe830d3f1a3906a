"""Violations: facts without prose. The site has the sentences, in every language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Severity = Literal["illegal", "incomplete", "advice"]
ORDER: dict[Severity, int] = {"illegal": 0, "incomplete": 1, "advice": 2}

CODES = (
    "zone.size",
    "zone.kind",
    "copies",
    "declaration.missing",
    "affiliation",
    "affiliation.missing",
    "sum.mana",
    "series.mixed",
    "base.composition",
    "team.exclusive",
    "list.banned",
    "list.limited",
    "list.not-allowed",
    "list.other-set",
    "list.broken",
    "card.unknown",
    "card.unreleased",
    "card.data-missing",
    "card.data-disputed",
    "advice.off-colour",
    "advice.unusable",
)
"""Every code a verdict may hold; the site has a sentence for each."""


class Culprit(NamedTuple):
    """A card a violation is about: how many copies there are, and may be (None: the rule does not count copies)."""

    name: str
    code: str
    key: str
    have: int
    limit: int | None = None


class DeckChange(NamedTuple):
    """One step of a repair.

    `set`: the card `key` to `count` copies in `zone`; `trim`: the `count` cards put into `zone` last go out;
    `declare`: the declaration `key` becomes `value`; `drop`: the line `key`, which names no card, goes out of `zone`.
    """

    op: Literal["set", "trim", "declare", "drop"]
    zone: str = ""
    key: str = ""
    count: int = 0  # type: ignore[assignment]  # instead of the method of tuples
    value: str = ""


class Repair(NamedTuple):
    """The smallest way out: `changes` if known, else `want` cards to add that the search `find` finds ("" = any)."""

    changes: tuple[DeckChange, ...] = ()
    find: str = ""
    want: int = 0


@dataclass(frozen=True, slots=True)
class Violation:
    """One finding. `have`, `min`, `max`: the rule's numbers; `rule`: its paragraph; `source`: the list that says so."""

    code: str
    severity: Severity = "illegal"
    zone: str = ""
    cards: tuple[Culprit, ...] = ()
    have: int | float | None = None
    min: int | float | None = None
    max: int | float | None = None
    repair: Repair | None = None
    params: Mapping[str, str | int | float | tuple[str, ...]] = field(default_factory=dict)
    rule: str = ""
    source: str | None = None

    def under(self, rule: str) -> Violation:
        """The same finding under a paragraph; dataclasses.replace takes twice as long."""
        own = (self.code, self.severity, self.zone, self.cards, self.have, self.min, self.max, self.repair, self.params)
        return Violation(*own, rule, self.source)
