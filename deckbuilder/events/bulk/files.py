"""Uploaded lists of many players: files, ZIP archives and tables. See docs/event-files.md."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from deckbuilder.common import archives
from deckbuilder.common.archives import MEGABYTE, ArchiveError
from deckbuilder.decks.lists import codec
from deckbuilder.events.bulk.names import ending_of, file_names
from deckbuilder.events.bulk.tables import header_of
from deckbuilder.events.errors import EventError
from games.engine.reading.decklists.forms import COLUMNS
from games.engine.reading.decklists.lines import MAX_BYTES, MAX_LINES, DeckListError
from games.engine.reading.decklists.parsing import decode
from games.engine.texts.encodings import legacy_codec
from games.engine.texts.spreadsheets import read_lines, unguard, write_lines

MAX_LISTS = 2_000
"""Lists in one upload."""

MAX_UPLOAD_LINES = 200 * MAX_LISTS
"""Lines of all lists of an upload together: enough for decks of 150 cards with one card per line."""

MAX_UPLOAD_BYTES = 16 * MEGABYTE
FEW_LISTS, FEW_LINES, FEW_BYTES = 40, 2_000, 64 * 1024
"""Uploads up to this size are read within the request, in under half a second; larger ones by a worker."""

UNPACKED_LIMIT = 64 * MEGABYTE
ZIP = b"PK\x03\x04"
UTF8_NAME = 0x800
NOISE = ("__macosx", "thumbs.db", "desktop.ini")
"""Files that operating systems add to archives."""


class Item(NamedTuple):
    """A list as uploaded. `place`: its file, or its row in one; `error`: why it is not a list, with `params`.

    `is_from_file`: the player's name is that of the file; `names`, `guesses`: other names, see FileNames.
    """

    place: str
    player: str
    text: str = ""
    form: str = "txt"
    error: str = ""
    params: dict[str, Any] = {}
    is_from_file: bool = False
    names: list[str] = []
    guesses: list[str] = []


def items(files: Iterable[tuple[str, bytes]]) -> list[Item]:
    """All lists in these files, with the player's name. Raises EventError if they are too many or too large."""
    files = list(files)
    check_size(sum(len(data) for _, data in files))
    result: list[Item] = []
    for name, data in files:
        for item in _items(name, data):
            result.append(item)
            _check_count(len(result))
    if not result:
        raise EventError("bulk-empty", "files")
    return result


def are_small(files: Iterable[tuple[str, bytes]]) -> bool:
    """Whether these files are cheap to open. For an archive, the sizes in its directory count."""
    files = list(files)
    if sum(len(data) for _, data in files) > FEW_BYTES:
        return False
    try:
        return sum(_unpacked_size(name, data) for name, data in files) <= FEW_BYTES
    except ArchiveError:  # reading it says so
        return True


def _unpacked_size(name: str, data: bytes) -> int:
    if not _is_archive(name, data):
        return len(data)
    return sum(part.file_size for part in archives.parts_of(data))


def are_few(items: Sequence[Item]) -> bool:
    """Whether these lists are read and imported within the request."""
    size = sum(len(each.text.encode(errors="replace")) for each in items)
    lines = sum(each.text.count("\n") + 1 for each in items)
    return len(items) <= FEW_LISTS and lines <= FEW_LINES and size <= FEW_BYTES


def _check_count(count: int) -> None:
    """Raises EventError if there are more lists than an upload may have."""
    if count > MAX_LISTS:
        raise EventError("bulk-too-many", "files", limit=MAX_LISTS)


def check_lines(count: int) -> None:
    """Raises EventError if all lists together have more lines than an upload may have."""
    if count > MAX_UPLOAD_LINES:
        raise EventError("bulk-too-many-lines", "files", limit=MAX_UPLOAD_LINES)


def check_size(size: int) -> None:
    """Raises EventError if there are more bytes than an upload may have."""
    if size > MAX_UPLOAD_BYTES:
        raise EventError("bulk-too-large", "files", limit=MAX_UPLOAD_BYTES // MEGABYTE)


def _items(name: str, data: bytes) -> Iterator[Item]:
    if _is_archive(name, data):
        yield from _archive_items(name, data)
    else:
        yield from _lists(name, data)


def _is_archive(name: str, data: bytes) -> bool:
    return data.startswith(ZIP) or ending_of(name) == "zip"


def _refusal_item(place: str, code: str, player: str = "", **params: Any) -> Item:
    return Item(place, player, error=code, params=params)


# Archives -------------------------------------------------------------------------------------------------------------


def _archive_items(name: str, data: bytes) -> Iterator[Item]:
    try:
        parts = archives.parts_of(data)
        archives.check(parts, UNPACKED_LIMIT)
    except ArchiveError as error:
        raise EventError(f"archive-{error.code}", "files", value=name) from error
    encoding = legacy_codec(b"\n".join(filter(None, map(_raw_name, parts))))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for part in parts:
            if not part.is_dir() and not _noise(part.filename):
                yield from _part(name, archive, part, encoding)


def _noise(path: str) -> bool:
    steps = PurePosixPath(path).parts
    return any(step.startswith(".") or step.lower() in NOISE for step in steps)


def _part(name: str, archive: zipfile.ZipFile, part: zipfile.ZipInfo, encoding: str | None) -> Iterator[Item]:
    path = _path(part, encoding)
    if path is None:
        yield _refusal_item(f"{name}: {part.filename}", "name-encoding")
        return
    try:
        data = archives.read(archive, part, MAX_UPLOAD_BYTES + 1)
    except ArchiveError:
        yield _refusal_item(f"{name}: {path}", "part-damaged", PurePosixPath(path).stem)
        return
    yield from _lists(path, data, f"{name}: {path}")


def _raw_name(part: zipfile.ZipInfo) -> bytes:
    """The bytes of a file name that is not marked as UTF-8; b"" where the encoding does not matter."""
    if part.flag_bits & UTF8_NAME or part.filename.isascii():
        return b""
    return part.filename.encode("cp437", "replace")


def _path(part: zipfile.ZipInfo, encoding: str | None) -> str | None:
    """The name of a file in an archive with names in UTF-8 or `encoding`; None if it can be decoded as neither."""
    raw_name = _raw_name(part)
    for each in filter(None, ("utf-8", encoding)):
        try:
            return raw_name.decode(each) if raw_name else part.filename
        except UnicodeDecodeError:
            continue
    return None


# Lists and tables -----------------------------------------------------------------------------------------------------


def _lists(path: str, data: bytes, place: str = "") -> Iterator[Item]:
    place, names, ending = place or path, file_names(path), ending_of(path)
    player = names.player
    if ending not in codec.ENDINGS:
        yield _refusal_item(place, "file-type", player, value=ending, choices=list(codec.ENDINGS))
        return
    try:
        if ending == "csv" and (rows := _rows(_text(data))):
            yield from _table(place, rows) or [_refusal_item(place, "no-cards", player)]
            return
        if len(data) > codec.LONGEST:
            raise DeckListError("too-long", 0, {"bytes": MAX_BYTES, "lines": MAX_LINES})
        source = codec.source_of(_text(data), ending)
        yield Item(place, player, source.text, source.form, "", {}, True, names.names, names.guesses)
    except DeckListError as error:
        yield _unread(place, player, error)


def _list_item(place: str, player: str, text: str) -> Item:
    """A list in a cell."""
    try:
        return Item(place, player, *codec.source_of(text.replace("\r\n", "\n"))[:2])
    except DeckListError as error:
        return _unread(place, player, error)


def _text(data: bytes) -> str:
    """The text of a file. Raises DeckListError, also for NUL, which databases cannot store."""
    text = decode(data)
    before, separator, _ = text.partition("\0")
    if separator:
        raise DeckListError("unprintable", before.count("\n") + 1, {"character": "U+0000"})
    return text


def _unread(place: str, player: str, error: DeckListError) -> Item:
    return _refusal_item(place, error.code, player, line=error.line, **error.params)


Rows = Iterator[tuple[int, dict[str, str]]]
"""The cells of each row by column, by row number."""


def _rows(text: str) -> Rows | None:
    """The rows of a table of players; None for a CSV file with one player's list. Raises DeckListError."""
    header = header_of(text)
    if header is None:
        return None
    lines = _numbered_rows(read_lines(text, header.separator))
    next(lines, None)
    return _by_column(header.columns, lines)


def _numbered_rows(lines: Iterator[list[str]]) -> Iterator[tuple[int, list[str]]]:
    """Numbered rows; too many are refused while reading, before all of them are in memory."""
    number = 0
    try:
        for number, line in enumerate(lines, start=1):
            check_lines(number)
            yield number, [unguard(cell).strip() for cell in line]
    except csv.Error:
        raise DeckListError("csv-quote", number + 1) from None


def _by_column(columns: Sequence[str], lines: Iterator[tuple[int, list[str]]]) -> Rows:
    for number, cells in lines:
        if any(cells[len(columns) :]):
            raise DeckListError("csv-shape", number)
        if any(cells):
            yield number, {column: cell for column, cell in zip(columns, cells, strict=False) if column}


def _table(place: str, rows: Rows) -> list[Item]:
    """A row with a `list` is a player's whole list; other rows are single lines, as in a list's own CSV."""
    result: list[Item] = []
    lines: dict[str, list[list[str]]] = {}
    first: dict[str, int] = {}
    for number, row in rows:
        player = row.get("player", "")
        if not player:
            result.append(_refusal_item(f"{place}: {number}", "no-player"))
        elif "list" in row:
            result.append(_list_item(f"{place}: {number}", player, row["list"]))
        else:
            first.setdefault(player, number)
            lines.setdefault(player, [list(COLUMNS)]).append([row.get(column, "") for column in COLUMNS])
        _check_count(len(result) + len(lines))
    return result + [Item(f"{place}: {first[each]}", each, write_lines(cells), "csv") for each, cells in lines.items()]
