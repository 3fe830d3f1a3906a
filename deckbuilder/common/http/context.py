"""Context of every template."""

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html

from deckbuilder.common.drawing.themes import COOKIE, Theme
from games.registry import GAMES

HIDDEN = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'


def site(request: HttpRequest) -> dict[str, object]:
    """All forms of a page share one `csrf_token` and one field with it: each is 64 random characters."""
    token = SimpleLazyObject(lambda: get_token(request))
    return {
        "csrf_token": token,
        "csrf_input": SimpleLazyObject(lambda: format_html(HIDDEN, token)),
        "all_games": GAMES,
        "all_languages": settings.LANGUAGES,
        "theme": _theme(request),
    }


def _theme(request: HttpRequest) -> str:
    """What the signed-in person chose, else what this browser was told."""
    user = getattr(request, "user", None)  # an error may come before anybody was asked who they are
    if user and user.is_authenticated:
        return str(user.theme)
    theme = request.COOKIES.get(COOKIE, "")
    return theme if theme in Theme.values else Theme.AUTO.value
