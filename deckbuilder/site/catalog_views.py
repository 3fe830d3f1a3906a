"""Pages of a game and of a card, with the decks that show them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from deckbuilder.catalog import list_pages, selectors
from deckbuilder.catalog.related import related
from deckbuilder.catalog.rulings import rulings
from deckbuilder.catalog.views import the_game
from deckbuilder.decks import access
from deckbuilder.decks.selectors import holdings, public_decks, tiles, using

SHOWN_DECKS = 6


@require_GET
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """What a game is: its formats with every rule, the rulings, and decks to start from."""
    found = the_game(slug)
    context = {
        "game": found,
        "notes": [each.note for each in found.formats if each.note],
        "rulings": rulings(found),
        "lists": list_pages.current(found, timezone.localdate()),
        "tiles": tiles(public_decks(found.slug)[:SHOWN_DECKS]),
    }
    return render(request, "catalog/game.html", context)


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
