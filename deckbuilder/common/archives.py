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
    """`damaged`, `locked` (by a password) or `unpacks-too-large` (with its `size`, `packed` and `limit`)."""

    def __init__(self, code: str, **params: int) -> None:
        super().__init__(code)
        self.code, self.params = code, params


@contextmanager
def _convert_errors() -> Iterator[None]:
    """Turn every exception of zipfile about invalid or damaged archives into ArchiveError."""
    try:
        yield
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, ValueError, zlib.error) as error:
        raise ArchiveError("damaged") from error


def parts_of(data: bytes) -> list[zipfile.ZipInfo]:
    """The files that the directory of an archive lists. Raises ArchiveError."""
    with _convert_errors(), zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
    if not all(part.filename for part in parts):
        raise ArchiveError("damaged")
    return parts


def read(archive: zipfile.ZipFile, part: zipfile.ZipInfo, most: int) -> bytes:
    """A file of an archive, at most `most` bytes, whatever the directory says. Raises ArchiveError."""
    with _convert_errors(), archive.open(part) as file:
        return file.read(most)


def check(parts: Sequence[zipfile.ZipInfo], limit: int) -> None:
    """Raises ArchiveError if the files cannot be unpacked, or unpack to implausibly many bytes."""
    if any(part.flag_bits & 1 for part in parts):
        raise ArchiveError("locked")
    size = sum(part.file_size for part in parts)
    packed_size = max(sum(part.compress_size for part in parts), 1)
    bomb = size > RATIO_MATTERS and size > RATIO_LIMIT * packed_size
    if bomb or size > limit or len(parts) > PARTS_LIMIT:
        raise ArchiveError("unpacks-too-large", size=size, packed=packed_size, limit=limit)
