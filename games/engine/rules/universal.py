"""Rules of every game: lines name cards, cards are released, and no restriction list forbids them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckEntry
from games.engine.model.game import Admission, Constraint, Facts
from games.engine.model.lists import RestrictionList
from games.engine.model.violations import Culprit, DeckChange, Repair, Violation
from games.engine.reading.query import quote
from games.engine.rules.constraints import by_key, culprit, removal, sees
from games.engine.texts.writing import fold


def known_names() -> Constraint:
    """Every line names a card."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        for line in sorted(deck.unknown):
            params: dict[str, str | int | float | tuple[str, ...]] = {"choices": line.choices, "near": line.near}
            culprits = (Culprit(line.text, "", "", line.count),)
            drop = Repair((DeckChange("drop", line.zone, line.text),))
            yield Violation("card.unknown", "illegal", line.zone, culprits, params=params, repair=drop)

    return Constraint(check, ("card.unknown",), sees=sees(lambda card: None))


def release_dates() -> Constraint:
    """Every card is out on the day. A card without a release date counts as out."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        for zone in facts.zones:
            late = [entry for entry in deck.entries(zone) if (day := entry.card.released) and day > facts.on]
            for entry in sorted(late, key=by_key):
                params = {"released": str(entry.card.released), "on": facts.on.isoformat()}
                cards, repair = (culprit(entry, 0),), removal(zone, [entry])
                yield Violation("card.unreleased", "illegal", zone, cards, params=params, repair=repair)

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        return Admission(f"-released>{facts.on.isoformat()}") if into in facts.zones else Admission()

    def looks(deck: Deck, facts: Facts) -> Callable[[Card], Hashable]:
        return lambda card: bool(card.released and card.released > facts.on)

    return Constraint(check, ("card.unreleased",), admits=admits, sees=looks)


def restriction_lists() -> Constraint:
    """The lists in force limit the copies of cards, all zones together."""

    def groups(deck: Deck, facts: Facts) -> dict[str, list[tuple[str, DeckEntry]]]:
        entries_by_name: dict[str, list[tuple[str, DeckEntry]]] = {}
        for zone in facts.zones:
            for entry in deck.entries(zone):
                entries_by_name.setdefault(fold(entry.card.name), []).append((zone, entry))
        return entries_by_name

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        if not facts.lists:
            return
        entries_by_name = groups(deck, facts)
        for each in facts.lists:
            for name, group in entries_by_name.items():
                limit, have = each.limit(name), _count(group)
                if limit is not None and have > limit:
                    yield _restriction(each, name, group, have, limit)

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        if into not in facts.zones or not facts.lists:
            return Admission()
        have = {name: _count(group) for name, group in groups(deck, facts).items()}
        limits = {(name, limit) for each in facts.lists for name, limit in each.limits.items() if limit is not None}
        full = frozenset(name for name, limit in limits if have.get(name, 0) >= limit)
        return Admission(names=full, only=tuple(frozenset(each.limits) for each in facts.lists if each.pool))

    def looks(deck: Deck, facts: Facts) -> Callable[[Card], Hashable]:
        have = {name: _count(group) for name, group in groups(deck, facts).items()} if facts.lists else {}
        return lambda card: (
            facts.lists
            and (
                have.get(fold(card.name), 0),
                tuple((fold(card.name) in each.limits, each.limit(card.name)) for each in facts.lists),
            )
        )

    return Constraint(check, ("list.banned", "list.limited", "list.not-allowed"), admits=admits, sees=looks)


def allowed_sets() -> Constraint:
    """Every card is in a set that all lists in force allow."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        for each in facts.lists:
            for zone in facts.zones if each.sets else ():
                other = [entry for entry in deck.entries(zone) if not each.of_its_sets(entry.card)]
                for entry in sorted(other, key=by_key):
                    params, repair = {"sets": entry.card.sets}, removal(zone, [entry])
                    cards = (culprit(entry, 0),)
                    yield Violation(
                        "list.other-set", "illegal", zone, cards, entry.count, None, 0, repair, params, source=str(each)
                    )

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        allowed = [each.sets for each in facts.lists if each.sets] if into in facts.zones else []
        return Admission(" ".join(f"({_of(sets)})" for sets in allowed))

    def looks(deck: Deck, facts: Facts) -> Callable[[Card], Hashable]:
        return lambda card: tuple(each.of_its_sets(card) for each in facts.lists)

    return Constraint(check, ("list.other-set",), admits=admits, sees=looks)


def _of(sets: Iterable[str]) -> str:
    """The search for cards with a printing in one of these sets."""
    return " or ".join(f"set={quote(each)}" if each else "-set:*" for each in sets)


def _count(group: list[tuple[str, DeckEntry]]) -> int:
    return sum(entry.count for _, entry in group)


def _restriction(
    by: RestrictionList, name: str, group: list[tuple[str, DeckEntry]], have: int, limit: int
) -> Violation:
    code = "list.limited" if limit else "list.banned" if name in by.limits else "list.not-allowed"
    group = sorted(group, key=lambda pair: (pair[0], pair[1].card.key))
    changes: list[DeckChange] = []
    over = have - limit
    for zone, entry in group:
        removed = min(over, entry.count)
        if removed:
            changes.append(DeckChange("set", zone, entry.card.key, entry.count - removed))
        over -= removed
    culprits = tuple(culprit(entry, limit) for _, entry in group)
    repair = Repair(tuple(changes))
    return Violation(code, "illegal", group[0][0], culprits, have, None, limit, repair, source=str(by))


ALWAYS = (known_names(), release_dates(), restriction_lists(), allowed_sets())
"""The rules of every game."""
