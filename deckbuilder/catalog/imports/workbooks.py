"""XLSX workbooks: reading the one sheet of cards cell by cell, and writing one.

A workbook is a ZIP of XML, so its directory is checked before anything is unpacked; formulas are never evaluated.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, dropwhile
from typing import TYPE_CHECKING, Any

from deckbuilder.common import archives
from deckbuilder.common.archives import MEGABYTE, ArchiveError
from games.engine.reading.catalogs.files import CatalogFileError, Limits, Rows, cell_text, tabulate
from games.engine.reading.catalogs.rows import Problem

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


def read(data: bytes, limits: Limits) -> tuple[Rows, tuple[Problem, ...]]:
    """The table of the sheet with cards, and its cells that are not values. Raises CatalogFileError."""
    unpacked_size(data)
    openpyxl = _openpyxl()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
            return _Sheet(_card_sheet(book)).table(limits)
        except CatalogFileError:
            raise
        except Exception as error:  # openpyxl has no exception of its own for a damaged part
            raise CatalogFileError("damaged") from error


def _card_sheet(book: Workbook) -> Any:
    """The only sheet with a `code` column, or the first sheet if none has one. Raises CatalogFileError."""
    sheets = book.worksheets
    if not sheets:
        raise CatalogFileError("empty")
    candidates = [sheet for sheet in sheets if "code" in (text.lower() for text in _header(sheet))]
    if len(candidates) > 1:
        raise CatalogFileError("many-sheets", {"sheets": tuple(sheet.title for sheet in candidates)})
    return (candidates or sheets)[0]


def _header(sheet: Any) -> list[str]:
    lines = (cells for _, cells in _filled_lines(sheet))
    return [cell_text(cell.value) or "" for cell in next(lines, ())]


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
    """A sheet being read; formulas and errors (`#N/A`) are recorded as problems."""

    def __init__(self, sheet: Any) -> None:
        self.sheet = sheet
        self.columns = _header(sheet)
        self.problems: list[Problem] = []

    def table(self, limits: Limits) -> tuple[Rows, tuple[Problem, ...]]:
        lines = _filled_lines(self.sheet)
        first = next(lines, None)
        if first is None:
            raise CatalogFileError("empty")
        values = (self._values(number, cells) for number, cells in chain([first], lines))
        return tabulate(values, first=first[0], encoding="xlsx", limits=limits), tuple(self.problems)

    def _values(self, number: int, cells: Sequence[Any]) -> list[object]:
        return [self._value(number, index, cell) for index, cell in enumerate(cells)]

    def _value(self, number: int, index: int, cell: Any) -> object:
        if cell.data_type not in ("f", "e"):
            return cell.value
        text = str(getattr(cell.value, "text", cell.value))
        column = self.columns[index].lower() if index < len(self.columns) else ""
        self.problems.append(Problem(number, column, text, "formula" if cell.data_type == "f" else "error-value"))
        return text


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
