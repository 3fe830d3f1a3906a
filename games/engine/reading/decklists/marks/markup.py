"""Markup around the lines of a deck list: HTML, BBCode, Markdown, emoji. Each kind is a form of its own in FORMS."""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Callable
from typing import NamedTuple

from games.engine.texts.spreadsheets import read_lines


class Form(NamedTuple):
    """A kind of markup. `sign`: what occurs in every line that has it; `plain`: the line without it, in which a tab
    begins another cell."""

    name: str
    sign: re.Pattern[str]
    plain: Callable[[str], str]


_ENTITY = re.compile(r"&(?:[A-Za-z]{2,8}|#\d{1,6}|#[xX][0-9A-Fa-f]{1,5});")
_BLOCKS = "br|li|ul|ol|p|div|tr|table|tbody|thead|h[1-6]|pre|blockquote|dl|dt|dd|section|summary|details|hr"
_BLOCK = re.compile(rf"</?(?:{_BLOCKS})(?:\s[^<>]*)?\s*/?>", re.IGNORECASE)
_TAG = re.compile(
    r"<!--.*?-->|</?(?:(?P<cell>td|th)"
    r"|a|b|i|u|s|em|strong|span|font|small|big|code|img|del|mark|sup|sub|label|input|center)(?:\s[^<>]*)?\s*/?>",
    re.IGNORECASE,
)
_BB_NAMES = "b|i|u|s|url|color|size|font|quote|list|code|spoiler|center|left|right|img|card|cards|td|tr|table"
_BB_PAIR = re.compile(rf"\[({_BB_NAMES})(?:=[^\[\]]*)?\](.*?)\[/\1\]", re.IGNORECASE)
_BB_LONE = re.compile(
    r"(?:\s*\[/?(?:list|quote|code|spoiler|center|table|tr|cards)(?:=[^\[\]]*)?\])+\s*", re.IGNORECASE
)
_BB_LEFT = re.compile(rf"\[/?(?:{_BB_NAMES})\]|\[(?:{_BB_NAMES})=[^\[\]]*\]", re.IGNORECASE)
_LINK = re.compile(
    r"!?\[([^\[\]]+)\]\((?:https?:|www\.|[/#.]|[\w-]+\.\w)[^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:\s+\"[^\"]*\")?\)"
)
_DOUBLE_BRACKETS = re.compile(r"\[\[([^\[\]|]+)(?:\|[^\[\]]*)?\]\]|\{\{([^{}|]+)(?:\|[^{}]*)?\}\}")
_BOX = re.compile(r"^(\s*(?:>\s*)*)(?:(?:[-*+]|\d{1,3}[.)])\s+)?\[[ xX✓✔]\]\s+|^\s*[☐☑☒✅✔✓]\ufe0f?\s*")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?![A-Z]{1,3}\*)([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])")
_SPOILER = re.compile(r"^(\s*)\|\|([^|]+)\|\|\s*$")
_SHORTCODE = re.compile(r"<a?:\w+:\d+>|(?<![^\s\d*]):[a-z][a-z0-9_+-]+:(?!\w)")
_KEYCAP = re.compile("([0-9])\ufe0f?\u20e3")
_EMOJI = re.compile(
    "[\U0001f000-\U0001f0ff\U0001f200-\U0001faff]|[\u2600-\u26ff\u2b50\u2728]\ufe0f|[\ufe0e\ufe0f\u200d\u20e3]"
)
_TEN = "\U0001f51f"
_LOOSE_SIGN = re.compile(r"(?<=\s)[ⅹⅩхХ✗✘╳⨯⨉❌]\s*(?=\d)|(?<=\d)\s*[ⅹхХ✗✘╳⨯⨉❌](?=\s|[^\x00-\x7f])|[╳⨯⨉❌](?=\d)")
_ROW = re.compile(r'"?\d{1,3}"?\s*([,;])|.*([,;])\s*"?\d{1,3}"?$')
_BARE_NUMBER = re.compile(r"\d{1,3}")


def _without_entities(line: str) -> str:
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), line)


def _without_tags(line: str) -> str:
    return _TAG.sub(lambda tag: "\t" if tag["cell"] and tag[0][1] != "/" else "", line)


def _without_bbcode(line: str) -> str:
    if _BB_LONE.fullmatch(line):
        return ""
    line = re.sub(r"^\s*\[\*\]\s*", "- ", line)
    bare = _BB_PAIR.sub(lambda pair: pair[2], line)
    while bare != line:
        line, bare = bare, _BB_PAIR.sub(lambda pair: pair[2], bare)
    return _BB_LEFT.sub("", line) if re.search(r"\[/|\[\w+=", line) else line


def _without_double_brackets(line: str) -> str:
    return _DOUBLE_BRACKETS.sub(lambda match: match[1] or match[2], line)


def _without_emoji(line: str) -> str:
    line = _KEYCAP.sub(r"\1", line.replace(_TEN, "10"))
    line = re.sub(r"^(\s*\d{1,2})(?=[^\W\d])", r"\1 ", line)
    return _EMOJI.sub(lambda emoji: "" if emoji[0] in "\ufe0e\ufe0f\u200d\u20e3" else " ", line)


def row_cells(line: str) -> tuple[str, ...]:
    """The cells of a row of quoted cells, or of one with a bare number at an end: `3,"Name"`, `3;Name;SET`. () for
    another line."""
    row = _ROW.match(line)
    if not row:
        return ()
    separator = row[1] or row[2]
    try:
        (cells,) = read_lines(line, separator) if '"' in line else ([line],)
    except (csv.Error, ValueError):
        return ()
    if len(cells) == 1:
        cells = line.split(separator, 1) if row[1] else line.rsplit(separator, 1)
    cells = [cell.strip() for cell in cells if cell.strip()]
    numbers = [at for at, cell in enumerate(cells) if _BARE_NUMBER.fullmatch(cell)]
    return tuple(cells) if len(cells) > 1 and numbers in ([0], [len(cells) - 1]) else ()


FORMS = (
    Form("HTML entities", re.compile("&"), _without_entities),
    Form("HTML tags", re.compile("<"), _without_tags),
    Form("BBCode", re.compile(r"\["), _without_bbcode),
    Form("links", re.compile(r"\]\("), lambda line: _LINK.sub(r"\1", line)),
    Form("double brackets", re.compile(r"\[\[|\{\{"), _without_double_brackets),
    Form("check boxes", re.compile(r"\[[ xX✓✔]\]|[☐☑☒✅✔✓]"), lambda line: _BOX.sub(r"\1", line)),
    Form("emphasis", re.compile(r"\*\S"), lambda line: _EMPHASIS.sub(r"\1", line)),
    Form("spoilers", re.compile(r"\|\|"), lambda line: _SPOILER.sub(r"\1\2", line)),
    Form("names of emoji", re.compile(r":\w"), lambda line: _SHORTCODE.sub(" ", line)),
    Form("emoji", re.compile(f"{_EMOJI.pattern}|{_KEYCAP.pattern}"), _without_emoji),
    Form("other signs for ×", re.compile("[ⅹⅩхХ✗✘╳⨯⨉❌]"), lambda line: _LOOSE_SIGN.sub("×", line)),
)
"""In the order in which they are removed."""

_SIGNS = re.compile("|".join(form.sign.pattern for form in FORMS))


def split(line: str) -> list[str]:
    """A line split at the HTML tags that begin or end an item, a paragraph or a row."""
    if "<" not in line:
        return [line]
    return [part for part in _BLOCK.split(line) if part.strip()] or [""]


def plain(line: str) -> str:
    """A line without markup; unchanged if it has none."""
    if not _SIGNS.search(line):
        return line
    for form in FORMS:
        if form.sign.search(line):
            line = form.plain(line)
    return line
