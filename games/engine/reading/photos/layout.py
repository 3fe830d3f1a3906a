"""The list that the words of a photo make: rows, columns, and the quantity of every card."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, sin
from statistics import median
from typing import Any, NamedTuple

from games.engine.reading.decklists.lines import MAX_LINE

DOUBT = "? "
"""What begins a line whose quantity was not read for certain."""

MIN_COUNT_SCORE = 0.5
"""How sure every digit of a quantity must be, of 1."""

MIN_SCORE = 0.3
"""Words that are less sure than this, on average, are specks rather than writing."""

_SIGN = "[xX×✕✖*＊]"
_COUNT = re.compile(rf"{_SIGN}?\s*(?P<digits>\d{{1,2}})\s*(?:{_SIGN}|[枚張张])?")
_BEFORE = re.compile(rf"(?P<digits>\d{{1,2}})(?:\s*{_SIGN}\s*|\s+(?=[^\W\d])|(?=[A-Za-z]{{2}}))(?P<text>\S.*)")
_AFTER = re.compile(rf"(?P<text>.*\S)\s*{_SIGN}\s*(?P<digits>\d{{1,2}})")
_TICK_BOX = re.compile(r"^[□☐■▢◻]\s*(?=\d)")
_GLUED_CODE = re.compile(r"(?<=[^\x00-\x7f])(?=[A-Z][A-Z0-9]*-[A-Z0-9-]*\d$)")
_STARTS = re.compile(r"(?P<digits>\d{1,2})\s*(?:[枚張张]\s*)?(?P<text>[^\d\s].*)")
_ENDS = re.compile(r"(?P<text>.*\S)\s+(?P<digits>\d{1,2})\s*[枚張张]?")


class Word(NamedTuple):
    """Writing in a picture. `x` to `right` from the left and `y`, its middle, from above, along the lines of the
    writing, in heights of a typical word; `height` likewise. `scores`: how sure each character is."""

    text: str
    x: float
    right: float
    y: float
    height: float
    scores: tuple[tuple[str, float], ...]

    @property
    def score(self) -> float:
        return sum(score for _char, score in self.scores) / max(len(self.scores), 1)


class Entry(NamedTuple):
    """A line of the list, and where it starts."""

    text: str
    x: float
    y: float


class Cell(NamedTuple):
    """A word and the quantity in it. `text`: the rest; "" for one that is nothing but a quantity."""

    word: Word
    text: str
    count: int | None = None  # type: ignore[assignment]  # instead of the method of tuples
    sure: bool = True


def list_in(words: Iterable[Mapping[str, Any]]) -> str:
    """The list that recognized words make, see ocr.main, a line for each entry; "" if there are none.

    A quantity in a column of its own is joined to its name, as `3x Name`; a line whose quantity is doubtful begins with
    DOUBT. Columns of the list are read one after the other.
    """
    cells = [_cell(word) for word in _straight(words)]
    rows = _rows(cells)
    is_left = _counts_are_left(rows)
    entries = [entry for row in rows for entry in _entries(row, is_left)]
    return "\n".join(entry.text[:MAX_LINE] for column in _columns(entries) for entry in column)


def _straight(words: Iterable[Mapping[str, Any]]) -> list[Word]:
    """The words in a picture turned so that lines run from left to right."""
    given = [each for each in words if each["text"].strip()]
    if not given:
        return []
    edges = [(each["corners"][0], each["corners"][1]) for each in given]
    longest = sorted(edges, key=lambda edge: abs(edge[1][0] - edge[0][0]))[len(edges) // 2 :]
    angle = median(atan2(end[1] - start[1], end[0] - start[0]) for start, end in longest)
    unit = median(_height(each["corners"]) for each in given) or 1
    straight = []
    for each in given:
        turned = [
            ((x * cos(angle) + y * sin(angle)) / unit, (y * cos(angle) - x * sin(angle)) / unit)
            for x, y in each["corners"]
        ]
        left, right = (turned[0][0] + turned[3][0]) / 2, (turned[1][0] + turned[2][0]) / 2
        middle = sum(y for _x, y in turned) / 4
        scores = tuple((str(char), float(score)) for char, score in each["scores"])
        word = Word(each["text"].strip(), left, right, middle, _height(each["corners"]) / unit, scores)
        if word.score >= MIN_SCORE:
            straight.append(word)
    return straight


def _height(corners: Sequence[Sequence[float]]) -> float:
    (_, _), (_, _) = corners[0], corners[3]
    return float(((corners[3][0] - corners[0][0]) ** 2 + (corners[3][1] - corners[0][1]) ** 2) ** 0.5)


def _cell(word: Word) -> Cell:
    text = _GLUED_CODE.sub(" ", _TICK_BOX.sub("", unicodedata.normalize("NFKC", word.text)))
    if count := _COUNT.fullmatch(text):
        return Cell(word, "", int(count["digits"]), _is_sure(word, count["digits"], at_start=True))
    if before := _BEFORE.fullmatch(text):
        sure = _is_sure(word, before["digits"], at_start=True)
        return Cell(word, before["text"], int(before["digits"]), sure)
    if after := _AFTER.fullmatch(text):
        return Cell(word, after["text"], int(after["digits"]), _is_sure(word, after["digits"], at_start=False))
    at_start, at_end = _STARTS.fullmatch(text), _ENDS.fullmatch(text)
    sure = not (at_start and not _is_sure(word, at_start["digits"], at_start=True))
    return Cell(word, text, sure=sure and not (at_end and not _is_sure(word, at_end["digits"], at_start=False)))


def _is_sure(word: Word, digits: str, *, at_start: bool) -> bool:
    """Whether the first or last digits of a word are certain."""
    scores = [score for char, score in word.scores if unicodedata.normalize("NFKC", char).isdecimal()]
    relevant = scores[: len(digits)] if at_start else scores[-len(digits) :]
    return len(relevant) == len(digits) and min(relevant) >= MIN_COUNT_SCORE


def _rows(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The cells that stand beside each other, from left to right. Each continues the row whose last cell is nearest in
    height, so that a row may be bent."""
    rows: list[list[Cell]] = []
    for cell in sorted(cells, key=lambda each: each.word.x):
        word = cell.word
        open_rows = [row for row in rows if row[-1].word.right < word.x + word.height]
        row = min(open_rows, key=lambda each: abs(each[-1].word.y - word.y), default=None)
        if row and abs(row[-1].word.y - word.y) < min(row[-1].word.height, word.height) / 2:
            row.append(cell)
        else:
            rows.append([cell])
    return sorted(rows, key=lambda each: each[0].word.y)


def _counts_are_left(rows: Iterable[Sequence[Cell]]) -> bool:
    """Whether quantities that stand alone come before their names."""
    several = [row for row in rows if len(row) > 1]
    left = sum(not row[0].text for row in several)
    return left >= sum(not row[-1].text and bool(row[0].text) for row in several)


def _entries(row: Sequence[Cell], is_left: bool) -> Iterator[Entry]:
    """The entries in a row, each with its quantity."""
    part: list[Cell] = []
    for cell in row:
        counted = any(each.count is not None for each in part)
        named = any(each.text for each in part)
        starts = cell.count is not None and (counted if is_left or cell.text else named and counted)
        if (part and (starts or (named and is_left and cell.count is not None))) or (
            part and counted and named and not is_left and cell.text and not _is_code(cell.text)
        ):
            yield _entry(part)
            part = []
        part.append(cell)
    if part:
        yield _entry(part)


def _is_code(text: str) -> bool:
    return bool(re.fullmatch(r"(?=.*\d)[A-Z0-9-]+", text))


def _entry(cells: Sequence[Cell]) -> Entry:
    first = cells[0].word
    text, last = "", None
    for cell in cells:
        if cell.text:
            gap = cell.word.x - last.right if last else 0.0
            text += (" " * (1 if gap < 2 else 2) if text else "") + cell.text
        last = cell.word
    counts = [cell.count for cell in cells if cell.count is not None]
    is_sure = all(cell.sure for cell in cells) and len(counts) < 2
    if counts:
        text = f"{counts[0]}x {text}" if text else str(counts[0])
    return Entry(text if is_sure else DOUBT + text, first.x, first.y)


def _columns(entries: list[Entry]) -> list[list[Entry]]:
    """The entries in columns, from left to right. A column has at least a quarter of the entries, and stands apart from
    the one before by a tenth of the width of the page."""
    if not entries:
        return []
    starts = sorted(entry.x for entry in entries)
    least = (starts[-1] - starts[0]) / 10
    borders = [
        (before + after) / 2
        for index, (before, after) in enumerate(pairwise(starts), 1)
        if after - before > max(least, 4) and min(index, len(starts) - index) * 4 >= len(starts)
    ]
    columns: list[list[Entry]] = [[] for _ in range(len(borders) + 1)]
    for entry in entries:
        columns[sum(entry.x > border for border in borders)].append(entry)
    return [sorted(column, key=lambda each: each.y) for column in columns]
