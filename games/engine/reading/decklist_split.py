"""Several cards in one line: `3×《A》/3×《B》`, `A x3, B x2`, a row of a table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from games.engine.model.cards import Card
from games.engine.reading.catalogs import Lookup
from games.engine.reading.decklist_match import Match, match
from games.engine.reading.decklist_ways import MAX_COUNT, Ways, ways
from games.engine.texts.writing import fold

MAX_PARTS = 200
MAX_LENGTH = 2_000
"""A line with more parts or characters than this is not taken apart."""

_JOINED = 4
"""The most parts that are tried as one: the name of a card may have commas in it."""

_SIGN = "[xXｘＸ×✕✖*＊]"
_CUT = re.compile(
    r"\s*(?P<mark>[\t|｜/／、，,;；:：])\s*"
    rf"|\s+(?=\d{{1,3}}\s*(?:{_SIGN}(?=\s|[^\x00-\x7f])|[×✕✖＊*]|[枚張张]))"
    rf"|(?:(?<={_SIGN}\d)|(?<={_SIGN}\d\d)|(?<=\d[枚張张]))\s+"
    rf"|(?<!{_SIGN})(?<!{_SIGN}\s)\s*(?=[《〈「『【“])|(?<=[》〉」』】”])\s*(?!\s|{_SIGN}|[(（])"
    r"|\s+(?=[・•●◆■★☆])"
)
_EACH = re.compile(r"(?:各|\beach\s)\s*[xX×*]?\s*(\d{1,3})\s*[枚張张]?$", re.IGNORECASE)
_NUMBER = re.compile(r"[\s\d.]+")


class Parts(NamedTuple):
    """A line cut wherever one card may end and another begin.

    `spans`: where each part begins and ends in `line`, and what stands behind it, such as a comma. `ways`: by its first
    part and the one behind its last every run of parts that may be one card. `each`: the quantity said of all of them,
    0 where none is.
    """

    line: str
    spans: tuple[tuple[int, int, str], ...]
    ways: Mapping[tuple[int, int], Ways]
    each: int = 0

    def text(self, first: int, last: int) -> str:
        """What stands there from the first part to before the last."""
        return " ".join(self.line[self.spans[first][0] : self.spans[last - 1][1]].split())


class Item(NamedTuple):
    """What a part of a line is: a `card`, with its match, which may name none; a section's `title`; a `fact`, which a
    card next to it has, too; or a `label`, which says nothing known.

    `counted`: whether a card has a quantity of its own; `mark`: what stands behind the part.
    """

    role: Literal["card", "title", "fact", "label"]
    text: str
    mark: str = ""
    match: Match | None = None
    counted: bool = False

    @property
    def card(self) -> Card | None:
        return self.match.card if self.match else None

    @property
    def named(self) -> bool:
        return self.match is not None and self.match.status != "unknown"

    @property
    def strange(self) -> bool:
        """Whether it is a word that names nothing."""
        return self.role == "card" and not self.named and not self.counted


Titled = Callable[[str], bool]
"""Whether a text is the title of a section."""


def parts(line: str, *, ordinals: bool = True, rows: bool = False) -> Parts | None:
    """The parts of a line; None for one that can only be about one card. `ordinals`, `rows`: as in `ways`."""
    if len(line) > MAX_LENGTH:
        return None
    each = _EACH.search(line)
    text = line[: each.start()] if each else line
    spans = tuple(_spans(text))
    if (not each and len(spans) < 2) or len(spans) > MAX_PARTS:
        return None
    found = Parts(text, spans, {}, min(int(each[1]), MAX_COUNT) if each else 0)

    def read(first: int, last: int) -> Ways:
        return ways(found.text(first, last), ordinals=ordinals and not first, rows=rows and not first)

    runs = {(first, first + 1): read(first, first + 1) for first in range(len(spans))}
    counted = [each.counted for each in runs.values()]
    for first in range(len(spans)):
        for last in range(first + 2, min(first + _JOINED, len(spans)) + 1):
            if sum(counted[first:last]) < 2:  # two quantities are two cards
                runs[first, last] = read(first, last)
    return found._replace(ways=runs)


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Where each part that is not blank begins and ends, and the mark behind it."""
    start = 0
    for cut in _CUT.finditer(text):
        if text[start : cut.start()].strip():
            yield start, cut.start(), cut["mark"] or ""
        start = cut.end()
    if text[start:].strip():
        yield start, len(text), ""


class _Reading(NamedTuple):
    """Parts from the first up to some place as items. The lower the cost the better; `rival` is as good but another."""

    cost: tuple[int, int]
    items: tuple[Item, ...] = ()
    rival: bool = False


def items(found: Parts, lookup: Lookup, titled: Titled) -> tuple[Item, ...]:
    """What the parts of a line are, () where that is not clear.

    Of all ways to join neighbouring parts the one counts that leaves least unexplained. It must name a card, leave no
    number over, and be the only one.
    """
    best = [_Reading((0, 0))]
    for last in range(1, len(found.spans) + 1):
        best.append(_best(best, last, found, lookup, titled))
    if best[-1].rival or best[-1].cost[0] >= _NEVER:
        return ()
    return _accepted(best[-1].items, found.each)


_NEVER = 1000
"""The cost of a number that belongs to no card."""


def _best(best: list[_Reading], last: int, found: Parts, lookup: Lookup, titled: Titled) -> _Reading:
    readings: list[_Reading] = []
    for first in range(max(0, last - _JOINED), last):
        if (first, last) not in found.ways:
            continue
        cost, item = _run(found, first, last, lookup, titled)
        before = best[first]
        total = before.cost[0] + cost, before.cost[1] + 1
        readings.append(_Reading(total, (*before.items, item), before.rival))
    lowest = min(reading.cost for reading in readings)
    good = [reading for reading in readings if reading.cost == lowest]
    rival = len({_meant(reading) for reading in good}) > 1
    return good[0]._replace(rival=rival or good[0].rival)


def _meant(reading: _Reading) -> tuple[object, ...]:
    cards = [item.match for item in reading.items if item.match]
    return tuple((each.card.key if each.card else "", each.code, each.way) for each in cards)


def _run(found: Parts, first: int, last: int, lookup: Lookup, titled: Titled) -> tuple[int, Item]:
    text, mark, each = found.text(first, last), found.spans[last - 1][2], found.ways[first, last]
    result = match(each, lookup)
    counted = each.counted and (result.way == each.default or result.way.quantity > 1)
    card = Item("card", text, mark, result, counted)
    if result.status == "matched" or result.note == "several":
        return 0, card
    if titled(text):
        return 0, Item("title", text, mark)
    if result.status == "ambiguous":
        return 1 + 3 * (last - first - 1), card
    if _NUMBER.fullmatch(text):
        return _NEVER, card
    return (3 if each.counted else 5) * (last - first), card


def _accepted(read: Sequence[Item], each: int) -> tuple[Item, ...]:
    """The items if most of them name cards; a word among cards is one that is misspelt, a card among words is none."""
    found = _merged(_labelled(read))
    if each:
        found = [_times(item, each) for item in found]
    named = [item for item in found if item.named]
    strange = [item for item in found if item.strange]
    if _contradicts(named):
        return ()
    return tuple(found) if len(named) > len(strange) else ()


def _contradicts(named: Sequence[Item]) -> bool:
    """Whether the number of one card may stand beside the name of another, as in a row with a mistake."""
    numbers = [
        item for item in named if item.match and item.match.code and fold(item.match.way.text) == fold(item.match.code)
    ]
    return 0 < len(numbers) < len(named) and not all(item.counted for item in named)


def _labelled(read: Sequence[Item]) -> list[Item]:
    """The same with what stands before the cards and is neither a title nor a card as a label.

    That is a name before a colon and a title, or cards of which most have a quantity; and `ウィザード` in
    `マスター/ウィザード《A》`.
    """
    found = list(read)
    cards = [item for item in found if item.named]
    first, second = found[0], found[1] if len(found) > 1 else None
    counted = 2 * sum(card.counted for card in cards) > len(cards)
    if first.strange and first.mark in (":", "：") and (counted or (second and second.role == "title")):
        found[0] = first._replace(role="label", match=None)
    elif first.role == "title" and first.mark in ("/", "／") and second and second.strange and _quoted(found[2:]):
        found[1] = second._replace(role="label", match=None)
    return found


def _quoted(rest: Sequence[Item]) -> bool:
    return any(item.text.startswith(tuple("《〈「『【“")) for item in rest[:1])


def _merged(read: list[Item]) -> list[Item]:
    """The same with one item for a card that a row names twice: by name and number, or in two languages.

    What else the row says of the only card, such as its class, is a fact. Empty where it is not clear what is meant.
    """
    keys = Counter(item.card.key for item in read if item.card)
    for key in [key for key, times in keys.items() if times > 1]:
        same = [place for place, item in enumerate(read) if item.card and item.card.key == key]
        if all(read[place].counted for place in same):
            continue
        apart = {item.mark for item in read[same[0] : same[-1]]}
        if sum(read[place].counted for place in same) > 1 or not apart <= {"\t", "|", "｜", "/", "／"}:
            return []
        read = _one(read, same)
    if len(keys) == 1:
        card = next(item.card for item in read if item.card)
        read = [_as_fact(item) if item.strange and _fact(item.text, card) else item for item in read]
    return read


def _as_fact(item: Item) -> Item:
    return item._replace(role="fact", match=None)


def _one(read: list[Item], same: list[int]) -> list[Item]:
    kept = next((place for place in same if read[place].counted), same[0])
    code = next((found.code for place in same if (found := read[place].match) and found.code), "")
    result = read[kept].match
    assert result
    merged = {place: Item("fact", read[place].text, read[place].mark) for place in same}
    merged[kept] = read[kept]._replace(match=result._replace(code=result.code or code))
    return [merged.get(place, item) for place, item in enumerate(read)]


def _fact(text: str, card: Card | None) -> bool:
    """Whether the text is something printed on the card, besides its name."""
    if card is None:
        return False
    values = [card.rarity, card.set, *card.keywords, *card.values.values()]
    flat = chain.from_iterable(value if isinstance(value, tuple) else (value,) for value in values)
    return fold(text) in {fold(str(value)) for value in flat if value not in (None, "")}


def _times(item: Item, each: int) -> Item:
    """A card without a quantity of its own, so many times."""
    if item.match is None or item.counted:
        return item
    return item._replace(match=item.match._replace(way=item.match.way._replace(quantity=each)), counted=True)
