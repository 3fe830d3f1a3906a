"""The states of a catalog in words, and what differs between two of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.catalog.imports import sentences
from deckbuilder.catalog.imports.lines import ReportChange
from deckbuilder.catalog.models import CatalogState
from deckbuilder.catalog.snapshots import Rows, Snapshot, current_rows, rows_before
from deckbuilder.catalog.to_games import to_printing
from games.engine.model.cards import Printing, Value
from games.engine.model.game import Game
from games.engine.reading.catalogs.files import value_text
from games.engine.texts.spreadsheets import write_lines

HEADER = ("outcome", "code", "name", "column", "old", "new")
RECENT, EDITS_SHOWN = 12, 5
BEGINNING = 0
"""The number of the state before the first recorded change."""


class Choice(NamedTuple):
    """All states, newest first, by number; and the two that are compared, the older first."""

    states: Sequence[CatalogState]
    old: int
    new: int
    is_chosen: bool

    @property
    def recent(self) -> list[tuple[str, CatalogState]]:
        """The last changes, in words."""
        return [(state_label(each), each) for each in self.states[:RECENT]]

    @property
    def options(self) -> list[tuple[str, str]]:
        """The states by number, in words."""
        return [
            *((str(each.pk), state_label(each)) for each in self.states),
            (str(BEGINNING), _("Before the first of these")),
        ]


def state_label(state: CatalogState) -> str:
    """When a state came about, and how."""
    what = f"{state.get_kind_display()} {state.upload.filename if state.upload else state.code}".strip()
    when = date_format(localtime(state.made_at), "SHORT_DATETIME_FORMAT")
    text = ngettext("{when}: {what}, {count} row", "{when}: {what}, {count} rows", state.changed)
    return text.format(when=when, what=what, count=state.changed)


def last_edits(game: Game, codes: Sequence[str]) -> list[tuple[str, CatalogState]]:
    """The last changes of these printings that were made on pages, newest first, in words."""
    rows = CatalogState.objects.filter(game=game.slug, code__in=codes).exclude(code="").defer("before")
    rows = rows.select_related("upload", "made_by").prefetch_related("undone_by").order_by("-pk")
    return [(state_label(each), each) for each in rows[:EDITS_SHOWN]]


def chosen_states(game: Game, old: str, new: str, change: str = "") -> Choice | None:
    """The two states with these numbers, by default the last two; None if one does not exist. `change`: the number of
    one, to compare it with the one before."""
    rows = (
        CatalogState.objects.filter(game=game.slug)
        .select_related("upload", "made_by")
        .prefetch_related("undone_by")
        .defer("before")
    )
    states = list(rows.order_by("-pk"))
    numbers = [str(BEGINNING), *(str(each.pk) for each in reversed(states))]
    if change in numbers[1:]:
        old, new = numbers[numbers.index(change) - 1], change
    if not old and not new and not change:
        return Choice(states, int(numbers[-2:][0]), int(numbers[-1]), False)
    if old not in numbers or new not in numbers:
        return None
    return Choice(states, min(int(old), int(new)), max(int(old), int(new)), True)


class Difference(NamedTuple):
    """A printing that differs: `created`, `retired` or `updated`."""

    outcome: str
    code: str
    name: str
    changes: tuple[ReportChange, ...] = ()

    @property
    def outcome_label(self) -> str:
        return str(sentences.OUTCOMES[self.outcome])


def difference(game: Game, choice: Choice) -> list[Difference]:
    """What the newer state has that the older has not, and the other way round, by number of the printing."""
    recorded = CatalogState.objects.filter(game=game.slug, pk__gt=choice.old)
    new: dict[str, Snapshot | None] = {}
    old: dict[str, Snapshot | None] = {}
    for state in recorded.order_by("-pk").iterator(chunk_size=1):
        (new if state.pk > choice.new else old).update(rows_before(state))
    rows = current_rows(game, old.keys() - new.keys()) | {code: new[code] for code in old.keys() & new.keys()}
    return list(_differences(game, old, rows))


def _differences(game: Game, old: Rows, new: Rows) -> Iterator[Difference]:
    for code in sorted(old):
        before, after = _printing(game, code, old[code]), _printing(game, code, new[code])
        if before and after:
            if changes := tuple(_changes(game, before, after)):
                yield Difference("updated", code, after.name, changes)
        elif after:
            yield Difference("created", code, after.name)
        elif before:
            yield Difference("retired", code, before.name)


def _printing(game: Game, code: str, row: Snapshot | None) -> Printing | None:
    """The printing of a row; None if there is none, or if it is retired."""
    return to_printing(row.row(game, code)) if row and not row.retired else None


def _changes(game: Game, before: Printing, after: Printing) -> Iterator[ReportChange]:
    for name in game.fields:
        was, now = _text(before.get(name)), _text(after.get(name))
        if was != now:
            yield ReportChange(sentences.column_label(game, name), was, now)


def _text(value: Value) -> str:
    return "|".join(map(str, value)) if isinstance(value, tuple) else value_text(value)


def as_csv(differences: Iterable[Difference]) -> bytes:
    """The whole difference for spreadsheet programs: a line for each value that differs."""
    return ("\ufeff" + write_lines([HEADER, *(row for each in differences for row in _cells(each))])).encode()


def _cells(each: Difference) -> Iterator[tuple[str, ...]]:
    head = each.outcome, each.code, each.name
    yield from ((*head, change.column, change.old, change.new) for change in each.changes)
    if not each.changes:
        yield (*head, "", "", "")
