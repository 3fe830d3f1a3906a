"""HTML that is pasted or saved from a page: lists, tables and lines as lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

BLOCKS = frozenset(
    (
        *("address", "article", "blockquote", "br", "dd", "details", "div", "dl", "dt", "figure", "footer", "form"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "option", "p", "pre", "section"),
        *("summary", "table", "tbody", "tfoot", "thead", "tr", "ul", "caption"),
    )
)
"""Elements that stand on lines of their own."""

INLINE = "a|b|code|em|font|i|label|small|span|strong|sup|td|th|u"
WORDLESS = frozenset(("head", "script", "style", "template", "noscript", "nav", "svg", "button", "select"))
"""Elements whose words are no part of a list."""

CELLS = frozenset(("td", "th"))
MAX_DEPTH = 50
_MARK = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,11})\b[^<>]*>|<[!?][^<>]*>")
_MARK_NAME = re.compile(r"<([a-zA-Z][a-zA-Z0-9]{0,11})\b")
_HEADING = re.compile(r"h[1-6]")
_TAG = re.compile(
    rf"<(?:br|hr)\s*/?>|</(?:{INLINE}|{'|'.join(sorted(BLOCKS))}|html|body)\s*>|<!doctype html|<(?:li|tr|td)\b[^<>]*>",
    re.IGNORECASE,
)


def is_page(text: str) -> bool:
    """Whether it is a whole page, perhaps XHTML."""
    return bool(re.search(r"<html\b|<!doctype html", text[:2000], re.IGNORECASE))


def fits(text: str) -> bool:
    return bool(_TAG.search(text))


def read(text: str) -> str:
    """The words as lines; a heading is a comment, which may be the title of a section. Cells are set apart by tabs."""
    page = _Page(text)
    return "\n".join(filter(None, page.lines)) + "\n"


class _Page:
    """The lines of a page. Its own scanner, in linear time: `html.parser` takes minutes for some broken pages."""

    def __init__(self, text: str) -> None:
        self.lines: list[str] = []
        self._line = ""
        self._wordless: list[str] = []
        self._heading = False
        words = _without_comments(text)
        tags = {tag.lower() for tag in _MARK_NAME.findall(words)}
        self._has_blocks = bool(tags & BLOCKS)
        end = 0
        for mark in _MARK.finditer(words):
            self._take_words(unescape(words[end : mark.start()]))
            self._take_mark((mark[2] or "").lower(), is_end=bool(mark[1]))
            end = mark.end()
        self._take_words(unescape(words[end:]))
        self._break()

    def _take_mark(self, tag: str, *, is_end: bool) -> None:
        if is_end and tag in self._wordless:
            del self._wordless[self._wordless.index(tag) :]
        elif tag in WORDLESS and not is_end and len(self._wordless) < MAX_DEPTH:
            self._wordless.append(tag)
        elif tag in CELLS and not is_end:
            self._line += "\t" if self._line.strip(" ") else ""
        elif tag in BLOCKS:
            self._break()
            self._heading = not is_end and bool(_HEADING.fullmatch(tag))

    def _take_words(self, words: str) -> None:
        if self._wordless:
            return
        if self._has_blocks:
            self._line += re.sub(r"[\r\n\t]+", " ", words)
            return
        first, *others = re.split(r"\r\n|\r|\n", words)
        self._line += first
        for line in others:
            self._break()
            self._line = line

    def _break(self) -> None:
        line = "\t".join(cell.strip() for cell in self._line.split("\t")).strip(" ")
        self.lines.append(f"## {line}" if line and self._heading else line)
        self._line, self._heading = "", False


def _without_comments(text: str) -> str:
    return "".join(_outside(text, "<!--", "-->"))


def _outside(text: str, start: str, end: str) -> Iterator[str]:
    """What stands outside of these marks; behind an open one is nothing."""
    at = 0
    while (begin := text.find(start, at)) >= 0:
        yield text[at:begin]
        close = text.find(end, begin + len(start))
        if close < 0:
            return
        at = close + len(end)
    yield text[at:]
