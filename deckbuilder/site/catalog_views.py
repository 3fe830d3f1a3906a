"""Pages of a game and of a card, with the decks that show them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from deckbuilder.catalog import selectors
from deckbuilder.catalog.access import may_keep
from deckbuilder.catalog.cards.card_page import card_page
from deckbuilder.catalog.disputes.services import disputes_of
from deckbuilder.catalog.imports.states_pages import last_edits
from deckbuilder.catalog.restrictions import pages
from deckbuilder.catalog.rulings import rulings
from deckbuilder.catalog.search.related import related_shelves
from deckbuilder.catalog.views import the_game
from deckbuilder.decks import access
from deckbuilder.decks.selectors import holdings, public_decks, tiles, using

SHOWN_DECKS = 4


@require_GET
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """A game: its formats with every rule, the rulings, and decks to start from."""
    game_ = the_game(slug)
    context = {
        "game": game_,
        "notes": [each.note for each in game_.formats if each.note],
        "rulings": rulings(game_),
        "lists": pages.current(game_, timezone.localdate()),
        "tiles": tiles(public_decks(game_.slug)[:SHOWN_DECKS]),
    }
    return render(request, "catalog/game.html", context)


@require_GET
def card(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A card with its printings, explanations of its keywords, and the public decks that use it. With `?peek`: only the
    card, for a page that lists it."""
    game_ = the_game(slug)
    page = card_page(game_, code, get_language() or "en")
    if page is None:
        near = selectors.near_codes(game_, code)
        return render(request, "catalog/no_card.html", {"game": game_, "code": code, "near": near}, status=404)
    if "peek" in request.GET:
        return render(request, "catalog/_peek.html", {"game": game_, "shown": page, "card": page.card})
    decks, is_keeper = using(game_.slug, page.card.codes), may_keep(request.user, game_)
    context = {
        "game": game_,
        "shown": page,
        "card": page.card,
        "shelves": related_shelves(game_, page.card, get_language() or "en"),
        "mine": holdings(access.decks_in_use(request), game_.slug, page.card.codes),
        "disputes": disputes_of(game_, page.rows),
        "may_keep": is_keeper,
        "edits": last_edits(game_, page.card.codes) if is_keeper else (),
        "chosen": request.GET.get("deck", ""),
        "battle_sides": game_.battle.entries(page.card.kind) if game_.battle else (),
        "decks": decks.count(),
        "tiles": tiles(decks[:SHOWN_DECKS]),
    }
    return render(request, "catalog/card.html", context)
