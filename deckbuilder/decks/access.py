"""Which decks a request may read and change: by its account, or by the edit keys its browser holds."""

from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from deckbuilder.accounts.models import User
from deckbuilder.common.broken import BrokenRowError
from deckbuilder.common.database import NotFoundError, get_row, storable
from deckbuilder.common.http.session import save_in_session
from deckbuilder.common.http.visits import note_visit
from deckbuilder.decks import selectors
from deckbuilder.decks.changes.versions import DeckVersion, version_of
from deckbuilder.decks.models import Deck, Visibility
from deckbuilder.decks.to_games import check_game, check_row
from games.registry import get

SESSION_KEY = "deck_keys"


def may_edit(request: HttpRequest, deck: Deck, *, named: bool = False) -> bool:
    """Whether this request may change the deck: its owner may; if it has none, anybody with its edit key.

    `named`: the deck is named in the request's body, or known from it, rather than in the URL.
    """
    if deck.deleted_at is not None:
        return False
    if deck.owner_id is not None:
        return getattr(request.user, "pk", None) == deck.owner_id
    return constant_time_compare(_key_for(request, deck, named), deck.edit_key)


def _key_for(request: HttpRequest, deck: Deck, named: bool) -> str:
    """The key in the header, if it is for this deck; else the one that the browser holds."""
    match = request.resolver_match
    is_meant = named or (match is not None and match.kwargs.get("slug") == deck.slug)
    key: str = (is_meant and request.headers.get("X-Edit-Key")) or _keys_of(request).get(deck.slug, "")
    return key


def _keys_of(request: HttpRequest) -> dict[str, str]:
    """The edit keys that this browser holds, by slug of the deck."""
    keys: dict[str, str] = request.session.get(SESSION_KEY, {})
    return keys


def may_read(request: HttpRequest, deck: Deck, *, named: bool = False) -> bool:
    """Whether this request may read the deck: its editors may, others if it is shared and its account is not closed."""
    if may_edit(request, deck, named=named):
        return True
    is_shared = deck.deleted_at is None and deck.visibility != Visibility.PRIVATE
    return is_shared and (deck.owner is None or deck.owner.is_active)


def may_read_version(request: HttpRequest, deck: Deck, number: int) -> bool:
    """Editors may read every version of the deck, others those since it was shared."""
    if may_edit(request, deck):
        return True
    return may_read(request, deck) and number >= deck.first_shared_version


def remember(request: HttpRequest, deck: Deck) -> None:
    """Let this browser change a deck without an owner."""
    save_in_session(request.session, SESSION_KEY, deck.slug, deck.edit_key)


def person_of(request: HttpRequest) -> User:
    """The account that sends a request about authors, favourites or comments. Raises NotFoundError for a visitor, and
    where the operator has turned these off."""
    user = request.user
    if not (settings.PEOPLE and isinstance(user, User)):
        raise NotFoundError
    return user


def own_decks(request: HttpRequest, *, deleted: bool = False) -> QuerySet[Deck]:
    """The decks of an account, or those whose keys this browser holds. `deleted`: also those that can be restored."""
    user = request.user
    if isinstance(user, User):
        return selectors.decks_of(user, deleted=deleted)
    return selectors.by_edit_keys(_keys_of(request), deleted=deleted)


def decks_in_use(request: HttpRequest) -> QuerySet[Deck]:
    """The same without those that are archived."""
    return own_decks(request).filter(archived_at=None)


def readable(request: HttpRequest, slug: str, *, named: bool = False) -> Deck:
    """The deck, if this request may read it. Raises NotFoundError, and BrokenRowError if nobody can.

    `named`: as for may_edit.
    """
    if not storable(slug):
        raise NotFoundError
    deck = get_row(Deck.objects.select_related("owner"), slug=slug)
    if not may_read(request, deck, named=named):
        raise NotFoundError
    return _open(request, deck, check_row)


def named_deck(request: HttpRequest, slug: str) -> Deck:
    """The deck named in a request's body, if this request may read it. Raises as `readable` does."""
    return readable(request, slug, named=True)


def editable(request: HttpRequest, slug: str, check: Callable[[Deck], None] = check_row) -> Deck:
    """The deck, if this request may change it. Raises NotFoundError, and what `check` does: BrokenRowError if the deck
    cannot be read."""
    deck = get_row(Deck.objects.all(), slug=slug)
    if not may_edit(request, deck):
        raise NotFoundError
    return _open(request, deck, check)


def _open(request: HttpRequest, deck: Deck, check: Callable[[Deck], None]) -> Deck:
    """Raises BrokenRowError, which offers the deck's editors ways on."""
    try:
        check(deck)
    except BrokenRowError as error:
        if may_edit(request, deck):
            formats = get(deck.game).formats if error.field == "format" else ()
            edit, delete = (reverse(f"decks:{name}", args=[deck.slug]) for name in ("edit", "delete"))
            error.repair = {"formats": formats, "edit": edit, "delete": delete}
        raise
    note_deck_visit(request, deck)
    return deck


def note_deck_visit(request: HttpRequest, deck: Deck) -> None:
    """A deck with an owner does not expire."""
    if deck.owner_id is None:
        note_visit(request, deck)


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


class Origin(NamedTuple):
    """The deck of which another is a copy."""

    deck: Deck
    at: int | None
    """The copied version; None if it is not known or may not be read."""

    @property
    def has_changed(self) -> bool:
        """Whether it has changed since."""
        return self.at is not None and self.deck.revision != self.at


def origin_of(request: HttpRequest, deck: Deck) -> Origin | None:
    """The original of a deck, if it still exists and may be read."""
    source, at = deck.copied_from, deck.copied_at_revision
    if source is None or not may_read(request, source):
        return None
    return Origin(source, at if at is not None and may_read_version(request, source, at) else None)
