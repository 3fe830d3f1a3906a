"""Plans the import of a catalog file: a report that accounts for each of its rows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from games.engine.effects.reading import stored_clauses
from games.engine.effects.tree import Match, parts_of
from games.engine.effects.vocabulary import Vocabulary
from games.engine.model.cards import COMMON_NAMES, Printing, Value, rule_spelling
from games.engine.model.game import Game
from games.engine.reading.catalogs.files import Rows, value_text
from games.engine.reading.catalogs.merging import comparable, is_given
from games.engine.reading.catalogs.rows import Problem, RowReader
from games.engine.reading.catalogs.tables import NOTES
from games.engine.texts.visible import without_invisible
from games.engine.texts.writing import fold, identify, letters, without_spaces

_COMPARED = ("kind", "keywords", "effects", "zone")


PROOFREAD = 5_000
"""Of so many new printings a report has the values; of more, a page would hardly be read."""

_SHOWN = ("kind", "rarity", "set", "text", "keywords", "alt_names", "image", "zone", "released")


class FieldChange(NamedTuple):
    """The change of a field; None is "not given"."""

    field: str
    old: Value
    new: Value


class RowResult(NamedTuple):
    """An accepted row: its number in the file, its printing as it will be, and the changes."""

    row: int
    printing: Printing
    changes: tuple[FieldChange, ...] = ()


WARNINGS = (
    *NOTES,
    "left-out-values",
    "unknown-column",
    "not-for-kind",
    "unknown-keyword",
    "joined-entries",
    "similar-names",
    "similar-codes",
    "like-dates",
    "markup",
    "unknown-value",
    "disagree",
    "data-missing",
)

_LIKE_DATE = re.compile(
    r"[0-9]{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-[0-9]{2}"
    r"|[0-9]{1,2}月[0-9]{1,2}日|[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}"
)
"""What spreadsheets make of numbers such as 3-26, which they take for dates."""

_MARKUP = re.compile(r"&(?:amp|lt|gt|quot|nbsp|#[0-9]{2,5});|</?(?:br|b|i|p|div|span)\b[^>]*>", re.IGNORECASE)


class Warned(NamedTuple):
    """A warning, which does not stop the import.

    `unknown-column`: the game has no such column. `not-for-kind`: a value its kind of card does not have.
    `disagree`: printings of one card differ in `column`. `data-missing`: a rule needs `column`, and no printing has it.
    `unknown-keyword`: an entry of a list of keywords is not all terms of the glossary, but `contains` some, or what
    usually separates entries. `joined-entries`: an entry of another list `contains` what usually separates entries.
    `unknown-value`: its effects ask for a value of the key in `contains`, such as a name, that no card has.
    `similar-codes`: numbers that differ only in case, width or spaces. `like-dates`: numbers that a spreadsheet may
    have made of others. `markup`: a name or text has HTML (`contains`), which is kept. Codes of NOTES: about the file.
    `left-out-values`: values that the kind of card does not have, which the map leaves out.
    `similar-names`: the names of different cards differ only in blanks, punctuation, accents, or in 繁 and 简.
    `values`: each value and the numbers of the printings that have it, also of those not in the file.
    `rows`: those of the file it is about.
    """

    code: str
    column: str
    name: str = ""
    rows: tuple[int, ...] = ()
    values: tuple[tuple[str, tuple[str, ...]], ...] = ()
    contains: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """What an import does: `rows` = created + updated + unchanged + rejected_rows; a row can have several problems."""

    game: str
    rows: int
    created: tuple[RowResult, ...]
    updated: tuple[RowResult, ...]
    unchanged: tuple[RowResult, ...]
    rejected: tuple[Problem, ...]
    warned: tuple[Warned, ...]
    blank: tuple[int, ...] = ()
    skip_bad: bool = False

    @property
    def rejected_rows(self) -> int:
        return len({problem.row for problem in self.rejected})

    @property
    def ok(self) -> bool:
        """Whether it may be applied: no row is rejected, or bad rows are to be left out."""
        return self.skip_bad or not self.rejected

    @property
    def to_save(self) -> tuple[Printing, ...]:
        """The printings to write, in the file's order; none where the report is not ok."""
        results = sorted((*self.created, *self.updated), key=lambda result: result.row) if self.ok else ()
        return tuple(result.printing for result in results)

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "ok": self.ok,
            "counts": self.counts(),
            "created": [
                _result_json(result) | ({"values": _value_texts(result.printing)} if place < PROOFREAD else {})
                for place, result in enumerate(self.created)
            ],
            "updated": [_result_json(result) for result in self.updated],
            "rejected": [problem._asdict() | {"params": dict(problem.params)} for problem in self.rejected],
            "warned": [warned._asdict() | {"values": dict(warned.values)} for warned in self.warned],
            "blank": list(self.blank),
        }

    def counts(self) -> dict[str, int]:
        """The number of rows of each outcome, and of warnings."""
        accepted = {name: len(getattr(self, name)) for name in ("created", "updated", "unchanged")}
        return {"rows": self.rows, **accepted, "rejected": self.rejected_rows, "warned": len(self.warned)}


def _value_texts(printing: Printing) -> dict[str, str]:
    """What a new printing has besides its number and name, as texts."""
    common = {name: printing.get(name) for name in _SHOWN}
    return {
        name: value_text(value) for name, value in {**common, **printing.values}.items() if value not in ("", (), None)
    }


def _result_json(result: RowResult) -> dict[str, Any]:
    result_json: dict[str, Any] = {"row": result.row, "code": result.printing.code, "name": result.printing.name}
    if result.changes:
        texts = [(name, value_text(old), value_text(new)) for name, old, new in result.changes]
        result_json["changes"] = [{"field": name, "old": old, "new": new} for name, old, new in texts]
    if result.printing.effects and (not result.changes or any(name == "effects" for name, _, _ in result.changes)):
        result_json |= {"kind": result.printing.kind, "effects": list(result.printing.effects)}
    return result_json


def plan(game: Game, existing: Mapping[str, Printing], rows: Rows, *, skip_bad: bool = False) -> Report:
    """The effects of importing these rows into a catalog with the printings `existing`, by number.

    A column of the file overrides: an empty cell removes the old value. Values of other columns stay.
    """
    planner = _Planner(game, existing, rows)
    for number, row in rows.items():
        planner.take(number, row)
    planner.reject_without_zeros()
    return Report(
        game.slug,
        len(rows.rows),
        tuple(planner.created),
        tuple(planner.updated),
        tuple(planner.unchanged),
        tuple(planner.rejected),
        (*planner.unread(), *planner.text_warnings(), *planner.cell_warnings(), *planner.card_warnings()),
        rows.blank,
        skip_bad,
    )


@dataclass
class _Planner:
    game: Game
    existing: Mapping[str, Printing]
    rows: Rows
    created: list[RowResult] = field(default_factory=list)
    updated: list[RowResult] = field(default_factory=list)
    unchanged: list[RowResult] = field(default_factory=list)
    rejected: list[Problem] = field(default_factory=list)
    doubtful: list[tuple[Problem, Printing]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reader = RowReader(self.game)
        self.columns = tuple(column for column in self.rows.columns if column in self.game.fields)
        self.row_by_code: dict[str, int] = {}
        self.stray_rows: dict[str, list[int]] = {}
        self.marked: dict[tuple[str, str], list[int]] = {}

    def take(self, number: int, row: Mapping[str, str | None]) -> None:
        printing, problems, warnings = self.reader.read(row, number)
        code = printing.code if printing else without_invisible(row.get("code") or "")
        if code and self.row_by_code.setdefault(code, number) != number:
            duplicate = Problem(number, "code", code, "duplicate-code", {"row": self.row_by_code[code]})
            problems, printing = (*problems, duplicate), None
        if printing is None:
            card = code, (row.get("name") or "").strip()
            self.rejected += (problem._replace(card=card) for problem in problems)
            return
        for column in ("name", "text"):
            if (text := row.get(column)) and ("&" in text or "<" in text) and (markup := _MARKUP.search(text)):
                self.marked.setdefault((column, markup[0]), []).append(number)
        if warnings and self.rows.kinds_only:
            printing, warnings = self._of_kind(printing, warnings)
        self.accept(number, printing)
        self.doubtful += ((warning, printing) for warning in warnings)

    def _of_kind(self, printing: Printing, warnings: tuple[Problem, ...]) -> tuple[Printing, tuple[Problem, ...]]:
        """The printing without values that its kind does not have, and the other warnings."""
        strays = {warning.column: warning.row for warning in warnings if warning.code == "not-for-kind"}
        for column, row in strays.items():
            self.stray_rows.setdefault(column, []).append(row)
        values = {name: value for name, value in printing.values.items() if name not in strays}
        rest = tuple(warning for warning in warnings if warning.code != "not-for-kind")
        return replace(printing, values=values), rest

    def reject_without_zeros(self) -> None:
        """Reject new numbers that others would be if a spreadsheet took their zeros away."""
        fuller: dict[str, list[str]] = {}
        for code in (*self.existing, *(each.printing.code for each in self.created)):
            if code[0] == "0" and code.isdecimal():
                fuller.setdefault(code.lstrip("0"), []).append(code)
        accepted = []
        for result in self.created if fuller else ():
            code, name = result.printing.code, result.printing.name
            longer = tuple(each for each in fuller.get(code.lstrip("0"), ()) if len(each) > len(code))
            if longer and code.isdecimal():
                self.rejected.append(Problem(result.row, "code", code, "lost-zeros", {"codes": longer}, (code, name)))
            else:
                accepted.append(result)
        if fuller:
            self.created = accepted

    def accept(self, number: int, printing: Printing) -> None:
        old = self.existing.get(printing.code)
        if old is None:
            self.created.append(RowResult(number, printing))
            return
        new = overlaid(old, printing, self.columns)
        changes = tuple(
            FieldChange(name, before, after)
            for name in self.columns
            if (before := _value_or_none(old.get(name))) != (after := _value_or_none(new.get(name)))
        )
        (self.updated if changes else self.unchanged).append(RowResult(number, new, changes))

    def unread(self) -> Iterator[Warned]:
        """What of the file is not read."""
        for column, rows in self.stray_rows.items():
            yield Warned("left-out-values", column, rows=tuple(rows))
        for note in self.rows.notes:
            yield Warned(note.code, note.column, rows=note.rows, contains=note.contains)
        for column in self.rows.columns:
            if column not in self.game.fields:
                yield Warned("unknown-column", column)

    def text_warnings(self) -> Iterator[Warned]:
        """Warnings about the numbers and texts of accepted rows."""
        for (column, markup), rows in self.marked.items():
            yield Warned("markup", column, rows=tuple(rows), contains=(markup,))
        accepted = {each.printing.code: each.row for each in (*self.created, *self.updated, *self.unchanged)}
        created = {each.printing.code: each.row for each in self.created}
        if like_dates := tuple(code for code in created if _LIKE_DATE.fullmatch(code)):
            yield Warned("like-dates", "code", rows=tuple(created[code] for code in like_dates), contains=like_dates)
        codes_by_spelling: dict[str, list[str]] = {}
        for code in self.existing.keys() | accepted.keys():
            codes_by_spelling.setdefault(_spelling(code), []).append(code)
        for codes in codes_by_spelling.values():
            if len(codes) > 1 and any(code in created for code in codes):
                codes.sort(key=lambda code: (accepted.get(code, 0), code))
                alike = tuple(accepted[code] for code in codes if code in accepted)
                yield Warned("similar-codes", "code", rows=alike, contains=tuple(codes))

    def cell_warnings(self) -> Iterator[Warned]:
        """Warnings about accepted cells, one for all cells with the same entry."""
        warnings: dict[tuple[str, ...], Warned] = {}
        for problem, printing in self.doubtful:
            of_card = problem.code == "not-for-kind"
            key = (problem.code, problem.column, problem.value, printing.code if of_card else "")
            warned = warnings.get(key) or Warned(problem.code, problem.column, printing.name if of_card else "")
            codes = (*dict(warned.values).get(problem.value, ()), printing.code)
            warnings[key] = warned._replace(
                rows=(*warned.rows, problem.row), values=((problem.value, codes),), contains=_contents(problem)
            )
        yield from warnings.values()

    def card_warnings(self) -> Iterator[Warned]:
        """Warnings about the cards in the file, together with their printings outside it."""
        results = (*self.created, *self.updated, *self.unchanged)
        rows = {result.printing.code: result.row for result in results}
        final = dict(self.existing) | {result.printing.code: result.printing for result in results}
        values = CardValues(self.game, final.values())
        for group in _groups(self.game, rows, final):
            numbers = tuple(sorted(rows[each.code] for each in group if each.code in rows))
            for warned in (
                *disagreements(self.game, group),
                *lacking(self.game, group),
                *unknown_values(values, group),
            ):
                yield warned._replace(rows=numbers)
        for alike in _similar_names(final.values()):
            numbers = tuple(sorted(rows[code] for _, codes in alike for code in codes if code in rows))
            if numbers:
                yield Warned("similar-names", "name", alike[0][0], numbers, alike)


def overlaid(old: Printing, new: Printing, columns: Iterable[str]) -> Printing:
    """The old printing with the new one's facts in those columns."""
    columns = frozenset(columns)
    common: dict[str, Any] = {name: new.get(name) for name in columns & COMMON_NAMES}
    values = {name: value for name, value in old.values.items() if name not in columns}
    return replace(old, **common, values=values | dict(new.values))


def disagreements(game: Game, group: Iterable[Printing]) -> Iterator[Warned]:
    """The facts in which printings of one card differ that should be the same on all of them."""
    group = tuple(group)
    for name in (*_COMPARED, *(attribute.name for attribute in game.attributes)):
        printings = [each for each in group if is_given(name, each.get(name))]
        printings_by_value: dict[object, list[Printing]] = {}
        for each in printings:
            printings_by_value.setdefault(comparable(each.get(name)), []).append(each)
        if len(printings_by_value) > 1:
            values = {
                value_text(same[0].get(name)): tuple(each.code for each in same) for same in printings_by_value.values()
            }
            yield Warned("disagree", name, group[0].name, (), tuple(values.items()))


def lacking(game: Game, group: Iterable[Printing]) -> Iterator[Warned]:
    """The facts a rule needs that no printing of a card gives."""
    group = tuple(group)
    for name in game.needs:
        if game.fields[name].has(group[0].kind) and all(_value_or_none(each.get(name)) is None for each in group):
            yield Warned("data-missing", name, group[0].name, (), (("", tuple(each.code for each in group)),))


class CardValues:
    """The values that cards have, by column, as far as they are asked for."""

    def __init__(self, game: Game, printings: Collection[Printing]) -> None:
        self.game, self._printings = game, printings
        self._by_column: dict[str, frozenset[str]] = {}

    def has(self, column: str, value: str, *, part: bool) -> bool:
        """Whether a card has that value, or in its value that part."""
        values = self._by_column.get(column)
        if values is None:
            values = self._by_column[column] = frozenset(self._spellings(column))
        spelling = rule_spelling(column, value)
        return any(spelling in each for each in values) if part else spelling in values

    def _spellings(self, column: str) -> Iterator[str]:
        for printing in self._printings:
            values = printing.names if column == "name" else printing.get(column)
            for value in values if isinstance(values, tuple) else (values,):
                yield rule_spelling(column, value)


def unknown_values(cards: CardValues, group: Iterable[Printing]) -> Iterator[Warned]:
    """The values in the effects of a card's printings that no card has, where the game declares no choices."""
    printings_by_value: dict[tuple[str, str], list[Printing]] = {}
    for printing in group:
        for match in _matches(printing.effects, cards.game.effects):
            key = cards.game.effects.key[match.key]
            if key.attribute and not (key.numeric or key.values or key.attribute == "keywords"):
                for value in map(str, match.values):
                    if not cards.has(key.attribute, value, part=match.op == "~"):
                        printings_by_value.setdefault((key.name, value), []).append(printing)
    for (name, value), printings in printings_by_value.items():
        values = ((value, tuple(each.code for each in printings)),)
        yield Warned("unknown-value", "effects", printings[0].name, (), values, (name,))


@lru_cache(maxsize=8192)
def _matches(effects: tuple[str, ...], vocabulary: Vocabulary) -> tuple[Match, ...]:
    clauses = stored_clauses(effects, vocabulary)
    return tuple(dict.fromkeys(each for each in parts_of(clauses) if isinstance(each, Match)))


def _value_or_none(value: Value) -> Value:
    return None if value in ("", ()) else value


def _groups(game: Game, rows: Mapping[str, int], final: Mapping[str, Printing]) -> Iterable[list[Printing]]:
    """The printings of each card that has a row in the file."""
    keys = {code: game.key(printing) for code, printing in final.items()}
    groups = {keys[code]: list[Printing]() for code in rows}
    for code, printing in final.items():
        if keys[code] in groups:
            groups[keys[code]].append(printing)
    return groups.values()


def _similar_names(printings: Iterable[Printing]) -> Iterator[tuple[tuple[str, tuple[str, ...]], ...]]:
    """The names that differ, but not in their letters in simplified writing, each with the numbers that have it."""
    groups: dict[str, dict[str, list[Printing]]] = {}
    for each in printings:
        groups.setdefault(letters(each.name), {}).setdefault(identify(each.name), []).append(each)
    for names in groups.values():
        if len(names) > 1:
            yield tuple((same[0].name, tuple(each.code for each in same)) for same in names.values())


def _spelling(code: str) -> str:
    """A number without case, width and spaces."""
    return code.casefold() if code.isascii() and " " not in code else without_spaces(fold(code))


def _contents(problem: Problem) -> tuple[str, ...]:
    contents = problem.params.get("contains", problem.params.get("separator", ()))
    return contents if isinstance(contents, tuple) else (str(contents),)
