"""The one place where legality is decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal

from games.engine.model.decks import Deck
from games.engine.model.game import Admission, Format, Game, Meter
from games.engine.model.lists import RestrictionList, in_force
from games.engine.model.violations import CODES, ORDER, Violation
from games.engine.rules.universal import ALWAYS

Status = Literal["legal", "incomplete", "illegal"]
_RANK = {code: rank for rank, code in enumerate(CODES)}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judge's result. `checks`: every code it looked for; `lists`: slug and version of those in force;
    `unjudged`: the zones in use for which no rule limits number or kinds of cards."""

    game: str
    format: str
    on: date
    status: Status
    fingerprint: str
    ruleset: str
    checks: tuple[str, ...]
    violations: tuple[Violation, ...]
    lists: tuple[tuple[str, str], ...] = ()
    unjudged: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        return self.status == "legal"


def judge(deck: Deck, game: Game, format: Format, *, on: date, lists: Iterable[RestrictionList] = ()) -> Verdict:
    """Judge a deck for a day under a format of its game. Finds every violation and never raises.

    `lists`: all known versions; those in force on the day are picked. Of every card, the printings released by the day
    count. The verdict does not depend on the order
    of cards, on which printings were chosen or on how names were written.
    """
    deck, restrictions = deck.on(on), in_force(lists, game.slug, format.slug, on)
    facts = game.facts(on, restrictions)
    violations: list[Violation] = []
    for constraint in (*format.constraints, *ALWAYS):
        for violation in constraint.check(deck, facts):
            violations.append(violation if violation.rule else violation.under(constraint.rule))
    violations.sort(key=_sort_key)
    return Verdict(
        game=game.slug,
        format=format.slug,
        on=on,
        status=_status(violations),
        fingerprint=deck.fingerprint,
        ruleset=game.ruleset,
        checks=checks(format),
        violations=tuple(violations),
        lists=tuple((each.slug, each.version) for each in restrictions),
        unjudged=tuple(zone for zone in facts.unjudged if deck.size(zone)),
    )


@cache
def checks(format: Format) -> tuple[str, ...]:
    """Every code a format looks for, in the order of the codes' own list."""
    codes = {code for constraint in (*format.constraints, *ALWAYS) for code in constraint.codes}
    return tuple(sorted(codes, key=_RANK.__getitem__))


def meters(deck: Deck, format: Format) -> tuple[Meter, ...]:
    """The sums that the format's rules limit, for the builder."""
    return tuple(constraint.meter(deck) for constraint in format.constraints if constraint.meter)


def fits(
    deck: Deck, game: Game, format: Format, zone: str, *, on: date, lists: Iterable[RestrictionList] = ()
) -> Admission:
    """Which cards could go into a zone without breaking a rule that still holds, its size aside.

    A card that is only advised against may go in; it comes after those that are not.
    The search may be longer than one that a player types. Raises KeyError for a zone the game does not have.
    """
    deck, facts = deck.on(on), game.facts(on, in_force(lists, game.slug, format.slug, on))
    rules = (*format.constraints, *ALWAYS)
    admissions = [constraint.admits(deck, facts, game.zone(zone).slug) for constraint in rules if constraint.admits]
    return Admission(
        " ".join(f"({admission.query})" for admission in admissions if admission.query),
        tuple(each for admission in admissions for each in admission.without),
        tuple(each for admission in admissions for each in admission.only),
        " ".join(f"({admission.prefer})" for admission in admissions if admission.prefer),
    )


def _sort_key(violation: Violation) -> tuple[int, int, str, tuple[str, ...]]:
    keys = tuple(card.key for card in violation.cards)
    return ORDER[violation.severity], _RANK[violation.code], violation.zone, keys


def _status(violations: Iterable[Violation]) -> Status:
    severities = {violation.severity for violation in violations}
    if "illegal" in severities:
        return "illegal"
    return "incomplete" if "incomplete" in severities else "legal"
