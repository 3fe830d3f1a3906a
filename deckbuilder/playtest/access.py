"""Which games a request may see and play: the link lets anyone see a game; its key or the player's account lets them
play it."""

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from deckbuilder.common.database import NotFoundError, get_row, storable
from deckbuilder.playtest.models import Playtest
from deckbuilder.playtest.services import record_playtest_visit

SESSION_KEY = "playtest_keys"
MAX_KEYS = 50
"""The most games whose keys a browser's session keeps, the last ones."""

LIGHT = Playtest.objects.select_related("deck").only(
    *(each.name for each in Playtest._meta.concrete_fields if each.name not in ("cards", "shuffle", "deck")),
    "deck__slug",
)
"""Playtests without their cards, which are loaded once for many moves."""


def readable(slug: str) -> Playtest:
    """The game with that link. Raises NotFoundError."""
    if not storable(slug):
        raise NotFoundError
    playtest = get_row(LIGHT, slug=slug)
    record_playtest_visit(playtest)
    return playtest


def watchable(slug: str) -> Playtest:
    """The game with that link for spectators. Raises NotFoundError."""
    if not storable(slug):
        raise NotFoundError
    return get_row(Playtest.objects.all(), watch_slug=slug)


def may_play(request: HttpRequest, playtest: Playtest) -> bool:
    key = request.session.get(SESSION_KEY, {}).get(playtest.slug) or request.headers.get("X-Edit-Key", "")
    is_player = playtest.player_id is not None and playtest.player_id == getattr(request.user, "pk", None)
    return is_player or bool(key and constant_time_compare(key, playtest.edit_key))


def playable(request: HttpRequest, slug: str) -> Playtest:
    """The game, if this request may play it. Raises NotFoundError otherwise."""
    playtest = readable(slug)
    if not may_play(request, playtest):
        raise NotFoundError
    return playtest


def remember(request: HttpRequest, playtest: Playtest) -> None:
    """Let this browser play the game."""
    keys = {**request.session.get(SESSION_KEY, {}), playtest.slug: playtest.edit_key}
    request.session[SESSION_KEY] = dict(list(keys.items())[-MAX_KEYS:])
