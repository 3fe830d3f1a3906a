"""Messages about catalog files: why one cannot be read, and what is wrong with its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from deckbuilder.catalog.imports.reports import RETIRED
from deckbuilder.common.labels import read
from games.engine.model.game import Game

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


def _too_large_cell(p: Params) -> str:
    if not p["column"]:
        return _("Row {row} has a cell with more than {limit} characters.").format(**p)
    return _("Row {row}, column {column}: the cell has more than {limit} characters.").format(**p)


def _encoding(p: Params) -> str:
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
    "separator": lambda p: _(
        "Row {row}, column {column}: “{value}” contains “|”, which separates the items of a list."
    ).format(**p),
}
"""Why a file cannot be read, by the code of a CatalogFileError."""

MAX_CHOICES = 12
"""The words that the message about an effect names."""


def _effect(p: Params) -> str:
    labels = {"[number]": _("a number"), "[value]": _("a value"), "[end]": _("the end")}
    choices = join_words(labels.get(each, each) for each in p["choices"][:MAX_CHOICES])
    if len(p["choices"]) > MAX_CHOICES:
        choices = _("{choices} and {more} more").format(choices=choices, more=len(p["choices"]) - MAX_CHOICES)
    return _("Character {position}: expected {choices}.").format(position=p["position"], choices=choices)


_EFFECT_BOUNDS: Mapping[str, Sentence] = {
    "amount": lambda p: _("Character {position}: a number is at most {limit}, or -{limit}.").format(**p),
    "clauses": lambda p: _("Character {position}: there are more than {limit} clauses.").format(**p),
    "steps": lambda p: _("Character {position}: the clause has more than {limit} steps.").format(**p),
    "depth": lambda p: _("Character {position}: brackets are nested more than {limit} deep.").format(**p),
    "characters": lambda p: _("Character {position}: the clause is longer than {limit} characters.").format(**p),
}
"""Which limit effects exceed, by the bound of the problem."""

PROBLEMS: Mapping[str, Sentence] = {
    "missing": lambda p: _("A value is required here."),
    "unprintable": lambda p: _("The cell contains the unprintable character {character}.").format(**p),
    "too-long": lambda p: _("This is longer than {limit} characters.").format(**p),
    "choice": lambda p: _("This is not one of: {choices}.").format(choices=join_words(p["choices"])),
    "integer": lambda p: _("This is not a whole number."),
    "decimal": lambda p: _("This is not a number."),
    "flag": lambda p: _("This is not yes or no."),
    "date": lambda p: _("This is not a date; write it as 2026-11-21."),
    "effect": _effect,
    "effect-bound": lambda p: _EFFECT_BOUNDS[p["bound"]](p),
    "duplicate-code": lambda p: _("This number already appears in row {row}.").format(**p),
    "formula": lambda p: _("The cell contains a formula; formulas are not calculated. Replace it with its result."),
    "error-value": lambda p: _("The spreadsheet shows an error here instead of a value."),
}
"""Why a row is rejected, by the code of a Problem."""


def _disagree(p: Params) -> str:
    values = _("; ").join(
        _("{value} ({codes})").format(value=value or "–", codes=join_words(codes))
        for value, codes in p["values"].items()
    )
    return _("The printings of {name} disagree on {column}: {values}.").format(
        name=p["name"], column=p["column"], values=values
    )


def _not_for_kind(p: Params) -> str:
    values = {"name": p["name"], "column": p["column"], "value": next(iter(p["values"]), "")}
    return _("{name} has {column} “{value}”, but cards of its kind do not have this field.").format(**values)


def _unknown_keyword(p: Params) -> str:
    values = {"value": next(iter(p["values"]), ""), "contains": join_words(p["contains"])}
    return _(
        "The keyword “{value}” is not in the glossary; it contains: {contains}. Entries of a list are separated by |."
    ).format(**values)


def _joined_entries(p: Params) -> str:
    values = {"value": next(iter(p["values"]), ""), "contains": join_words(p["contains"]), "column": p["column"]}
    return _("{column}: “{value}” contains “{contains}” and is kept as one entry. Entries are separated by |.").format(
        **values
    )


def _similar_names(p: Params) -> str:
    names = _("; ").join(
        _("{value} ({codes})").format(value=name, codes=join_words(codes)) for name, codes in p["values"].items()
    )
    return _(
        "These names are almost the same, but are different cards: {names}. If they are one card, write its name alike."
    ).format(names=names)


def _unknown_value(p: Params) -> str:
    values = {"name": p["name"], "value": next(iter(p["values"]), ""), "key": join_words(p["contains"])}
    return _("The effects of {name} ask for {key} “{value}”, which no card has.").format(**values)


WARNINGS: Mapping[str, Sentence] = {
    "unknown-column": lambda p: _("The column “{column}” is not part of this game and is ignored.").format(**p),
    "not-for-kind": _not_for_kind,
    "unknown-keyword": _unknown_keyword,
    "joined-entries": _joined_entries,
    "similar-names": _similar_names,
    "unknown-value": _unknown_value,
    "disagree": _disagree,
    "data-missing": lambda p: _(
        "No printing of {name} gives {column}, which a rule needs: decks with it cannot be checked."
    ).format(name=p["name"], column=p["column"]),
}
"""Why something needs review, by the code of a Warned."""


def _list_values(p: Params) -> Params:
    return {"name": p["name"], "lists": join_words(p["lists"]), "names": join_words(p["values"])}


LIST_WARNINGS: Mapping[str, Sentence] = {
    "listed-renamed": lambda p: _(
        "{name} is on {lists} and gets the name {names}. The list still means this card."
    ).format(**_list_values(p)),
    "listed-split": lambda p: _(
        "{name} is on {lists} and becomes several cards: {names}. The list means all of them."
    ).format(**_list_values(p)),
    "listed-merged": lambda p: _(
        "{name} is on {lists} and becomes one card with {names}. The list means this card from then on."
    ).format(**_list_values(p)),
    "listed-retired": lambda p: _("{name} is on {lists} and is retired. The list still means this card.").format(
        **_list_values(p)
    ),
    "listed-deleted": lambda p: _("{name} is on {lists} and is deleted. The list then names no card here.").format(
        **_list_values(p)
    ),
}
"""What happens to a card on restriction lists, by the kind of a ListedChange."""

UPLOAD_ERRORS: Mapping[str, Sentence] = {
    "no-broker": lambda p: _(
        "The task queue is not responding, so this was not started. Your file is kept; try again in a moment."
    ),
    "catalog-changed": lambda p: _(
        "The catalog changed after the file was read, so nothing was applied. Below is what the file would change now."
    ),
    "changing": lambda p: _(
        "Somebody else is changing the catalog right now, so nothing was applied. Try again in a moment."
    ),
    "internal": lambda p: _(
        "An internal error occurred; your file is not the cause. Nothing was changed; see the worker’s log."
    ),
}
"""Why an upload could not be read or applied, apart from errors in the file itself."""

OUTCOMES = {
    "created": gettext_lazy("created"),
    "updated": gettext_lazy("updated"),
    "unchanged": gettext_lazy("unchanged"),
    "rejected": gettext_lazy("rejected"),
    "retired": gettext_lazy("retired"),
    "warned": gettext_lazy("to review"),
}
"""The outcomes of a row."""


def file_error(code: str, params: Params) -> str:
    """Why a file was not read or applied, in the active language."""
    return {**FILE_ERRORS, **UPLOAD_ERRORS}[code](params)


def problem(entry: Params) -> str:
    """Why a cell was rejected. `entry`: as stored in the report."""
    return PROBLEMS[entry["code"]](entry["params"])


def warning(entry: Params, game: Game) -> str:
    """Why something needs review. `entry`: as stored in the report."""
    values = dict(entry)
    if entry["code"] in ("disagree", "data-missing", "not-for-kind", "joined-entries"):
        values["column"] = column(game, entry["column"])
    return {**WARNINGS, **LIST_WARNINGS}[entry["code"]](values)


def column(game: Game, name: str) -> str:
    """A column's label; its name if the game does not know the column."""
    if name == RETIRED:
        return _("retired")
    attribute = game.fields.get(name)
    return read(attribute.label) if attribute else name


def summary(counts: Mapping[str, int]) -> str:
    """A one-line summary of all rows."""
    values = {name: counts.get(name, 0) for name in ("created", "updated", "unchanged", "rejected")}
    text = ngettext(
        "{rows} row: {created} created, {updated} updated, {unchanged} unchanged, {rejected} rejected",
        "{rows} rows: {created} created, {updated} updated, {unchanged} unchanged, {rejected} rejected",
        counts["rows"],
    )
    return text.format(rows=counts["rows"], **values)
