"""The page of a game's battles."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from deckbuilder.battle.page import given_of, page
from deckbuilder.battle.selectors import ask
from deckbuilder.decks import access
from deckbuilder.decks.to_games import to_deck
from games.registry import get


@require_safe
def battle(request: HttpRequest, slug: str) -> HttpResponse:
    """A battle that stands in the address, resolved; with `deck` the cards of that deck are offered."""
    try:
        game = get(slug)
    except KeyError:
        raise Http404 from None
    if game.battle is None:
        raise Http404
    deck = access.readable(request, request.GET["deck"]) if request.GET.get("deck") else None
    if deck and deck.game != game.slug:
        raise Http404
    given = given_of(request.GET, game.battle)
    asked = ask(game, game.battle, given)
    context = {
        "game": game,
        "battle": game.battle,
        "deck": deck,
        "asked": asked,
        "begun": bool(given),
        "page": page(asked, given, to_deck(deck) if deck else None),
    }
    wrong = asked.mistakes and not asked.waits
    return render(request, "battle/page.html", context, status=422 if wrong else 200)
