"""Which simulations a request may see and stop."""

from django.http import HttpRequest

from deckbuilder.common.database import NotFoundError, get_row
from deckbuilder.decks import selectors
from deckbuilder.decks.access import keys_of
from deckbuilder.decks.models import Deck
from deckbuilder.decks.services import mark_opened
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.services import mark_viewed


def keys_for(request: HttpRequest, deck: Deck) -> dict[str, str]:
    """The edit keys of this browser's decks; one that is sent along is for `deck`."""
    given = request.headers.get("X-Edit-Key")
    return keys_of(request) | ({deck.slug: given} if given else {})


def readable_deck(request: HttpRequest, slug: str) -> Deck:
    """The deck, if this request may read it; otherwise it does not exist."""
    deck = get_row(Deck.objects.select_related("owner"), slug=slug)
    if not selectors.may_read(deck, request.user, keys_for(request, deck)):
        raise NotFoundError
    mark_opened(deck)
    return deck


def readable(request: HttpRequest, slug: str) -> Simulation:
    """The simulation, for who has its link and may read its deck; otherwise it does not exist."""
    simulation = get_row(Simulation.objects.select_related("deck", "asked_by"), slug=slug)
    deck = simulation.deck
    if deck and not selectors.may_read(deck, request.user, keys_for(request, deck)):
        raise NotFoundError
    mark_viewed(simulation)
    if deck:
        mark_opened(deck)
    return simulation


def may_stop(request: HttpRequest, simulation: Simulation) -> bool:
    """Who asked for it, and who may edit its deck; where nobody is known to have asked, whoever has the link."""
    if simulation.asked_by_id is None:
        return True
    deck = simulation.deck
    started_it = simulation.asked_by_id == getattr(request.user, "pk", None)
    return started_it or bool(deck and selectors.may_edit(deck, request.user, keys_for(request, deck)))


def stoppable(request: HttpRequest, slug: str) -> Simulation:
    """The simulation, if this request may stop it; otherwise it does not exist."""
    simulation = readable(request, slug)
    if not may_stop(request, simulation):
        raise NotFoundError
    return simulation
