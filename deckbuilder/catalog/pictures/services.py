"""Receives pictures of cards, encodes them again, and reads them back."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from tempfile import NamedTemporaryFile

from django.conf import settings
from PIL import Image, ImageOps

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import CardPicture
from deckbuilder.catalog.pictures.validators import FORMATS, PictureError, check
from deckbuilder.common.drawing.image_sources import FOLDER
from games.engine.model.game import Game

log = logging.getLogger(__name__)

LARGEST = (1000, 1400)
"""Pixels of what is kept; larger pictures are made smaller. A card is 63 × 88 mm: 400 dpi."""

QUALITY = 85


def receive(game: Game, data: bytes, by: User | None = None) -> str:
    """Keep a picture, and return what stands for it in the column `image`. The same picture is kept once. Raises
    PictureError."""
    check(data)
    content = _webp(data)
    name = f"{sha256(content).hexdigest()[:32]}.webp"
    values = {"data": content, "game": game.slug, "created_by": by}
    CardPicture.objects.get_or_create(name=name, defaults=values)
    return f"{FOLDER}{name}"


def _webp(data: bytes) -> bytes:
    """A picture as the site writes it: upright, at most LARGEST, its first frame alone, and without anything else that
    the file held, such as places, names, thumbnails or whatever is appended to it."""
    file = BytesIO()
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as picture:
            picture.draft("RGB", LARGEST)  # a large JPEG is decoded at a fraction of its size
            upright = ImageOps.exif_transpose(picture)
            upright.thumbnail(LARGEST)
            colours = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
        plain = Image.new("RGB", colours.size, "white")
        plain.paste(colours, mask=colours.getchannel("A") if colours.mode == "RGBA" else None)
        plain.save(file, "WEBP", quality=QUALITY, method=4)
    except Exception as error:  # whatever a decoder raises for a broken file
        raise PictureError("picture-broken") from error
    return file.getvalue()


def content_of(name: str) -> bytes | None:
    """The bytes of a picture; None if there is none. They are read from this machine's copy, which is made when a
    picture is first asked for: the database sends each picture to each machine once."""
    with suppress(OSError):
        return bytes((settings.MEDIA_DIR / name).read_bytes())
    row = CardPicture.objects.filter(name=name).only("data", "is_kept").first()
    if row is None:
        return None
    data = bytes(row.data)
    if row.is_kept:  # others may still be removed
        _copy(name, data)
    return data


def _copy(name: str, data: bytes) -> None:
    """Write this machine's copy, as a whole or not at all. Without it the database is asked again."""
    try:
        settings.MEDIA_DIR.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=settings.MEDIA_DIR, prefix=".", delete=False) as file:
            file.write(data)
        os.replace(file.name, settings.MEDIA_DIR / name)
    except OSError as error:
        log.warning("A picture could not be copied to MEDIA_DIR: %s", error)
