"""Switching a game's catalog from one state to the next at once, with a short lock against other writers.

Slow work is done beside the catalog that people see: cards are derived, new ones are written (a card without a printing
is not in the catalog), and a search index is built that is not current yet. A short transaction then writes printings
and changed cards and makes the new index current. A process that dies before that has changed nothing; its leftovers
are swept up after the next change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Max, ProtectedError

from deckbuilder.catalog.codes import code_editions
from deckbuilder.catalog.index import indexing
from deckbuilder.catalog.index.index_queries import batches
from deckbuilder.catalog.index.indexing import Progress
from deckbuilder.catalog.index.upserts import Upsert
from deckbuilder.catalog.models import Card, CardPicture, CatalogState, Correction, Printing, SearchIndex
from deckbuilder.catalog.restrictions import ties
from deckbuilder.catalog.selectors import catalog_version
from deckbuilder.catalog.signals import renamed, renaming
from deckbuilder.catalog.snapshots import Snapshot, record, snapshot
from deckbuilder.catalog.to_games import facts_of, to_card, to_corrections, to_printing
from deckbuilder.common.drawing.image_sources import uploaded_name
from games.engine.model.cards import Card as EngineCard
from games.engine.model.cards import Correction as EngineCorrection
from games.engine.model.cards import Printing as EnginePrinting
from games.engine.model.game import Game
from games.engine.reading.catalogs.catalog import merge
from games.engine.texts.writing import fold

DERIVED = ("name", "name_key", "kind", "facts", "haystack", "text_key", "released", "retired")
IMPORTED = ("name", "card", "facts", "released", "retired")


class Overtaken(Exception):
    """The catalog has changed since the version a change was prepared for."""


@dataclass(frozen=True)
class CatalogChange:
    """Changes to printings."""

    saved: Sequence[EnginePrinting] = ()
    """Those to create or update."""

    retired: Sequence[str] = ()
    """By number, as are the deleted ones."""

    deleted: Sequence[str] = ()
    """If one of them is in a deck, the change is Overtaken."""

    keys: Collection[str] | None = ()
    """Further cards to derive again; None: all."""

    corrections: Sequence[Correction] = ()
    """New ones, not yet stored."""

    restored: Mapping[str, Snapshot] = field(default_factory=dict)
    """Rows that become again what they were, by number."""

    state: CatalogState | None = None
    """What is recorded of the change, not yet stored; None: that there was one."""

    @property
    def codes(self) -> set[str]:
        """The numbers of the printings whose rows change."""
        return {each.code for each in self.saved} | {*self.retired, *self.deleted, *self.restored}


class StoredPrinting(NamedTuple):
    """A printing's row, possibly not written yet, and the printing it holds."""

    row: Printing
    printing: EnginePrinting


Groups = dict[str, list[StoredPrinting]]
"""Printings by the card key they have after the change."""


@dataclass(frozen=True)
class PendingCatalog:
    """The next state of a catalog, as far as it is prepared. Printings are given by number."""

    game: Game
    deleted: Sequence[str] = ()
    printings: Upsert = field(default_factory=lambda: Upsert(Printing, ("game", "code"), IMPORTED))
    cards: Upsert = field(default_factory=lambda: Upsert(Card, ("game", "key"), DERIVED))
    pictures: set[str] = field(default_factory=set)
    """The names of uploaded pictures that new or changed printings have."""

    added: list[str] = field(default_factory=list)
    made: list[int] = field(default_factory=list)
    """The ids of the cards written for it."""

    renamed: list[str] = field(default_factory=list)
    """The printings whose card has new names."""

    indexes: list[SearchIndex] = field(default_factory=list)
    words: code_editions.NewWords = field(default_factory=dict)
    """What deck codes have no number for yet."""

    corrections: list[Correction] = field(default_factory=list)
    before: dict[str, Snapshot | None] = field(default_factory=dict)
    """The rows that the change replaces, by number; None for new ones."""

    state: CatalogState | None = None


@contextmanager
def lock_version(game: Game, at: int) -> Iterator[None]:
    """A transaction in which the catalog is and stays at version `at`. Raises Overtaken if it is not."""
    with transaction.atomic():
        if _locked_version(game) != at:
            raise Overtaken
        yield


def _locked_version(game: Game) -> int:
    index = SearchIndex.objects.select_for_update().filter(game=game.slug, current=True).only("pk").first()
    return index.pk if index else 0


def publish(game: Game, change: CatalogChange, at: int, progress: Progress, may_write: Callable[[], bool]) -> None:
    """Replace version `at` with the changed catalog if `may_write`, called in the writing transaction, returns True.

    `progress` counts cards twice: deriving, then indexing. Raises Overtaken, in which case nothing is changed.
    """
    pending = PendingCatalog(game, change.deleted, state=change.state)
    with ExitStack() as undo:
        undo.callback(_discard, pending)
        try:
            _make(pending, change, progress)
            is_placed = _switch(pending, at, may_write)
        except IntegrityError as error:  # the same printing or card was created, or put into a deck, at the same time
            raise Overtaken from error
        if is_placed:
            undo.pop_all()
    if is_placed:
        _sweep(game)
        renamed.send(None, game=game, codes=pending.renamed)


def cards_after(game: Game, change: CatalogChange) -> dict[str, EngineCard]:
    """The cards that a change would leave, by the numbers of their printings; of cards that it does not affect, none.
    Nothing is written."""
    groups, _ = _groups(game, change, {})
    corrections = _corrections(groups, change)
    cards: dict[str, EngineCard] = {}
    for key, group in groups.items():
        cards |= dict.fromkeys([row.code for row, _ in group], to_card(_card(game, key, group, corrections)))
    return cards


# Preparing ------------------------------------------------------------------------------------------------------------


def _make(pending: PendingCatalog, change: CatalogChange, progress: Progress) -> None:
    game = pending.game
    pending.corrections.extend(change.corrections)
    pending.pictures.update(filter(None, (uploaded_name(each.image) for each in change.saved)))
    groups, keys = _groups(game, change, pending.before)
    pending.words.update(code_editions.new_words(game, _in_order(groups)))
    cards = len(groups)
    to_index = [] if keys is None else list(_others(game, keys))
    for batch in batches(list(groups)):
        to_index += _derive(pending, {key: groups.pop(key) for key in batch}, change)
        progress(cards - len(groups), 2 * cards)

    def report(done: int, total: int) -> None:
        progress(cards + cards * done // max(total, 1), 2 * cards)

    indexing.build(game, to_index, pending.indexes, report)


def _groups(
    game: Game, change: CatalogChange, before: dict[str, Snapshot | None]
) -> tuple[Groups, Collection[str] | None]:
    """The printings of all cards the change affects, as they will be, and the keys of these cards (None: all).
    `before`: takes the rows that the change replaces."""
    restored = (to_printing(each.row(game, code)) for code, each in change.restored.items())
    own = map(game.key, chain(change.saved, restored))
    keys = None if change.keys is None else {*change.keys, *own, *_keys_now(game, change.codes)}
    printings = _touched_printings(game, keys)
    before.update((code, snapshot(printings[code].row) if code in printings else None) for code in change.codes)
    _overlay(game, printings, change)
    groups: Groups = {}
    for each in printings.values():
        groups.setdefault(game.key(each.printing), []).append(each)
    return groups, keys


def _in_order(groups: Groups) -> Iterator[EnginePrinting]:
    printings = [each for group in groups.values() for each in group]
    printings.sort(key=lambda each: (each.row.position, each.row.pk or 0))
    return (each.printing for each in printings)


def _keys_now(game: Game, codes: Iterable[str]) -> Iterator[str]:
    """The keys of the cards these printings currently belong to."""
    for batch in batches(codes):
        yield from Printing.objects.filter(game=game.slug, code__in=batch).values_list("card__key", flat=True)


def _touched_printings(game: Game, keys: set[str] | None) -> dict[str, StoredPrinting]:
    """All printings of these cards by number, matched by stored card or by own key; the latter are added to `keys`."""
    rows = Printing.objects.filter(game=game.slug)
    if keys is None:
        return {row.code: StoredPrinting(row, to_printing(row)) for row in rows.iterator(chunk_size=2000)}
    printings: dict[str, StoredPrinting] = {}
    keys_read: set[str] = set()
    while fresh := keys - keys_read:
        for batch in batches(fresh):
            printings |= {row.code: StoredPrinting(row, to_printing(row)) for row in rows.filter(card__key__in=batch)}
        keys_read |= fresh
        keys |= {game.key(each.printing) for each in printings.values()}
    return printings


def _overlay(game: Game, printings: dict[str, StoredPrinting], change: CatalogChange) -> None:
    """Apply the change to the printings; new ones are placed after the existing ones."""
    last = Printing.objects.filter(game=game.slug).aggregate(last=Max("position"))["last"] or 0
    for number, each in enumerate(change.saved, start=1):
        old = printings.get(each.code)
        row = old.row if old else Printing(game=game.slug, code=each.code, position=last + number)
        row.name, row.facts, row.released, row.retired = each.name, facts_of(each), each.released, False
        printings[each.code] = StoredPrinting(row, each)
    for code, old_row in change.restored.items():
        row = old_row.write(printings[code].row if code in printings else Printing(game=game.slug, code=code))
        printings[code] = StoredPrinting(row, to_printing(row))
    for code in change.retired:
        printings[code].row.retired = True
    for code in change.deleted:
        printings.pop(code, None)


def _others(game: Game, keys: Collection[str]) -> Iterator[tuple[int, EngineCard]]:
    """The cards the change does not affect."""
    rows = Card.objects.in_catalog(game.slug).only("key", "facts", "haystack", "retired")
    for row in rows.iterator(chunk_size=2000):
        if row.key not in keys:
            yield row.pk, to_card(row)


def _derive(pending: PendingCatalog, groups: Groups, change: CatalogChange) -> list[tuple[int, EngineCard]]:
    """Derive the cards of these printings: new ones are written, changed ones prepared for writing."""
    game, codes = pending.game, change.codes
    corrections = _corrections(groups, change)
    fresh = [_card(game, key, group, corrections) for key, group in groups.items()]
    old = {row.key: row for row in Card.objects.filter(game=game.slug, key__in=list(groups))}
    with transaction.atomic():
        new = Card.objects.bulk_create([row for row in fresh if row.key not in old])
    pending.made.extend(row.pk for row in new)
    pending.cards.add(row for row in fresh if row.key in old and _derived_values(row) != _derived_values(old[row.key]))
    ids = {row.key: row.pk for row in (*old.values(), *new)}
    pending.renamed.extend(_renamed_codes(fresh, old, groups, ids))
    pending.added.extend(row.code for group in groups.values() for row, _ in group if not row.pk)
    pending.printings.add(_printings(groups, ids, codes))
    return [(ids[row.key], to_card(row)) for row in fresh]


def _renamed_codes(
    fresh: Iterable[Card], old: Mapping[str, Card], groups: Groups, ids: Mapping[str, int]
) -> Iterator[str]:
    """The existing printings whose card has new names, or that belong to another card now."""
    for row in fresh:
        other = row.key in old and old[row.key].names != row.names
        for each, _ in groups[row.key]:
            if each.pk and (other or each.card_id != ids[row.key]):
                yield each.code


def _printings(groups: Groups, ids: Mapping[str, int], codes: Collection[str]) -> Iterator[Printing]:
    """The printings to be written: those of the change, and those that move to another card."""
    for key, group in groups.items():
        for row, _ in group:
            if row.code in codes or row.card_id != ids[key]:
                row.card_id = ids[key]
                yield row


def _corrections(groups: Groups, change: CatalogChange) -> dict[int, list[EngineCorrection]]:
    """The corrections of these printings, by the primary key of the printing's row, in their order."""
    ids = [each.row.pk for group in groups.values() for each in group if each.row.pk]
    stored = chain.from_iterable(Correction.objects.filter(printing__in=batch) for batch in batches(ids))
    rows: dict[int, list[Correction]] = {}
    for row in (*stored, *change.corrections):
        rows.setdefault(row.printing_id, []).append(row)
    return {printing: to_corrections(own) for printing, own in rows.items()}


def _card(
    game: Game, key: str, group: Sequence[StoredPrinting], corrections: Mapping[int, Sequence[EngineCorrection]]
) -> Card:
    own = chain.from_iterable(corrections.get(each.row.pk, ()) for each in group)
    card = merge(game, [each.printing for each in group], own)
    return Card(
        game=game.slug,
        key=key,
        name=card.name,
        name_key=fold(card.name),
        kind=card.kind,
        facts=facts_of(card),
        haystack=card.haystack,
        text_key=fold(card.text),
        released=card.released,
        retired=all(each.row.retired for each in group),
    )


def _derived_values(row: Card) -> list[object]:
    return [getattr(row, name) for name in DERIVED]


# Switching ------------------------------------------------------------------------------------------------------------


def _switch(pending: PendingCatalog, at: int, may_write: Callable[[], bool]) -> bool:
    with lock_version(pending.game, at):
        if not may_write():
            return False
        ties.tie(pending.game)
        _put_in_place(pending, at)
        ties.follow(pending.game, pending.added, pending.deleted)
        if pending.renamed:
            renaming.send(None, game=pending.game, codes=pending.renamed)
        return True


def _put_in_place(pending: PendingCatalog, at: int) -> None:
    pending.cards.write()
    pending.printings.write()
    for correction in pending.corrections:
        correction.save()
    for batch in batches(list(pending.pictures)):
        CardPicture.objects.filter(name__in=batch).update(is_kept=True)
    code_editions.add_edition(pending.game, pending.words)
    for batch in batches(pending.deleted):
        Printing.objects.filter(game=pending.game.slug, code__in=batch).delete()
    record(pending.game, pending.before, pending.state)
    indexes = SearchIndex.objects.filter(game=pending.game.slug)
    indexes.filter(pk=at).update(current=False)  # if another is current by now, the constraint rejects ours
    if not indexes.filter(pk__in=[each.pk for each in pending.indexes]).update(current=True):
        raise Overtaken


def _sweep(game: Game) -> None:
    """Delete outdated indexes and cards in short steps; a search still using an old index starts over.

    Older indexes belong to older versions: a writer still building one will be overtaken.
    """
    for index in SearchIndex.objects.filter(game=game.slug, current=False, pk__lt=catalog_version(game)):
        indexing.delete_index(index)
    _delete_cards_without_printings(Card.objects.filter(game=game.slug, printings=None).values_list("pk", flat=True))


def _discard(pending: PendingCatalog) -> None:
    for index in pending.indexes:
        indexing.delete_index(index)
    _delete_cards_without_printings(pending.made)


def _delete_cards_without_printings(cards: Iterable[int]) -> None:
    for batch in batches(list(cards)):
        with suppress(IntegrityError, ProtectedError), transaction.atomic():  # a card that is just getting a printing
            Card.objects.filter(pk__in=batch, printings=None).delete()
