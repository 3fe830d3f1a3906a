"""A list in the site's text format, put together from what another form says."""

from __future__ import annotations

import re
from collections.abc import Iterable

from games.engine.reading.decklists.lines import header
from games.engine.texts.visible import clean

MAX_WRITTEN = 10**6
"""Larger quantities are written as this one: the text format takes up to 999 and asks about the line."""

_BRACKETS = re.compile(r"[\[\]［］【】]")
_BARS = re.compile("[|｜]")


class Listing:
    """Headers, then sections of cards in their order, those with facts as a table. Equal cards of a section are added
    up."""

    def __init__(self) -> None:
        self._headers: list[str] = []
        self._lines: list[str] = []
        self._counts: dict[tuple[str, ...], int] = {}
        self._title = ""

    def header(self, key: str, value: str) -> None:
        """`key: value`, or a comment where that is no header."""
        key, value = clean(key), clean(value)
        if value:
            line = f"{key}: {value}"
            self._headers.append(line if header(0, line) else f"# {line}")

    def comment(self, text: str) -> None:
        if text := clean(text):
            self._lines.append(f"# {text}")

    def title(self, text: str) -> None:
        """Begin a section; without a title, the one before goes on."""
        text = clean(_BRACKETS.sub(" ", text))
        if text and text != self._title:
            self._close()
            self._lines.append(f"[{text}]")
            self._title = text

    def card(self, count: int, name: str, code: str = "", facts: Iterable[str] = ()) -> None:
        """`facts`: what else is said of the card, such as its rarity."""
        name, code = clean(name), clean(code)
        words = f"{name} ({code})" if name and code else name or code
        cells = (words, *filter(None, map(clean, facts)))
        if any(map(_BARS.search, cells)):  # which would separate cells
            cells = (words,)
        self._counts[cells] = min(self._counts.get(cells, 0) + count, MAX_WRITTEN)

    def line(self, text: str) -> None:
        """A line in any layout of the text format."""
        self._close()
        self._lines.append(clean(text))

    def text(self) -> str:
        self._close()
        return "\n".join([*self._headers, *self._lines]) + "\n"

    def _close(self) -> None:
        plain = {cells: count for cells, count in self._counts.items() if len(cells) == 1}
        self._lines += [f"{count}x {words}" for (words,), count in plain.items()]
        if rows := {cells: count for cells, count in self._counts.items() if cells not in plain}:
            self._lines.append("\t".join(("quantity", "name", *("fact" for _ in max(rows, key=len)[1:]))))
            self._lines += ["\t".join((str(count), *cells)) for cells, count in rows.items()]
        self._counts = {}
