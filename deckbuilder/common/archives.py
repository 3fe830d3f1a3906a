"""Uploaded ZIP archives: their directory is checked before anything is unpacked."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

MEGABYTE = 1024 * 1024
RATIO_LIMIT = 200
RATIO_MATTERS = 8 * MEGABYTE
PARTS_LIMIT = 5_000


class ArchiveError(ValueError):
    """`damaged`, `locked` (with a password) or `unpacks-too-large` (with its `size`, `packed` and `limit`)."""

    def __init__(self, code: str, **params: int) -> None:
        super().__init__(code)
        self.code, self.params = code, params


@contextmanager
def _undamaged() -> Iterator[None]:
    """All that zipfile raises for what is no archive, or a damaged one, is an ArchiveError."""
    try:
        yield
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, ValueError, zlib.error) as error:
        raise ArchiveError("damaged") from error


def parts_of(data: bytes) -> list[zipfile.ZipInfo]:
    """What the directory of an archive says is in it. Raises ArchiveError."""
    with _undamaged(), zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
    if not all(part.filename for part in parts):
        raise ArchiveError("damaged")
    return parts


def read(archive: zipfile.ZipFile, part: zipfile.ZipInfo, most: int) -> bytes:
    """A part of an archive, no further than `most` bytes, whatever the directory says. Raises ArchiveError."""
    with _undamaged(), archive.open(part) as file:
        return file.read(most)


def check(parts: Sequence[zipfile.ZipInfo], limit: int) -> None:
    """Raises ArchiveError for what cannot be unpacked, or unpacks to more bytes than anybody means to send."""
    if any(part.flag_bits & 1 for part in parts):
        raise ArchiveError("locked")
    size = sum(part.file_size for part in parts)
    packed = max(sum(part.compress_size for part in parts), 1)
    bomb = size > RATIO_MATTERS and size > RATIO_LIMIT * packed
    if bomb or size > limit or len(parts) > PARTS_LIMIT:
        raise ArchiveError("unpacks-too-large", size=size, packed=packed, limit=limit)
