"""The published lists of an event: breakdown, every list, and both as files."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from deckbuilder.common.http.pagination import get_page
from deckbuilder.events import access, pages, selectors
from deckbuilder.events.readiness import gate
from deckbuilder.events.results import pages as results_pages
from deckbuilder.events.results.counts import leading
from deckbuilder.events.results.files import FILES, answer
from deckbuilder.events.results.selectors import breakdown, current, published_lists
from games.registry import get

PAGE = 60
MAX_CARDS = 40
"""Cards in the table at first."""


@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """The breakdown and the lists. `cards=all`: every card, not only the most played."""
    event = access.get_published_event(request, slug)
    game, counts = get(event.game), breakdown(event)
    card_rows = counts.cards if request.GET.get("cards") == "all" else counts.cards[:MAX_CARDS]
    page = get_page(current(event), PAGE, request.GET.get("page"))
    context = pages.head(request, event) | {
        "public": selectors.lists_open(event),
        "total": counts.lists,
        "groups": results_pages.groups(counts, game),
        "cards": results_pages.cards(counts, card_rows, game),
        "more_cards": len(counts.cards) - len(card_rows),
        "page": page,
        "tiles": results_pages.tiles(published_lists(event, page), leading(game), gate.let_through(event)),
    }
    return render(request, "events/results.html", context)


@require_safe
def results_file(request: HttpRequest, slug: str, what: str, ending: str) -> HttpResponseBase:
    """`lists` or `breakdown`, as `csv` or `json`."""
    event = access.get_published_event(request, slug)
    if (what, ending) not in FILES:
        raise Http404
    response = answer(event, what, ending)
    response["Content-Disposition"] = f'attachment; filename="{what}-{event.slug}.{ending}"'
    return response
