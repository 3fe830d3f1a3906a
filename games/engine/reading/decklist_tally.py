"""The totals in a deck list beside what was read of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple


class Claim(NamedTuple):
    """How many cards a list says it has, in its receipt's line `at`: behind the first `start` cards or lines of them.

    `level`: of a section's title, which is about the cards that follow; 0 for a zone, 1 for a kind, 2 for others; None
    for a total, which is about those before. `part`: whether a total can only mean a section.
    """

    at: int
    said: int | None
    start: int
    level: int | None = None
    part: bool = False


class Difference(NamedTuple):
    """A total that does not agree: the receipt's line, what it says and how many cards were read."""

    at: int
    said: int
    read: int


class Tally:
    """Counts cards as they are read, and what the list says of their number."""

    def __init__(self) -> None:
        self.cards: list[tuple[str, int]] = []
        self.claims: list[Claim] = []

    def add(self, zone: str, count: int) -> None:
        self.cards.append((zone, count))

    def title(self, at: int, said: int | None, level: int) -> None:
        self.claims.append(Claim(at, said, len(self.cards), level))

    def total(self, at: int, said: int, *, part: bool) -> None:
        self.claims.append(Claim(at, said, len(self.cards), part=part))

    def differences(self, drawn: Collection[str]) -> Iterator[Difference]:
        """The totals that agree with no count they may mean. `drawn`: the zones players count as the deck."""
        for place, claim in enumerate(self.claims):
            if claim.said is None:
                continue
            counts = list(self._before(place, drawn) if claim.level is None else self._section(place, claim.level))
            if claim.said not in counts:
                yield Difference(claim.at, claim.said, counts[0])

    def _section(self, place: int, level: int) -> Iterator[int]:
        """How many cards follow a title: up to a total, or the next title of its level, or of a higher one, too."""
        claim, later = self.claims[place], self.claims[place + 1 :]
        for ends in (range(level + 1), (level,)):
            stops = (each.start for each in later if each.level is None or each.level in ends)
            yield self._sum(claim.start, next(stops, len(self.cards)))

    def _before(self, place: int, drawn: Collection[str]) -> Iterator[int]:
        """How many cards a total may mean, the likeliest first."""
        claim, earlier = self.claims[place], self.claims[:place]
        titles = [each.start for each in earlier if each.level is not None]
        zones = [each.start for each in earlier if each.level == 0]
        totals = [each.start for each in earlier if each.level is None]
        whole = claim.start or len(self.cards)
        if not claim.part:
            yield sum(count for zone, count in self.cards[:whole] if zone in drawn)
            yield self._sum(0, whole)
            yield sum(count for zone, count in self.cards if zone in drawn)
            yield self._sum(0, len(self.cards))
        for starts in (titles, zones, totals):
            yield self._sum(starts[-1] if starts else 0, whole)

    def _sum(self, start: int, stop: int) -> int:
        return sum(count for _, count in self.cards[start:stop])
