"""Decodes uploaded texts: UTF-16, or the older encodings of Windows and of Japanese Unix."""

from __future__ import annotations

import codecs
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
    Legacy("euc_jp", ((0xA1A1, 0xA3FE), (0xA4A1, 0xA5FE), (0xB0A1, 0xCFD3))),
)
"""Big5, GB18030 and Shift_JIS, as Windows has them, and EUC-JP."""

_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")

LIKELY = 0.6
"""At least this share of the characters other than ASCII must be everyday ones."""


UTF_16 = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_KANA = re.compile(r"[ぁ-ヿ]")
KANA = 0.1
"""GB18030 has kana, at the same codes as EUC-JP. With fewer than this share, a text is not Japanese."""


def utf_16(data: bytes) -> str | None:
    """The text of data in UTF-16 with a byte order mark, or of ASCII and others without one; None if it is neither."""
    codec = next((codec for mark, codec in UTF_16 if data.startswith(mark)), "")
    if not codec and b"\0" in data[:200] and len(data) % 2 == 0:
        halves = data[::2].count(b"\0"), data[1::2].count(b"\0")
        codec = "" if all(halves) else "utf-16-be" if halves[0] else "utf-16-le"
    try:
        return data.decode(codec).removeprefix("\ufeff") if codec else None
    except UnicodeDecodeError:
        return None


def legacy_codec(data: bytes) -> str | None:
    """The encoding of a text that is not UTF-8: the one in which most characters are everyday ones; None if unclear."""
    if _CONTROLS.search(data):
        return None
    ranked = sorted(((_likeness(data, each), each.codec) for each in LEGACY), reverse=True)
    (best, codec), (second, other) = ranked[:2]
    if best >= LIKELY and best == second and {codec, other} == {"euc_jp", "gb18030"}:
        return "euc_jp" if _is_japanese(data) else None
    return codec if best >= LIKELY and best > second else None


def _is_japanese(data: bytes) -> bool:
    others = [char for char in data.decode("euc_jp") if not char.isascii()]
    return len(_KANA.findall("".join(others))) >= KANA * len(others)


def _likeness(data: bytes, legacy: Legacy) -> float:
    """The share of everyday characters among those other than ASCII."""
    try:
        text = data.decode(legacy.codec)
    except UnicodeDecodeError:
        return 0
    encoded = [char.encode(legacy.codec) for char in text if not char.isascii()]
    common = sum(any(low <= int.from_bytes(character) <= high for low, high in legacy.common) for character in encoded)
    return common / len(encoded) if encoded else 0
