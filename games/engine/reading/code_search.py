"""Deck codes within other text: in a sentence, in quotation marks or brackets, in full width, over several lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from games.engine.reading.deck_codes import MAX_CHARACTERS, code_in, is_intact

MAX_TRIES = 500
"""Beginnings and ends compared in one text. A text with more of them is no message with a code in it."""

MIN_ALONE = 10
MIN_DIGITS = 3
"""The length and number of digits from which a word that begins like a code is a damaged one."""

_BEGIN = re.compile(r"(?<![0-9A-Za-z])[Dd]\s?[2-9]")
_WORD = re.compile(r"[0-9A-Za-z]+")
_BETWEEN = re.compile(r"[\s\-‐-―_.·]{1,8}")


def codes_within(text: str) -> Iterator[str]:
    """The codes in a text whose check symbols are right, from the left. They may still be of another catalog."""
    text = unicodedata.normalize("NFKC", text)
    tries, end = 0, 0
    for begin in _BEGIN.finditer(text):
        if begin.start() < end:
            continue
        for stop, code in _beginnings(text, begin.start()):
            tries += 1
            if tries > MAX_TRIES:
                return
            if code and is_intact(code):
                yield code
                end = stop


def damaged_code(text: str) -> str:
    """The first word that can only be a mistyped code; "" if there is none."""
    for word in _WORD.findall(unicodedata.normalize("NFKC", text)):
        if len(word) >= MIN_ALONE and sum(map(str.isdigit, word)) >= MIN_DIGITS and (code := code_in(word)):
            return code
    return ""


def _beginnings(text: str, start: int) -> Iterator[tuple[int, str]]:
    """What may be a code from here to the end of a word, the shortest first, with its end; "" where it is too short."""
    at = start
    while word := _WORD.match(text, at):
        if word.end() - start > 2 * MAX_CHARACTERS:
            return
        if "u" in word[0].lower():  # no digit of a code
            return
        yield word.end(), code_in(" ".join(text[start : word.end()].split()))
        gap = _BETWEEN.match(text, word.end())
        if not gap:
            return
        at = gap.end()
