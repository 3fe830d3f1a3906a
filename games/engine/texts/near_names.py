"""Fuzzy search for mistyped names, quick even among a hundred thousand."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from heapq import nlargest

from games.engine.texts.writing import fold

MAX_LENGTH = 100
"""Longer texts are not searched."""

MIN_LIKENESS = 0.4
"""The least similarity (difflib's ratio) of a name that is compared further."""

NEAR, NEAR_WIDE = 0.65, 0.5
"""How similar a name must be to be offered; in Chinese and Japanese, where each character says more, NEAR_WIDE."""

_MAX_VISITS = 20_000
_MAX_COMPARED = 50


def offered_from(text: str) -> float:
    """How similar to a text a name must be to be offered for it."""
    return NEAR if text.isascii() else NEAR_WIDE


def distance(one: str, other: str) -> int:
    """The fewest characters to insert, remove or replace to turn one text into the other."""
    costs = list(range(len(other) + 1))
    for row, char in enumerate(one, 1):
        diagonal, costs[0] = costs[0], row
        for column, target in enumerate(other, 1):
            cost = min(costs[column] + 1, costs[column - 1] + 1, diagonal + (char != target))
            diagonal, costs[column] = costs[column], cost
    return costs[-1]


class NearNames:
    """An index of names by the pairs of characters in them, and by single ones where each is a word.

    `names`: pairs of a spelling and the name to offer for it.
    """

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        self.spellings: list[tuple[str, str]] = [(fold(spelling), name) for spelling, name in names]
        self.indices: dict[str, array[int]] = {}
        for index, (spelling, _) in enumerate(self.spellings):
            for gram in _grams(spelling):
                self.indices.setdefault(gram, array("I")).append(index)

    def near(self, text: str, n: int = 5, *, least: float = MIN_LIKENESS) -> list[str]:
        """Up to n names, the most similar first. `least`: the similarity that they must have, unless they contain the
        text."""
        folded = fold(text)
        if len(folded) > MAX_LENGTH:
            return []
        ranked = []
        for index, shared in self._candidates(folded):
            likeness = SequenceMatcher(None, self.spellings[index][0], folded, autojunk=False).ratio()
            if likeness >= least or (len(folded) > 1 and folded in self.spellings[index][0]):
                ranked.append((-likeness, -shared, index))
        return list(dict.fromkeys(self.spellings[index][1] for _, _, index in sorted(ranked)))[:n]

    def _candidates(self, folded: str) -> list[tuple[int, int]]:
        """The spellings that share most grams with a text, and how many. The commonest grams are skipped."""
        shared: Counter[int] = Counter()
        visits = 0
        for indices in sorted((self.indices[gram] for gram in _grams(folded) if gram in self.indices), key=len):
            visits += len(indices)
            if visits > _MAX_VISITS and shared:
                break
            shared.update(indices)

        def rank(candidate: tuple[int, int]) -> tuple[float, int]:
            index, count = candidate
            return count / (len(self.spellings[index][0]) + len(folded)), -index

        return nlargest(_MAX_COMPARED, shared.items(), key=rank)


def _grams(folded: str) -> Iterator[str]:
    """Each pair of neighbouring characters once, and each Chinese or Japanese character, which is a word by itself."""
    grams = {folded[index : index + 2] for index in range(len(folded) - 1)}
    grams.update(char for char in folded if char >= "\u2e80")
    return iter(grams)
