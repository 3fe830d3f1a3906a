"""What the pages of a deck's statistics share."""

from django.http import HttpRequest, QueryDict
from django.urls import reverse

from deckbuilder.decks import access, selectors
from deckbuilder.decks.models import Deck
from games.registry import get


def head(request: HttpRequest, deck: Deck, tab: str) -> dict[str, object]:
    """The context for the header of every page of a deck's statistics."""
    may_edit = selectors.may_edit(deck, request.user, access.keys_of(request))
    game = get(deck.game)
    return {"deck": deck, "game": game, "opening": game.opening, "tab": tab, "may_edit": may_edit}


def goal_text(query: QueryDict) -> str:
    return query.get("goal", "").strip()


def page_url(name: str, slug: str, query: QueryDict, part: str, **changes: str) -> str:
    """The URL of a deck's page with the same query, except for the parameters in `changes`."""
    changed_query = query.copy()
    for key, value in changes.items():
        changed_query[key] = value
    return f"{reverse(name, args=[slug])}?{changed_query.urlencode()}#{part}"


def without(query: QueryDict, *names: str) -> QueryDict:
    rest = query.copy()
    for name in names:
        rest.pop(name, None)
    return rest
