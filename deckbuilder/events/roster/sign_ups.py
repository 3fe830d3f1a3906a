"""Sign-ups in chats: the numbers and bullets before names, and what is written above them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

Cells = list[tuple[int, list[str]]]
"""The cells of each line that is not empty, by its number in the text."""

_CIRCLED = (
    "".join(map(chr, range(0x2460, 0x2474))),  # ①
    "".join(map(chr, range(0x2474, 0x2488))),  # ⑴
    "".join(map(chr, range(0x2488, 0x249C))),  # ⒈
    "".join(map(chr, range(0x2776, 0x2780))),  # ❶
    "".join(map(chr, range(0x2780, 0x278A))),  # ➀
    "".join(map(chr, range(0x278A, 0x2794))),  # ➊
)
_NUMBER_OF = {sign: number for signs in _CIRCLED for number, sign in enumerate(signs, start=1)} | {
    chr(code): number
    for first, begin, count in ((0x3251, 21, 15), (0x32B1, 36, 15))  # ㉑, ㊱
    for number, code in enumerate(range(first, first + count), start=begin)
}
_SIGN = re.compile(f"([{''.join(_NUMBER_OF)}])\\s*(.*)", re.DOTALL)
_NUMBERED = re.compile(
    r"(?:(?:no\.?\s*|#)?(\d{1,4})(?:[.、):]\s*|\u20e3\s*)|#(\d{1,4})(?:\s+|$)|[\[(【〔](\d{1,4})[\])】〕]\s*)(.*)",
    re.DOTALL | re.IGNORECASE,
)
"""A number with a sign that makes it one: `1.`, `1、`, `(1)`, `[1]`, `No.1:`, `1⃣`, `#1 `."""

_BARE = re.compile(r"#?(\d{1,4})(?:\s+|$)(.*)", re.DOTALL)
_BULLET = re.compile(r"[・•‧·∙●○◦▪◆◇■□►▶☐☑✅✔*–—-]\s*(?:\[[ xX✓]?\]\s*)?(\S.*)", re.DOTALL)


class SignUps(NamedTuple):
    """The lines of a sign-up without numbers and bullets, and those that name nobody, by their numbers in the text:
    above the list, and empty slots."""

    lines: Cells
    above: list[tuple[int, str]]
    empty: list[tuple[int, str]]


class _Mark(NamedTuple):
    """A line without its mark. `number`: 0 for a bullet."""

    number: int
    cells: list[str]


def read_sign_ups(lines: Cells) -> SignUps:
    """Take the numbers or bullets from the lines, if they are those of a list; otherwise return them as they are.

    Numbers of a list rise, and may leave some out. What is above the first of them is its title, and a number alone is
    an empty slot.
    """
    for read in (_number_with_sign, _number_alone, _bullet):
        marks = [read(cells) for _, cells in lines]
        first = next((at for at, mark in enumerate(marks) if mark), 0)
        if _is_list([mark for mark in marks if mark], len(lines) - first, read is _number_with_sign):
            return _without_marks(lines, marks, first)
    return _without_title(lines)


def _is_list(marks: Sequence[_Mark], below: int, may_skip: bool) -> bool:
    """Whether these are the marks of one list. `below`: how many lines there are from the first mark on."""
    numbers = [mark.number for mark in marks]
    if len(marks) < 2:
        return False
    if may_skip:
        return all(one < other for one, other in pairwise(numbers)) and 2 * len(marks) > below
    consecutive = not numbers[0] or numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return consecutive and len(marks) == below and all(any(mark.cells) for mark in marks)


def _without_marks(lines: Cells, marks: Sequence[_Mark | None], first: int) -> SignUps:
    kept_lines: Cells = []
    empty: list[tuple[int, str]] = []
    for (number, cells), mark in zip(lines[first:], marks[first:], strict=True):
        if mark and not any(mark.cells):
            empty.append((number, " ".join(cells)))
        else:
            kept_lines.append((number, mark.cells if mark else cells))
    return SignUps(kept_lines, _texts(lines[:first]), empty)


def _without_title(lines: Cells) -> SignUps:
    """The names below `#接龍` without numbers: the line itself names nobody."""
    is_title = bool(lines) and _plain("".join(lines[0][1])).lstrip("#").startswith(("接龍", "接龙"))
    return SignUps(lines[1:], _texts(lines[:1]), []) if is_title else SignUps(lines, [], [])


def _texts(lines: Cells) -> list[tuple[int, str]]:
    return [(number, " ".join(filter(None, cells))) for number, cells in lines]


def _plain(text: str) -> str:
    """The text in half width, one character for one, with circled numbers as they are."""
    return "".join(each if len(plain := unicodedata.normalize("NFKC", each)) != 1 else plain for each in text)


def _number_with_sign(cells: Sequence[str]) -> _Mark | None:
    text = cells[0].replace("\ufe0f", "")
    if sign := _SIGN.fullmatch(text):
        return _Mark(_NUMBER_OF[sign[1]], [sign[2].lstrip(".、:： "), *cells[1:]])
    match = _NUMBERED.fullmatch(_plain(text))
    if match is None:
        return None
    number = next(filter(None, match.groups()[:3]))
    return _Mark(int(number), [text[match.start(4) :], *cells[1:]])


def _number_alone(cells: Sequence[str]) -> _Mark | None:
    match = _BARE.fullmatch(_plain(cells[0]))
    if match is None:
        return None
    rest = cells[0][match.start(2) :]
    return _Mark(int(match[1]), [rest, *cells[1:]] if rest else list(cells[1:]))


def _bullet(cells: Sequence[str]) -> _Mark | None:
    match = _BULLET.fullmatch(cells[0].replace("\ufe0f", ""))
    return _Mark(0, [match[1], *cells[1:]]) if match else None
