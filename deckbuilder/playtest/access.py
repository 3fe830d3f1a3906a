"""Which games a request may see and play. The key of a game, or the account of its player, lets them play it; with its
link, those who may read its deck see it."""

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from deckbuilder.common.database import NotFoundError, get_row, storable
from deckbuilder.common.http.session import save_in_session
from deckbuilder.common.http.visits import note_visit
from deckbuilder.decks import access
from deckbuilder.playtest.models import Playtest
from deckbuilder.playtest.to_games import check_row

SESSION_KEY = "playtest_keys"
MAX_KEYS = 50
"""The most games whose keys a browser's session keeps, the last ones."""

WITHOUT_CARDS = Playtest.objects.select_related("deck").only(
    *(each.name for each in Playtest._meta.concrete_fields if each.name not in ("cards", "shuffle", "deck")),
    *(f"deck__{name}" for name in ("slug", "owner", "visibility", "edit_key", "opened_on", "deleted_at")),
)
"""Playtests without their cards, which are loaded once for many moves."""


def readable(request: HttpRequest, slug: str) -> Playtest:
    """The game with that link, if this request may play it or read its deck as it is now; a game whose deck is deleted
    is for its players only. Raises NotFoundError."""
    playtest = _game(slug)
    if not (may_play(request, playtest) or (playtest.deck and access.may_read(request, playtest.deck, named=True))):
        raise NotFoundError
    check_row(playtest)
    note_visit(request, playtest)
    return playtest


def openable(slug: str, key: str) -> Playtest:
    """The game, for who has the link that lets them play it. Raises NotFoundError."""
    playtest = _game(slug)
    if not constant_time_compare(key, playtest.edit_key):
        raise NotFoundError
    return playtest


def _game(slug: str) -> Playtest:
    if not storable(slug):
        raise NotFoundError
    return get_row(WITHOUT_CARDS, slug=slug)


def watchable(slug: str) -> Playtest:
    """The game with that link for spectators, who see neither the hand nor the deck. Raises NotFoundError."""
    if not storable(slug):
        raise NotFoundError
    playtest = get_row(Playtest.objects.all(), watch_slug=slug)
    check_row(playtest)
    return playtest


def may_play(request: HttpRequest, playtest: Playtest) -> bool:
    key = request.session.get(SESSION_KEY, {}).get(playtest.slug) or request.headers.get("X-Edit-Key", "")
    is_player = playtest.player_id is not None and playtest.player_id == getattr(request.user, "pk", None)
    return is_player or bool(key and constant_time_compare(key, playtest.edit_key))


def playable(request: HttpRequest, slug: str) -> Playtest:
    """The game, if this request may play it. Raises NotFoundError otherwise."""
    playtest = _game(slug)
    if not may_play(request, playtest):
        raise NotFoundError
    check_row(playtest)
    note_visit(request, playtest)
    return playtest


def grant(request: HttpRequest, playtest: Playtest) -> None:
    """Let this browser play the game."""
    save_in_session(request.session, SESSION_KEY, playtest.slug, playtest.edit_key, MAX_KEYS)
