"""Signal handlers for sign-ups."""

from typing import Any

from allauth.account.signals import user_signed_up
from django.conf import settings
from django.dispatch import receiver
from django.http import HttpRequest

from deckbuilder.accounts import services
from deckbuilder.accounts.models import User
from deckbuilder.common.drawing import themes
from deckbuilder.common.drawing.themes import Theme


@receiver(user_signed_up)
def keep_preferences(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """The language and theme a visitor chose are kept with the new account."""
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    theme = request.COOKIES.get(themes.COOKIE, "")
    services.prefer(
        user,
        language=language if language in dict(settings.LANGUAGES) else "",
        theme=theme if theme in Theme.values else Theme.AUTO,
    )
