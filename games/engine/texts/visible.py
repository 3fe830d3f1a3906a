"""Invisible characters in texts."""

from __future__ import annotations

import re

from games.engine.texts.characters import INVISIBLE

_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
# Unicode's Default_Ignorable_Code_Point, blanks, and the sign of Braille without a dot.
_BLANK = re.compile(
    "[\\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*"
)


def clean(text: str) -> str:
    """The text without invisible characters, with runs of white space collapsed to one blank."""
    return " ".join(_INVISIBLE.sub("", text).split())


def without_invisible(text: str) -> str:
    """The text without any invisible character, and without blanks at its ends; those of emoji are among them."""
    return (text if text.isascii() else text.translate(INVISIBLE)).strip()


def is_visible(text: str) -> bool:
    """Whether a text has any visible character."""
    return not _BLANK.fullmatch(text)


def code_point(character: str) -> str:
    """The name of an invisible character, such as U+200B."""
    return f"U+{ord(character[0]):04X}"
