"""Numbers of printings that are alike: mistyped, or written with other separators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product

MAX_CODES = 80
"""How many numbers are tried for a mistyped one."""

_LOOK_ALIKES = {
    "O": "0Q",
    "0": "OQ",
    "Q": "0O",
    "I": "1L",
    "1": "IL",
    "L": "1I",
    "B": "8",
    "8": "B",
    "S": "5",
    "5": "S",
}
_LOOK_ALIKES |= {"Z": "2", "2": "Z", "G": "6", "6": "G"}
_CODE_LIKE = re.compile(r"[A-Za-z]{2,}[\W_]?\d{1,6}[A-Za-z]?|(?=.*\d)[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+")
_SEPARATORS = re.compile(r"[\W_]+")
_JOINTS = re.compile(r"(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Z])")


def is_code_like(text: str) -> bool:
    """Whether a text looks like the number of a printing, in any spelling."""
    return bool(_CODE_LIKE.fullmatch(text))


def similar_codes(text: str) -> list[str]:
    """Numbers that a mistyped one may stand for, the likeliest first: other separators, characters that look alike,
    two that changed places, a zero too many or too few, one wrong digit."""
    code = _SEPARATORS.sub("-", text.strip()).upper().strip("-")
    return [each for each in islice(dict.fromkeys(_variants(code)), MAX_CODES) if each != text]


def _variants(code: str) -> Iterator[str]:
    yield from _with_dashes(code)
    for at, char in enumerate(code):
        yield from (code[:at] + other + code[at + 1 :] for other in _LOOK_ALIKES.get(char, ""))
    for at in range(len(code) - 1):
        if "-" not in code[at : at + 2]:
            yield code[:at] + code[at + 1] + code[at] + code[at + 2 :]
    for digits in re.finditer(r"\d+", code):
        yield code[: digits.start()] + "0" + code[digits.start() :]
        if digits[0].startswith("0"):
            yield code[: digits.start()] + code[digits.start() + 1 :]
    last = re.search(r"(\d+)\D*$", code)
    for at in range(last.end(1) - 1, last.start(1) - 1, -1) if last else ():
        yield from (code[:at] + digit + code[at + 1 :] for digit in "0123456789")


def _with_dashes(code: str) -> Iterator[str]:
    """The number with dashes, or none, wherever letters and digits meet."""
    yield code
    parts = [part for piece in code.split("-") for part in _JOINTS.split(piece)]
    if 1 < len(parts) <= 4:
        for dashes in product(("-", ""), repeat=len(parts) - 1):
            yield "".join(part + dash for part, dash in zip(parts, (*dashes, ""), strict=True))
    joined = code.replace("-", "")
    yield from (f"{joined[:at]}-{joined[at:]}" for at in range(1, len(joined)))
