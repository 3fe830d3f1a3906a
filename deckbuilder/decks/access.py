"""Which decks a request may read and change: by its account, or by the edit keys its browser holds."""

from django.db.models import QuerySet
from django.http import HttpRequest

from deckbuilder.accounts.models import User
from deckbuilder.common.database import NotFoundError, get_row, storable
from deckbuilder.decks import selectors
from deckbuilder.decks.models import Deck
from deckbuilder.decks.services import record_visit
from deckbuilder.decks.versions import DeckVersion, version_of

SESSION_KEY = "deck_keys"


def keys_of(request: HttpRequest) -> dict[str, str]:
    """The edit keys that this browser holds, by slug of the deck."""
    keys: dict[str, str] = dict(request.session.get(SESSION_KEY, {}))
    key = request.headers.get("X-Edit-Key")
    slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
    if key and slug:
        keys[slug] = key
    return keys


def remember(request: HttpRequest, deck: Deck) -> None:
    """Let this browser change a deck without an owner."""
    request.session[SESSION_KEY] = {**request.session.get(SESSION_KEY, {}), deck.slug: deck.edit_key}


def own(request: HttpRequest) -> QuerySet[Deck]:
    """The decks of an account, or those whose keys this browser holds."""
    user = request.user
    return selectors.decks_of(user) if isinstance(user, User) else selectors.by_edit_keys(keys_of(request))


def readable(request: HttpRequest, slug: str) -> Deck:
    """The deck, if this request may read it. Raises NotFoundError."""
    if not storable(slug):
        raise NotFoundError
    deck = get_row(Deck.objects.select_related("owner"), slug=slug)
    if not selectors.may_read(deck, request.user, keys_of(request)):
        raise NotFoundError
    record_visit(deck)
    return deck


def editable(request: HttpRequest, slug: str) -> Deck:
    """The deck, if this request may change it. Raises NotFoundError."""
    deck = get_row(Deck.objects.all(), slug=slug)
    if not may_edit(request, deck):
        raise NotFoundError
    record_visit(deck)
    return deck


def may_read_version(request: HttpRequest, deck: Deck, number: int) -> bool:
    return selectors.may_read_version(deck, number, request.user, keys_of(request))


def readable_version(request: HttpRequest, deck: Deck, number: int) -> DeckVersion:
    """A version of a deck that this request may read. Raises NotFoundError if it may not, and EditError if the version
    is not available."""
    if not may_read_version(request, deck, number):
        raise NotFoundError
    return version_of(deck, number)


def may_edit(request: HttpRequest, deck: Deck) -> bool:
    return selectors.may_edit(deck, request.user, keys_of(request))
