"""What every template may use."""

from django.conf import settings
from django.http import HttpRequest

from deckbuilder.common.themes import accents_version, theme_of
from games.registry import GAMES


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "all_games": GAMES,
        "all_languages": settings.LANGUAGES,
        "theme": theme_of(request),
        "accents_version": accents_version(),
    }
