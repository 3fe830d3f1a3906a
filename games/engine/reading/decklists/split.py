"""Several cards in one line: `3×《A》/3×《B》`, `A x3, B x2`, a row of a table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple, Protocol

from games.engine.model.cards import Card
from games.engine.reading.decklists.counts import MAX_COUNT, is_number
from games.engine.reading.decklists.match import Match
from games.engine.reading.decklists.ways import Ways, ways
from games.engine.texts.writing import fold

MAX_PARTS = 200
MAX_LENGTH = 2_000
"""A line with more parts or characters is not split."""

MAX_WORDS = 60
"""A line with more words is not cut at its blanks."""

_MAX_JOINED = 4
"""The most parts that are tried as one card: a name may contain commas."""

_SIGN = "[xXｘＸ×✕✖*＊]"
_CUT = re.compile(
    r"\s*(?P<mark>[\t|｜/／、，,;；:：])\s*"
    rf"|\s+(?=\d{{1,3}}\s*(?:{_SIGN}(?=\s|[^\x00-\x7f])|[×✕✖＊*]|[枚張张]))"
    rf"|(?:(?<={_SIGN}\d)|(?<={_SIGN}\d\d)|(?<=\d[枚張张]))\s+"
    rf"|(?<!{_SIGN})(?<!{_SIGN}\s)\s*(?=[《〈「『【“])|(?<=[》〉」』】”])\s*(?!\s|{_SIGN}|[(（])"
    r"|\s+(?=[・•●◆■★☆])"
)
_EACH = re.compile(r"(?:各|\beach\s)\s*[xX×*]?\s*(\d{1,3})\s*[枚張张]?$", re.IGNORECASE)


class Parts(NamedTuple):
    """A line split wherever one card may end and another begin.

    `spans`: where each part begins and ends in `line`, and what stands behind it, such as a comma. `ways`: by its first
    part and the one behind its last every run of parts that may be one card. `each`: the quantity said of all of them,
    0 where none is.
    """

    line: str
    spans: tuple[tuple[int, int, str], ...]
    ways: Mapping[tuple[int, int], Ways]
    each: int = 0

    def text(self, first: int, last: int) -> str:
        """The text from the first part up to, but without, the last."""
        return " ".join(self.line[self.spans[first][0] : self.spans[last - 1][1]].split())


class Item(NamedTuple):
    """The role of a part of a line: a `card`, with its match, which may be unknown; a section's `title`; a `fact`
    about a neighbouring card; or a `label`, which is none of these.

    `counted`: whether a card has a quantity of its own; `mark`: the mark after the part.
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
    def names_card(self) -> bool:
        return self.match is not None and self.match.status != "unknown"

    @property
    def is_unknown_word(self) -> bool:
        """Whether it is a word that matches nothing."""
        return self.role == "card" and not self.names_card and not self.counted


Titled = Callable[[str], bool]
"""Whether a text is the title of a section."""

Matched = Callable[[str, Ways], Match]
"""The card of a text, which may be read in these ways."""


class Says(Protocol):
    """Whether a text is something printed on the card, besides its name."""

    def __call__(self, card: Card, text: str) -> bool: ...


class Knowledge(NamedTuple):
    """What is known about texts: which card they name, whether they are titles, and what they say about a card."""

    match: Matched
    is_title: Titled
    says: Says


def parts(line: str, *, ordinals: bool = True, rows: bool = False) -> Parts | None:
    """The parts of a line; None for one that can only be about one card. `ordinals`, `rows`: as in `ways`."""
    if len(line) > MAX_LENGTH:
        return None
    count_for_all = _EACH.search(line)
    text = line[: count_for_all.start()] if count_for_all else line
    spans = tuple(_spans(text))
    if (not count_for_all and len(spans) < 2) or len(spans) > MAX_PARTS:
        return None
    line_parts = Parts(text, spans, {}, min(int(count_for_all[1]), MAX_COUNT) if count_for_all else 0)

    def read(first: int, last: int) -> Ways:
        return ways(line_parts.text(first, last), ordinals=ordinals and not first, rows=rows and not first)

    runs = {(first, first + 1): read(first, first + 1) for first in range(len(spans))}
    has_quantity = [run_ways.counted for run_ways in runs.values()]
    for first in range(len(spans)):
        for last in range(first + 2, min(first + _MAX_JOINED, len(spans)) + 1):
            if sum(has_quantity[first:last]) < 2:  # two quantities are two cards
                runs[first, last] = read(first, last)
    return line_parts._replace(ways=runs)


def word_parts(line: str) -> Parts | None:
    """A line cut at every blank; None for one of a single word, of many, or with anything but words in it."""
    words = list(re.finditer(r"\S+", line))
    if not 1 < len(words) <= MAX_WORDS or _CUT.search(line):
        return None
    spans = tuple((word.start(), word.end(), "") for word in words)
    line_parts = Parts(line, spans, {})
    runs = [
        (first, last)
        for first in range(len(spans))
        for last in range(first + 1, min(first + _MAX_JOINED, len(spans)) + 1)
        if last - first < len(spans)
    ]
    return line_parts._replace(ways={run: ways(line_parts.text(*run)) for run in runs})


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
    """The parts up to some index as items. A lower cost is better; `rival`: another reading is as good."""

    cost: tuple[int, int]
    items: tuple[Item, ...] = ()
    rival: bool = False


def items(line_parts: Parts, known: Knowledge) -> tuple[Item, ...]:
    """The items of a line, () if that is unclear.

    The way to join neighbouring parts is chosen that leaves least unexplained. It must name a card, leave no
    number over, and be the only one.
    """
    best = [_Reading((0, 0))]
    for last in range(1, len(line_parts.spans) + 1):
        best.append(_best(best, last, line_parts, known))
    if best[-1].rival or best[-1].cost[0] >= _NEVER:
        return ()
    return _accept(best[-1].items, line_parts.each, known.says)


_NEVER = 1000
"""The cost of a number that belongs to no card."""


def _best(best: list[_Reading], last: int, line_parts: Parts, known: Knowledge) -> _Reading:
    readings: list[_Reading] = []
    for first in range(max(0, last - _MAX_JOINED), last):
        if (first, last) not in line_parts.ways:
            continue
        cost, item = _run(line_parts, first, last, known)
        before = best[first]
        total = before.cost[0] + cost, before.cost[1] + 1
        readings.append(_Reading(total, (*before.items, item), before.rival))
    lowest = min(reading.cost for reading in readings)
    good = [reading for reading in readings if reading.cost == lowest]
    rival = len({_meaning(reading) for reading in good}) > 1
    return good[0]._replace(rival=rival or good[0].rival)


def _meaning(reading: _Reading) -> tuple[object, ...]:
    cards = [item.match for item in reading.items if item.match]
    return tuple((each.card.key if each.card else "", each.code, each.way) for each in cards)


def _run(line_parts: Parts, first: int, last: int, known: Knowledge) -> tuple[int, Item]:
    text, mark, run_ways = line_parts.text(first, last), line_parts.spans[last - 1][2], line_parts.ways[first, last]
    result = known.match(text, run_ways)
    counted = run_ways.counted and (result.way == run_ways.default or result.way.quantity > 1)
    card = Item("card", text, mark, result, counted)
    if result.status == "matched" or result.note == "several":
        return 0, card
    if known.is_title(text):
        return 0, Item("title", text, mark)
    if result.status == "ambiguous":
        return 1 + 3 * (last - first - 1), card
    if is_number(text):
        return _NEVER, card
    return (3 if run_ways.counted else 5) * (last - first), card


def _accept(parsed: Sequence[Item], count_for_all: int, says: Says) -> tuple[Item, ...]:
    """The items if most of them name cards: a word among cards is a misspelt card, a card among words is none."""
    result = _merge_repeats(_with_labels(parsed), says)
    if count_for_all:
        result = [_times(item, count_for_all) for item in result]
    named_items = [item for item in result if item.names_card]
    strange_items = [item for item in result if item.is_unknown_word]
    if _contradicts(named_items):
        return ()
    return tuple(result) if len(named_items) > len(strange_items) else ()


def _contradicts(named_items: Sequence[Item]) -> bool:
    """Whether the number of one card may be beside the name of another, as in a row with a mistake."""
    numbers = [
        item
        for item in named_items
        if item.match and item.match.code and fold(item.match.way.text) == fold(item.match.code)
    ]
    return 0 < len(numbers) < len(named_items) and not all(item.counted for item in named_items)


def _with_labels(parsed: Sequence[Item]) -> list[Item]:
    """The items with a word before the cards, which is neither a title nor a card, as a label.

    That is a name before a colon and a title, or cards of which most have a quantity; and `ウィザード` in
    `マスター/ウィザード《A》`.
    """
    result = list(parsed)
    cards = [item for item in result if item.names_card]
    first, second = result[0], result[1] if len(result) > 1 else None
    counted = 2 * sum(card.counted for card in cards) > len(cards)
    if first.is_unknown_word and first.mark in (":", "：") and (counted or (second and second.role == "title")):
        result[0] = first._replace(role="label", match=None)
    elif (
        first.role == "title"
        and first.mark in ("/", "／")
        and second
        and second.is_unknown_word
        and _starts_with_quote(result[2:])
    ):
        result[1] = second._replace(role="label", match=None)
    return result


def _starts_with_quote(following: Sequence[Item]) -> bool:
    return any(item.text.startswith(tuple("《〈「『【“")) for item in following[:1])


def _merge_repeats(parsed: list[Item], says: Says) -> list[Item]:
    """The items with one for a card that a row names twice: by name and number, or in two languages.

    Other words about the only card, such as its class, are facts. Empty if the meaning is unclear.
    """
    keys = Counter(item.card.key for item in parsed if item.card)
    for key in [key for key, times in keys.items() if times > 1]:
        indices = [index for index, item in enumerate(parsed) if item.card and item.card.key == key]
        if all(parsed[index].counted for index in indices):
            continue
        marks = {item.mark for item in parsed[indices[0] : indices[-1]]}
        if sum(parsed[index].counted for index in indices) > 1 or not marks <= {"\t", "|", "｜", "/", "／"}:
            return []
        parsed = _merge_items(parsed, indices)
    if len(keys) == 1:
        card = next(item.card for item in parsed if item.card)
        parsed = [_as_fact(item) if item.is_unknown_word and says(card, item.text) else item for item in parsed]
    return _narrow(parsed, says)


def _narrow(parsed: list[Item], says: Says) -> list[Item]:
    """The items with the only name narrowed to the cards that have what the other words of the row say."""
    named_items = [item for item in parsed if item.names_card]
    words = [item for item in parsed if item.is_unknown_word]
    if len(named_items) != 1 or not words or not (result := named_items[0].match):
        return parsed
    facts = [item for item in words if any(says(card, item.text) for card in result.cards)]
    narrowed = result.narrow(*(partial(says, text=item.text) for item in facts))
    named = named_items[0]._replace(match=narrowed)
    return [named if item is named_items[0] else _as_fact(item) if item in facts else item for item in parsed]


def _as_fact(item: Item) -> Item:
    return item._replace(role="fact", match=None)


def _merge_items(parsed: list[Item], same: list[int]) -> list[Item]:
    kept_index = next((index for index in same if parsed[index].counted), same[0])
    code = next((other_match.code for index in same if (other_match := parsed[index].match) and other_match.code), "")
    result = parsed[kept_index].match
    assert result
    merged = {index: Item("fact", parsed[index].text, parsed[index].mark) for index in same}
    merged[kept_index] = parsed[kept_index]._replace(match=result._replace(code=result.code or code))
    return [merged.get(index, item) for index, item in enumerate(parsed)]


def _times(item: Item, each: int) -> Item:
    """A card without a quantity of its own, with the quantity for all."""
    if item.match is None or item.counted:
        return item
    return item._replace(match=item.match._replace(way=item.match.way._replace(quantity=each)), counted=True)
