"""Texts from people's files: UTF-8, or what Windows wrote before it."""

from __future__ import annotations

import re
from typing import NamedTuple


class Legacy(NamedTuple):
    """A way to write texts in bytes. `common`: where its everyday characters stand, as ranges of two bytes."""

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
"""At least this share of what is not ASCII must be everyday characters."""


def legacy_codec(data: bytes) -> str | None:
    """The encoding of a text that is not UTF-8: the one in which most characters are everyday ones; None if unclear."""
    if _CONTROLS.search(data):
        return None
    ranked = sorted(((_likeness(data, each), each.codec) for each in LEGACY), reverse=True)
    (best, codec), (second, _) = ranked[:2]
    return codec if best >= LIKELY and best > second else None


def _likeness(data: bytes, legacy: Legacy) -> float:
    """Which share of the text's characters, other than ASCII, are everyday ones."""
    try:
        text = data.decode(legacy.codec)
    except UnicodeDecodeError:
        return 0
    written = [char.encode(legacy.codec) for char in text if not char.isascii()]
    common = sum(any(low <= int.from_bytes(each) <= high for low, high in legacy.common) for each in written)
    return common / len(written) if written else 0
