"""Compares the totals in a deck list with the cards that were read."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple


class Claim(NamedTuple):
    """A number of cards that a list claims, in its receipt's line `at`, after the first `start` cards.

    `level`: of a section's title, which is about the cards that follow; 0 for a zone, 1 for a kind, 2 for others; None
    for a total, which is about the cards before it. `part`: whether a total can only mean a section.
    """

    at: int
    claimed: int | None
    start: int
    level: int | None = None
    part: bool = False


class Difference(NamedTuple):
    """A wrong total: the receipt's line, its number, and how many cards were read."""

    at: int
    claimed: int
    read: int


class Tally:
    """Counts cards as they are read, and collects the totals of the list."""

    def __init__(self) -> None:
        self.cards: list[tuple[str, int]] = []
        self.claims: list[Claim] = []

    def add(self, zone: str, count: int) -> None:
        self.cards.append((zone, count))

    def title(self, at: int, claimed: int | None, level: int) -> None:
        self.claims.append(Claim(at, claimed, len(self.cards), level))

    def total(self, at: int, claimed: int, *, part: bool) -> None:
        self.claims.append(Claim(at, claimed, len(self.cards), part=part))

    def differences(self, drawn_zones: Collection[str]) -> Iterator[Difference]:
        """The totals that match no possible count. `drawn_zones`: the zones players count as the deck."""
        for index, claim in enumerate(self.claims):
            if claim.claimed is None:
                continue
            counts = list(
                self._before(index, drawn_zones) if claim.level is None else self._section(index, claim.level)
            )
            if claim.claimed not in counts:
                yield Difference(claim.at, claim.claimed, counts[0])

    def _section(self, index: int, level: int) -> Iterator[int]:
        """How many cards follow a title: up to a total, or to the next title of its level or a higher one."""
        claim, later = self.claims[index], self.claims[index + 1 :]
        for ends in (range(level + 1), (level,)):
            stops = (each.start for each in later if each.level is None or each.level in ends)
            yield self._sum(claim.start, next(stops, len(self.cards)))

    def _before(self, index: int, drawn_zones: Collection[str]) -> Iterator[int]:
        """How many cards a total may mean, the likeliest first."""
        claim, earlier = self.claims[index], self.claims[:index]
        titles = [each.start for each in earlier if each.level is not None]
        zones = [each.start for each in earlier if each.level == 0]
        totals = [each.start for each in earlier if each.level is None]
        whole = claim.start or len(self.cards)
        if not claim.part:
            yield sum(count for zone, count in self.cards[:whole] if zone in drawn_zones)
            yield self._sum(0, whole)
            yield sum(count for zone, count in self.cards if zone in drawn_zones)
            yield self._sum(0, len(self.cards))
        for starts in (titles, zones, totals):
            yield self._sum(starts[-1] if starts else 0, whole)

    def _sum(self, start: int, stop: int) -> int:
        return sum(count for _, count in self.cards[start:stop])
