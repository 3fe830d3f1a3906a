"""Pages to read a game, its cards and its words."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from deckbuilder.catalog import suggesting
from deckbuilder.catalog.browsing import browse as browsing
from deckbuilder.catalog.facets import open_filter, ranged
from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.catalog.search_help import examples
from deckbuilder.common.requests import HtmxRequest
from games.engine.model.game import Game
from games.engine.reading.decklists import write_line
from games.registry import get

SHOWN_DECKS = 6


def the_game(slug: str) -> Game:
    """The game of that slug; 404 where there is none."""
    try:
        return get(slug)
    except KeyError:
        raise Http404 from None


@require_GET
def browse(request: HtmxRequest, slug: str) -> HttpResponse:
    game = the_game(slug)
    if address := ranged(request, game):
        return redirect(address)
    if offered := open_filter(request, game):
        return render(request, "catalog/_filter_values.html", {"filter": offered})
    context = {"game": game} | browsing(request, game)
    return render(request, "catalog/browse.html", context, status=404 if context["found"].beyond else 200)


@require_GET
def suggest(request: HttpRequest, slug: str) -> HttpResponse:
    """The cards that may be meant by what is being typed (`q`), each with the line it would be in a deck list."""
    game = the_game(slug)
    suggested = suggesting.suggestions(game, request.GET.get("q", ""))
    shared = namesakes(game).names
    lines = [(each, write_line(each, game, shared)) for each in suggested]
    return render(request, "catalog/_suggest.html", {"game": game, "lines": lines})


@require_GET
def glossary(request: HttpRequest, slug: str) -> HttpResponse:
    """Every word of the rulebook the game's glossary explains."""
    game = the_game(slug)
    return render(request, "catalog/glossary.html", {"game": game})


@require_GET
def search_help(request: HttpRequest, slug: str) -> HttpResponse:
    """How cards are searched, by examples that find some of this game's."""
    game = the_game(slug)
    return render(request, "catalog/search_help.html", {"game": game, "examples": examples(game)})
