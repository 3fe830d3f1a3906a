"""Every way to read the quantity, name and number of a card in a text, without knowing any card."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine.reading.decklists.counts import (
    MAX_COUNT,
    NUMERAL_COUNT,
    WORD_COUNT,
    numbers,
    numeral,
    without_prices,
    word_count,
)


class Way(NamedTuple):
    """One way to read a text: a quantity, and in `text` a name, a number, or a name and a number."""

    quantity: int
    text: str


class Ways(NamedTuple):
    """All ways to read a text, to be tried in this order.

    `default` applies if none of them names a card: with the whole text if another number in it may be the quantity;
    `counted`: whether it has a quantity. `whole`: ways that come first, but only if the text is all of a card's name.
    """

    candidates: tuple[Way, ...]
    default: Way
    counted: bool = False
    whole: tuple[Way, ...] = ()


_COUNT = r"(?P<count>[-−－]?\d+)"
_PLAIN = r"(?P<count>\d+)"
_COUNTER = "[枚張张]"
# Between Latin letters an x is a letter: it is a sign only beside a blank or a character of another writing.
_SIGN_AFTER = r"(?:[xX](?=\s|[^\x00-\x7f])|[ｘＸ×✕✖*＊])"
_SIGN_BEFORE = r"(?:\s+[xX]|(?<=[^\x00-\x7f])[xX]|\s*[ｘＸ×✕✖*＊])"
_CLOSED = "(?<=[》〉」』】”])"
_SIGNED = re.compile(rf"{_COUNT}\s*{_SIGN_AFTER}\s*(?P<text>.+)")
_COST = r"(?:コスト|費用?|费用?|核|コア|マナ|cost\b)"
_LEADING = re.compile(rf"{_COUNT}\s+(?!{_COST}[\s:：])(?P<text>.+)", re.IGNORECASE)
_BEFORE_STATED = (
    re.compile(rf"{_COUNT}\s*{_COUNTER}(?:\s*[ｘＸ×✕✖*＊])?\s*(?P<text>.+)"),
    re.compile(rf"[xXｘＸ×✕✖]{_PLAIN}\s+(?P<text>.+)"),
    re.compile(rf"{NUMERAL_COUNT}\s*(?P<text>.+)"),
)
_BEFORE = (
    _LEADING,
    re.compile(rf"{WORD_COUNT}\s+(?:x\s+|cop(?:y|ies)\s+(?:of\s+)?)?(?P<text>.+)", re.IGNORECASE),
    re.compile(rf"{_PLAIN}\s+cop(?:y|ies)\s+(?:of\s+)?(?P<text>.+)", re.IGNORECASE),
    re.compile(rf"{_PLAIN}(?!{_COST}[\s:：])(?P<text>[^\x00-\x7f\dｘＸ×✕✖＊].*)"),
    *_BEFORE_STATED,
)
"""3 雪女, 3雪女, 3枚 雪女, x3 雪女, 三枚雪女: tried after the whole line, which may be the name of a card."""
_AFTER_STATED = (
    re.compile(rf"(?P<text>.+?){_SIGN_BEFORE}\s*{_COUNT}\s*{_COUNTER}?"),
    re.compile(rf"(?P<text>.+?)\s*[:：=]?\s*{_PLAIN}\s*{_COUNTER}"),
    re.compile(rf"(?P<text>.+?)\s+{_PLAIN}\s*[xXｘＸ×✕✖]"),
    re.compile(rf"(?P<text>.+?)\s*[(（\[［【]\s*(?:[xXｘＸ×✕✖*＊]\s*{_PLAIN}\s*{_COUNTER}?)\s*[)）\]］】]"),
    re.compile(rf"(?P<text>.+?)\s*[(（\[［【]\s*{_PLAIN}\s*{_COUNTER}\s*[)）\]］】]"),
    re.compile(rf"(?P<text>.+?)\s*[:：=]?\s*[(（\[［【]?{NUMERAL_COUNT}[)）\]］】]?"),
)
_AFTER = (
    *_AFTER_STATED,
    re.compile(
        r"(?P<text>.*?[^\d\s:：=….・—-])\s*(?:[:：=]|…+|\.{2,}|・{2,}|-{2,}|—+|(?<=\s)[-–](?=\s))\s*(?P<count>(?![0０]+\d)\d+)"
    ),
    re.compile(r"(?=[\W\d]*[^\W\d])(?P<text>.+?)\s+(?P<count>(?![0０]+\d)\d+)"),  # 0008 is part of a number
    re.compile(rf"(?P<text>.+?){_CLOSED}{_PLAIN}"),
    re.compile(rf"(?P<text>.+?)[\s,:：-]+{_PLAIN}\s*cop(?:y|ies)", re.IGNORECASE),
)
"""雪女 x3, 雪女 3枚, 雪女 (x3), 雪女 (3枚), 雪女三張, 雪女 3, 《雪女》3."""
_STATED = (_SIGNED, *_BEFORE_STATED, *_AFTER_STATED)
"""The quantities with a sign or a counter: no other number can be one."""
_EITHER = (_SIGNED, *_BEFORE, *_AFTER)
_UNSETTLED = re.compile(r"\s*[(（]\s*[?？]\s*[)）]$")
_BULLET = re.compile(
    r"(?:(?:[・•‧·●○◎◉◆◇■□▪▫★☆※▶▷►→✓✔>＞+＋~～♦♢]+|[-–—*＊](?=[^\d\s*＊×-])|[-–—*＊]+\s)\s*){1,3}(?=\S)"
)
_EMPHASIS = re.compile(r"\*\*+|~~+|`+|(?<![^\W_])_+(?=[^\s_])|(?<=[^\s_])_+(?![^\W_])")
_ORNAMENTS = re.compile(r"(?<=\S)\s+[★☆◆◇●○♦♢♥♡※✨]+(?=\s|$)")
_LABEL = re.compile(
    r"(?:[(（\[［【]\d{1,2}[)）\]］】]|\d{1,2}\s*(?:コスト|費|费|cost\b|核|コア))[\s:：]*(?=\S)", re.IGNORECASE
)
"""A cost or a number before a name: `[2]`, `2コスト`."""
_TRAILING_MARKS = re.compile(r"\s*[、，,;；/／|｜。]+$")
_ORDINAL = re.compile(
    r"(?:(?P<dotted>\d{1,3})(?:[.．)）](?!\d)|、)|[(（](?P<in>\d{1,3})[)）]|(?P<circled>[①-⑳㉑-㉟㊱-㊿])|"
    r"[Nn][Oo][.．]\s*(?P<no>\d{1,3})(?=[\s:：])|[#＃](?P<hash>\d{1,3})(?=[\s.．:：)）、]))[:：.．)）、]?\s*(?=\S)"
)
_NUMBERED = re.compile(r"(?P<dotted>\d{1,3})\s+(?=\S)")
_QUOTES = {"《": "》", "〈": "〉", "「": "」", "『": "』", "【": "】", "“": "”", "‘": "’", '"': '"'}
_QUOTED = re.compile("|".join(f"{left}(.+?){right}" for left, right in _QUOTES.items()))
_OPENING = {")": "(（", "）": "(（", "]": "[［【", "］": "[［【", "】": "[［【", "〕": "〔"}
_MAX_BRACKETS = 8
_MAX_LENGTH = 400
"""Longer texts name no card; only a quantity at the start is read."""
_NUMBER_LIKE = re.compile(r"(?=[^-]*[A-Za-z])(?=.*\d)\S*[^\W_]-[^\W_]\S*|[A-Za-z]{2,}\d{2,}\S*")


def unknown_card_ways(line: str) -> Ways | None:
    """The only way to read a line that ends in (?), which marks an unknown card unless a card is called that. None for
    other lines."""
    bare = _UNSETTLED.sub("", line)
    if bare == line:
        return None
    leading = _way(_SIGNED, bare) or _way(_LEADING, bare)
    only = leading or Way(1, bare)
    mark = line[len(bare) :]
    names = dict.fromkeys(
        (Way(1, line), *(Way(way.quantity, way.text + mark) for way in (only, *_read(_BEFORE, bare))))
    )
    return Ways((only,), only, leading is not None, tuple(names))


@lru_cache(maxsize=8192)
def ways(line: str, *, ordinals: bool = True, rows: bool = False) -> Ways:
    """Every way to read a text about one card.

    A quantity with its sign goes first, then the whole text is tried as a name, so that a card called 3 Musketeers or
    Unit x2 is found. Then come other quantities, and the same without bullets, ordinals and marks around the name,
    which may all be part of a name as well. `ordinals`: `2. 雪女` may be the second card; `rows`: so may `2 雪女 x3`.
    """
    if only_ways := unknown_card_ways(line):
        return only_ways
    if len(line) > _MAX_LENGTH:
        long = _way(_SIGNED, line) or _way(_LEADING, line)
        return Ways((long or Way(1, line),), long or Way(1, line), long is not None)
    candidates_in_order: dict[Way, None] = {}
    signed, before, after = list[Way](), list[Way](), list[Way]()
    text = line
    for text in _without_marks(line, ordinals):
        signed, whole = [*filter(None, [_way(_SIGNED, text)])], Way(1, text)
        before, after = list(_read(_BEFORE, text)), list(_without_count(text))
        candidates = [*signed, whole, *before, *after, *_without_labels(text)]
        candidates_in_order |= dict.fromkeys((*candidates, *map(_without_quotes, candidates)))
    default = _default(text, before, after)
    if rows and (number := _NUMBERED.match(line)):
        row_ways = list(_without_row_number(line[number.end() :]))
        candidates_in_order |= dict.fromkeys(row_ways)
        default = next((way for way in row_ways if not numbers(way.text)), default)
    return Ways(tuple(candidates_in_order), default, bool(signed or before or after))


def _default(text: str, before: Sequence[Way], after: Sequence[Way]) -> Way:
    """How a text is read that names no card. A quantity with a sign or a counter goes before others. The text stays
    whole if it states two, or another number in it may be the quantity."""
    stated = [*_without_labels(text), *_read(_STATED, text)]
    loose = [] if _LABEL.match(text) else [*sorted(before, key=_length), *after]
    ways_with_count = [_without_quotes(way) for way in stated or loose]
    if not ways_with_count:
        return _without_quotes(Way(1, text))
    if len({way.quantity for way in ways_with_count}) > 1:
        return Way(1, text)
    way = min(ways_with_count, key=lambda each: len(numbers(each.text)))
    return way if stated or not numbers(way.text) else Way(1, text)


def _length(way: Way) -> int:
    return len(way.text)


def _without_marks(line: str, ordinals: bool) -> Iterator[str]:
    """The line, and the same without the marks around it, without emphasis as in Markdown, and without a price."""
    plain = _plain(line)
    for text in dict.fromkeys((line, plain) if plain else (line,)):
        yield text
        bare = _TRAILING_MARKS.sub("", text)
        if bullet := _BULLET.match(bare):
            bare = _plain(bare[bullet.end() :])
        if bare and bare != text:
            yield bare
        if ordinals and (ordinal := _ORDINAL.match(bare)):
            yield bare[ordinal.end() :]


def _plain(text: str) -> str:
    return " ".join(_ORNAMENTS.sub("", without_prices(_EMPHASIS.sub("", text))).split())


def _without_labels(text: str) -> Iterator[Way]:
    """The text without its quantity, which has a sign or a counter, and without the cost or number before its name."""
    for way in _read(_STATED, text):
        if label := _LABEL.match(way.text):
            yield Way(way.quantity, way.text[label.end() :])


def _read(patterns: Iterable[re.Pattern[str]], text: str) -> Iterator[Way]:
    return filter(None, (_way(pattern, text) for pattern in patterns))


def _without_count(text: str) -> Iterator[Way]:
    """The text without the quantity after its name, or beside the number of its printing."""
    yield from _read(_AFTER, text)
    for name, code in split_brackets(text):
        yield from (Way(way.quantity, f"{way.text} ({code})") for way in _read(_AFTER, name))
    for name, code in split_loose(text):
        yield from (Way(way.quantity, f"{way.text} ({code})") for way in _read(_EITHER, name))


def _without_row_number(text: str) -> Iterator[Way]:
    """The text after a row's number, if it has a quantity of its own."""
    readings = list(_read(_EITHER, text))
    yield from readings
    yield from map(_without_quotes, readings)


def _way(pattern: re.Pattern[str], line: str) -> Way | None:
    match = pattern.fullmatch(line)
    if match is None:
        return None
    groups = match.groupdict()
    if word := groups.get("word"):
        return Way(word_count(word), groups["text"])
    return Way(numeral(groups["numeral"]) if "numeral" in groups else _count(groups["count"]), groups["text"])


def _count(digits: str) -> int:
    """The count, or an equally impossible one: -1 for anything below 0, a thousand for anything above."""
    if not digits[0].isdigit():
        return -1
    digits = digits[:-1].lstrip("0０") + digits[-1]
    return int(digits) if len(digits) < 4 else MAX_COUNT + 1


def _without_quotes(way: Way) -> Way:
    """The way without quotation marks around the name."""
    match = _QUOTED.match(way.text)
    if not match:
        return way
    name = next(filter(None, match.groups()))
    return Way(way.quantity, f"{name.strip()} {way.text[match.end() :].strip()}".strip())


def is_numbered(line: str) -> bool:
    """Whether a line begins like `#1 Name`: with its number in a list, or a comment."""
    number = _ORDINAL.match(line)
    return bool(number and number["hash"])


def ordinals(lines: Sequence[str]) -> list[tuple[bool, bool]]:
    """Whether the number before each line can be an ordinal: with a point or the like behind it, and without.

    It can where it goes on from the number before, or is 1; without a point only if all in the list do, and there is a
    second one.
    """
    pointed, bare = [_goes_on(map(read, lines)) for read in (_ordinal_with_point, _ordinal_without_point)]
    several = all(bare) and any(_ordinal_without_point(line) == 2 for line in lines)
    return [(point, several and row) for point, row in zip(pointed, bare, strict=True)]


def _goes_on(numbers: Iterable[int | None]) -> list[bool]:
    last, flags = 0, []
    for number in numbers:
        flags.append(number in (None, 1, last + 1))
        last = last if number is None else number
    return flags


def _ordinal_with_point(line: str) -> int | None:
    number = _ORDINAL.match(line[bullet.end() :] if (bullet := _BULLET.match(line)) else line)
    if number is None:
        return None
    return int(unicodedata.numeric(number["circled"]) if number["circled"] else next(filter(None, number.groups())))


def _ordinal_without_point(line: str) -> int | None:
    number = _NUMBERED.match(line)
    return int(number[1]) if number else None


@lru_cache(maxsize=4096)
def split_brackets(text: str) -> Sequence[tuple[str, str]]:
    """Possible splits into a name and a number in brackets, the longest number first: it may contain brackets."""
    if not (opening := _OPENING.get(text[-1:], "")):
        return ()
    openings = [index for index, char in enumerate(text[:-1]) if char in opening][-_MAX_BRACKETS:]
    return tuple((text[:index].strip(), code) for index in openings if (code := text[index + 1 : -1].strip()))


def split_loose(text: str) -> Iterator[tuple[str, str]]:
    """Possible splits into a name and a number without brackets: `雪女 S-1`, `S-1 雪女`."""
    if " " not in text or text[-1] in _OPENING:
        return
    for name, _, word in (text.rpartition(" "), text.partition(" ")[::-1]):
        code = word.strip("()（）[]［］【】〔〕")
        if name and not name.isdecimal() and _NUMBER_LIKE.fullmatch(unicodedata.normalize("NFKC", code)):
            yield name.strip(), code


def only_way(count: int, name: str, code: str) -> Ways:
    """The only way to read a row with separate quantity, name and number."""
    way = Way(count, f"{name} ({code})".strip() if code else name)
    return Ways((way,), way, True)
