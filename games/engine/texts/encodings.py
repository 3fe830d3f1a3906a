"""Decodes uploaded texts: UTF-8, or the older encodings of Windows."""

from __future__ import annotations

import re
from typing import NamedTuple


class Legacy(NamedTuple):
    """A legacy encoding. `common`: the ranges of its everyday characters, as two bytes each."""

    codec: str
    common: tuple[tuple[int, int], ...]


LEGACY = (
    Legacy("cp950", ((0xA140, 0xA3FE), (0xA440, 0xC67E))),
    Legacy("gb18030", ((0xA1A1, 0xA3FE), (0xB0A1, 0xD7F9))),
    Legacy("cp932", ((0x8140, 0x8396), (0x889F, 0x9872))),
)
"""Big5, GB18030 and Shift_JIS, as Windows has them."""

_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")

LIKELY = 0.6
"""At least this share of the characters other than ASCII must be everyday ones."""


def legacy_codec(data: bytes) -> str | None:
    """The encoding of a text that is not UTF-8: the one in which most characters are everyday ones; None if unclear."""
    if _CONTROLS.search(data):
        return None
    ranked = sorted(((_likeness(data, each), each.codec) for each in LEGACY), reverse=True)
    (best, codec), (second, _) = ranked[:2]
    return codec if best >= LIKELY and best > second else None


def _likeness(data: bytes, legacy: Legacy) -> float:
    """The share of everyday characters among those other than ASCII."""
    try:
        text = data.decode(legacy.codec)
    except UnicodeDecodeError:
        return 0
    encoded = [char.encode(legacy.codec) for char in text if not char.isascii()]
    common = sum(any(low <= int.from_bytes(character) <= high for low, high in legacy.common) for character in encoded)
    return common / len(encoded) if encoded else 0
