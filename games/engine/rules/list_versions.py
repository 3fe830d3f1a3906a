"""Versions of restriction lists: their state on a day, announced ones, and the changes from one to the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from math import inf
from typing import Literal, NamedTuple

from games.engine.model.game import Game
from games.engine.model.lists import RestrictionList, age, in_force

State = Literal["announced", "in-force", "past"]
Kind = Literal["added", "tightened", "loosened", "dropped"]
KINDS: tuple[Kind, ...] = ("added", "tightened", "loosened", "dropped")


class VersionState(NamedTuple):
    """A version and its state on a day: it judges decks of some format, will do so, or does so no longer."""

    list: RestrictionList
    state: State


def version_states(lists: Iterable[RestrictionList], game: Game, on: date) -> tuple[VersionState, ...]:
    """Every version of a game's lists with its state on a day: by slug, the newest first."""
    versions = sorted((each for each in lists if each.game == game.slug), key=age, reverse=True)
    judging = {
        (each.slug, each.version) for format in game.formats for each in in_force(versions, game.slug, format.slug, on)
    }
    states = [VersionState(each, _state(each, judging, on)) for each in versions]
    return tuple(sorted(states, key=lambda version: version.list.slug))


def _state(each: RestrictionList, judging: set[tuple[str, str]], on: date) -> State:
    if each.effective_from > on:
        return "announced"
    return "in-force" if (each.slug, each.version) in judging else "past"


class Announcement(NamedTuple):
    """A day, and the lists that come into effect on it."""

    day: date
    lists: tuple[RestrictionList, ...]


def announcements(lists: Sequence[RestrictionList], game: str, format: str, after: date) -> tuple[Announcement, ...]:
    """The days after a day on which a format gets other lists, in order."""
    days = sorted({each.effective_from for each in lists if each.game == game and each.effective_from > after})
    versions_by_day = ((day, in_force(lists, game, format, day)) for day in days)
    coming = (
        Announcement(day, tuple(each for each in versions if each.effective_from == day))
        for day, versions in versions_by_day
    )
    return tuple(each for each in coming if each.lists)


def predecessor(version: RestrictionList, lists: Iterable[RestrictionList]) -> RestrictionList | None:
    """The version whose place this one takes, in one format at least; None where it is the first."""
    older = [each for each in lists if _same(each, version) and age(each) < age(version)]
    return max(older, key=age, default=None)


def successor(version: RestrictionList, lists: Iterable[RestrictionList]) -> RestrictionList | None:
    """The version that takes this one's place, in one format at least; None where it is the last."""
    newer = [each for each in lists if _same(each, version) and age(each) > age(version)]
    return min(newer, key=age, default=None)


def _same(one: RestrictionList, other: RestrictionList) -> bool:
    overlap = one.format == other.format or "" in (one.format, other.format)
    return (one.game, one.slug) == (other.game, other.slug) and overlap


class LimitChange(NamedTuple):
    """A change of the limit of an entry: the copies allowed before and now; None: no limit.

    `name`: its key; `before`: the key of the entry that the earlier version has for the same card, "" if it has none.
    """

    kind: Kind
    name: str
    was: int | None
    now: int | None
    before: str = ""


def changes(old: RestrictionList, new: RestrictionList) -> tuple[LimitChange, ...]:
    """The changes between two versions for the cards that either names, by kind and then in its order.

    The effect of a changed `pool` on all other cards is not among them.
    """
    before = _earlier_keys(old, new)
    dropped = [key for key in old.limits if key not in before.values()]
    pairs = [*((key, before.get(key, "")) for key in new.limits), *((key, key) for key in dropped)]
    limit_changes = [change for pair in pairs if (change := _change(*pair, old, new))]
    return tuple(sorted(limit_changes, key=lambda change: KINDS.index(change.kind)))


def _earlier_keys(old: RestrictionList, new: RestrictionList) -> dict[str, str]:
    """By the key of an entry, that of an earlier version for the same card, which it may name otherwise."""
    by_code = {code: key for key in old.limits for code in old.entry(key).codes}
    before: dict[str, str] = {}
    for key in new.limits:
        same = (by_code[code] for code in sorted(new.entry(key).codes) if code in by_code)
        if earlier := key if key in old.limits else next(same, ""):
            before[key] = earlier
    return before


def _change(name: str, before: str, old: RestrictionList, new: RestrictionList) -> LimitChange | None:
    was = old.limits.get(before, 0 if old.pool else None)
    now = new.limits.get(name, 0 if new.pool else None)
    if was == now:
        return None
    by_effect: Kind = "tightened" if _most(now) < _most(was) else "loosened"
    # Where other cards are allowed by one version and not by the other, to be named or not says nothing by itself.
    if old.pool != new.pool or (before and name in new.limits):
        return LimitChange(by_effect, name, was, now, before)
    return LimitChange("added" if name in new.limits else "dropped", name, was, now, before)


def _most(limit: int | None) -> float:
    return inf if limit is None else limit
