"""Changes to a deck, and the rules they break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Format, Game
from games.engine.model.lists import RestrictionList
from games.engine.model.violations import Violation
from games.engine.rules.legality import Verdict, judge


class Slot(NamedTuple):
    """One copy of a card in a zone."""

    zone: str
    card: Card


def with_changes(deck: Deck, out: Iterable[Slot], into: Iterable[Slot]) -> Deck:
    """The deck without the cards of `out` and with those of `into`. Raises KeyError for a card it does not have."""
    zones = {zone: list(entries) for zone, entries in deck.zones.items()}
    for zone, card in out:
        entries = zones.get(zone, [])
        index = max((position for position, entry in enumerate(entries) if entry.card.key == card.key), default=None)
        if index is None:
            raise KeyError(card.key)
        entry = entries.pop(index)
        if entry.count > 1:
            entries.insert(index, entry._replace(count=entry.count - 1))
    for zone, card in into:
        zones.setdefault(zone, []).append(DeckLine(card, 1))
    return replace(deck, zones={zone: tuple(entries) for zone, entries in zones.items()})


COUNT_CODES = ("copies", "list.banned", "list.limited", "list.not-allowed")
"""The codes of rules on how many copies of a card there may be."""
MAX_PLAYSET = 9
"""A card that takes this many more copies counts as one without a limit."""


def room(
    deck: Deck, zone: str, card: Card, game: Game, format: Format, *, on: date, lists: Iterable[RestrictionList] = ()
) -> int | None:
    """How many more copies of a card a zone takes before a rule on their number is broken, those already broken
    included; None if no rule limits it."""
    lists, entries = tuple(lists), deck.zones.get(zone, ())
    for copies in range(1, MAX_PLAYSET + 1):
        more = replace(deck, zones={**deck.zones, zone: (*entries, DeckLine(card, copies))})
        broken = (each for each in judge(more, game, format, on=on, lists=lists).violations if each.code in COUNT_CODES)
        if any(card.key == each.key for violation in broken for each in violation.cards):
            return copies - 1
    return None


def worse(before: Verdict, after: Verdict) -> Violation | None:
    """The first rule that is broken after a change and was not before, or by more than before; advice aside."""
    old, new = _amounts(before), _amounts(after)
    return next((each for each in after.violations if new[_about(each)] > old[_about(each)]), None)


def _about(violation: Violation) -> tuple[str, str, str, str | None]:
    return violation.severity, violation.code, violation.zone, violation.source


def _amounts(verdict: Verdict) -> Counter[tuple[str, str, str, str | None]]:
    """By how much each rule is broken: by cards too many or too few, else by the cards that break it."""
    amounts: Counter[tuple[str, str, str, str | None]] = Counter()
    for each in verdict.violations:
        if each.severity != "advice":
            have, low, high = each.have, each.min, each.max
            over = 0 if have is None else max(have - high if high is not None else 0, (low or 0) - have, 0)
            amounts[_about(each)] += over or len(each.cards) or 1  # type: ignore[assignment]  # halves count as well
    return amounts


def one_more(
    deck: Deck, game: Game, format: Format, *, on: date, lists: Iterable[RestrictionList] = ()
) -> dict[str, Violation]:
    """By card key, the rule that one more copy of it would break; the size of the deck is ignored."""
    rules = replace(format, constraints=tuple(each for each in format.constraints if "zone.size" not in each.codes))
    versions = tuple(lists)
    before = judge(deck, game, rules, on=on, lists=versions)
    violations: dict[str, Violation] = {}
    for zone in game.opening.zones:
        for card_entry in deck.entries(zone):
            after = judge(with_changes(deck, (), (Slot(zone, card_entry.card),)), game, rules, on=on, lists=versions)
            if violation := worse(before, after):
                violations[card_entry.card.key] = violation
    return violations
