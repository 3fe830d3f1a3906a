"""Saved searches, kept with the account or, for visitors, in the session."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _

from deckbuilder.accounts.models import User
from deckbuilder.accounts.services import keep_searches
from deckbuilder.common.broken import is_texts
from deckbuilder.common.database import storable
from games.engine.model.game import Game
from games.engine.reading.search.query import MAX_LENGTH

SESSION_KEY = "searches"
MAX_SAVED = 20
"""The most saved searches per game."""

MAX_NAME = 60


class SavedSearch(NamedTuple):
    name: str
    q: str


class SaveError(Exception):
    """A search that cannot be saved; the message says why."""


def searches_of(request: HttpRequest, game: Game) -> list[SavedSearch]:
    """The saved searches of a game, in the order in which they were saved."""
    return [SavedSearch(*each) for each in _all(request).get(game.slug, {}).items()]


def save(request: HttpRequest, game: Game, name: str, q: str) -> None:
    """Save a search, replacing any search of the same name. Raises SaveError."""
    name, q = " ".join(name.split()), q.strip()
    if not q:
        raise SaveError(_("There is no search to save."))
    if not name:
        raise SaveError(_("Enter a name for the search."))
    for text, most in ((name, MAX_NAME), (q, MAX_LENGTH)):
        if len(text) > most:
            raise SaveError(_("This can have at most {most} characters.").format(most=most))
    if not (storable(name) and storable(q) and name.isprintable()):
        raise SaveError(_("The text contains an unprintable character."))
    searches_of_game = {**_all(request).get(game.slug, {}), name: q}
    if len(searches_of_game) > MAX_SAVED:
        raise SaveError(_("You can save at most {most} searches of a game. Remove one first.").format(most=MAX_SAVED))
    _keep(request, game, searches_of_game)


def remove(request: HttpRequest, game: Game, name: str) -> None:
    _keep(request, game, {each: q for each, q in _all(request).get(game.slug, {}).items() if each != name})


def _all(request: HttpRequest) -> dict[str, dict[str, str]]:
    """All saved searches, by game slug and name."""
    searches = request.user.searches if isinstance(request.user, User) else request.session.get(SESSION_KEY, {})
    by_game = searches if isinstance(searches, dict) else {}
    return {game: of_game for game, of_game in by_game.items() if is_texts(of_game)}


def _keep(request: HttpRequest, game: Game, searches_of_game: dict[str, str]) -> None:
    searches = {**_all(request), game.slug: searches_of_game}
    if isinstance(request.user, User):
        keep_searches(request.user, searches)
    else:
        request.session[SESSION_KEY] = searches
