"""Importing catalog files: previewing the changes a file would make, and applying all of them or none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, overload

from deckbuilder.catalog import publishing, services
from deckbuilder.catalog.imports import files
from deckbuilder.catalog.imports.files import CatalogTable
from deckbuilder.catalog.imports.reports import RETIRED, ImportReport
from deckbuilder.catalog.index.indexing import Progress, no_progress
from deckbuilder.catalog.models import CatalogImport, CatalogState, Printing, StateKind
from deckbuilder.catalog.pictures.selectors import picture_warnings
from deckbuilder.catalog.publishing import CatalogChange
from deckbuilder.catalog.restrictions.selectors import lists_that_count
from deckbuilder.catalog.selectors import catalog_version
from deckbuilder.catalog.to_games import to_printing
from games.engine.model import cards
from games.engine.model.game import Game
from games.engine.reading.catalogs.files import SLICE, Rows
from games.engine.reading.catalogs.maps import ColumnMap
from games.engine.reading.catalogs.plan import FieldChange, Report, RowResult, Warned, plan
from games.engine.reading.catalogs.rows import Problem
from games.engine.reading.catalogs.titles import NO_MAP, Titles
from games.engine.rules.listed_changes import ListedChange, State, listed_changes

BATCH = 2000
FileRow = Mapping[str, str | None]


def sub_progress(progress: Progress, start: int, end: int) -> Progress:
    """A progress callback that covers `start` to `end` percent of another."""

    def report(done: int, total: int) -> None:
        progress(start * 10 + (end - start) * 10 * done // max(total, 1), 1000)

    return report


class _Choices(NamedTuple):
    """How a file is to be imported."""

    skip_bad: bool
    complete: bool
    column_map: ColumnMap


class Existing(NamedTuple):
    """A game's printings by number, in their order, the numbers of the retired ones, and the catalog's version."""

    printings: Mapping[str, cards.Printing]
    retired: frozenset[str]
    version: int


def preview(
    game: Game,
    data: bytes,
    filename: str,
    *,
    skip_bad: bool = False,
    complete: bool = False,
    column_map: ColumnMap = NO_MAP,
    progress: Progress = no_progress,
) -> ImportReport:
    """Report what importing the file would change. Raises CatalogFileError."""
    choices = _Choices(skip_bad, complete, column_map)
    return _plan_file(game, data, filename, choices, progress)[0]


def apply(
    game: Game,
    data: bytes,
    filename: str,
    *,
    skip_bad: bool = False,
    complete: bool = False,
    column_map: ColumnMap = NO_MAP,
    progress: Progress = no_progress,
    upload: CatalogImport | None = None,
    may_write: Callable[[ImportReport], bool] = lambda report: True,
) -> ImportReport:
    """Import the file, all or nothing: if the report is not ok, nothing is changed.

    `upload`: what the change is recorded with; `may_write`, called with the report in the writing transaction, may
    store it, and can veto the import. Raises CatalogFileError, Changing.
    """

    choices = _Choices(skip_bad, complete, column_map)

    def attempt() -> ImportReport:
        report, planned_for = _plan_file(game, data, filename, choices, sub_progress(progress, 0, 30))
        if report.changes_anything:
            by = upload.created_by if upload else None
            state = CatalogState(game=game.slug, kind=StateKind.IMPORT, upload=upload, made_by=by)
            change = CatalogChange(report.rows.to_save, [each.code for each in report.retired], state=state)
            publishing.publish(game, change, planned_for, sub_progress(progress, 30, 100), lambda: may_write(report))
        else:
            with publishing.lock_version(game, planned_for):
                may_write(report)
        return report

    return services.retry_if_overtaken(attempt)


def existing(game: Game) -> Existing:
    """All printings of the game, retired ones too."""
    version = catalog_version(game)
    printings, retired = {}, set()
    for row in Printing.objects.filter(game=game.slug).iterator(chunk_size=BATCH):
        printings[row.code] = to_printing(row)
        if row.retired:
            retired.add(row.code)
    return Existing(printings, frozenset(retired), version)


def in_print(game: Game) -> Iterator[cards.Printing]:
    """The printings that are exported: those not retired, in their order."""
    return map(to_printing, Printing.objects.filter(game=game.slug, retired=False).iterator(chunk_size=SLICE))


def count_in_print(game: Game) -> int:
    return Printing.objects.filter(game=game.slug, retired=False).count()


# Planning -------------------------------------------------------------------------------------------------------------


def plan_rows(game: Game, before: Existing, rows: Rows, withdrawn: Collection[str] = ()) -> ImportReport:
    """Report what these rows would change, and retiring the printings with these numbers."""
    report, retired = plan(game, before.printings, rows), tuple(before.printings[code] for code in withdrawn)
    listed = _listed_changes(game, before, report, retired)
    return ImportReport(_restoring(report, before.retired), False, retired, listed, _further(game, before, report))


class _Watched(Sequence[FileRow]):
    """Rows that report progress while they are iterated."""

    def __init__(self, rows: Sequence[FileRow], progress: Progress) -> None:
        self.rows, self.progress = rows, progress

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> FileRow: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[FileRow]: ...
    def __getitem__(self, index: int | slice) -> FileRow | Sequence[FileRow]:
        return self.rows[index]

    def __iter__(self) -> Iterator[FileRow]:
        for done, row in enumerate(self.rows):
            if done % 500 == 0:
                self.progress(done, len(self.rows))
            yield row


def _plan_file(
    game: Game, data: bytes, filename: str, choices: _Choices, progress: Progress
) -> tuple[ImportReport, int]:
    """The report on a file, and the catalog's version. Nothing else of a large file is kept."""
    table, before = files.read(data, filename, Titles(game, choices.column_map)), existing(game)
    return _plan_import(game, table, before, choices, sub_progress(progress, 20, 100)), before.version


def _plan_import(
    game: Game, table: CatalogTable, before: Existing, choices: _Choices, progress: Progress
) -> ImportReport:
    problems = _with_cards(table)
    readable = _without(table.rows, {problem.row for problem in problems})
    counted_rows = replace(readable, rows=_Watched(readable.rows, progress))
    report = plan(game, before.printings, counted_rows, skip_bad=choices.skip_bad)
    report = replace(
        report,
        rows=len(table.rows.rows),
        rejected=tuple(sorted((*report.rejected, *problems), key=lambda problem: problem.row)),
    )
    progress(1, 1)
    missing = _missing(table.rows, before) if choices.complete else ()
    listed = _listed_changes(game, before, report, missing)
    return ImportReport(
        _restoring(report, before.retired), choices.complete, missing, listed, _further(game, before, report)
    )


def _further(game: Game, before: Existing, report: Report) -> tuple[Warned, ...]:
    """What else is to be said of the rows that are accepted."""
    results = sorted((*report.created, *report.updated, *report.unchanged), key=lambda result: result.row)
    return (*_splits(game, before, report), *picture_warnings(results))


def _splits(game: Game, before: Existing, report: Report) -> Iterator[Warned]:
    """The cards of which the file gives some printings another identity, and leaves others what they were."""
    rows = {each.printing.code: each.row for each in report.updated}
    after = {each.printing.code: each.printing for each in report.updated}
    moved = {game.key(before.printings[code]) for code, each in after.items() if _is_another(game, before, each)}
    groups: dict[str, list[cards.Printing]] = {}
    for code, old in before.printings.items() if moved else ():
        if code not in before.retired and (key := game.key(old)) in moved:
            groups.setdefault(key, []).append(after.get(code, old))
    for group in groups.values():
        names: dict[str, list[str]] = {}
        for each in group:
            names.setdefault(each.name, []).append(each.code)
        if len({game.key(each) for each in group}) > 1:
            numbers = tuple(sorted(rows[each.code] for each in group if each.code in rows))
            values = tuple((name, tuple(codes)) for name, codes in names.items())
            yield Warned("split", "name", before.printings[group[0].code].name, numbers, values)


def _is_another(game: Game, before: Existing, printing: cards.Printing) -> bool:
    return game.key(before.printings[printing.code]) != game.key(printing)


def _with_cards(table: CatalogTable) -> tuple[Problem, ...]:
    """The problems of cells, with the cards of their rows."""
    numbers = {problem.row for problem in table.problems}
    rows = {number: row for number, row in table.rows.items() if number in numbers} if numbers else {}
    return tuple(
        problem._replace(card=(rows[problem.row].get("code") or "", rows[problem.row].get("name") or ""))
        for problem in table.problems
        if problem.row in rows
    )


def _listed_changes(
    game: Game, before: Existing, report: Report, missing: Sequence[cards.Printing]
) -> tuple[ListedChange, ...]:
    """What the import does to cards on restriction lists in force or announced."""
    lists = lists_that_count(game)
    if not any(each.limits for each in lists):
        return ()
    new = {each.printing.code: each.printing for each in (*report.created, *report.updated, *report.unchanged)}
    retired = before.retired - new.keys() | {each.code for each in missing}
    now, then = State(game, before.printings, before.retired), State(game, {**before.printings, **new}, retired)
    return listed_changes(lists, now, then)


def _without(rows: Rows, numbers: set[int]) -> Rows:
    """The rows without those with these numbers."""
    if not numbers:
        return rows
    rest = [(number, row) for number, row in rows.items() if number not in numbers]
    return replace(rows, rows=[row for _, row in rest], numbers=[number for number, _ in rest])


def _restoring(report: Report, retired: frozenset[str]) -> Report:
    """The report with retired printings that are in the file counted as updated."""
    if not retired:
        return report

    def back(result: RowResult) -> RowResult:
        if result.printing.code not in retired:
            return result
        return result._replace(changes=(*result.changes, FieldChange(RETIRED, "yes", None)))

    results = sorted(map(back, (*report.updated, *report.unchanged)), key=lambda result: result.row)
    return replace(
        report,
        updated=tuple(each for each in results if each.changes),
        unchanged=tuple(each for each in results if not each.changes),
    )


def _missing(rows: Rows, before: Existing) -> tuple[cards.Printing, ...]:
    """The printings in print that no row names, not even a rejected one."""
    codes = {(row.get("code") or "").strip() for row in rows.rows}
    missing = before.printings.keys() - codes - before.retired
    return tuple(printing for code, printing in before.printings.items() if code in missing)
