"""Reading catalog files in CSV, JSON or XLSX, with a clear error for anything else, and writing them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Literal, NamedTuple

from django.conf import settings

from deckbuilder.catalog.imports import workbooks
from games.engine.model.cards import Printing
from games.engine.model.game import Game
from games.engine.reading.catalogs.files import (
    CatalogFileError,
    Limits,
    Rows,
    open_table,
    row_slices,
    tabulate,
    value_text,
    write_rows,
)
from games.engine.reading.catalogs.rows import Problem
from games.engine.reading.catalogs.tables import Table, is_utf_16
from games.engine.reading.catalogs.titles import PLAIN, Titles

Kind = Literal["csv", "xlsx", "json"]
KINDS: dict[Kind, str] = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
"""The content types of catalog files by file extension."""

ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
CODES: Mapping[str, tuple[str, ...]] = {
    "too-large": ("size", "limit"),
    "file-type": ("found", "choices"),
    "binary": ("position", "line"),
    "encoding": ("position", "line", "looks_like"),
    "old-workbook": (),
    "locked": (),
    "damaged": (),
    "not-a-workbook": ("parts",),
    "unpacks-too-large": ("size", "packed", "limit"),
    "many-sheets": ("sheets",),
    "too-many-columns": ("row", "limit"),
    "too-many-blank-rows": ("row", "limit"),
}
"""The codes of a CatalogFileError besides those of the engine, with the names of their parameters."""

CELL_CODES: Mapping[str, tuple[str, ...]] = {
    "formula": (),
    "error-value": (),
    "turned-date": (),
    "turned-number": (),
    "truth": (),
}
"""Why a workbook cell is not a value, or not the one that was typed."""

ENDINGS: Mapping[str, Kind] = {
    **{kind: kind for kind in KINDS},
    "tsv": "csv",
    "txt": "csv",
    "jsonl": "json",
    "ndjson": "json",
}
"""The kinds of files by extension."""

NO_TEXT = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"\x1f\x8b")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")

SMALL_BYTES, SMALL_ROWS, SMALL_UNPACKED = 1024 * 1024, 2_000, 4 * 1024 * 1024
GUESSED = {
    "utf_16": "UTF-16",
    "utf_16_le": "UTF-16",
    "utf_16_be": "UTF-16",
    "utf_32": "UTF-32",
    "big5": "Big5",
    "gb18030": "GB18030",
    "cp932": "Shift JIS",
    "euc_jp": "EUC-JP",
    "euc_kr": "EUC-KR",
    "cp1252": "Windows-1252",
}
"""The encodings we can name to people, by Python's name for them."""


class CatalogTable(NamedTuple):
    """The contents of a file. `problems`: cells that are not values, such as formulas."""

    rows: Rows
    problems: tuple[Problem, ...] = ()


def read(data: bytes, filename: str, titles: Titles = PLAIN) -> CatalogTable:
    """Read the table in a file of any of the KINDS. Raises CatalogFileError."""
    limits = Limits(rows=settings.CATALOG_ROW_LIMIT)
    table, problems = open_file(data, filename, titles)
    rows = tabulate(table, titles=titles, limits=limits)
    return CatalogTable(rows, tuple(problems))


def open_file(data: bytes, filename: str, titles: Titles = PLAIN) -> tuple[Table, list[Problem]]:
    """The lines of a file, and its cells that are not values, which are added as the lines are read. Raises
    CatalogFileError, also while they are read."""
    kind = kind_of(data, filename)
    if kind == "xlsx":
        return workbooks.open_table(data, titles)
    try:
        if b"\0" in data and not is_utf_16(data):
            raise CatalogFileError("encoding", {"position": data.index(b"\0"), "line": 1})
        return open_table(data, kind, titles=titles, limits=Limits(rows=settings.CATALOG_ROW_LIMIT)), []
    except CatalogFileError as error:
        if error.code != "encoding":
            raise
        raise _encoding_error(data, error) from None


def kind_of(data: bytes, filename: str) -> Kind:
    """The kind of file, by its first bytes and extension. Raises CatalogFileError if it is unsupported, empty or too
    large."""
    if len(data) > settings.CATALOG_FILE_LIMIT:
        raise CatalogFileError("too-large", {"size": len(data), "limit": settings.CATALOG_FILE_LIMIT})
    if not data:
        raise CatalogFileError("empty")
    if data.startswith(OLE):
        raise CatalogFileError("old-workbook")
    if data.startswith(ZIP):
        return "xlsx"
    ending = PurePath(filename).suffix.lower().lstrip(".")
    if ending == "xlsx":
        raise CatalogFileError("damaged")
    if ending not in ENDINGS:
        raise CatalogFileError("file-type", {"found": ending, "choices": tuple(ENDINGS)})
    return ENDINGS[ending]


def _encoding_error(data: bytes, error: CatalogFileError) -> CatalogFileError:
    """The same error with the likely encoding, or an error saying that the file is not text."""
    encoding = looks_like(data)
    if not encoding or data.startswith(NO_TEXT) or (_CONTROL.search(data) and not encoding.startswith("UTF-")):
        return CatalogFileError("binary", error.params)
    return CatalogFileError("encoding", {**error.params, "looks_like": encoding})


def looks_like(data: bytes) -> str:
    """The common name of the encoding that text other than UTF-8 seems to be in; "" if it cannot be guessed."""
    from charset_normalizer import from_bytes

    # Tables are full of commas and numbers, which look like noise to the detector: hence the threshold.
    best = from_bytes(data[: 1 << 20], cp_isolation=list(GUESSED), threshold=0.4).best()
    return GUESSED.get(best.encoding, "") if best else ""


def is_small(data: bytes, filename: str) -> bool:
    """Whether the file is small enough to read within a request. Raises CatalogFileError if it cannot be read."""
    if kind_of(data, filename) == "xlsx":
        return workbooks.unpacked_size(data) <= SMALL_UNPACKED
    return len(data) <= SMALL_BYTES and data.count(b"\n") <= SMALL_ROWS


MAX_IN_WORKBOOK = 4_000
"""The most printings written to a workbook within a request: a workbook cannot be sent before it is complete."""


def slices(game: Game, printings: Iterable[Printing], kind: Kind) -> Iterator[str | bytes]:
    """The file that `write` returns, in pieces to send: a workbook as a whole, other files slice by slice."""
    if kind == "xlsx":
        yield write(game, printings, kind)
        return
    if kind == "csv":
        yield "\ufeff"  # Excel takes a CSV file for UTF-8 only if it begins with a byte order mark
    yield from row_slices(game, printings, kind)


def write(game: Game, printings: Iterable[Printing], kind: Kind) -> bytes:
    """A file with these printings and all columns of the game; reading it gives the same printings. Raises
    CatalogFileError."""
    if kind != "xlsx":
        return write_rows(game, printings, kind)
    numeric = frozenset(name for name, attribute in game.fields.items() if attribute.numeric)
    lines = (
        [value_text(printing.get(column), row, column) for column in game.fields]
        for row, printing in enumerate(printings, start=2)
    )
    return workbooks.write(list(game.fields), lines, numeric=numeric)
