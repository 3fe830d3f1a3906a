"""Decks named in a request's body, with the edit key of its header."""

from django.http import HttpRequest

from deckbuilder.common.database import NotFoundError, get_row
from deckbuilder.decks import selectors
from deckbuilder.decks.access import keys_of
from deckbuilder.decks.models import Deck
from deckbuilder.decks.services import record_visit
from deckbuilder.decks.to_games import check_row


def keys_for(request: HttpRequest, deck: Deck) -> dict[str, str]:
    """The edit keys of this browser's decks; a key sent in the header is for `deck`."""
    key = request.headers.get("X-Edit-Key")
    return keys_of(request) | ({deck.slug: key} if key else {})


def readable_deck(request: HttpRequest, slug: str) -> Deck:
    """The deck, if this request may read it. Raises NotFoundError otherwise, and BrokenRowError if nobody can."""
    deck = get_row(Deck.objects.select_related("owner"), slug=slug)
    if not selectors.may_read(deck, request.user, keys_for(request, deck)):
        raise NotFoundError
    check_row(deck)
    record_visit(deck)
    return deck
