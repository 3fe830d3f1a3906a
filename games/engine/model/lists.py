"""Dated restriction lists: banned, limited and exclusively allowed cards."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from games.engine.model.cards import Card, Choice
from games.engine.texts.writing import fold

Counted = Mapping[str, tuple[Choice, ...]]
"""By attribute, the values that an entry of a list may add to a name, because the game counts cards by them."""


class Listed(NamedTuple):
    """The cards that an entry of a list means: those with a printing in `codes`, whatever they are called now.

    As long as there are no codes: the cards with this folded name that have this value of this attribute, if any.
    """

    name: str
    attribute: str = ""
    value: str = ""
    codes: frozenset[str] = frozenset()

    @property
    def key(self) -> str:
        """The entry in one spelling: its name and, in brackets, its value."""
        return f"{self.name} [{self.value}]" if self.attribute else self.name

    def is_named(self, card: Card) -> bool:
        """Whether the card has the entry's name and value today."""
        own = fold(str(card.get(self.attribute) or "")) if self.attribute else self.value
        return fold(card.name) == self.name and own == self.value

    def covers(self, card: Card) -> bool:
        """Whether the entry means this card."""
        return not self.codes.isdisjoint(card.codes) if self.codes else self.is_named(card)


_NARROWED = re.compile(r"(.+?) ?\[([^\[\]]+)\]")


def read_entry(text: str, counted: Counted | None = None) -> Listed:
    """The entry that a text means: a card's name, perhaps with a value in brackets, as in `name [red]`."""
    folded = fold(text)
    if narrowed := _NARROWED.fullmatch(folded):
        for attribute, choices in (counted or {}).items():
            for choice in choices:
                if narrowed[2] in map(fold, (choice.value, *filter(None, choice.label))):
                    return Listed(narrowed[1], attribute, fold(choice.value))
    return Listed(folded)


class Entries(NamedTuple):
    """The entries of a list, by key: the copies they allow, how the list writes them, and which cards they mean."""

    limits: Mapping[str, int | None]
    names: Mapping[str, str]
    listed: Mapping[str, Listed]


def entries(table: Mapping[str, int | None], counted: Counted | None = None) -> Entries:
    """Entries from copies by text. Raises ValueError for a card that is listed twice."""
    limits: dict[str, int | None] = {}
    names: dict[str, str] = {}
    listed: dict[str, Listed] = {}
    for text, limit in table.items():
        entry = read_entry(text, counted)
        if entry.key in limits:
            raise ValueError(f"{text} is listed twice")
        limits[entry.key], names[entry.key], listed[entry.key] = limit, text, entry
    return Entries(limits, names, listed)


@dataclass(frozen=True)
class RestrictionList:
    """One version of one list. `limits`: by the key of an entry, the copies it allows (0 = banned, None = no limit).

    `pool`: cards not on it are not allowed. `sets`: cards none of whose printings is in one of these sets ("": in none)
    are not allowed either; () for cards of every set. `format` "" means every format of the game. A later version of
    the same `slug` takes the place of the earlier one on its day. `names`: by key, the entry as the list has it.
    `listed`: by key, the cards it means; without, those of that folded name. `display_name`: its name where that is not
    its title and version. `broken`: what of it could not be read, so that no verdict under it is complete.
    """

    slug: str
    game: str
    title: str
    version: str
    effective_from: date
    limits: Mapping[str, int | None]
    format: str = ""
    pool: bool = False
    source: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    display_name: str = ""
    sets: tuple[str, ...] = ()
    listed: Mapping[str, Listed] = field(default_factory=dict)
    broken: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.display_name or f"{self.title} {self.version}"

    def entry(self, key: str) -> Listed:
        """The cards that an entry means."""
        return self.listed.get(key) or Listed(key)

    def with_codes(self, codes: Mapping[str, Iterable[str]]) -> RestrictionList:
        """This list with its entries tied to the printings of these numbers, which are given by entry as written."""
        if not codes:
            return self
        by_text = {fold(text): frozenset(each) for text, each in codes.items()}
        texts = {key: fold(self.names.get(key, key)) for key in self.limits}
        listed = {key: self.entry(key)._replace(codes=by_text.get(text, frozenset())) for key, text in texts.items()}
        return replace(self, listed=listed)

    @cached_property
    def _keys(self) -> tuple[Mapping[str, list[str]], Mapping[str, list[str]]]:
        """The keys of entries by the numbers of the printings they are tied to, and of the others by name."""
        by_code: dict[str, list[str]] = {}
        by_name: dict[str, list[str]] = {}
        for key in self.limits:
            entry = self.entry(key)
            for code in entry.codes:
                by_code.setdefault(code, []).append(key)
            if not entry.codes:
                by_name.setdefault(entry.name, []).append(key)
        return by_code, by_name

    def keys_of(self, card: Card) -> tuple[str, ...]:
        """The keys of the entries that mean this card."""
        by_code, by_name = self._keys
        keys = dict.fromkeys(key for code in card.codes for key in by_code.get(code, ()))
        named = by_name.get(fold(card.name), ()) if by_name else ()
        return (*keys, *(key for key in named if self.entry(key).covers(card)))

    def limit(self, card: Card) -> int | None:
        """How many copies of a card this list allows; None where it says nothing."""
        keys = self.keys_of(card)
        if not keys and self.pool:
            return 0
        return min((limit for key in keys if (limit := self.limits[key]) is not None), default=None)

    def of_its_sets(self, card: Card) -> bool:
        """Whether a printing of the card is in a set that this list allows."""
        return not self.sets or not {*(card.sets or ("",))}.isdisjoint(self.sets)


Age = tuple[date, tuple[tuple[str, int, str], ...], str]


def age(version: RestrictionList) -> Age:
    """What the versions of a list are ordered by: their days, and of one day their names, 2026.9 before 2026.10.

    No two names have the same place: those that count alike (1 and 01) are ordered as texts.
    """
    parts = re.findall("([^0-9]*)([0-9]*)", version.version)
    return (
        version.effective_from,
        tuple(_sort_part(text, digits.lstrip("0")) for text, digits in parts),
        version.version,
    )


def _sort_part(text: str, digits: str) -> tuple[str, int, str]:
    """A text and the number after it; digits compare as their number if more of them are more."""
    return text, len(digits), digits


def in_force(lists: Iterable[RestrictionList], game: str, format: str, on: date) -> tuple[RestrictionList, ...]:
    """The newest version of each list that is in effect on a day, in the order of their slugs."""
    newest: dict[str, RestrictionList] = {}
    for version in lists:
        if version.game != game or version.format not in ("", format) or version.effective_from > on:
            continue
        current = newest.get(version.slug)
        if current is None or age(current) < age(version):
            newest[version.slug] = version
    return tuple(newest[slug] for slug in sorted(newest))


def read_list(path: Path, game: str, counted: Counted | None = None) -> RestrictionList:
    """A list from a TOML file: title, version, effective_from, a table `limits`; perhaps slug, format, pool, sets,
    source.

    In the table every card name has the copies that are allowed, or "any". `counted`: as of the game. Raises ValueError
    that names the file and what is wrong in it.
    """
    try:
        return _list(tomllib.loads(path.read_text(encoding="utf-8")), path.stem, game, counted)
    except KeyError as error:
        raise ValueError(f"{path}: {error.args[0]} is missing") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _list(data: Mapping[str, Any], slug: str, game: str, counted: Counted | None) -> RestrictionList:
    effective_from, limits, pool = data["effective_from"], data["limits"], data.get("pool", False)
    sets = data.get("sets", [])
    if not isinstance(effective_from, date) or isinstance(effective_from, datetime):
        raise ValueError(f"effective_from is a day such as 2026-03-01, not {effective_from!r}")
    if not isinstance(limits, Mapping):
        raise ValueError(f"limits is a table of card names, not {limits!r}")
    if not isinstance(pool, bool):
        raise ValueError(f"pool is true or false, not {pool!r}")
    if not isinstance(sets, list) or not all(isinstance(each, str) for each in sets):
        raise ValueError(f"sets is a list of names of sets, not {sets!r}")
    labels = {"slug": str(data.get("slug", slug)), "title": str(data["title"]), "version": str(data["version"])}
    if empty := [name for name, text in labels.items() if not text.strip("/ ")]:
        raise ValueError(f"{empty[0]} is empty")
    if "/" in labels["slug"]:
        raise ValueError(f"slug stands in addresses and has no /, unlike {labels['slug']!r}")
    listing = entries({name: _copies(name, limit) for name, limit in limits.items()}, counted)
    return RestrictionList(
        labels["slug"],
        game,
        labels["title"],
        labels["version"],
        effective_from,
        listing.limits,
        format=str(data.get("format", "")),
        pool=pool,
        source=str(data.get("source", "")),
        sets=tuple(sets),
        names=listing.names,
        listed=listing.listed,
    )


def _copies(name: str, limit: object) -> int | None:
    if limit == "any":
        return None
    if isinstance(limit, int) and not isinstance(limit, bool) and limit >= 0:
        return limit
    raise ValueError(f'{name} is allowed a number of copies from 0 or "any", not {limit!r}')
