"""Context of every template."""

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html

from deckbuilder.common.themes import accents_version, theme_of
from games.registry import GAMES

HIDDEN = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'


def site(request: HttpRequest) -> dict[str, object]:
    """`csrf_token` and the field that holds it are one for all forms of a page: each is 64 random characters."""
    token = SimpleLazyObject(lambda: get_token(request))
    return {
        "csrf_token": token,
        "csrf_input": SimpleLazyObject(lambda: format_html(HIDDEN, token)),
        "all_games": GAMES,
        "all_languages": settings.LANGUAGES,
        "theme": theme_of(request),
        "accents_version": accents_version(),
    }
