"""Lists of many players as people send them: files, ZIP archives of files, and tables. See docs/event-files.md."""

from __future__ import annotations

import csv
import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from deckbuilder.common import archives
from deckbuilder.common.archives import MEGABYTE, ArchiveError
from deckbuilder.decks import lists
from deckbuilder.events.errors import EventError
from games.engine.decklist_forms import COLUMNS
from games.engine.decklist_lines import MAX_BYTES, MAX_LINES, DeckListError
from games.engine.decklists import decode
from games.engine.spreadsheets import read_lines, unguard, write_lines

MOST_LISTS = 500
"""So many lists are read, and taken, while somebody waits."""

MOST_BYTES = 16 * MEGABYTE
UNPACKED_LIMIT = 64 * MEGABYTE
ZIP = b"PK\x03\x04"
UTF8_NAME = 0x800
NOISE = ("__macosx", "thumbs.db", "desktop.ini")
"""What systems put beside people's files."""


class Item(NamedTuple):
    """A list as it was sent. `place`: in which file, or in which row of it; `error`: why it is none, with `params`."""

    place: str
    player: str
    text: str = ""
    form: str = "txt"
    error: str = ""
    params: dict[str, Any] = {}


def items(files: Iterable[tuple[str, bytes]]) -> list[Item]:
    """All lists in these files, each with its name. Raises EventError where they are too many or too large."""
    files = list(files)
    check_size(sum(len(data) for _, data in files))
    found = [item for name, data in files for item in _items(name, data)]
    if not found:
        raise EventError("bulk-empty", "files")
    if len(found) > MOST_LISTS:
        raise EventError("bulk-too-many", "files", count=len(found), limit=MOST_LISTS)
    return found


def check_size(size: int) -> None:
    """Raises EventError for more bytes than are read at once."""
    if size > MOST_BYTES:
        raise EventError("bulk-too-large", "files", limit=MOST_BYTES // MEGABYTE)


def _items(name: str, data: bytes) -> Iterator[Item]:
    if data.startswith(ZIP) or _ending(name) == "zip":
        yield from _unpacked(name, data)
    else:
        yield from _lists(name, data)


def _ending(name: str) -> str:
    return PurePosixPath(name).suffix.lower().lstrip(".")


def _refused(place: str, code: str, player: str = "", **params: Any) -> Item:
    return Item(place, player, error=code, params=params)


# Archives -------------------------------------------------------------------------------------------------------------


def _unpacked(name: str, data: bytes) -> Iterator[Item]:
    try:
        parts = archives.parts_of(data)
        archives.check(parts, UNPACKED_LIMIT)
    except ArchiveError as error:
        raise EventError(f"archive-{error.code}", "files", value=name) from error
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for part in parts:
            if not part.is_dir() and not _noise(part.filename):
                yield from _part(name, archive, part)


def _noise(path: str) -> bool:
    steps = PurePosixPath(path).parts
    return any(step.startswith(".") or step.lower() in NOISE for step in steps)


def _part(name: str, archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> Iterator[Item]:
    path = _path(part)
    if path is None:
        yield _refused(f"{name}: {part.filename}", "name-encoding")
        return
    try:
        with archive.open(part) as file:
            data = file.read(MOST_BYTES + 1)  # what the directory says of its size need not be true
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, ValueError, zlib.error):
        yield _refused(f"{name}: {path}", "part-damaged", PurePosixPath(path).stem)
        return
    yield from _lists(path, data, f"{name}: {path}")


def _path(part: zipfile.ZipInfo) -> str | None:
    """The name of a file in an archive; None where its writing cannot be known."""
    if part.flag_bits & UTF8_NAME or part.filename.isascii():
        return part.filename
    try:
        return part.filename.encode("cp437").decode()
    except UnicodeError:
        return None


# Lists and tables -----------------------------------------------------------------------------------------------------


def _lists(path: str, data: bytes, place: str = "") -> Iterator[Item]:
    place, player, ending = place or path, PurePosixPath(path).stem.strip(), _ending(path)
    if ending not in lists.FORMS:
        yield _refused(place, "file-type", player, value=ending, choices=list(lists.FORMS))
        return
    try:
        if ending == "csv" and (rows := _rows(data)):
            yield from _table(place, rows)
            return
        if len(data) > lists.LONGEST:
            raise DeckListError("too-long", 0, {"bytes": MAX_BYTES, "lines": MAX_LINES})
        yield Item(place, player, decode(data), ending)
    except DeckListError as error:
        yield _unread(place, player, error)


def _unread(place: str, player: str, error: DeckListError) -> Item:
    return _refused(place, error.code, player, line=error.line, **error.params)


Rows = list[tuple[int, dict[str, str]]]
"""By its number a row's cells by their columns."""


def _rows(data: bytes) -> Rows | None:
    """The rows of a table of players; None for a CSV file that is one player's list. Raises DeckListError."""
    lines = read_lines(decode(data))
    number = 0
    try:
        columns = tuple(cell.lower() for cell in _cells(next(lines, ())))
        if "player" not in columns:
            return None
        _check_columns(columns)
        found: Rows = []
        for number, line in enumerate(lines, start=2):
            cells = _cells(line)
            if any(cells[len(columns) :]):
                raise DeckListError("csv-shape", number)
            if any(cells):
                found.append((number, dict(zip(columns, cells, strict=False))))
    except csv.Error:
        raise DeckListError("csv-quote", number + 1) from None
    return found


def _cells(line: Iterable[str]) -> list[str]:
    return [unguard(cell).strip() for cell in line]


def _check_columns(columns: Sequence[str]) -> None:
    if len(set(columns)) < len(columns) or not {"list", "name"} & set(columns):
        raise DeckListError("csv-header", 1, {"found": tuple(columns)})


def _table(place: str, rows: Rows) -> Iterator[Item]:
    """A row with a `list` is a player's whole list; otherwise a row is a line of it, as in a list's own CSV."""
    lines: dict[str, list[list[str]]] = {}
    first: dict[str, int] = {}
    for number, row in rows:
        player = row.get("player", "")
        if not player:
            yield _refused(f"{place}: {number}", "no-player")
        elif "list" in row:
            text = row["list"].replace("\r\n", "\n")
            yield Item(f"{place}: {number}", player, text, "json" if text.startswith("{") else "txt")
        else:
            first.setdefault(player, number)
            lines.setdefault(player, [list(COLUMNS)]).append([row.get(column, "") for column in COLUMNS])
    for player, told in lines.items():
        yield Item(f"{place}: {first[player]}", player, write_lines(told), "csv")
