"""Which games a request may see and play: its link shows it, its key or the player's account plays it."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.crypto import constant_time_compare

from deckbuilder.common.db_text import storable
from deckbuilder.playtest.models import Playtest
from deckbuilder.playtest.retention import open_today

SESSION_KEY = "playtest_keys"
MAX_KEYS = 50
"""Games whose keys a browser keeps, the last ones."""


def readable(slug: str) -> Playtest:
    """The game with that link. Raises Http404."""
    if not storable(slug):
        raise Http404
    playtest = get_object_or_404(Playtest.objects.select_related("deck"), slug=slug)
    open_today(playtest)
    return playtest


def watchable(slug: str) -> Playtest:
    """The game with that link for spectators. Raises Http404."""
    if not storable(slug):
        raise Http404
    return get_object_or_404(Playtest, watch_slug=slug)


def may_play(request: HttpRequest, playtest: Playtest) -> bool:
    key = request.session.get(SESSION_KEY, {}).get(playtest.slug) or request.headers.get("X-Edit-Key", "")
    mine = playtest.player_id is not None and playtest.player_id == getattr(request.user, "pk", None)
    return mine or bool(key and constant_time_compare(key, playtest.edit_key))


def playable(request: HttpRequest, slug: str) -> Playtest:
    """The game, if this request may play it; otherwise it does not exist."""
    playtest = readable(slug)
    if not may_play(request, playtest):
        raise Http404
    return playtest


def remember(request: HttpRequest, playtest: Playtest) -> None:
    """Let this browser play the game."""
    keys = {**request.session.get(SESSION_KEY, {}), playtest.slug: playtest.edit_key}
    request.session[SESSION_KEY] = dict(list(keys.items())[-MAX_KEYS:])
