"""Which simulations a request may see and stop."""

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from deckbuilder.accounts.models import User
from deckbuilder.common.broken import require
from deckbuilder.common.database import NotFoundError, get_row
from deckbuilder.common.http.visits import note_visit
from deckbuilder.decks import access
from deckbuilder.decks.changes.versions import shared_since
from deckbuilder.decks.models import Deck
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.selectors import simulations_of_deck
from deckbuilder.stats.simulations.sentences import FAILURES
from deckbuilder.stats.to_games import check_row


def visible(request: HttpRequest, deck: Deck) -> QuerySet[Simulation]:
    """The simulations of a deck that this request may see, newest first: those of the deck since it was shared, and its
    own; editors of the deck see all."""
    simulations = simulations_of_deck(deck.pk)
    if access.may_edit(request, deck, named=True):
        return simulations
    if not access.may_read(request, deck, named=True):
        return simulations.none()
    own = Q(asked_by=request.user) if isinstance(request.user, User) else Q()
    return simulations.filter(Q(asked_at__gte=shared_since(deck)) | own)


def readable(request: HttpRequest, slug: str) -> Simulation:
    """The simulation, for anyone who has its link and may see it among those of its deck. Raises NotFoundError
    otherwise."""
    simulation = get_row(Simulation.objects.select_related("deck", "asked_by"), slug=slug)
    deck = simulation.deck
    if deck and not visible(request, deck).filter(pk=simulation.pk).exists():
        raise NotFoundError
    check_row(simulation)
    require(simulation, "error", simulation.error in ("", *FAILURES))
    note_visit(request, simulation, "looked_on")
    if deck:
        access.note_deck_visit(request, deck)
    return simulation


def readable_pair(request: HttpRequest, slug: str, other: str) -> tuple[Simulation, Simulation]:
    """Two simulations that can be compared: of whole games of one game. Raises NotFoundError otherwise."""
    first, second = readable(request, slug), readable(request, other)
    if first.game != second.game or {first.study, second.study} != {"games"}:
        raise NotFoundError
    return first, second


def may_stop(request: HttpRequest, simulation: Simulation) -> bool:
    """The user who started it and anyone who may edit its deck; anyone with the link if no user is known to have
    started it."""
    if simulation.asked_by_id is None:
        return True
    deck = simulation.deck
    started_it = simulation.asked_by_id == getattr(request.user, "pk", None)
    return started_it or bool(deck and access.may_edit(request, deck, named=True))


def stoppable(request: HttpRequest, slug: str) -> Simulation:
    """The simulation, if this request may stop it. Raises NotFoundError otherwise."""
    simulation = readable(request, slug)
    if not may_stop(request, simulation):
        raise NotFoundError
    return simulation
