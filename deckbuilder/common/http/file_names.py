"""Names of files that are downloaded."""

from __future__ import annotations

import re
import unicodedata

from django.http import HttpResponse
from django.utils.http import content_disposition_header

MAX_BYTES = 180
"""File systems take names of 255 bytes; browsers add numbers to them."""

_UNSAFE = re.compile(r'[\\/:*?"<>|%~\x00-\x1f\x7f]+')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def file_name(title: str, fallback: str, ending: str) -> str:
    """A name for a file after a title in any script, which every system takes; else `fallback`, which is plain."""
    visible = "".join(char for char in title if unicodedata.category(char) not in ("Cc", "Cf", "Co", "Cs"))
    stem = " ".join(_UNSAFE.sub(" ", visible).split()).strip(". ")
    stem = stem.encode()[:MAX_BYTES].decode(errors="ignore").rstrip(". ")
    return f"{fallback if not stem or _RESERVED.fullmatch(stem) else stem}.{ending}"


def as_download(response: HttpResponse, name: str) -> HttpResponse:
    """The response as a file of this name (RFC 6266)."""
    response["Content-Disposition"] = content_disposition_header(True, name)
    return response
