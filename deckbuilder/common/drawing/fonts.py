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
"""Characters that a font must have: traditional and simplified Chinese, Japanese and Latin."""

REGIONS = {"zh-Hant": "TC", "zh-Hans": "SC", "ja": "JP"}
"""The face of a font collection for each language."""

MAX_FACES = 12
FC_MATCH_TIMEOUT_S = 5


@lru_cache(maxsize=1)
def font_file() -> str:
    """The font file: as configured, else in a usual place, else the one fontconfig finds; "" if none has the
    characters."""
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
    """Whether the font draws the needed characters unlike one that no font has."""
    try:
        font = ImageFont.truetype(path, 24)
    except OSError:
        return False
    missing = bytes(font.getmask("\U0010fffe"))
    return all(bytes(font.getmask(character)) != missing for character in NEEDED)


@lru_cache(maxsize=64)
def font(size: int, language: str) -> ImageFont.FreeTypeFont:
    """The font in a size, with the character forms of a language (a tag of a game or of the site)."""
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
