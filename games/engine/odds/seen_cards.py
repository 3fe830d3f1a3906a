"""Cards seen from a deck, and what remains in the library or hidden in a hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Opening
from games.engine.odds.split import drawn_from
from games.engine.texts.writing import fold, identify

MAX_SEEN_TEXT = 4_000
"""Characters of a text of cards seen."""

MAX_DIGITS = 3
"""Of a count."""

_ITEM = re.compile(rf"([0-9]{{1,{MAX_DIGITS}}})(?:\s*[x×]\s*|\s+)(\S.*)")


class SeenError(ValueError):
    """Cards seen that make no sense. `params`: what the sentence for the code speaks of.

    `seen-too-long`: a text beyond `limit` characters. `not-seen-cards`: `text` is no count and name. `not-shared`: the
    players do not share the deck. `not-in-deck`: no card is called `name`, `choices` are. `more-than-copies`: `count`
    of `name` were seen, and the deck has `copies`.
    """

    def __init__(self, code: str, **params: str | int | tuple[str, ...]) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class SeenCard(NamedTuple):
    """All copies of one name, and how many of them were seen."""

    name: str
    copies: int
    seen: int

    @property
    def left(self) -> int:
        return self.copies - self.seen


def seen_cards(deck: Deck, opening: Opening, seen: Mapping[str, int]) -> tuple[SeenCard, ...]:
    """Every name of the deck in its order. `seen`: copies by name, in any spelling. Raises SeenError, Unreadable."""
    copies: dict[str, SeenCard] = {}
    for entry in drawn_from(deck, opening):
        before = copies.get(identify(entry.card.name), SeenCard(entry.card.name, 0, 0))
        copies[identify(entry.card.name)] = before._replace(copies=before.copies + entry.count)
    for name, count in seen.items():
        key = _key(name, copies)
        if key is None:
            raise SeenError("not-in-deck", name=name, choices=tuple(each.name for each in copies.values()))
        copies[key] = copies[key]._replace(seen=copies[key].seen + count)
    for each in copies.values():
        if not 0 <= each.seen <= each.copies:
            raise SeenError("more-than-copies", name=each.name, count=each.seen, copies=each.copies)
    return tuple(copies.values())


def _key(name: str, copies: Mapping[str, SeenCard]) -> str | None:
    """The key of the only card that a name means, in any spelling; None if there is none, or several."""
    if (key := identify(name)) in copies:
        return key
    alike = [key for key in copies if fold(key) == fold(name)]
    return alike[0] if len(alike) == 1 else None


def unseen(deck: Deck, opening: Opening, cards: tuple[SeenCard, ...]) -> Deck:
    """The deck without the cards seen; of printings and kinds of one name the first ones go."""
    to_remove = Counter({identify(each.name): each.seen for each in cards})
    zones = {zone: tuple(lines) for zone, lines in deck.zones.items()}
    for zone in opening.zones:
        remaining: list[DeckLine] = []
        for line in zones.get(zone, ()):
            removed = min(line.count, to_remove[identify(line.card.name)])
            to_remove[identify(line.card.name)] -= removed
            if removed < line.count:
                remaining.append(line._replace(count=line.count - removed))
        zones[zone] = tuple(remaining)
    return replace(deck, zones=zones)


def read_seen_cards(text: str) -> dict[str, int]:
    """`3 風神斬, 1 聖光`: counts by name, joined by commas or line ends. Raises SeenError."""
    if len(text) > MAX_SEEN_TEXT:
        raise SeenError("seen-too-long", limit=MAX_SEEN_TEXT)
    seen = Counter[str]()
    for item in filter(None, map(str.strip, re.split(r"[,，、;；\n]", text))):
        match = _ITEM.fullmatch(item)
        if not match:
            raise SeenError("not-seen-cards", text=item)
        seen[match[2]] += int(match[1])
    return dict(seen)
