"""The states of a catalog, and the difference between any two of them, as a page and as a file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from deckbuilder.catalog.imports import states_pages
from deckbuilder.catalog.views import staff, the_game
from deckbuilder.common.http.pagination import get_page

LINES_A_PAGE = 100


@staff
@require_GET
def states(request: HttpRequest, slug: str) -> HttpResponse:
    """All states of a game's catalog; with `from` and `to`, what differs between two of them."""
    game = the_game(slug)
    choice = states_pages.chosen_states(game, request.GET.get("from", ""), request.GET.get("to", ""))
    if choice is None:
        raise Http404
    entries = states_pages.difference(game, choice) if choice.is_chosen else []
    context = {"game": game, "choice": choice, "page": get_page(entries, LINES_A_PAGE, request.GET.get("page"))}
    return render(request, "catalog/states.html", context)


@staff
@require_GET
def difference_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The difference between two states as a CSV file."""
    game = the_game(slug)
    choice = states_pages.chosen_states(game, request.GET.get("from", ""), request.GET.get("to", ""))
    if choice is None or not choice.is_chosen:
        raise Http404
    response = HttpResponse(states_pages.as_csv(states_pages.difference(game, choice)), content_type="text/csv")
    response["Content-Disposition"] = f'attachment; filename="{slug}-{choice.old}-{choice.new}.csv"'
    return response
