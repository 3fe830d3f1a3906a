"""The glossary of a game, and what all views of the catalog share."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib.auth.decorators import login_required, permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.engine.model.game import Game
from games.registry import get

V = TypeVar("V", bound=Callable[..., HttpResponseBase])


def the_game(slug: str) -> Game:
    """The game with that slug. Raises Http404 if there is none."""
    try:
        return get(slug)
    except KeyError:
        raise Http404 from None


def staff(view: V) -> V:
    """Restrict a view to users who may import catalogs; others are sent to sign in or get a 403."""
    return login_required(permission_required("catalog.add_catalogimport", raise_exception=True)(view))


@require_GET
def glossary(request: HttpRequest, slug: str) -> HttpResponse:
    """All rulebook terms in the game's glossary."""
    game = the_game(slug)
    return render(request, "catalog/glossary.html", {"game": game})
