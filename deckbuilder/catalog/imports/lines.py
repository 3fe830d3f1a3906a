"""The report of an import, line by line: on the page, as a file, and as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import get_language

from deckbuilder.catalog.cards.card_texts import CardTexts
from deckbuilder.catalog.imports import sentences
from games.engine.effects.sentences import plain
from games.engine.model.game import Game
from games.engine.texts.spreadsheets import write_lines

Data = Mapping[str, Any]
"""A report, as returned by ImportReport.as_json."""

ORDER = ("rejected", "warned", "updated", "created", "retired", "unchanged")
HEADER = ("outcome", "row", "code", "name", "column", "old", "new", "reason")


class ReportEntry(NamedTuple):
    """An entry of the report, as it is stored."""

    outcome: str
    data: Data


class ReportChange(NamedTuple):
    """A field's value before and after."""

    column: str
    old: str
    new: str


class ReportLine(NamedTuple):
    """An entry in words. `rows`: the rows of the file it is about."""

    outcome: str
    rows: Sequence[int]
    code: str = ""
    name: str = ""
    column: str = ""
    value: str = ""
    reason: str = ""
    changes: tuple[ReportChange, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    """What a new printing has: labels of columns and texts."""

    statement: tuple[str, ...] = ()
    """What the card does, if the row says so and it is new: a text for each clause."""

    said: tuple[str, ...] = ()
    """The sentences for these."""

    @property
    def outcome_label(self) -> str:
        return str(sentences.OUTCOMES[self.outcome])

    @property
    def row_text(self) -> str:
        return ranges(self.rows)


def entries(data: Data, outcome: str = "", words: str = "") -> list[ReportEntry]:
    """The report's entries, most serious first: all or those of one outcome, and only those that contain `words`."""
    kinds = (outcome,) if outcome in ORDER else ORDER
    every_entry = (ReportEntry(kind, each) for kind in kinds for each in data.get(kind, ()))
    needle = words.strip().casefold()
    return [entry for entry in every_entry if not needle or _holds(entry.data, needle)]


def _holds(data: Data, needle: str) -> bool:
    texts = (str(data.get(name, "")) for name in ("row", "code", "name", "value", "column", "card"))
    return any(needle in text.casefold() for text in texts)


def report_line(entry: ReportEntry, game: Game, texts: CardTexts | None = None) -> ReportLine:
    """The entry in the active language. `texts`: says what a card does, for people to compare it with the cell."""
    outcome, data = entry
    if outcome == "rejected":
        column = sentences.column_label(game, data["column"])
        code, name = data.get("card", ("", ""))  # reports of earlier versions have none
        reason = sentences.problem(data)
        return ReportLine(outcome, [data["row"]], code, name, column=column, value=data["value"], reason=reason)
    if outcome == "warned":
        column = sentences.column_label(game, data["column"])
        return ReportLine(outcome, data["rows"], name=data["name"], column=column, reason=sentences.warning(data, game))
    changes = tuple(
        ReportChange(sentences.column_label(game, each["field"]), each["old"], each["new"])
        for each in data.get("changes", ())
    )
    rows = [data["row"]] if "row" in data else []
    statement = tuple(data.get("effects", ()))
    paragraphs = texts.of_effects(statement, data["kind"], get_language() or "en") if texts and statement else ()
    said = tuple(map(plain, paragraphs))
    values = tuple((sentences.column_label(game, name), text) for name, text in data.get("values", {}).items())
    card = data["code"], data["name"]
    return ReportLine(outcome, rows, *card, changes=changes, values=values, statement=statement, said=said)


def as_csv(data: Data, game: Game) -> bytes:
    """The whole report as a CSV file for spreadsheet programs."""
    cells = (row for entry in entries(data) for row in _cells(report_line(entry, game)))
    return ("\ufeff" + write_lines([HEADER, *cells])).encode()


def _cells(each: ReportLine) -> Iterator[tuple[str, ...]]:
    row = each.outcome, each.row_text, each.code, each.name
    for change in each.changes:
        yield (*row, change.column, change.old, change.new, "")
    for column, value in each.values:
        yield (*row, column, "", value, "")
    if not (each.changes or each.values):
        yield (*row, each.column, each.value, "", each.reason)


def as_text(data: Data, game: Game) -> Iterator[str]:
    """The report for a terminal; created, unchanged and blank rows are listed only by number."""
    yield sentences.summary(data["counts"])
    for entry in entries(data):
        each = report_line(entry, game)
        if each.outcome == "rejected":
            card = " ".join(filter(None, (each.code, each.name)))
            yield f"  row {each.rows[0]}, {card or '–'}: {each.column}, “{each.value}”: {each.reason}"
        elif each.outcome == "warned":
            yield f"  {f'row {each.row_text}: ' if each.rows else ''}{each.reason}"
        elif each.changes:
            changes = "; ".join(f"{change.column} {change.old or '–'} → {change.new or '–'}" for change in each.changes)
            yield f"  row {each.rows[0]}, {each.code} {each.name}: {changes}"
        elif each.outcome == "retired":
            yield f"  retired: {each.code} {each.name}"
    for outcome in ("created", "unchanged"):
        if rows := [row["row"] for row in data[outcome]]:
            yield f"  {outcome}: row {ranges(rows)}"
    if data["blank"]:
        yield f"  blank: row {ranges(data['blank'])}"


def ranges(numbers: Iterable[int]) -> str:
    """`2–5, 9` for 2, 3, 4, 5 and 9."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in spans)
