"""Names that look like one that was mistyped, quickly even among a hundred thousand."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from heapq import nlargest

from games.engine.texts.writing import fold

LONGEST = 100
"""A text of more characters than this is no name anybody mistyped."""

LIKENESS = 0.4
"""How much (difflib's ratio) a name must be like the text to be offered."""

_VISITS = 20_000
_COMPARED = 50


class NearNames:
    """An index of names by the pairs of characters in them, and by single ones where each is a word.

    `names`: pairs of a spelling and the name to offer for it.
    """

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        self.spellings: list[tuple[str, str]] = [(fold(spelling), name) for spelling, name in names]
        self.places: dict[str, array[int]] = {}
        for place, (spelling, _) in enumerate(self.spellings):
            for gram in _grams(spelling):
                self.places.setdefault(gram, array("I")).append(place)

    def near(self, text: str, n: int = 5) -> list[str]:
        """Up to n names, the likest first."""
        folded = fold(text)
        if len(folded) > LONGEST:
            return []
        ranked = []
        for place, shared in self._candidates(folded):
            likeness = SequenceMatcher(None, self.spellings[place][0], folded, autojunk=False).ratio()
            if likeness >= LIKENESS:
                ranked.append((-likeness, -shared, place))
        return list(dict.fromkeys(self.spellings[place][1] for _, _, place in sorted(ranked)))[:n]

    def _candidates(self, folded: str) -> list[tuple[int, int]]:
        """The spellings that share most with a text, and how much. Rare pairs come first, the commonest not at all."""
        shared: Counter[int] = Counter()
        visits = 0
        for places in sorted((self.places[gram] for gram in _grams(folded) if gram in self.places), key=len):
            visits += len(places)
            if visits > _VISITS and shared:
                break
            shared.update(places)

        def rank(found: tuple[int, int]) -> tuple[float, int]:
            place, count = found
            return count / (len(self.spellings[place][0]) + len(folded)), -place

        return nlargest(_COMPARED, shared.items(), key=rank)


def _grams(folded: str) -> Iterator[str]:
    """Each pair of neighbours once, and each Chinese or Japanese character, which alone says something."""
    found = {folded[at : at + 2] for at in range(len(folded) - 1)}
    found.update(char for char in folded if char >= "\u2e80")
    return iter(found)
