"""XLSX workbooks: reading the one sheet of cards cell by cell, and writing one.

A workbook is a ZIP of XML, so its directory is checked before anything is unpacked; formulas are never evaluated.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, dropwhile, islice
from typing import TYPE_CHECKING, Any

from deckbuilder.common import archives
from deckbuilder.common.archives import MEGABYTE, ArchiveError
from games.engine.reading.catalogs.rows import Problem
from games.engine.reading.catalogs.tables import CatalogFileError, Note, Table, cell_text
from games.engine.reading.catalogs.titles import TITLE_ROWS, Titles

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

UNPACKED_LIMIT = 512 * MEGABYTE
STRINGS_LIMIT = 128 * MEGABYTE
"""The table of shared strings is the only part held in memory as a whole."""
SHEET_ROWS = 1_048_576
SHEET_COLUMNS = 200
BLANK_ROWS = 1_000
"""The most consecutive blank rows; a file of a few bytes can contain a million."""
NEEDED = "[Content_Types].xml"


def _openpyxl() -> Any:
    """Import openpyxl on first use: it is slow to load and brings numpy with it."""
    import openpyxl

    if not openpyxl.DEFUSEDXML:
        raise RuntimeError("openpyxl does not use defusedxml: take OPENPYXL_DEFUSEDXML out of the environment")
    return openpyxl


def unpacked_size(data: bytes) -> int:
    """The unpacked size of the workbook in bytes. Raises CatalogFileError if it is not a workbook, or too large."""
    try:
        parts = archives.parts_of(data)
        _check_parts(parts)
    except ArchiveError as error:
        raise CatalogFileError(error.code, error.params) from error
    return sum(part.file_size for part in parts)


def _check_parts(parts: Sequence[zipfile.ZipInfo]) -> None:
    names = tuple(part.filename for part in parts)
    if NEEDED not in names:
        raise CatalogFileError("not-a-workbook", {"parts": names[:5]})
    archives.check(parts, UNPACKED_LIMIT)
    strings = max((part.file_size for part in parts if part.filename.endswith("sharedStrings.xml")), default=0)
    if strings > STRINGS_LIMIT:
        size, packed = (sum(getattr(part, name) for part in parts) for name in ("file_size", "compress_size"))
        raise ArchiveError("unpacks-too-large", size=size, packed=packed, limit=UNPACKED_LIMIT)


def open_table(data: bytes, titles: Titles) -> tuple[Table, list[Problem]]:
    """The lines of the sheet with cards, and the list of its cells that are not values, which grows as the lines are
    read. Raises CatalogFileError, also while they are read."""
    unpacked_size(data)
    openpyxl = _openpyxl()
    with _errors_of_files():
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
        return _Sheet(book, titles).table()


@contextmanager
def _errors_of_files() -> Iterator[None]:
    """Openpyxl has no exception of its own for a damaged part."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        except CatalogFileError:
            raise
        except Exception as error:
            raise CatalogFileError("damaged") from error


def _card_sheet(book: Workbook, titles: Titles) -> Any:
    """The only sheet with the required columns, or with the most of them, or else the first one that is not empty.
    Raises CatalogFileError."""
    ranks = [(_rank(sheet, titles), sheet) for sheet in book.worksheets]
    if not ranks:
        raise CatalogFileError("empty")
    candidates = [sheet for (complete, _), sheet in ranks if complete]
    if len(candidates) > 1:
        raise CatalogFileError("many-sheets", {"sheets": tuple(sheet.title for sheet in candidates)})
    return max(ranks, key=lambda each: each[0])[1]


def _rank(sheet: Any, titles: Titles) -> tuple[bool, int]:
    ranks = [titles.rank([cell.value for cell in cells]) for _, cells in _head(sheet)]
    return max(((complete, count + text) for complete, count, _, text in ranks), default=(False, -1))


def _head(sheet: Any) -> list[tuple[int, Sequence[Any]]]:
    """The first lines from the first that is not blank."""
    return list(islice(_filled_lines(sheet), TITLE_ROWS))


def _filled_lines(sheet: Any) -> Iterator[tuple[int, Sequence[Any]]]:
    """The sheet's lines with their numbers, from the first line that is not blank."""
    return dropwhile(lambda line: not any(cell.value is not None for cell in line[1]), _lines(sheet))


def _lines(sheet: Any) -> Iterator[tuple[int, Sequence[Any]]]:
    sheet.reset_dimensions()  # the size stated in a workbook may be wrong
    blank = 0
    for number, cells in enumerate(sheet.iter_rows(max_row=SHEET_ROWS + 1), start=1):
        blank = 0 if any(cell.value is not None for cell in cells) else blank + 1
        if blank > BLANK_ROWS:
            raise CatalogFileError("too-many-blank-rows", {"row": number, "limit": BLANK_ROWS})
        if number > SHEET_ROWS:
            raise CatalogFileError("too-many-rows", {"limit": SHEET_ROWS})
        if len(cells) > SHEET_COLUMNS:
            raise CatalogFileError("too-many-columns", {"row": number, "limit": SHEET_COLUMNS})
        yield number, cells


class _Sheet:
    """A sheet being read. Cells that are not values, or that a spreadsheet made of something else, are recorded as
    problems: formulas, errors (`#N/A`), dates and numbers that were typed as numbers of cards."""

    def __init__(self, book: Any, titles: Titles) -> None:
        self.sheet = _card_sheet(book, titles)
        self.notes = [Note("other-sheets", contains=others)] if (others := _others(book, self.sheet)) else []
        self.epoch = book.epoch
        head = _head(self.sheet)
        values = [[cell.value for cell in cells] for _, cells in head]
        self.titles_row = head[titles.line(values, head[0][0])][0] if head else 0
        self.columns = _columns(
            titles, next((line for (row, _), line in zip(head, values, strict=True) if row == self.titles_row), [])
        )
        fields = titles.game.fields if titles.game else {}
        self.types = [fields[column].type if column in fields else "" for column in self.columns]
        self.problems: list[Problem] = []

    def table(self) -> tuple[Table, list[Problem]]:
        lines = _filled_lines(self.sheet)
        first = next(lines, None)
        if first is None:
            raise CatalogFileError("empty")
        values = self._lines(chain([first], lines))
        return Table(values, first[0], "xlsx", self.notes), self.problems

    def _lines(self, lines: Iterable[tuple[int, Sequence[Any]]]) -> Iterator[Sequence[object]]:
        with _errors_of_files():
            for number, cells in lines:
                if number <= self.titles_row:
                    yield [cell.value for cell in cells]
                else:
                    yield [self._value(number, index, cell) for index, cell in enumerate(cells)]

    def _value(self, number: int, index: int, cell: Any) -> object:
        kind, value = cell.data_type, cell.value
        if kind == "s" or value is None:
            return value
        column = self.columns[index] if index < len(self.columns) else ""
        reason = _PROBLEMS.get(kind, "")
        if column and not reason and (column == "code" or self.types[index] == "date" or kind == "d"):
            value, reason = self._doubtful(column, self.types[index], cell)
        if column and reason:
            value = str(getattr(value, "text", value))
            self.problems.append(Problem(number, column, value, reason))
        return value

    def _doubtful(self, column: str, type_of_column: str, cell: Any) -> tuple[object, str]:
        """The value of a cell that spreadsheets change, and the reason why it cannot be used."""
        kind, value = cell.data_type, cell.value
        if kind == "d":
            return (value, "") if type_of_column in ("date", "") else (cell_text(value), "turned-date")
        if type_of_column == "date" and kind == "n":
            return self._day(value), ""
        if column == "code" and kind == "b":
            return cell_text(value), "truth"
        if column == "code" and kind == "n" and (cell.number_format not in _PLAIN_FORMATS or not _is_short(value)):
            return cell_text(value), "turned-number"
        return value, ""

    def _day(self, value: Any) -> object:
        """The day of a spreadsheet's number for it."""
        from openpyxl.utils.datetime import from_excel

        if value == int(value) and _FIRST_DAY <= value <= _LAST_DAY:
            return from_excel(int(value), self.epoch)
        return value


_PROBLEMS = {"f": "formula", "e": "error-value"}
_PLAIN_FORMATS = ("General", "0", "@")
_FIRST_DAY, _LAST_DAY = 20_000, 70_000
_EXACT = 10**15
"""Spreadsheets keep fifteen digits of a number."""


def _is_short(value: Any) -> bool:
    return bool(abs(value) < _EXACT and value == int(value))


def _columns(titles: Titles, cells: Sequence[object]) -> list[str]:
    """The columns of a row of titles, as far as they are understood."""
    columns = []
    for index, title in enumerate(map(cell_text, cells)):
        try:
            use = titles.use(title or titles.map.name_of(index))
        except KeyError:
            columns.append((title or "").lower() if titles.game is None else "")
        else:
            columns.append(use.column if use else "")
    return columns


def _others(book: Any, sheet: Any) -> tuple[str, ...]:
    """The titles of the other sheets that have something."""
    return tuple(each.title for each in book.worksheets if each.title != sheet.title and _head(each))


def write(header: Sequence[str], lines: Iterable[Sequence[str]], *, numeric: frozenset[str] = frozenset()) -> bytes:
    """A workbook of one sheet. In the columns named in `numeric`, a text that is a number becomes one."""
    book = _openpyxl().Workbook(write_only=True)
    sheet = book.create_sheet("cards")
    sheet.freeze_panes = "A2"
    sheet.append(list(header))
    for line in lines:
        sheet.append([_cell(sheet, text, name in numeric) for name, text in zip(header, line, strict=True)])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _cell(sheet: Any, text: str, numeric: bool) -> Any:
    if numeric:
        try:
            return float(text) if "." in text else int(text)
        except ValueError:
            pass
    if not text.startswith("="):
        return text or None
    cell = _openpyxl().cell.WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    return cell
