"""Who moderates the decks and comments of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from deckbuilder.accounts.models import User
from deckbuilder.common.database import NotFoundError, get_row
from deckbuilder.common.input import whole_number
from deckbuilder.decks.models import Comment, Deck
from deckbuilder.decks.moderation import selectors
from games.engine.model.game import Game
from games.registry import GAMES

PK_DIGITS = 18
"""Digits of a primary key at most."""

EVERY_GAME = "decks.change_deck"
"""The permission that gives the right for every game."""


def codename(game: Game) -> str:
    """Of the permission that gives the right for one game."""
    return f"moderate_{game.slug}"


def permissions() -> Iterator[tuple[str, str]]:
    """The codenames and names of the permissions for one game."""
    for game in GAMES:
        yield codename(game), f"Can moderate {game.name.en}"


def ready_groups() -> Iterable[tuple[str, str]]:
    """The groups that every site has, with the codename of their permission."""
    for game in GAMES:
        yield f"Moderator of {game.name.en}", codename(game)


def may_moderate(user: Any, game: Game) -> bool:
    if not (settings.PEOPLE and user.is_authenticated):
        return False
    return bool(user.has_perm(EVERY_GAME) or user.has_perm(f"decks.{codename(game)}"))


def games_of(user: Any) -> tuple[Game, ...]:
    """The games that somebody moderates."""
    return tuple(game for game in GAMES if may_moderate(user, game))


def moderator(request: HttpRequest) -> tuple[User, tuple[Game, ...]]:
    """The moderator and their games. Raises PermissionDenied for others, and NotFoundError where the operator has
    turned comments and reports off."""
    if not settings.PEOPLE:
        raise NotFoundError
    games = games_of(request.user)
    if not games:
        raise PermissionDenied
    assert isinstance(request.user, User)
    return request.user, games


def deck_for(request: HttpRequest, slug: str) -> Deck:
    """A deck that this moderator may decide about: shared, reported or hidden. Raises NotFoundError."""
    _me, games = moderator(request)
    return get_row(selectors.decidable_decks(games), slug=slug)


def comment_for(request: HttpRequest, pk: str) -> Comment:
    """A comment that this moderator may decide about. Raises NotFoundError."""
    _me, games = moderator(request)
    return get_row(selectors.decidable_comments(games), pk=whole_number(pk, PK_DIGITS))


def person_for(request: HttpRequest, name: str) -> tuple[User, tuple[Game, ...]]:
    """A person, with the games in which this moderator decides about them. Raises NotFoundError for one who has
    nothing there that moderators may see, just as for one who does not exist."""
    _me, games = moderator(request)
    person: User = get_row(User.objects.all(), username=name)
    if not selectors.is_known(person, games):
        raise NotFoundError
    return person, games
