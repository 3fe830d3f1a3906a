"""Changes of one printing made on a page: planned like a file of a few rows, then kept like an import."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from deckbuilder.accounts.models import User
from deckbuilder.catalog import publishing
from deckbuilder.catalog.imports.reports import ImportReport
from deckbuilder.catalog.imports.services import existing, plan_rows
from deckbuilder.catalog.index.indexing import no_progress
from deckbuilder.catalog.models import CatalogState, Printing, StateKind
from deckbuilder.catalog.publishing import CatalogChange
from deckbuilder.catalog.services import retry_if_overtaken
from deckbuilder.catalog.snapshots import Snapshot, rows_after
from deckbuilder.catalog.to_games import to_printing
from games.engine.model import cards
from games.engine.model.game import Game
from games.engine.reading.catalogs.files import Rows, value_text

Cells = Mapping[str, str]
"""The texts of a row by column; entries of a list are lines."""

OF_ONE = frozenset({"code", "set", "rarity", "released", "image"})
"""The columns that belong to one printing rather than to its card."""


class ChangedMeanwhile(Exception):
    """Somebody else changed the printing after it was opened. `cells`: those that were sent, with what only the others
    changed; `theirs`: what they changed, by column; `both`: the columns that were also changed otherwise."""

    def __init__(self, cells: Cells, was: Cells, now: Cells) -> None:
        self.theirs = {name: text for name, text in now.items() if text != was[name]}
        super().__init__(", ".join(self.theirs))
        self.cells = {name: text if text.strip() != was[name] else now[name] for name, text in cells.items()}
        self.both = [name for name in self.theirs if self.cells[name].strip() != now[name]]


class CardChange(NamedTuple):
    """A change of a printing, planned. `report`: as of a file whose first row is the printing."""

    game: Game
    code: str
    report: ImportReport
    version: int
    """That of the catalog it is planned for."""

    @property
    def change(self) -> CatalogChange:
        """What it does to the catalog."""
        return CatalogChange(self.report.rows.to_save, [each.code for each in self.report.retired])


def cells_of(game: Game, printing: cards.Printing) -> dict[str, str]:
    """A printing as the texts of a row."""
    return {name: _text(printing.get(name)) for name in game.fields}


def _text(value: cards.Value) -> str:
    return "\n".join(value) if isinstance(value, tuple) else value_text(value)


def last_state(game: Game) -> int:
    """The primary key of the last recorded change of a catalog, 0 if there is none."""
    newest = CatalogState.objects.filter(game=game.slug).order_by("-pk").values_list("pk", flat=True).first()
    return newest or 0


def siblings(game: Game, code: str) -> Sequence[cards.Printing]:
    """The other printings of the card of this one."""
    rows = Printing.objects.filter(game=game.slug, card__printings__code=code, card__game=game.slug)
    return [to_printing(row) for row in rows.exclude(code=code)]


def plan(game: Game, cells: Cells, *, opened: int | None, everywhere: bool = False) -> CardChange:
    """What a printing with these cells would change. `opened`: the last state when it was opened, None for a new one;
    `everywhere`: the facts of the card change on its other printings as well. Raises ChangedMeanwhile."""
    code, before = cells.get("code", "").strip(), existing(game)
    rows = [dict(cells)]
    if opened is not None:
        was, now = _cells_at(game, code, opened), _stored_cells(game, before.printings.get(code))
        if was != now:
            raise ChangedMeanwhile(cells, was, now)
        changed = {name: text for name, text in cells.items() if name not in OF_ONE and text.strip() != was[name]}
        if everywhere and changed:
            rows += [cells_of(game, each) | changed for each in siblings(game, code)]
    return CardChange(game, code, plan_rows(game, before, _table(game, rows)), before.version)


def plan_withdrawal(game: Game, code: str) -> CardChange:
    """What retiring a printing would change. Raises KeyError if there is none in print."""
    before = existing(game)
    if code in before.retired:
        raise KeyError(code)
    return CardChange(game, code, plan_rows(game, before, _table(game, []), [code]), before.version)


def save(
    game: Game, cells: Cells, *, opened: int | None, everywhere: bool = False, by: User | None = None
) -> CardChange:
    """Make such a change, unless its report is not ok. Raises ChangedMeanwhile, Changing."""
    return retry_if_overtaken(lambda: _write(plan(game, cells, opened=opened, everywhere=everywhere), by))


def withdraw(game: Game, code: str, *, by: User | None = None) -> CardChange:
    """Retire a printing. Raises KeyError, Changing."""
    return retry_if_overtaken(lambda: _write(plan_withdrawal(game, code), by))


def _write(planned: CardChange, by: User | None) -> CardChange:
    if planned.report.changes_anything:
        state = CatalogState(game=planned.game.slug, kind=StateKind.EDIT, code=planned.code, made_by=by)
        change = CatalogChange(planned.change.saved, planned.change.retired, state=state)
        publishing.publish(planned.game, change, planned.version, no_progress, lambda: True)
    return planned


def _cells_at(game: Game, code: str, state: int) -> Cells:
    """The cells of a printing as they were in a state."""
    row: Snapshot | None = rows_after(game, state, [code])[code]
    return _stored_cells(game, to_printing(row.row(game, code)) if row else None)


def _stored_cells(game: Game, printing: cards.Printing | None) -> dict[str, str]:
    return cells_of(game, printing) if printing else dict.fromkeys(game.fields, "")


def _table(game: Game, rows: Sequence[Mapping[str, str]]) -> Rows:
    return Rows(tuple(game.fields), list(_row_texts(game, rows)), range(1, len(rows) + 1))


def _row_texts(game: Game, rows: Sequence[Mapping[str, str]]) -> Iterator[dict[str, str | None]]:
    """Rows as a file has them. The clauses of effects are separated without moving a character."""
    for row in rows:
        texts = {name: row.get(name, "").replace("\r\n", "\n") for name in game.fields}
        texts["effects"] = texts["effects"].replace("\n", "|")
        yield {name: text or None for name, text in texts.items()}
