"""The glossary of a game, and what all views of the catalog share."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_GET

from deckbuilder.catalog.access import may_keep
from deckbuilder.catalog.models import CatalogImport
from games.engine.model.game import Game
from games.registry import GAMES, get

V = TypeVar("V", bound=Callable[..., HttpResponseBase])


def the_game(slug: str) -> Game:
    """The game with that slug. Raises Http404 if there is none."""
    try:
        return get(slug)
    except KeyError:
        raise Http404 from None


def staff(view: V) -> V:
    """Restrict a view to the keepers of its game, which is that of its `slug` or of the import `pk`; others are sent to
    sign in or get a 403."""

    @wraps(view)
    def enter(request: HttpRequest, *arguments: Any, **values: Any) -> HttpResponseBase:
        slug = values.get("slug") or _game_of_import(values["pk"])
        games = [the_game(slug)] if slug else GAMES
        if not any(may_keep(request.user, game) for game in games):
            raise PermissionDenied
        return view(request, *arguments, **values)

    return cast("V", login_required(enter))


def _game_of_import(pk: int) -> str | None:
    return CatalogImport.objects.filter(pk=pk).values_list("game", flat=True).first()


@require_GET
def glossary(request: HttpRequest, slug: str) -> HttpResponse:
    """All rulebook terms in the game's glossary."""
    game = the_game(slug)
    return render(request, "catalog/glossary.html", {"game": game})
