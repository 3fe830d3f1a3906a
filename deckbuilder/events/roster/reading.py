"""Parsing a pasted roster: names, e-mail addresses and notes from a spreadsheet, a CSV file, a chat or an e-mail."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from deckbuilder.events.errors import EventError
from games.engine.texts.spreadsheets import unguard
from games.engine.texts.writing import fold

MAX_LINES = 2_000
"""Lines of a roster."""

TITLES: dict[str, tuple[str, ...]] = {
    "name": (
        "name", "names", "player", "players", "player name", "full name", "nickname",
        "姓名", "名字", "名稱", "選手", "玩家", "參賽者", "暱稱",
        "名前", "お名前", "氏名", "選手名", "プレイヤー", "プレイヤー名", "参加者", "ニックネーム",
    ),
    "email": (
        "email", "e-mail", "mail", "email address", "e-mail address",
        "電子郵件", "電子郵件地址", "電郵", "郵箱", "信箱", "電子信箱", "電子郵箱",
        "メール", "メールアドレス", "eメール", "電子メール",
    ),
    "answer": (
        "note", "notes", "remark", "remarks", "comment", "answer", "備註", "附註", "回答", "備考", "メモ", "コメント",
    ),
}  # fmt: skip
"""Titles that the first line may give a column."""

_COLUMNS = {fold(title): column for column, titles in TITLES.items() for title in titles}
_SEPARATORS = ("\t", ",，", ";；")
"""Kinds of separators of cells: the first that the text contains. Of two signs, the first comes before the other, which
belongs to a cell's text (素食，不吃蛋) where both occur in one line."""

_NUMBERED = re.compile(r"#?(\d{1,4})(?:[.．、)）:：]\s*|\s+|$)(.*)", re.DOTALL)
_MAILBOX = re.compile(r"(?P<name>.*?)\s*[<＜(（]?(?P<email>[^\s<>＜＞()（）]+@[^\s<>＜＞()（）]+)[>＞)）]?")
"""`Ann Lee <ann@example.org>` or `Ann ann@example.org`."""


class RosterRow(NamedTuple):
    """A player in a line. `line`: its number in the text; `extra`: cells beyond the known columns."""

    line: int
    name: str
    email: str = ""
    answer: str = ""
    extra: str = ""


class Roster(NamedTuple):
    """`unread`: the titles of unknown columns."""

    rows: list[RosterRow]
    unread: list[str]


Cells = list[tuple[int, list[str]]]
"""The cells of each line that is not empty, by its number in the text."""


def read(text: str) -> Roster:
    """The players of a text. Raises EventError if there are none, or if the text as a whole makes no sense."""
    lines = _cells(text.removeprefix("\ufeff"))
    columns = _header(lines[0][1]) if lines else None
    if columns is None:
        lines = _without_numbers(lines)
        addresses = _address_column(lines)
        rows, unread = [_plain(number, cells, addresses) for number, cells in lines], []
    else:
        if "name" not in columns:
            raise EventError("roster-header", "roster", found=tuple(lines[0][1]))
        rows = [_row_by_columns(number, cells, columns) for number, cells in lines[1:]]
        unread = [title for title, column in zip(lines[0][1], columns, strict=True) if title and not column]
    if not rows:
        raise EventError("roster-empty", "roster")
    return Roster(rows, unread)


def _cells(text: str) -> Cells:
    signs = next((kind for kind in _SEPARATORS if any(sign in text for sign in kind)), "")
    rows: Cells = []
    for number, raw in _split(text, signs):
        cells = [unguard(cell).strip() for cell in raw]
        if any(cells):
            rows.append((number, cells))
        if len(rows) > MAX_LINES:
            raise EventError("roster-too-long", "roster", limit=MAX_LINES)
    return rows


def _split(text: str, signs: str) -> Iterator[tuple[int, list[str]]]:
    """The lines with their numbers. A quoted cell may span several lines; the last one's number counts."""
    if not signs:
        yield from ((number, [line]) for number, line in enumerate(text.splitlines(), start=1))
        return
    separator, *others = (sign for sign in signs if sign in text)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=separator, strict=True)
    try:
        lines = [(reader.line_num, cells) for cells in reader]
    except csv.Error:
        raise EventError("roster-quote", "roster", line=reader.line_num) from None
    is_table = any(len(cells) > 1 for _, cells in lines)
    for number, cells in lines:
        is_typed = is_table and others and len(cells) == 1  # by somebody whose keyboard writes the other sign
        yield number, cells[0].split(others[0]) if is_typed else cells


def _header(cells: Sequence[str]) -> list[str] | None:
    """The column of each cell, "" for an unknown one; None if the line is not a header."""
    columns = [_COLUMNS.get(fold(cell), "") for cell in cells]
    if not any(columns) or any("@" in cell for cell in cells):
        return None
    return ["" if column in columns[:index] else column for index, column in enumerate(columns)]


def _row_by_columns(number: int, cells: Sequence[str], columns: Sequence[str]) -> RosterRow:
    values = {column: cell for column, cell in zip(columns, cells, strict=False) if column}
    return RosterRow(number, extra=" ".join(filter(None, cells[len(columns) :])), **{"name": "", **values})


def _without_numbers(lines: Cells) -> Cells:
    """The lines without the numbers 1, 2, 3 …, if all of them begin with those."""
    matches = [_NUMBERED.fullmatch(cells[0]) for _, cells in lines]
    numbers = [int(each[1]) for each in matches if each]
    first = numbers[0] if numbers else 0
    rests = [
        [each[2], *cells[1:]] if each[2] else cells[1:] for (_, cells), each in zip(lines, matches, strict=True) if each
    ]
    if len(lines) < 2 or numbers != list(range(first, first + len(lines))) or not all(map(any, rests)):
        return lines
    return [(number, rest) for (number, _), rest in zip(lines, rests, strict=True)]


def _plain(number: int, cells: Sequence[str], addresses: int | None) -> RosterRow:
    """A line without a header: a cell with an @ is the address, the first other cell the name, and the rest a note.

    `addresses`: the index of the address in lines that have one; a cell there without an @ is an invalid address.
    """
    texts = [cell for cell in cells if cell]
    if len(texts) == 1 and (both := _MAILBOX.fullmatch(texts[0])):
        return RosterRow(number, both["name"].strip(' "“”'), both["email"])
    email = next((cell for cell in texts if "@" in cell), "")
    if not email and addresses is not None:
        email = "".join(cells[addresses : addresses + 1])
    others = [cell for cell in texts if cell is not email]
    return RosterRow(number, others[0] if others else "", email, " ".join(others[1:]))


def _address_column(lines: Cells) -> int | None:
    """The index at which more than half of the non-empty cells have an @; None if there is none."""
    for index in range(max((len(cells) for _, cells in lines), default=0)):
        texts = [cells[index] for _, cells in lines if "".join(cells[index : index + 1])]
        if 2 * sum("@" in cell for cell in texts) > len(texts) > 1:
            return index
    return None
