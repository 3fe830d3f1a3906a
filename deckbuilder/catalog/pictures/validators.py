"""Which pictures of cards are taken, decided before one is decoded."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image

FORMATS = ("PNG", "JPEG", "WEBP")
LABELS = ("PNG", "JPEG", "WebP")
MEGABYTE, MEGAPIXEL = 1024 * 1024, 1_000_000
MAX_BYTES = 8 * MEGABYTE
MAX_PIXELS = 16 * MEGAPIXEL
"""The largest file and picture: a card scanned at 1200 dpi has 15 megapixels, and takes 60 MB of memory."""

MIN_SIDE = 16
"""Pixels; what is smaller is no picture of a card."""

ACCEPT = ",".join(f"image/{each.lower()}" for each in FORMATS)
"""The formats, for a file field."""


class PictureError(Exception):
    """A file that is not taken as the picture of a card: its `code`, and what the sentence names."""

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(f"{code} {params}" if params else code)
        self.code, self.params = code, params


def check(data: bytes) -> None:
    """Raises PictureError for what is no picture, too large, too small or in another format, whatever it is called.
    Only its head is read."""
    if not data:
        raise PictureError("picture-empty")
    if len(data) > MAX_BYTES:
        raise PictureError("picture-bytes", megabytes=MAX_BYTES // MEGABYTE)
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as picture:
            width, height = picture.size
    except Image.DecompressionBombError:
        raise PictureError("picture-bomb", megapixels=MAX_PIXELS // MEGAPIXEL) from None
    except Exception:  # whatever a decoder raises for a broken head
        raise PictureError("picture-format", choices=LABELS) from None
    if width * height > MAX_PIXELS:
        size = {"width": width, "height": height}
        raise PictureError("picture-pixels", megapixels=MAX_PIXELS // MEGAPIXEL, **size)
    if min(width, height) < MIN_SIDE:
        raise PictureError("picture-small", width=width, height=height, side=MIN_SIDE)
