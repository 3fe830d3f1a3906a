"""A deck split by the groups of a goal: how many cards count for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb

from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Opening
from games.engine.odds.hands import Bounds, Clause, Part, hands
from games.engine.reading.goals import Goal, groups

Signature = frozenset[int]
"""The groups a card counts for."""


@dataclass(frozen=True)
class Split:
    """`sizes`: cards by signature. `clauses`: a goal over the groups, which are numbered from 0."""

    sizes: Mapping[Signature, int]
    clauses: tuple[Clause, ...]

    @cached_property
    def size(self) -> int:
        return sum(self.sizes.values())

    @cached_property
    def has_upper_bounds(self) -> bool:
        """Whether there can be too many cards of a group, so that one card more is not always as good."""
        return any(each.high is not None for clause in self.clauses for each in clause.values())

    def is_met_by(self, counts: Mapping[int, int]) -> bool:
        return any(
            not any(each.is_missed(counts.get(group, 0), 0) for group, each in clause.items())
            for clause in self.clauses
        )

    def relax(self, most: int) -> Split:
        """The deck without differences that do not matter when at most so many cards are seen: with the same odds."""
        group_sizes: Counter[int] = Counter()
        for signature, size in self.sizes.items():
            for group in signature:
                group_sizes[group] += size
        clauses = tuple(
            {group: each.without_high(min(most, group_sizes[group])) for group, each in clause.items()}
            for clause in self.clauses
        )
        relevant = frozenset(group for clause in clauses for group, each in clause.items() if each != Bounds(0))
        sizes: Counter[Signature] = Counter()
        for signature, size in self.sizes.items():
            sizes[signature & relevant] += size
        return Split(sizes, clauses)

    def with_copies(self, signature: Signature, change: int) -> Split:
        """The deck with so many cards of a signature more, or fewer."""
        return replace(self, sizes={**self.sizes, signature: self.sizes.get(signature, 0) + change})


class Unreadable(ValueError):
    """Lines of the deck name no card, so their groups are unknown. `lines`: their texts."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__(lines)
        self.lines = lines

    def __str__(self) -> str:
        return f"These lines name no card: {', '.join(self.lines)}"


def drawn_from(deck: Deck, opening: Opening) -> tuple[DeckLine, ...]:
    """The cards that are shuffled and drawn, one entry a card. Raises Unreadable."""
    if lines := tuple(line.text for line in deck.unknown if line.zone in opening.zones):
        raise Unreadable(lines)
    return tuple(entry for zone in opening.zones for entry in deck.entries(zone))


def split(goal: Goal, entries: Sequence[DeckLine]) -> tuple[Split, tuple[Signature, ...]]:
    """The split of the entries, and the signature of each. Conditions that count the same cards share a group."""
    members = groups(goal, entries)
    columns = [tuple(row[index] for row in members) for index in range(len(goal.conditions))]
    number = {column: index for index, column in enumerate(dict.fromkeys(columns))}
    signatures = tuple(frozenset(number[column] for column in columns if column[row]) for row in range(len(entries)))
    sizes: Counter[Signature] = Counter()
    for entry, signature in zip(entries, signatures, strict=True):
        sizes[signature] += entry.count
    return Split(sizes, tuple(_clauses(goal, [number[column] for column in columns]))), signatures


def _clauses(goal: Goal, numbers: Sequence[int]) -> Iterable[Clause]:
    number = iter(numbers)
    for clause in goal.clauses:
        bounds: dict[int, Bounds] = {}
        for condition in clause:
            group, new = next(number), Bounds(condition.low, condition.high)
            bounds[group] = _both(bounds[group], new) if group in bounds else new
        yield bounds


def _both(one: Bounds, other: Bounds) -> Bounds:
    highs = [high for high in (one.high, other.high) if high is not None]
    return Bounds(max(one.low, other.low), min(highs) if highs else None)


def open_clauses(clauses: Iterable[Clause], most: Mapping[int, int]) -> list[Clause]:
    """The clauses that can be met at all, without what is met anyway, by the most cards there can be of each group.

    An empty clause is met by every hand.
    """
    open_bounds: list[Clause] = []
    for clause in clauses:
        if all(each.low <= min(most.get(group, 0), _top(each)) for group, each in clause.items()):
            open_bounds.append(
                {group: each for group, each in clause.items() if each.low > 0 or _top(each) < most[group]}
            )
    return open_bounds


def _top(bounds: Bounds) -> float:
    return float("inf") if bounds.high is None else bounds.high


def meeting(parts: Iterable[Part], clauses: Iterable[Clause], slots: int) -> tuple[list[int], list[Part]]:
    """How many sets of cards meet a clause, by the slots they take; and the parts no clause can tell from any other.

    Those are not in the counts. Raises TooLarge.
    """
    all_parts = list(parts)
    most: Counter[int] = Counter()
    for part in all_parts:
        for group in part.groups:
            most[group] = min(most[group] + part.size, slots)
    open_bounds = open_clauses(clauses, most)
    if not open_bounds or not all(open_bounds):
        return [int(bool(open_bounds))] + [0] * slots, all_parts
    named_groups = frozenset(group for clause in open_bounds for group in clause)
    relevant, others = _partition(all_parts, named_groups)
    return hands(relevant, open_bounds, slots), others


def sets_meeting(parts: Iterable[Part], clauses: Iterable[Clause], size: int) -> int:
    """How many sets of `size` cards meet a clause. Raises TooLarge."""
    met, others = meeting(parts, clauses, size)
    rest = sum(part.size for part in others)
    return sum(met[few] * comb(rest, size - few) for few in range(size + 1))


def still_open(clauses: Iterable[Clause], counts: Mapping[int, int]) -> list[Clause]:
    """The clauses that can still be met with so many cards of each group, as bounds on the cards that come."""
    return [
        {group: each.less(counts.get(group, 0)) for group, each in clause.items()}
        for clause in clauses
        if all(each.high is None or counts.get(group, 0) <= each.high for group, each in clause.items())
    ]


def _partition(parts: Iterable[Part], named_groups: frozenset[int]) -> tuple[list[Part], list[Part]]:
    """The parts by those groups that matter, equal ones as one; and those without such a group."""
    sizes: Counter[tuple[tuple[int, ...], int]] = Counter()
    for part in parts:
        sizes[tuple(sorted(named_groups.intersection(part.groups))), part.slots] += part.size
    joined = [Part(size, groups, slots) for (groups, slots), size in sizes.items() if size]
    return [part for part in joined if part.groups], [part for part in joined if not part.groups]
