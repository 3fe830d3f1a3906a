"""Browsing the cards of a game, and searching them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_POST

from deckbuilder.catalog.access import may_keep
from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.catalog.search import browsing, saved_searches, suggesting
from deckbuilder.catalog.search.completing import completions
from deckbuilder.catalog.search.facets import open_filter, range_url
from deckbuilder.catalog.search.saved_searches import SaveError
from deckbuilder.catalog.search.search_help import examples
from deckbuilder.catalog.views import the_game
from deckbuilder.common.http.requests import HtmxRequest, next_url
from games.engine.reading.decklists.parsing import write_line


@require_GET
def browse(request: HtmxRequest, slug: str) -> HttpResponse:
    game = the_game(slug)
    if address := range_url(request, game):
        return redirect(address)
    if filter_ := open_filter(request, game):
        return render(request, "catalog/_filter_values.html", {"filter": filter_})
    context: dict[str, Any] = {"game": game, "may_keep": may_keep(request.user, game)} | browsing.browse(request, game)
    return render(request, "catalog/browse.html", context, status=404 if context["results"].beyond else 200)


@require_GET
def suggest(request: HttpRequest, slug: str) -> HttpResponse:
    """Card suggestions for the typed text (`q`), each with its line for a deck list; with `as=names` only names."""
    game = the_game(slug)
    cards = suggesting.suggestions(game, request.GET.get("q", ""))
    if request.GET.get("as") == "names":
        return render(request, "catalog/_suggest_names.html", {"cards": cards})
    shared_names = namesakes(game).names
    lines = [(each, write_line(each, game, shared_names)) for each in cards]
    return render(request, "catalog/_suggest.html", {"game": game, "lines": lines})


@require_GET
def complete(request: HttpRequest, slug: str) -> HttpResponse:
    """Completions for a search that is being typed (`q`, up to the cursor)."""
    results = completions(the_game(slug), request.GET.get("q", ""), get_language() or "en")
    return render(request, "catalog/_complete.html", {"completions": results})


@require_POST
def searches(request: HttpRequest, slug: str) -> HttpResponse:
    """Save a `search` under a `name`, or `remove` the one of that name."""
    game = the_game(slug)
    try:
        if "remove" in request.POST:
            saved_searches.remove(request, game, request.POST["remove"])
        else:
            saved_searches.save(request, game, request.POST.get("name", ""), request.POST.get("search", ""))
    except SaveError as error:
        messages.error(request, str(error))
    return redirect(next_url(request, reverse("catalog:browse", args=[slug])))


@require_GET
def search_help(request: HttpRequest, slug: str) -> HttpResponse:
    """Search help, with examples that find cards of this game."""
    game = the_game(slug)
    return render(request, "catalog/search_help.html", {"game": game, "examples": examples(game)})
