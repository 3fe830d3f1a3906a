"""Pages to print: the registration sheet of an entry, those of all, and blank ones."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from deckbuilder.common.http.pagination import get_page
from deckbuilder.events import access, pages, selectors
from deckbuilder.events.entries import key_pages
from deckbuilder.events.sheets import pages as sheet_pages
from games.registry import GAMES, get

PAGE = 100
"""Sheets per page."""


@require_safe
def sheet(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The registration sheet of an entry, for its player and the staff."""
    entry = access.entry_of(request, slug, number)
    sheet_list = sheet_pages.sheets(request, entry.event, [entry])
    return render(
        request, "events/sheet.html", pages.head(request, entry.event) | {"sheets": sheet_list, "entry": entry}
    )


@require_safe
def sheets(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheets of all players, to be printed together."""
    event = access.require_staff(request, slug)
    page = get_page(selectors.playing(event), PAGE, request.GET.get("page"))
    sheet_list = sheet_pages.sheets(request, event, page)
    return render(request, "events/sheet.html", pages.head(request, event) | {"sheets": sheet_list, "page": page})


CARDS = 200
"""Cards per page."""


@require_safe
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The entry links of all players without an account, as cards to cut out."""
    event = access.require_staff(request, slug)
    keyless = selectors.playing(event).filter(user=None).select_related("event").order_by("number")
    page = get_page(keyless, CARDS, request.GET.get("page"))
    card_list = [key_pages.card(request, entry) for entry in page]
    context = pages.head(request, event) | {"sheets": key_pages.sheets(card_list), "page": page}
    return render(request, "events/cards.html", context)


@require_safe
def blank(request: HttpRequest, slug: str) -> HttpResponse:
    """A blank sheet of the event."""
    event = access.get_event(slug)
    context = {"sheets": [sheet_pages.blank(get(event.game), event.format, event)]}
    return render(request, "events/sheet.html", pages.head(request, event) | context)


@require_safe
def blank_of(request: HttpRequest, game: str, form: str) -> HttpResponse:
    """A blank sheet of a game's format, for events that are not on this site."""
    game_ = next((each for each in GAMES if each.slug == game), None)
    if game_ is None or form not in [each.slug for each in game_.formats]:
        raise Http404
    blank_sheet = sheet_pages.blank(game_, form)
    return render(request, "events/sheet.html", {"game": game_, "format": blank_sheet.format, "sheets": [blank_sheet]})
