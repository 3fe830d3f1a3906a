"""The font for drawn images: one with Chinese and Japanese characters, or none."""

import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from PIL import ImageFont

PLACES = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Bold.ttc",
    "/System/Library/Fonts/PingFang.ttc",
)
NEEDED = "雪车龍り界Aé"
"""Characters that a font must have: of both ways to write Chinese, of Japanese, and Latin ones."""

REGIONS = {"zh-Hant": "TC", "zh-Hans": "SC", "ja": "JP"}
"""Which face of a collection writes a language."""

MAX_FACES = 12
FC_MATCH_TIMEOUT_S = 5


@lru_cache(maxsize=1)
def font_file() -> str:
    """The file of the font: as the settings say, else in a known place, else what fontconfig finds; "" where none of
    them has the characters."""
    return next((path for path in _candidates() if Path(path).is_file() and _has_all(path)), "")


def _candidates() -> Iterator[str]:
    if settings.PICTURE_FONT:
        yield settings.PICTURE_FONT
        return
    yield from PLACES
    command = ("fc-match", "--format=%{file}", "sans:bold:lang=zh-tw:lang=zh-cn:lang=ja")
    try:
        yield subprocess.run(command, capture_output=True, text=True, timeout=FC_MATCH_TIMEOUT_S, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return


def _has_all(path: str) -> bool:
    """Whether the font draws the needed characters otherwise than one that nobody has."""
    try:
        font = ImageFont.truetype(path, 24)
    except OSError:
        return False
    missing = bytes(font.getmask("\U0010fffe"))
    return all(bytes(font.getmask(character)) != missing for character in NEEDED)


@lru_cache(maxsize=64)
def font(size: int, language: str) -> ImageFont.FreeTypeFont:
    """The font in a size, with the characters as they are written in a language (a tag of a game or of the site)."""
    return ImageFont.truetype(font_file(), size, index=_faces().get(_region(language), 0))


def _region(language: str) -> str:
    regions = {tag.lower(): region for tag, region in REGIONS.items()}
    return regions.get(language.lower(), "TC")


@lru_cache(maxsize=1)
def _faces() -> dict[str, int]:
    """The faces of a collection by the last word of their names."""
    faces: dict[str, int] = {}
    for index in range(MAX_FACES):
        try:
            family = ImageFont.truetype(font_file(), 24, index=index).getname()[0] or ""
        except OSError:
            break
        faces.setdefault(family.rpartition(" ")[2], index)
    return faces
