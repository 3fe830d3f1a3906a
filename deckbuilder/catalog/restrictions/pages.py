"""Data for the pages of restriction lists: all lists of a game, and one version with its cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.text import capfirst

from deckbuilder.catalog import models
from deckbuilder.catalog.restrictions.selectors import (
    Listing,
    cards_on,
    days_of_corrections,
    public_row,
    restriction_lists,
    withdrawn_lists,
)
from deckbuilder.catalog.restrictions.sentences import (
    KINDS,
    STATES,
    ShownState,
    change_words,
    field_change,
    limit_words,
    note_changes,
)
from deckbuilder.catalog.traced import readable_traces
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.model.lists import RestrictionList, entries
from games.engine.rules.list_versions import (
    LimitChange,
    changes,
    predecessor,
    successor,
    version_states,
)

MAX_FACES = 60
"""A longer list is shown as lines of text instead of card faces."""


def list_url(each: RestrictionList) -> str:
    """The URL of one version's page."""
    return reverse("catalog:list", args=[each.game, each.slug, each.version])


class Version(NamedTuple):
    """`corrected`: the day of its last correction, as ISO text, if that is known and there is one."""

    list: RestrictionList
    state: ShownState
    corrected: str = ""

    @property
    def url(self) -> str:
        return list_url(self.list)

    @property
    def state_words(self) -> str:
        return str(STATES[self.state])

    @property
    def cards(self) -> int:
        return len(self.list.limits)


def current(game: Game, on: date) -> tuple[Version, ...]:
    """The versions in force on a day or announced."""
    versions = (Version(*each) for each in version_states(restriction_lists(game), game, on))
    return tuple(each for each in versions if each.state != "past")


class Shelf(NamedTuple):
    """All versions of one list, under its newest title."""

    slug: str
    title: str
    versions: tuple[Version, ...]


def shelves(game: Game, on: date) -> tuple[Shelf, ...]:
    """All lists of a game with their state on a day, the newest version first, withdrawn ones last."""
    days = days_of_corrections(game)
    versions = [
        Version(each, state, days.get((each.slug, each.version), ""))
        for each, state in version_states(restriction_lists(game), game, on)
    ]
    versions += [Version(each, "withdrawn") for each in withdrawn_lists(game)]
    versions.sort(key=lambda each: each.list.slug)
    return tuple(_shelf(slug, tuple(own)) for slug, own in groupby(versions, key=lambda each: each.list.slug))


def _shelf(slug: str, versions: tuple[Version, ...]) -> Shelf:
    return Shelf(slug, versions[0].list.title, versions)


class ListEntry(NamedTuple):
    """An entry of a list, with the cards it means: usually one, none before they are imported.

    `written`: how the list writes it, where its card has another name now. `note`: why it is listed.
    """

    name: str
    cards: tuple[Card, ...]
    words: str = ""
    written: str = ""
    note: str = ""


class Group(NamedTuple):
    label: str
    entries: tuple[ListEntry, ...]


class Comparison(NamedTuple):
    """The changes from one version to another; None: a version that restricts nothing."""

    old: RestrictionList | None
    new: RestrictionList | None
    changes: tuple[Group, ...]

    @property
    def is_pool_removed(self) -> bool:
        """Whether cards the list does not name are allowed again."""
        return self._pools == (True, False)

    @property
    def is_pool_added(self) -> bool:
        """Whether cards the list does not name are no longer allowed."""
        return self._pools == (False, True)

    @property
    def _pools(self) -> tuple[bool, bool]:
        return bool(self.old and self.old.pool), bool(self.new and self.new.pool)


def compare(game: Game, old: RestrictionList | None, new: RestrictionList | None) -> Comparison:
    """Compare two versions of a list."""
    return _comparison(old, new, _cards_of_either(game, old, new))


def _cards_of_either(game: Game, old: RestrictionList | None, new: RestrictionList | None) -> Listing:
    """The cards on two versions of a list, by the keys of their entries."""
    cards = dict(cards_on(game, old)) if old else {}
    for key, each in cards_on(game, new).items() if new else ():
        cards[key] = each or cards.get(key, ())
    return cards


class Correction(NamedTuple):
    """What was changed on a day in a version that was public already, and why. `fields`: other changes than those of
    cards, in words."""

    day: date
    changes: tuple[Group, ...]
    fields: tuple[str, ...]
    why: str = ""
    is_withdrawal: bool = False


def _corrections(game: Game, each: RestrictionList, row: models.RestrictionList) -> Iterator[Correction]:
    """The corrections of a version, the last one first, without any that cannot be read."""
    for trace in reversed(readable_traces(row)):
        with suppress(AttributeError, KeyError, TypeError, ValueError):
            correction = _correction(game, each, date.fromisoformat(str(trace["on"])), trace["changes"])
            yield correction._replace(why=str(trace.get("why", "")))


def _correction(game: Game, each: RestrictionList, day: date, changes: Mapping[str, Any]) -> Correction:
    pools, tables = changes.get("pool", [each.pool] * 2), changes.get("limits", [{}, {}])
    old, new = (
        replace(each, pool=pool, **entries(table, game.counted)._asdict())
        for pool, table in zip(pools, tables, strict=True)
    )
    groups = tuple(_changes(old, new, _cards_of_either(game, old, new)))
    others = {name: pair for name, pair in changes.items() if name not in ("limits", "notes", "status")}
    fields = [field_change(name, *pair) for name, pair in others.items()]
    fields += note_changes(*changes.get("notes", [{}, {}]))
    return Correction(day, groups, tuple(fields), is_withdrawal="status" in changes)


class VersionPage(NamedTuple):
    """A version: its cards by the number of copies allowed, and its changes from the version `before`."""

    version: Version
    before: Version | None
    after: Version | None
    groups: tuple[Group, ...]
    comparison: Comparison | None
    corrections: tuple[Correction, ...] = ()
    row: models.RestrictionList | None = None
    """The stored version; None for one that comes with the game."""

    @property
    def without_card(self) -> tuple[str, ...]:
        """The entries that name no card in the catalog, as the list writes them."""
        return tuple(entry.name for group in self.groups for entry in group.entries if not entry.cards)

    @property
    def faces(self) -> bool:
        """Whether its cards are shown as card faces."""
        return self.version.cards <= MAX_FACES

    @property
    def has_source_link(self) -> bool:
        """Whether its source is a URL; a list that comes with a game may name a book."""
        return self.version.list.source.startswith(("https://", "http://"))


def _withdrawn(game: Game, slug: str, version: str) -> Version | None:
    own = (each for each in withdrawn_lists(game) if (each.slug, each.version) == (slug, version))
    return next((Version(each, "withdrawn") for each in own), None)


def version_page(game: Game, slug: str, version: str, on: date) -> VersionPage | None:
    """The page data of a version on a day; None if there is no such version."""
    lists = restriction_lists(game)
    versions = {(each.list.slug, each.list.version): Version(*each) for each in version_states(lists, game, on)}
    current = versions.get((slug, version)) or _withdrawn(game, slug, version)
    if current is None:
        return None
    old, new = predecessor(current.list, lists), successor(current.list, lists)
    cards, row = _cards_of_either(game, old, current.list), public_row(game, slug, version)
    return VersionPage(
        current,
        versions[old.slug, old.version] if old else None,
        versions[new.slug, new.version] if new else None,
        groups(game, current.list, cards, row.notes if row else None),
        _comparison(old, current.list, cards) if old else None,
        tuple(_corrections(game, current.list, row)) if row else (),
        row,
    )


def groups(game: Game, each: RestrictionList, cards: Listing | None = None, notes: object = None) -> tuple[Group, ...]:
    """A list's entries by copies allowed, banned cards first, cards without a limit last. `cards`: if known; `notes`:
    as stored, by entry as written."""
    listing = cards_on(game, each) if cards is None else cards
    limits = sorted(set(each.limits.values()), key=lambda limit: (limit is None, limit or 0))
    readable = {str(text): str(note) for text, note in notes.items()} if isinstance(notes, dict) else {}
    return tuple(_group(each, limit, listing, readable) for limit in limits)


def _group(each: RestrictionList, limit: int | None, cards: Listing, notes: Mapping[str, str]) -> Group:
    keys = [key for key, copies in each.limits.items() if copies == limit]
    entries = (_entry(key, cards, each)._replace(note=notes.get(each.names.get(key, key), "")) for key in keys)
    return Group(capfirst(limit_words(limit)), tuple(entries))


def _entry(name: str, cards: Listing, *lists: RestrictionList, words: str = "") -> ListEntry:
    """An entry with the name as it is on the cards or, if there are none, as a list writes it."""
    matches = cards.get(name, ())
    written = next((each.names[name] for each in lists if name in each.names), name)
    is_renamed = bool(matches) and not any(each.entry(name).is_named(card) for each in lists for card in matches)
    return ListEntry(matches[0].name if matches else written, matches, words, written if is_renamed else "")


def _comparison(old: RestrictionList | None, new: RestrictionList | None, cards: Listing) -> Comparison:
    either = old or new
    assert either
    free = replace(either, limits={}, pool=False)
    return Comparison(old, new, tuple(_changes(old or free, new or free, cards)))


def _changes(old: RestrictionList, new: RestrictionList, cards: Listing) -> Iterable[Group]:
    for kind, of_kind in groupby(changes(old, new), key=lambda change: change.kind):
        yield Group(str(KINDS[kind]), tuple(_change_entry(change, old, new, cards) for change in of_kind))


def _change_entry(change: LimitChange, old: RestrictionList, new: RestrictionList, cards: Listing) -> ListEntry:
    words = change_words(change, was_named=bool(change.before), named=change.name in new.limits)
    return _entry(change.name, cards, new, old, words=words)
