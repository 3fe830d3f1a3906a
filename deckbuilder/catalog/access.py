"""Who may keep the catalog of a game, and who may write its restriction lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.engine.model.game import Game
from games.registry import GAMES

KEEP, EDIT_LISTS = "keep", "edit_lists"
EVERY_GAME = {KEEP: "catalog.add_catalogimport", EDIT_LISTS: "catalog.change_restrictionlist"}
"""The permissions that give a right for every game."""


def codename(right: str, game: Game) -> str:
    """Of the permission that gives a right for one game."""
    return f"{right}_{game.slug}"


def may_keep(user: Any, game: Game) -> bool:
    """Whether somebody may import and change cards of a game."""
    return _may(user, KEEP, game)


def may_edit_lists(user: Any, game: Game) -> bool:
    """Whether somebody may write the restriction lists of a game."""
    return _may(user, EDIT_LISTS, game)


def games_of(user: Any) -> tuple[Game, ...]:
    """The games of which somebody keeps the catalog or the lists."""
    return tuple(game for game in GAMES if may_keep(user, game) or may_edit_lists(user, game))


def permissions() -> Iterator[tuple[str, str]]:
    """The codenames and names of the permissions for one game."""
    for game in GAMES:
        yield codename(KEEP, game), f"Can keep the catalog of {game.name.en}"
        yield codename(EDIT_LISTS, game), f"Can write restriction lists of {game.name.en}"


def ready_groups() -> Iterable[tuple[str, list[str]]]:
    """The groups that every site has, with the codenames of their permissions."""
    for game in GAMES:
        yield f"Keeper of {game.name.en}", [codename(KEEP, game), codename(EDIT_LISTS, game)]
        yield f"List editor of {game.name.en}", [codename(EDIT_LISTS, game)]


def _may(user: Any, right: str, game: Game) -> bool:
    if not user.is_authenticated:
        return False
    return bool(user.has_perm(EVERY_GAME[right]) or user.has_perm(f"catalog.{codename(right, game)}"))
