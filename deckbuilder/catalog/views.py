"""Pages to read a game, its cards and its words."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from deckbuilder.catalog import list_pages, selectors, suggesting
from deckbuilder.catalog.browsing import browse as browsing
from deckbuilder.catalog.related import related
from deckbuilder.catalog.rulings import rulings
from deckbuilder.decks import access
from deckbuilder.decks.selectors import holdings, listed, tiles, using
from games.engine.decklists import write_line
from games.engine.game import Game
from games.registry import get

SHOWN_DECKS = 6


def the_game(slug: str) -> Game:
    """The game of that slug; 404 where there is none."""
    try:
        return get(slug)
    except KeyError:
        raise Http404 from None


@require_GET
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """What a game is: its formats with every rule, the rulings, and decks to start from."""
    found = the_game(slug)
    context = {
        "game": found,
        "notes": [each.note for each in found.formats if each.note],
        "rulings": rulings(found),
        "lists": list_pages.current(found, timezone.localdate()),
        "tiles": tiles(listed(found.slug)[:SHOWN_DECKS]),
    }
    return render(request, "catalog/game.html", context)


@require_GET
def browse(request: HttpRequest, slug: str) -> HttpResponse:
    found = the_game(slug)
    return render(request, "catalog/browse.html", {"game": found} | browsing(request, found))


@require_GET
def card(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A card with all its printings, its words explained, and the public decks that use it.

    With `?peek`: the card alone, to be put into a page that has it in a list.
    """
    found = the_game(slug)
    shown = selectors.card_page(found, code)
    if shown is None:
        near = selectors.near_codes(found, code)
        return render(request, "catalog/no_card.html", {"game": found, "code": code, "near": near}, status=404)
    if "peek" in request.GET:
        return render(request, "catalog/_peek.html", {"game": found, "shown": shown, "card": shown.card})
    decks = using(found.slug, shown.card.codes)
    context = {
        "game": found,
        "shown": shown,
        "card": shown.card,
        "shelves": related(found, shown.card, get_language() or "en"),
        "mine": holdings(access.own(request), found.slug, shown.card.codes),
        "chosen": request.GET.get("deck", ""),
        "battle_sides": found.battle.entries(shown.card.kind) if found.battle else (),
        "decks": decks.count(),
        "tiles": tiles(decks[:SHOWN_DECKS]),
    }
    return render(request, "catalog/card.html", context)


@require_GET
def suggest(request: HttpRequest, slug: str) -> HttpResponse:
    """The cards that may be meant by what is being typed (`q`), each with the line it would be in a deck list."""
    found = the_game(slug)
    suggested = suggesting.suggestions(found, request.GET.get("q", ""))
    lines = [(each, write_line(each, found)) for each in suggested]
    return render(request, "catalog/_suggest.html", {"game": found, "lines": lines})


@require_GET
def glossary(request: HttpRequest, slug: str) -> HttpResponse:
    """Every word of the rulebook the game's glossary explains."""
    found = the_game(slug)
    return render(request, "catalog/glossary.html", {"game": found})
