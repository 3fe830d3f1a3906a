"""Parsing a pasted roster: names, e-mail addresses and notes from a spreadsheet, a CSV file, a chat or an e-mail."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from deckbuilder.events.columns import MAX_ABOVE, columns_of, join_name, may_be_names, names_players
from deckbuilder.events.errors import EventError
from deckbuilder.events.roster.sign_ups import Cells, read_sign_ups
from games.engine.texts.spreadsheets import unguard

MAX_LINES = 2_000
"""Lines of a roster."""

_SEPARATORS = ("\t", ",，", ";；")
"""Kinds of separators of cells: the first that the text contains. Of two signs, the first comes before the other, which
belongs to a cell's text (素食，不吃蛋) where both occur in one line."""

_MAILBOX = re.compile(r"(?P<name>.*?)\s*[<＜(（]?(?P<email>[^\s<>＜＞()（）]+@[^\s<>＜＞()（）]+)[>＞)）]?")
"""`Ann Lee <ann@example.org>` or `Ann ann@example.org`."""

_RECIPIENT = re.compile(r"""\s*(?:"([^"]*)"|([^<>,;"]*?))\s*<([^\s<>@]+@[^\s<>@]+)>\s*(?:[,;]|$)""")
"""One of several in a line, as mail programs copy them: `"Lee, Ann" <ann@example.org>,`."""


_ZERO_WIDTH = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeff]")
"""Characters without a width that are copied along; others, which change how a text runs, are refused in a name."""


class RosterRow(NamedTuple):
    """A player in a line. `line`: its number in the text; `extra`: cells beyond the known columns."""

    line: int
    name: str
    email: str = ""
    answer: str = ""
    extra: str = ""


class Roster(NamedTuple):
    """`unread`: the titles of unknown columns; `above` and `empty`: the lines above the list and its empty slots, by
    their numbers in the text."""

    rows: list[RosterRow]
    unread: list[str]
    above: list[tuple[int, str]] = []
    empty: list[tuple[int, str]] = []


def read(text: str) -> Roster:
    """The players of a text. Raises EventError if there are none, or if the text as a whole makes no sense."""
    text = _ZERO_WIDTH.sub("", text)
    if rows := _recipients(text):
        return Roster(rows, [])
    lines = _cells(text)
    roster = _table(lines) or _sign_ups(lines)
    if not roster.rows:
        raise EventError("roster-empty", "roster")
    return roster


def _table(lines: Cells) -> Roster | None:
    """The players below a line with titles; None if there is none. Further down than the first line, it has two."""
    for at, (_, titles) in enumerate(lines[:MAX_ABOVE]):
        columns = columns_of(titles)
        if columns is None or (at and (not names_players(columns) or len([*filter(None, columns)]) < 2)):
            continue
        if not names_players(columns):
            raise EventError("roster-header", "roster", found=tuple(titles))
        rows = [_row_by_columns(number, cells, columns) for number, cells in lines[at + 1 :]]
        unread = [title for title, column in zip(titles, columns, strict=True) if title and not column]
        return Roster(rows, unread, [(number, " ".join(filter(None, cells))) for number, cells in lines[:at]])
    return None


def _sign_ups(lines: Cells) -> Roster:
    """The players of lines without titles. Raises EventError where nobody can say what a comma separates."""
    sign_ups = read_sign_ups(lines)
    if may_be_names([cells for _, cells in sign_ups.lines]):
        raise EventError("roster-comma", "roster", value=", ".join(sign_ups.lines[0][1]))
    addresses = _address_column(sign_ups.lines)
    rows = [_plain(number, cells, addresses) for number, cells in sign_ups.lines]
    return Roster(rows, [], sign_ups.above, sign_ups.empty)


def _recipients(text: str) -> list[RosterRow]:
    """The players of lines as mail programs copy recipients, several in a line; [] if there is any other line."""
    rows: list[RosterRow] = []
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    for number, line in lines:
        at = 0
        while at < len(line.rstrip()):
            match = _RECIPIENT.match(line, at)
            if match is None:
                return []
            rows.append(RosterRow(number, (match[1] or match[2] or "").strip(), match[3]))
            at = match.end()
        if len(rows) > MAX_LINES:
            raise EventError("roster-too-long", "roster", limit=MAX_LINES)
    return rows if len(rows) > len(lines) else []


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


def _row_by_columns(number: int, cells: Sequence[str], columns: Sequence[str]) -> RosterRow:
    values = {column: cell for column, cell in zip(columns, cells, strict=False) if column}
    parts = [values.pop(part, "") for part in ("family", "given")]
    extra = " ".join(filter(None, cells[len(columns) :]))
    return RosterRow(number, extra=extra, **{"name": join_name(*parts), **values})


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
