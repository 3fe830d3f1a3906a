"""Rules of every game: lines name cards, cards are released, and no restriction list forbids them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import NamedTuple

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckEntry
from games.engine.model.game import Admission, Constraint, Facts, Selection
from games.engine.model.lists import RestrictionList
from games.engine.model.violations import Culprit, DeckChange, Repair, Violation
from games.engine.reading.search.query import quote
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
            late = [each for each in deck.entries(zone) if each.card.released and each.card.released > facts.on]
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

    def groups(deck: Deck, facts: Facts, each: RestrictionList) -> dict[Group, list[Placed]]:
        """The deck's cards by the entries that mean them; those that are missing from a pool by their names."""
        cards_by_group: dict[Group, list[Placed]] = {}
        for zone in facts.zones:
            for entry in deck.entries(zone):
                own = [Group(key) for key in each.keys_of(entry.card)]
                for group in own or ([Group(fold(entry.card.name), listed=False)] if each.pool else ()):
                    cards_by_group.setdefault(group, []).append((zone, entry))
        return cards_by_group

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        for each in facts.lists:
            if each.broken:
                yield Violation("list.broken", "incomplete", facts.zones[0], source=str(each))
            for (key, listed), cards in groups(deck, facts, each).items():
                limit, have = each.limits[key] if listed else 0, _count(cards)
                if limit is not None and have > limit:
                    code = "list.limited" if limit else "list.banned" if listed else "list.not-allowed"
                    yield _restriction(code, each, cards, have, limit)

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        lists = facts.lists if into in facts.zones else ()
        return Admission(
            without=tuple(_selection(each, full(each, deck, facts)) for each in lists),
            only=tuple(_selection(each, each.limits) for each in lists if each.pool),
        )

    def full(each: RestrictionList, deck: Deck, facts: Facts) -> list[str]:
        """The keys of the entries that take no more copies."""
        have = counts(each, deck, facts)
        return [key for key, limit in each.limits.items() if limit is not None and have.get(Group(key), 0) >= limit]

    def counts(each: RestrictionList, deck: Deck, facts: Facts) -> dict[Group, int]:
        return {group: _count(cards) for group, cards in groups(deck, facts, each).items()}

    def looks(deck: Deck, facts: Facts) -> Callable[[Card], Hashable]:
        have = [(each, counts(each, deck, facts)) for each in facts.lists]
        return lambda card: tuple(_view(each, copies, card) for each, copies in have)

    codes = ("list.banned", "list.limited", "list.not-allowed", "list.broken")
    return Constraint(check, codes, admits=admits, sees=looks)


Placed = tuple[str, DeckEntry]
"""A card of a deck with its zone."""


class Group(NamedTuple):
    """Cards whose copies a list counts together: those of the entry with this key or, of cards that are not `listed`,
    those with this name."""

    key: str
    listed: bool = True


def _selection(by: RestrictionList, keys: Iterable[str]) -> Selection:
    """The cards that these entries mean."""
    listed = [by.entry(key) for key in keys]
    names = frozenset(entry.name for entry in listed if not entry.codes)
    codes = frozenset(code for entry in listed for code in entry.codes)
    if not any(entry.attribute and not entry.codes for entry in listed):
        return Selection(names, codes=codes)
    chosen = frozenset(entry.key for entry in listed)
    return Selection(names, codes=codes, which=lambda card: not chosen.isdisjoint(by.keys_of(card)))


def _view(by: RestrictionList, have: Mapping[Group, int], card: Card) -> Hashable:
    """What a list sees of a card: its entries that limit it, with the copies there are, or that it has none."""
    keys = by.keys_of(card)
    limits = [(key, limit) for key in keys if (limit := by.limits[key]) is not None]
    counted = tuple((limit and key, limit, have.get(Group(key), 0)) for key, limit in limits)
    return counted, by.pool and not keys and (True, have.get(Group(fold(card.name), listed=False), 0))


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


def _count(group: Iterable[Placed]) -> int:
    return sum(entry.count for _, entry in group)


def _restriction(code: str, by: RestrictionList, group: list[Placed], have: int, limit: int) -> Violation:
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
