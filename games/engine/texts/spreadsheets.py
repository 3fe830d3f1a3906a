"""CSV as spreadsheets read and write it, with cells guarded against running as formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

_STARTS_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
_MAY_START_FORMULA = frozenset("'=+-@\t\r＝＋－＠")
_QUOTED_FORMULA = re.compile(r"'+[=+\-@\t\r＝＋－＠]")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?|-")


def guard(text: str) -> str:
    """The text behind an apostrophe where a spreadsheet would take it for a formula; `unguard` takes it away again."""
    if text[:1] not in _MAY_START_FORMULA:  # most cells, and several times as fast
        return text
    return f"'{text}" if _STARTS_FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def unguard(text: str) -> str:
    return text[1:] if _QUOTED_FORMULA.match(text) else text


def read_lines(text: str, delimiter: str = ",") -> Iterator[list[str]]:
    """The records of a CSV text, [] for a blank line. Raises csv.Error at a quote that does not end with its cell."""
    return csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=delimiter)


def write_lines(lines: Iterable[Sequence[str]]) -> str:
    """CSV with every cell guarded."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerows([guard(cell) for cell in line] for line in lines)
    return out.getvalue()
