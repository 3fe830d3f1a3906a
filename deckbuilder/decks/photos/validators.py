"""Which pictures are read, decided before one is decoded."""

from io import BytesIO

from PIL import Image

from deckbuilder.common.input import InputError
from games.engine.reading.photos.ocr import FORMATS

MEGABYTE = 1024 * 1024
MAX_BYTES = 16 * MEGABYTE
MAX_PIXELS = 64_000_000
"""The largest file and picture. Cameras of phones make 12 to 50 megapixels."""

ACCEPT = ",".join(f"image/{each.lower()}" for each in FORMATS)
"""The formats, for a file field."""


def check(data: bytes) -> None:
    """Raises InputError for what is no picture, too large, or in another format. Only the picture's head is read."""
    if len(data) > MAX_BYTES:
        raise InputError("photo-bytes", field="photo", megabytes=MAX_BYTES // MEGABYTE)
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as picture:
            width, height = picture.size
    except Image.DecompressionBombError:
        width = height = MAX_PIXELS
    except Exception:  # whatever a decoder raises for a broken head
        raise InputError("photo-format", field="photo", choices=FORMATS) from None
    if width * height > MAX_PIXELS:
        raise InputError("photo-pixels", field="photo", megapixels=MAX_PIXELS // 1_000_000)
