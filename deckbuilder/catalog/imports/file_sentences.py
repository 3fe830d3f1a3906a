"""Messages about catalog files that cannot be read, and about maps of columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

Params = Mapping[str, Any]
Sentence = Callable[[Params], str]


def join_words(words: Iterable[object]) -> str:
    return _(", ").join(map(str, words))


def _file_type(p: Params) -> str:
    values = {"found": p["found"], "choices": join_words(p["choices"])}
    if not p["found"]:
        return _("The file name has no extension; supported: {choices}.").format(**values)
    return _("“{found}” is not a supported file type; supported: {choices}.").format(**values)


def _too_large(p: Params) -> str:
    values = {"size": filesizeformat(p["size"]), "limit": filesizeformat(p["limit"])}
    return _("The file is {size}; the limit is {limit}. Split it into several files.").format(**values)


def _unpacks_too_large(p: Params) -> str:
    values = {
        "size": filesizeformat(p["size"]),
        "packed": filesizeformat(p["packed"]),
        "limit": filesizeformat(p["limit"]),
    }
    return _(
        "The workbook unpacks from {packed} to {size}, more than any catalog needs (limit {limit}). Save it as CSV."
    ).format(**values)


def _not_a_workbook(p: Params) -> str:
    return _(
        "This is a ZIP archive, not a workbook: it contains {parts}. Upload the CSV, XLSX or JSON file itself."
    ).format(parts=join_words(p["parts"]) or "–")


def _missing_column(p: Params) -> str:
    values = {"columns": join_words(p["columns"]), "found": join_words(p["found"])}
    return _("The first row must name the columns code, name and kind; missing: {columns}; found: {found}.").format(
        **values
    )


def _no_header(p: Params) -> str:
    header = join_words(p["found"][:10])
    if not header:
        return _("The first row must name the columns, among them code, name and kind; it is empty.")
    return _("The first row must name the columns, among them code, name and kind; it says: {found}.").format(
        found=header
    )


def _json_shape(p: Params) -> str:
    if not p["row"] and p["column"]:
        return _("The JSON contains {column}, which is not a card value.").format(**p)
    if not p["row"]:
        return _("The JSON must be a list of objects, one for each card.")
    if not p["column"]:
        return _("Entry {row} of the JSON is not an object with a card’s columns.").format(**p)
    return _(
        "Entry {row} of the JSON, {column}: a value must be a text, a number, true or false, or a list of texts."
    ).format(**p)


def _map_column(p: Params) -> str:
    return _("The map reads “{title}” as “{found}”, which is no column of this game. Its columns: {choices}.").format(
        title=p["title"], found=p["found"], choices=join_words(p["choices"])
    )


def _map_shape(p: Params) -> str:
    values = {"key": p["key"], "choices": join_words(p["choices"])}
    if not p["key"]:
        return _("The map must be a JSON object with these keys: {choices}.").format(**values)
    return _("The map is wrong at “{key}”; possible there: {choices}.").format(**values)


def _too_large_cell(p: Params) -> str:
    if not p["column"]:
        return _("Row {row} has a cell with more than {limit} characters.").format(**p)
    return _("Row {row}, column {column}: the cell has more than {limit} characters.").format(**p)


def _encoding(p: Params) -> str:
    if "looks_like" not in p:  # a map, which is JSON
        return _("The file is not in UTF-8: line {line} cannot be read. Save it in UTF-8.").format(**p)
    return _(
        "The file is not in UTF-8: line {line} cannot be read. It looks like {looks_like}. "
        "Save it as “CSV UTF-8” or as XLSX."
    ).format(**p)


FILE_ERRORS: Mapping[str, Sentence] = {
    "empty": lambda p: _("The file is empty."),
    "too-large": _too_large,
    "file-type": _file_type,
    "binary": lambda p: _("This is neither UTF-8 text nor a workbook. Upload a catalog as CSV, XLSX or JSON."),
    "encoding": _encoding,
    "old-workbook": lambda p: _(
        "This is an old XLS workbook, or one with a password. Save it as XLSX without a password."
    ),
    "locked": lambda p: _("The workbook has a password. Save it without one."),
    "damaged": lambda p: _(
        "This is not an XLSX workbook, or it is damaged. Open it in a spreadsheet program and save it again as "
        "XLSX or CSV."
    ),
    "not-a-workbook": _not_a_workbook,
    "unpacks-too-large": _unpacks_too_large,
    "many-sheets": lambda p: _("Several sheets have a column “code”: {sheets}. Leave one in the workbook.").format(
        sheets=join_words(p["sheets"])
    ),
    "no-header": _no_header,
    "missing-column": _missing_column,
    "duplicate-column": lambda p: _("The column {column} appears twice.").format(**p),
    "too-many-rows": lambda p: _("There are more than {limit} rows. Split the file.").format(**p),
    "too-many-columns": lambda p: _("Row {row} has more than {limit} columns.").format(**p),
    "too-many-blank-rows": lambda p: _(
        "More than {limit} rows up to row {row} are blank. Delete the blank rows."
    ).format(**p),
    "too-many-cells": lambda p: _(
        "Row {row} has a value in cell {cell}, but only {columns} columns have a name."
    ).format(**p),
    "too-large-cell": _too_large_cell,
    "quote": lambda p: _("Row {row}: a quotation mark is not closed, or is not at the end of its cell.").format(**p),
    "json-syntax": lambda p: _("This is not JSON: line {line}, character {column}.").format(**p),
    "json-shape": _json_shape,
    "many-lists": lambda p: _(
        "The JSON has several lists of objects: {lists}. Leave the list of cards in the file."
    ).format(lists=join_words(p["lists"])),
    "map-syntax": lambda p: _("The map is not JSON: line {line}, character {column}.").format(**p),
    "map-shape": _map_shape,
    "map-game": lambda p: _("The map is for the game “{found}”, not for “{game}”.").format(**p),
    "map-column": _map_column,
    "map-twice": lambda p: _("The map reads several titles as the column {column}: {titles}. Choose one.").format(
        column=p["column"], titles=join_words(p["titles"])
    ),
    "map-fixed": lambda p: _(
        "The map says that {column} is the same in every row, but the column “{title}” has it. Leave one out."
    ).format(**p),
    "separator": lambda p: _(
        "Row {row}, column {column}: “{value}” contains “|”, which separates the items of a list."
    ).format(**p),
}
"""Why a file cannot be read, by the code of a CatalogFileError."""
