"""Messages about catalog files: why one cannot be read, and what is wrong with its rows."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from deckbuilder.catalog.imports.file_sentences import FILE_ERRORS, Params, Sentence, join_words
from deckbuilder.catalog.imports.reports import RETIRED
from deckbuilder.common.labels import read
from games.engine.model.game import Game

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
    "date-order": lambda p: _(
        "This may be either of two days: {choices}. Write the day so, or set the order under “Columns of the file”."
    ).format(choices=_(" / ").join(p["choices"])),
    "date-serial": lambda p: _(
        "This is not a date. If it is a spreadsheet’s number for a day, it is {day}: format the column as a date."
    ).format(**p),
    "lost-digits": lambda p: _(
        "A spreadsheet wrote this number without its last digits. Type it again in a column formatted as text."
    ),
    "lost-zeros": lambda p: _(
        "Did a spreadsheet remove zeros? There is {codes}. Type the number again in a column formatted as text."
    ).format(codes=join_words(p["codes"])),
    "turned-date": lambda p: _(
        "A spreadsheet turned this into a date. Type the value again in a column formatted as text."
    ),
    "turned-number": lambda p: _(
        "The cell holds a number that the spreadsheet shows differently, with zeros or letters for example. "
        "Type it again in a column formatted as text."
    ),
    "truth": lambda p: _("A spreadsheet turned this into true or false. Type it again in a column formatted as text."),
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
    sentence = _("The printings of {name} disagree on {column}: {values}.").format(
        name=p["name"], column=p["column"], values=values
    )
    if not p.get("judged"):
        return sentence
    decided = _("If all have different days, the newest counts; otherwise settle it on the card’s page.")
    return _(" ").join((sentence, decided))


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


def _above_titles(p: Params) -> str:
    return _("Above the titles of the columns stands “{texts}”. It is not read.").format(
        texts=_("; ").join(p["contains"])
    )


WARNINGS: Mapping[str, Sentence] = {
    "left-out": lambda p: _("The column “{column}” is left out, as the map of columns says.").format(**p),
    "left-out-values": lambda p: _(
        "{column} is left out for cards whose kind does not have it, as the map of columns says."
    ).format(**p),
    "above-titles": _above_titles,
    "outside-cards": lambda p: _("Of the JSON, only the cards are read, not: {names}.").format(
        names=join_words(p["contains"])
    ),
    "other-sheets": lambda p: _("Other sheets of the workbook are not read: {names}.").format(
        names=join_words(p["contains"])
    ),
    "not-in-file": lambda p: _("The map of columns names “{column}”, which is not a title in this file.").format(**p),
    "unknown-column": lambda p: _("The column “{column}” is not part of this game and is ignored.").format(**p),
    "not-for-kind": _not_for_kind,
    "unknown-keyword": _unknown_keyword,
    "joined-entries": _joined_entries,
    "similar-names": _similar_names,
    "similar-codes": lambda p: _(
        "These numbers differ only in case, width or spaces, but are different printings: {codes}."
    ).format(codes=join_words(p["contains"])),
    "like-dates": lambda p: _(
        "These numbers look like dates that a spreadsheet made of other numbers: {codes}. If so, discard the file and "
        "type them again in a column formatted as text."
    ).format(codes=join_words(p["contains"])),
    "markup": lambda p: _("{column}: “{markup}” is HTML and is kept as it is.").format(
        column=p["column"], markup=join_words(p["contains"])
    ),
    "unknown-value": _unknown_value,
    "disagree": _disagree,
    "data-missing": lambda p: _(
        "No printing of {name} gives {column}, which a rule needs: decks with it cannot be checked."
    ).format(name=p["name"], column=p["column"]),
}
"""Why something needs review, by the code of a Warned."""


def _list_values(p: Params) -> Params:
    return {"name": p["name"], "lists": join_words(p["lists"]), "names": join_words(p["values"])}


def _split(p: Params) -> str:
    names = _("; ").join(
        _("{value} ({codes})").format(value=name, codes=join_words(codes)) for name, codes in p["values"].items()
    )
    return _("{name} becomes several cards: {names}. If it is one card, rename all of its printings.").format(
        name=p["name"], names=names
    )


def _picture(reason: str, p: Params) -> str:
    hosts = p["contains"]
    allowed = _("Pictures are shown that were uploaded here.")
    if hosts:
        allowed = _("Pictures are shown that were uploaded here, or are on: {hosts}.").format(hosts=join_words(hosts))
    kept = ngettext("The card keeps its drawing.", "{count} cards keep their drawings.", len(p["rows"]))
    sentence = reason.format(value=next(iter(p["values"]), ""))
    return _(" ").join((sentence, kept.format(count=len(p["rows"])), allowed))


FURTHER_WARNINGS: Mapping[str, Sentence] = {
    "split": _split,
    "image-url": lambda p: _picture(_("“{value}” is not the https address of a picture."), p),
    "image-host": lambda p: _picture(_("“{value}” is on a host from which no pictures are shown."), p),
    "image-lost": lambda p: _picture(_("The picture “{value}” was not uploaded to this site."), p),
}
"""What else needs review. Of pictures that pages do not show (see pictures/selectors.py) `rows`: of all to which it
applies; `values`: one of them; `contains`: the hosts whose pictures are shown."""

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
    "changed-since": lambda p: _(
        "Cards of this import have been changed since: {codes}. Undo the later import first; nothing was changed."
    ).format(codes=join_words(p["codes"])),
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
    values = {**entry, "judged": entry["column"] in game.judged_fields}
    if entry["code"] in ("disagree", "data-missing", "not-for-kind", "joined-entries", "markup", "left-out-values"):
        values["column"] = column_label(game, entry["column"])
    return {**WARNINGS, **FURTHER_WARNINGS, **LIST_WARNINGS}[entry["code"]](values)


def column_label(game: Game, name: str) -> str:
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
