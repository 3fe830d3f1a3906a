"""The grammar of a deck list: what kind of line each is, and every way its quantity, name and number may be meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from games.engine.text import Text

MAX_BYTES = 64 * 1024
MAX_LINES = 2000
MAX_COUNT = 999
MAX_LINE = 200
MAX_NAME = 120
"""The longest list, the most of one line, the longest line that names no card, and the longest name of a deck."""

HEADERS = {
    "game": Text("Game", "遊戲", ja="ゲーム"),
    "format": Text("Format", "賽制", ja="フォーマット"),
    "name": Text("Name", "名稱", ja="名前"),
}
"""What any list may say of itself first; a game's declarations come to that."""

Param = str | int | tuple[str, ...]


ERRORS: Mapping[str, tuple[str, ...]] = {
    "missing-game": ("choices",),
    "unknown-game": ("value", "choices"),
    "other-game": ("value", "wanted"),
    "unknown-format": ("value", "choices"),
    "unknown-zone": ("value", "choices"),
    "repeated-header": ("key",),
    "too-long": ("bytes", "lines"),
    "too-long-line": ("limit",),
    "too-long-name": ("limit",),
    "unprintable": ("character",),
    "encoding": ("position",),
    "csv-header": ("found",),
    "csv-shape": (),
    "csv-quote": (),
    "json-syntax": ("column",),
    "json-shape": ("path",),
}
"""Every code of a DeckListError and the names of its parameters."""


class DeckListError(ValueError):
    """A list that cannot be read as a whole: why, and in which line (0 where no line is to blame)."""

    def __init__(self, code: str, line: int = 0, params: Mapping[str, Param] | None = None) -> None:
        self.code, self.line, self.params = code, line, dict(params or {})
        params_text = (f"{name}={value!r}" for name, value in self.params.items())
        super().__init__(" ".join([code, f"line {line}", *params_text]))


class Way(NamedTuple):
    """One way to read a line: so many of what `text` says: a name, a name and a number in brackets, or a number."""

    quantity: int
    text: str


class Ways(NamedTuple):
    """All ways to read a line, to be tried in this order; `default` is meant where none of them names a card."""

    tried: tuple[Way, ...]
    default: Way


class Piece(NamedTuple):
    """A line or its like in another form of list.

    `key` and `value` of a header; `value` alone of a zone's line. `zone` of a card: None where the lines before say it.
    """

    line: int
    text: str
    kind: Literal["blank", "comment", "header", "zone", "card"]
    key: str = ""
    value: str = ""
    ways: Ways | None = None
    zone: str | None = None


_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
# Unicode's Default_Ignorable_Code_Point, blanks, and the sign of Braille without a dot.
_BLANK = re.compile(
    "[\\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*"
)
_COMMENT = re.compile(r"[#＃]|//")
_ZONE = re.compile(r"[\[［【]\s*([^\[\]［］【】]*?)\s*[\]］】]")
_HEADER = re.compile(r"([^\W\d][^:：\[\]［］【】()（）]{0,39}?)\s*[:：]\s*(.*)")
_COUNT = r"(?P<count>[-−－]?\d+)"
# Between Latin letters an x is a letter: it is a sign only beside a blank or a character of another writing.
_SIGNED = re.compile(rf"{_COUNT}\s*(?:[xX](?=\s|[^\x00-\x7f])|[ｘＸ×✕])\s*(?P<text>.+)")
_LEADING = re.compile(rf"{_COUNT}\s+(?P<text>.+)")
_TRAILING = re.compile(rf"(?P<text>.+?)(?:\s+[xX]|(?<=[^\x00-\x7f])[xX]|\s*[ｘＸ×✕])\s*{_COUNT}")
_UNSETTLED = re.compile(r"\s*[(（]\s*[?？]\s*[)）]$")
_OPENING = {")": "(（", "）": "(（", "]": "[［【", "］": "[［【", "】": "[［【", "〕": "〔"}
_BRACKETS_TRIED = 8


def clean(text: str) -> str:
    """The text without marks nobody sees, and with one blank for every row of blanks."""
    return " ".join(_INVISIBLE.sub("", text).split())


def seen(text: str) -> bool:
    """Whether there is a character in it that leaves a mark on the page."""
    return not _BLANK.fullmatch(text)


def code_point(character: str) -> str:
    """How a character nobody sees is named: U+200B."""
    return f"U+{ord(character[0]):04X}"


def checked(text: str) -> str:
    """The text without its byte order mark, if it is short enough and printable. Raises DeckListError."""
    if found := _UNPRINTABLE.search(text):
        raise unprintable(found[0], len(_LINE_BREAK.findall(text, 0, found.start())) + 1)
    if len(text.encode()) > MAX_BYTES or len(_LINE_BREAK.findall(text)) >= MAX_LINES + text.endswith(("\r", "\n")):
        raise DeckListError("too-long", 0, {"bytes": MAX_BYTES, "lines": MAX_LINES})
    return text.removeprefix("\ufeff")


def printable(text: str) -> None:
    """Raises DeckListError for a text that is not, in no line."""
    if found := _UNPRINTABLE.search(text):
        raise unprintable(found[0], 0)


def unprintable(character: str, line: int) -> DeckListError:
    return DeckListError("unprintable", line, {"character": code_point(character)})


def pieces(text: str) -> Iterator[Piece]:
    """The lines of a list. Only before the first zone and the first card can a line be a header."""
    top = True
    for number, raw in enumerate(_LINE_BREAK.split(checked(text)), start=1):
        piece = _piece(number, clean(raw), top)
        top = top and piece.kind not in ("zone", "card")
        yield piece


def _piece(number: int, line: str, top: bool) -> Piece:
    if not line:
        return Piece(number, line, "blank")
    if _COMMENT.match(line):
        return Piece(number, line, "comment")
    if zone := _ZONE.fullmatch(line):
        return Piece(number, line, "zone", value=zone[1], ways=ways(line))
    return (header(number, line) if top else None) or Piece(number, line, "card", ways=ways(line))


def header(number: int, line: str) -> Piece | None:
    """The line as `key: value`, None if it does not look like that. It may name a card all the same."""
    found = _HEADER.fullmatch(line)
    return Piece(number, line, "header", found[1], found[2], ways(line)) if found else None


def ways(line: str) -> Ways:
    """Every way to read a line about a card.

    A quantity with its sign goes first, then the whole line is tried as a name, so that a card called 3 Musketeers or
    Unit x2 is found. A line that ends in (?) named no card when it was written: it has a quantity and a text.
    """
    bare = _UNSETTLED.sub("", line)
    leading = _way(_SIGNED, bare) or _way(_LEADING, bare)
    if bare != line:
        only = leading or Way(1, bare)
        return Ways((only,), only)
    whole, trailing = Way(1, line), _way(_TRAILING, line)
    found = [_way(_SIGNED, line), whole, _way(_LEADING, line), trailing, *_before_number(line)]
    return Ways(tuple(dict.fromkeys(filter(None, found))), leading or trailing or whole)


def _way(pattern: re.Pattern[str], line: str) -> Way | None:
    found = pattern.fullmatch(line)
    return Way(_count(found["count"]), found["text"]) if found else None


def _count(digits: str) -> int:
    """The count, or one that is as impossible: -1 for anything below 0, a thousand for anything above."""
    if not digits[0].isdigit():
        return -1
    digits = digits[:-1].lstrip("0０") + digits[-1]
    return int(digits) if len(digits) < 4 else MAX_COUNT + 1


def _before_number(line: str) -> Iterator[Way]:
    """The quantity between name and number, as in `雪女 x2 (VLG-0001)`."""
    for name, code in bracketed(line):
        if way := _way(_TRAILING, name):
            yield Way(way.quantity, f"{way.text} ({code})")


def bracketed(text: str) -> Iterator[tuple[str, str]]:
    """What may be a name and a number in brackets behind it, the longest number first: it may have brackets itself."""
    opening = _OPENING.get(text[-1:], "")
    places = [place for place, char in enumerate(text[:-1]) if char in opening] if opening else []
    for place in places[-_BRACKETS_TRIED:]:
        if code := text[place + 1 : -1].strip():
            yield text[:place].strip(), code


def named_way(count: int, name: str, code: str) -> Ways:
    """The only way to read a row that says quantity, name and number apart."""
    way = Way(count, f"{name} ({code})".strip() if code else name)
    return Ways((way,), way)
