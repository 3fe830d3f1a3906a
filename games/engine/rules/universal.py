"""What holds in every game: lines name cards, cards are out, and no list forbids them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, Held
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


def released() -> Constraint:
    """Every card is out on the day. A card without a release date counts as out."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        for zone in facts.zones:
            late = [held for held in deck.held(zone) if (day := held.card.released) and day > facts.on]
            for held in sorted(late, key=by_key):
                params = {"released": str(held.card.released), "on": facts.on.isoformat()}
                cards, repair = (culprit(held, 0),), removal(zone, [held])
                yield Violation("card.unreleased", "illegal", zone, cards, params=params, repair=repair)

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        return Admission(f"-released>{facts.on.isoformat()}") if into in facts.zones else Admission()

    def looks(deck: Deck, facts: Facts) -> Callable[[Card], Hashable]:
        return lambda card: bool(card.released and card.released > facts.on)

    return Constraint(check, ("card.unreleased",), admits=admits, sees=looks)


def restricted() -> Constraint:
    """No card beyond what the lists in force allow, all zones together."""

    def groups(deck: Deck, facts: Facts) -> dict[str, list[tuple[str, Held]]]:
        found: dict[str, list[tuple[str, Held]]] = {}
        for zone in facts.zones:
            for held in deck.held(zone):
                found.setdefault(fold(held.card.name), []).append((zone, held))
        return found

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        if not facts.lists:
            return
        named = groups(deck, facts)
        for each in facts.lists:
            for name, group in named.items():
                limit, have = each.limit(name), _count(group)
                if limit is not None and have > limit:
                    yield _restriction(each, name, group, have, limit)

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        if into not in facts.zones or not facts.lists:
            return Admission()
        have = {name: _count(group) for name, group in groups(deck, facts).items()}
        named = {(name, limit) for each in facts.lists for name, limit in each.limits.items() if limit is not None}
        full = frozenset(name for name, limit in named if have.get(name, 0) >= limit)
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


def printed() -> Constraint:
    """Every card is in a set that all lists in force allow."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        for each in facts.lists:
            for zone in facts.zones if each.sets else ():
                other = [held for held in deck.held(zone) if not each.of_its_sets(held.card)]
                for held in sorted(other, key=by_key):
                    params, repair = {"sets": held.card.sets}, removal(zone, [held])
                    cards = (culprit(held, 0),)
                    yield Violation(
                        "list.other-set", "illegal", zone, cards, held.count, None, 0, repair, params, source=str(each)
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


def _count(group: list[tuple[str, Held]]) -> int:
    return sum(held.count for _, held in group)


def _restriction(by: RestrictionList, name: str, group: list[tuple[str, Held]], have: int, limit: int) -> Violation:
    code = "list.limited" if limit else "list.banned" if name in by.limits else "list.not-allowed"
    group = sorted(group, key=lambda pair: (pair[0], pair[1].card.key))
    changes: list[DeckChange] = []
    over = have - limit
    for zone, held in group:
        gone = min(over, held.count)
        if gone:
            changes.append(DeckChange("set", zone, held.card.key, held.count - gone))
        over -= gone
    culprits = tuple(culprit(held, limit) for _, held in group)
    repair = Repair(tuple(changes))
    return Violation(code, "illegal", group[0][0], culprits, have, None, limit, repair, source=str(by))


ALWAYS = (known_names(), released(), restricted(), printed())
"""What holds in every game."""
