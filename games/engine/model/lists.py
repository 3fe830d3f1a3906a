"""Dated restriction lists: banned, limited and exclusively allowed cards."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

from games.engine.model.cards import Card
from games.engine.texts.writing import fold


@dataclass(frozen=True, slots=True)
class RestrictionList:
    """One version of one list. `limits`: folded card name to the copies it allows (0 = banned, None = no limit).

    `pool`: cards not on it are not allowed. `sets`: cards none of whose printings is in one of these sets ("": in none)
    are not allowed either; () for cards of every set. `format` "" means every format of the game. A later version of
    the same `slug` takes the place of the earlier one on its day. `names`: folded card name to the name as the list
    has it. `display_name`: its name where that is not its title and version.
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

    def __str__(self) -> str:
        return self.display_name or f"{self.title} {self.version}"

    def limit(self, name: str) -> int | None:
        """How many copies of a card this list allows; None where it says nothing."""
        key = fold(name)
        if key in self.limits:
            return self.limits[key]
        return 0 if self.pool else None

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


def read_list(path: Path, game: str) -> RestrictionList:
    """A list from a TOML file: title, version, effective_from, a table `limits`; perhaps slug, format, pool, sets,
    source.

    In the table every card name has the copies that are allowed, or "any". Raises ValueError that names the file and
    what is wrong in it.
    """
    try:
        return _list(tomllib.loads(path.read_text(encoding="utf-8")), path.stem, game)
    except KeyError as error:
        raise ValueError(f"{path}: {error.args[0]} is missing") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _list(data: Mapping[str, object], slug: str, game: str) -> RestrictionList:
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
    return RestrictionList(
        **labels,
        game=game,
        effective_from=effective_from,
        limits=_limits(limits),
        format=str(data.get("format", "")),
        pool=pool,
        source=str(data.get("source", "")),
        names={fold(name): name for name in limits},
        sets=tuple(sets),
    )


def _limits(table: Mapping[str, object]) -> Mapping[str, int | None]:
    limits: dict[str, int | None] = {}
    for name, limit in table.items():
        if fold(name) in limits:
            raise ValueError(f"{name} is listed twice")
        limits[fold(name)] = _copies(name, limit)
    return limits


def _copies(name: str, limit: object) -> int | None:
    if limit == "any":
        return None
    if isinstance(limit, int) and not isinstance(limit, bool) and limit >= 0:
        return limit
    raise ValueError(f'{name} is allowed a number of copies from 0 or "any", not {limit!r}')
