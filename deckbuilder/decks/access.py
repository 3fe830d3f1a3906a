"""Which decks a request may read and change: by its account, or by the edit keys its browser holds."""

from collections.abc import Callable

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.common.broken import BrokenRowError
from deckbuilder.common.database import NotFoundError, get_row, storable
from deckbuilder.decks import selectors
from deckbuilder.decks.changes.versions import DeckVersion, version_of
from deckbuilder.decks.models import Deck
from deckbuilder.decks.services import record_visit
from deckbuilder.decks.to_games import check_game, check_row
from games.registry import get

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


def own_decks(request: HttpRequest) -> QuerySet[Deck]:
    """The decks of an account, or those whose keys this browser holds."""
    user = request.user
    return selectors.decks_of(user) if isinstance(user, User) else selectors.by_edit_keys(keys_of(request))


def readable(request: HttpRequest, slug: str) -> Deck:
    """The deck, if this request may read it. Raises NotFoundError, and BrokenRowError if nobody can."""
    if not storable(slug):
        raise NotFoundError
    deck = get_row(Deck.objects.select_related("owner"), slug=slug)
    if not selectors.may_read(deck, request.user, keys_of(request)):
        raise NotFoundError
    _check(request, deck, check_row)
    record_visit(deck)
    return deck


def editable(request: HttpRequest, slug: str, check: Callable[[Deck], None] = check_row) -> Deck:
    """The deck, if this request may change it. Raises NotFoundError, and what `check` does: BrokenRowError if the deck
    cannot be read."""
    deck = get_row(Deck.objects.all(), slug=slug)
    if not may_edit(request, deck):
        raise NotFoundError
    _check(request, deck, check)
    record_visit(deck)
    return deck


def may_read_version(request: HttpRequest, deck: Deck, number: int) -> bool:
    return selectors.may_read_version(deck, number, request.user, keys_of(request))


def _check(request: HttpRequest, deck: Deck, check: Callable[[Deck], None]) -> None:
    """Raises BrokenRowError, which offers the deck's editors ways on."""
    try:
        check(deck)
    except BrokenRowError as error:
        if may_edit(request, deck):
            formats = get(deck.game).formats if error.field == "format" else ()
            edit, delete = (reverse(f"decks:{name}", args=[deck.slug]) for name in ("edit", "delete"))
            error.repair = {"formats": formats, "edit": edit, "delete": delete}
        raise


def repairable(request: HttpRequest, slug: str) -> Deck:
    """The deck, if this request may change it: also one whose format or declarations cannot be read, so that others can
    be chosen. Raises NotFoundError and BrokenRowError."""
    return editable(request, slug, check_game)


def deletable(request: HttpRequest, slug: str) -> Deck:
    """The deck, if this request may change it, whatever is in it. Raises NotFoundError."""
    return editable(request, slug, lambda deck: None)


def readable_version(request: HttpRequest, deck: Deck, number: int) -> DeckVersion:
    """A version of a deck that this request may read. Raises NotFoundError if it may not, and InputError if the version
    is not available."""
    if not may_read_version(request, deck, number):
        raise NotFoundError
    return version_of(deck, number)


def may_edit(request: HttpRequest, deck: Deck) -> bool:
    return selectors.may_edit(deck, request.user, keys_of(request))
