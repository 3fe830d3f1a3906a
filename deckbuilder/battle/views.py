"""The page of a game's battles."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from deckbuilder.battle.page import battle_page, values_of_query
from deckbuilder.battle.selectors import ask
from deckbuilder.decks import access
from deckbuilder.decks.loading import to_deck
from games.registry import get


@require_safe
def battle(request: HttpRequest, slug: str) -> HttpResponse:
    """The battle of the query parameters, resolved; with `deck`, that deck's cards are offered."""
    try:
        game = get(slug)
    except KeyError:
        raise Http404 from None
    if game.battle is None:
        raise Http404
    deck = access.readable(request, request.GET["deck"]) if request.GET.get("deck") else None
    if deck and deck.game != game.slug:
        raise Http404
    values = values_of_query(request.GET, game.battle)
    query = ask(game, game.battle, values)
    context = {
        "game": game,
        "battle": game.battle,
        "deck": deck,
        "query": query,
        "has_values": bool(values),
        "page": battle_page(query, values, to_deck(deck) if deck else None),
    }
    wrong = query.mistakes and not query.waits
    return render(request, "battle/page.html", context, status=422 if wrong else 200)
