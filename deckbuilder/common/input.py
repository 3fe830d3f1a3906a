"""Checks of texts that people and programs send."""

import re
from typing import Any

from games.engine.texts.visible import clean, code_point, is_visible

# The marks from U+202A and U+2066 on turn the direction of all that follows them on a page.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class InputError(Exception):
    """Input that cannot be accepted: its `code` and the parameters of the sentence, among them the wrong `field` if it
    has a name."""

    number: int | None = None
    """The index of the operation that is wrong, if the request has several."""

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(f"{code} {params}" if params else code)
        self.code = code
        self.params = params


def clean_text(value: str, field: str, most: int) -> str:
    """A text of several lines. Raises InputError."""
    value = value.replace("\r\n", "\n").strip()
    if len(value) > most:
        raise InputError("too-long", field=field, most=most)
    if match := _UNPRINTABLE.search(value):
        raise InputError("unprintable", field=field, character=code_point(match[0]))
    return value


def clean_line(value: str, field: str, most: int = 200) -> str:
    """A text of one line, as in a list. Raises InputError."""
    return clean(clean_text(value, field, most))


def clean_title(value: str, field: str, most: int) -> str:
    """A name, or "". Raises InputError for an invisible one."""
    value = clean_text(value, field, most)
    if value and not is_visible(value):
        raise InputError("unprintable", field=field, character=code_point(value))
    return clean(value)


def whole_number(text: str, digits: int = 9) -> int | None:
    """A number without a sign of at most so many digits; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
