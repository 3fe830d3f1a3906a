"""Undoing a change of a catalog, an import or an edited card: the rows that it changed become again what they were."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from deckbuilder.accounts.models import User
from deckbuilder.catalog import publishing, services, signals
from deckbuilder.catalog.index.indexing import Progress, no_progress
from deckbuilder.catalog.models import CatalogImport, CatalogState, StateKind
from deckbuilder.catalog.publishing import CatalogChange
from deckbuilder.catalog.selectors import catalog_version
from deckbuilder.catalog.snapshots import Snapshot, current_rows, rows_after, rows_before
from games.engine.model.game import Game
from games.registry import get

SHOWN = 5


class ChangedSince(Exception):
    """Cards of the change were changed after it. `codes`: the first of them."""

    def __init__(self, codes: Collection[str]) -> None:
        super().__init__(", ".join(codes))
        self.codes = codes


class Undoing(NamedTuple):
    """What undoing a change does to printings, by number."""

    restored: dict[str, Snapshot]
    deleted: list[str]
    retired: list[str]
    """Those that the change brought and that decks or submitted lists have meanwhile."""


def plan(state: CatalogState) -> Undoing:
    """What undoing the change that left a state would do. Raises ChangedSince."""
    game, before = get(state.game), rows_before(state)
    now, left = current_rows(game, before), rows_after(game, state.pk, before)
    if changed := [code for code in before if now[code] != left[code]]:
        raise ChangedSince(changed[:SHOWN])
    new = [code for code, each in before.items() if each is None]
    used = in_use(game, new)
    return Undoing(
        {code: each for code, each in before.items() if each is not None},
        [code for code in new if code not in used],
        [code for code in new if code in used],
    )


def in_use(game: Game, codes: Collection[str]) -> set[str]:
    """Those of these printings that decks or submitted lists have."""
    answers = signals.using.send(None, game=game, codes=codes) if codes else ()
    return {code for _, answer in answers for code in answer or ()}


def undo(upload: CatalogImport, may_write: Callable[[], bool], progress: Progress = no_progress) -> Undoing | None:
    """Undo an import in one transaction; None if nothing is recorded of it. `may_write`: called in it, can veto. Raises
    ChangedSince, Changing."""
    state = upload.states.last()
    if state is None or state.kind != StateKind.IMPORT:
        return None
    return undo_state(state, may_write, progress=progress)


def undo_state(
    state: CatalogState, may_write: Callable[[], bool], *, by: User | None = None, progress: Progress = no_progress
) -> Undoing:
    """Undo the change that left a state, in one transaction. Raises ChangedSince, Changing."""

    def attempt() -> Undoing:
        game = get(state.game)
        at, undoing = catalog_version(game), plan(state)
        undone = CatalogState(
            game=game.slug, kind=StateKind.UNDO, upload=state.upload, code=state.code, undoes=state, made_by=by
        )
        change = CatalogChange(
            retired=undoing.retired, deleted=undoing.deleted, restored=undoing.restored, state=undone
        )
        publishing.publish(game, change, at, progress, may_write)
        return undoing

    return services.retry_if_overtaken(attempt)
