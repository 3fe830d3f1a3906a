"""Pages of restriction lists."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from deckbuilder.catalog.restrictions import pages
from deckbuilder.catalog.views import the_game


@require_safe
def lists(request: HttpRequest, slug: str) -> HttpResponse:
    """All lists of a game: in force today, announced, and past."""
    game, today = the_game(slug), timezone.localdate()
    return render(request, "catalog/lists.html", {"game": game, "today": today, "shelves": pages.shelves(game, today)})


@require_safe
def version(request: HttpRequest, slug: str, name: str, version: str) -> HttpResponse:
    """One version of a list with its cards and its changes."""
    game = the_game(slug)
    page = pages.version_page(game, name, version, timezone.localdate())
    if page is None:
        raise Http404
    return render(request, "catalog/list.html", {"game": game, "page": page, "shown": page.version})
