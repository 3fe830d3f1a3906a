"""Data for the pages of restriction lists: all lists of a game, and one version with its cards."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse

from deckbuilder.catalog.list_sentences import KINDS, STATES, change_words, limit_words
from deckbuilder.catalog.selectors import cards_by_name, restriction_lists
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.model.lists import RestrictionList
from games.engine.rules.list_versions import (
    LimitChange,
    State,
    VersionState,
    changes,
    predecessor,
    successor,
    version_states,
)

MAX_FACES = 60
"""A longer list is shown as lines of text instead of card faces."""


def address(each: RestrictionList) -> str:
    """The URL of one version's page."""
    return reverse("catalog:list", args=[each.game, each.slug, each.version])


class Version(NamedTuple):
    list: RestrictionList
    state: State

    @property
    def address(self) -> str:
        return address(self.list)

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
    """All lists of a game with their state on a day, the newest version first."""
    all_states = version_states(restriction_lists(game), game, on)
    return tuple(_shelf(slug, states) for slug, states in groupby(all_states, key=lambda each: each.list.slug))


def _shelf(slug: str, states: Iterable[VersionState]) -> Shelf:
    versions = tuple(Version(*each) for each in states)
    return Shelf(slug, versions[0].list.title, versions)


class ListEntry(NamedTuple):
    """A name on a list, with the cards of that name: usually one, none before they are imported."""

    name: str
    cards: tuple[Card, ...]
    words: str = ""


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
    names = {name for each in (old, new) if each for name in each.limits}
    return _comparison(old, new, cards_by_name(game, names))


class VersionPage(NamedTuple):
    """A version: its cards by the number of copies allowed, and its changes from the version `before`."""

    version: Version
    before: Version | None
    after: Version | None
    groups: tuple[Group, ...]
    comparison: Comparison | None

    @property
    def faces(self) -> bool:
        """Whether its cards are shown as card faces."""
        return self.version.cards <= MAX_FACES

    @property
    def has_source_link(self) -> bool:
        """Whether its source is a URL; a list that comes with a game may name a book."""
        return self.version.list.source.startswith(("https://", "http://"))


def version_page(game: Game, slug: str, version: str, on: date) -> VersionPage | None:
    """The page data of a version on a day; None if there is no such version."""
    lists = restriction_lists(game)
    versions = {(each.list.slug, each.list.version): Version(*each) for each in version_states(lists, game, on)}
    current = versions.get((slug, version))
    if current is None:
        return None
    old, new = predecessor(current.list, lists), successor(current.list, lists)
    names = {name for each in (current.list, old) if each for name in each.limits}
    cards = cards_by_name(game, names)
    return VersionPage(
        current,
        versions[old.slug, old.version] if old else None,
        versions[new.slug, new.version] if new else None,
        tuple(_groups(current.list, cards)),
        _comparison(old, current.list, cards) if old else None,
    )


Named = Mapping[str, tuple[Card, ...]]


def _groups(each: RestrictionList, cards: Named) -> Iterable[Group]:
    """The groups by copies allowed: banned cards first, cards without a limit last."""
    for limit in sorted(set(each.limits.values()), key=lambda limit: (limit is None, limit or 0)):
        names = [name for name, copies in each.limits.items() if copies == limit]
        label = limit_words(limit)
        yield Group(label[:1].upper() + label[1:], tuple(_entry(name, cards, each) for name in names))


def _entry(name: str, cards: Named, *lists: RestrictionList, words: str = "") -> ListEntry:
    """An entry with the name as it is on the cards or, if there are none, as a list writes it."""
    matches = cards.get(name, ())
    list_name = next((each.names[name] for each in lists if name in each.names), name)
    return ListEntry(matches[0].name if matches else list_name, matches, words)


def _comparison(old: RestrictionList | None, new: RestrictionList | None, cards: Named) -> Comparison:
    either = old or new
    assert either
    free = replace(either, limits={}, pool=False)
    return Comparison(old, new, tuple(_changes(old or free, new or free, cards)))


def _changes(old: RestrictionList, new: RestrictionList, cards: Named) -> Iterable[Group]:
    for kind, of_kind in groupby(changes(old, new), key=lambda change: change.kind):
        yield Group(str(KINDS[kind]), tuple(_change_entry(change, old, new, cards) for change in of_kind))


def _change_entry(change: LimitChange, old: RestrictionList, new: RestrictionList, cards: Named) -> ListEntry:
    words = change_words(change, was_named=change.name in old.limits, named=change.name in new.limits)
    return _entry(change.name, cards, new, old, words=words)
