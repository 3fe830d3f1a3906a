"""What a change of the catalog does to cards that restriction lists name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from games.engine.model.cards import Printing
from games.engine.model.game import Game
from games.engine.model.lists import Listed, RestrictionList
from games.engine.texts.writing import fold

Kind = Literal["listed-renamed", "listed-split", "listed-merged", "listed-retired", "listed-deleted"]
KINDS: tuple[Kind, ...] = ("listed-renamed", "listed-split", "listed-merged", "listed-retired", "listed-deleted")


class ListedChange(NamedTuple):
    """A change of a card that lists name as `entry`.

    `listed-renamed`: `names` are its new names. `listed-split`: its printings become several cards, of these names.
    `listed-merged`: cards of these names that no list named become one card with it. `listed-retired`: no printing of
    it stays in print; `listed-deleted`: nor in the catalog. `codes`: its printings.
    """

    kind: Kind
    entry: str
    lists: tuple[str, ...]
    codes: tuple[str, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    """A catalog before or after a change: its printings by number, and the numbers of the retired ones."""

    game: Game
    printings: Mapping[str, Printing]
    retired: Collection[str] = ()

    @cached_property
    def keys(self) -> Mapping[str, str]:
        """The keys of cards by the numbers of printings."""
        return {code: self.game.key(each) for code, each in self.printings.items()}

    @cached_property
    def codes(self) -> Mapping[str, frozenset[str]]:
        """The numbers of printings by the key of their card."""
        by_key: dict[str, set[str]] = {}
        for code, key in self.keys.items():
            by_key.setdefault(key, set()).add(code)
        return {key: frozenset(codes) for key, codes in by_key.items()}

    @cached_property
    def by_name(self) -> Mapping[str, list[str]]:
        """The numbers of printings by folded name."""
        codes: dict[str, list[str]] = {}
        for code, each in self.printings.items():
            codes.setdefault(fold(each.name), []).append(code)
        return codes

    def codes_of(self, entry: Listed) -> frozenset[str]:
        """The printings that an entry of a list means."""
        if entry.codes:
            keys = {self.keys[code] for code in entry.codes if code in self.keys}
        else:
            named = (code for code in self.by_name.get(entry.name, ()) if self._has_value(code, entry))
            keys = {self.keys[code] for code in named}
        return frozenset[str]().union(*(self.codes[key] for key in keys))

    def _has_value(self, code: str, entry: Listed) -> bool:
        value = self.printings[code].get(entry.attribute) if entry.attribute else entry.value
        return fold(str(value or "")) == entry.value

    def names(self, codes: Iterable[str]) -> tuple[str, ...]:
        """What these printings are called, each spelling that folds alike once."""
        names = {fold(self.printings[code].name): self.printings[code].name for code in codes}
        return tuple(names[key] for key in sorted(names))


def listed_changes(lists: Iterable[RestrictionList], before: State, after: State) -> tuple[ListedChange, ...]:
    """The changes that concern cards on lists: each once, with all lists that write its card alike."""
    titles: dict[ListedChange, list[str]] = {}
    for each in lists:
        for key in each.limits:
            for change in _changes(each.names.get(key, key), before.codes_of(each.entry(key)), before, after):
                titles.setdefault(change, []).append(str(each))
    return tuple(change._replace(lists=tuple(lists)) for change, lists in titles.items())


def _changes(entry: str, codes: frozenset[str], before: State, after: State) -> Iterator[ListedChange]:
    """The changes of the card with these printings."""
    numbers = tuple(sorted(codes))
    left = [code for code in numbers if code in after.keys]
    if numbers and not left:
        yield ListedChange("listed-deleted", entry, (), numbers)
    if not left:
        return
    keys = {after.keys[code] for code in left}
    names = after.names(left)
    if len(keys) > len({before.keys[code] for code in left}):
        yield ListedChange("listed-split", entry, (), numbers, names)
    elif set(map(fold, names)) != set(map(fold, before.names(left))):
        yield ListedChange("listed-renamed", entry, (), numbers, names)
    others = frozenset[str]().union(*(after.codes[key] for key in keys)) & before.keys.keys() - codes
    if others:
        yield ListedChange("listed-merged", entry, (), numbers, before.names(others))
    if set(left) <= set(after.retired) and not codes <= set(before.retired):
        yield ListedChange("listed-retired", entry, (), numbers)
