"""What happens when somebody signs in or up."""

from typing import Any

from allauth.account.signals import user_signed_up
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import ngettext

from deckbuilder.accounts import services
from deckbuilder.accounts.models import Theme, User
from deckbuilder.common import themes


@receiver(user_logged_in)
def claim_decks(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """The decks built in this browser before signing in become this person's."""
    from deckbuilder.decks.access import SESSION_KEY
    from deckbuilder.decks.services import claim

    keys = request.session.pop(SESSION_KEY, None)
    count = claim(keys, user) if keys else 0
    if count:
        told = ngettext("%(count)d deck is now yours.", "%(count)d decks are now yours.", count) % {"count": count}
        messages.success(request, told, fail_silently=True)


@receiver(user_signed_up)
def keep_preferences(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """The language and the look a visitor chose stay with the account made of them."""
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    theme = request.COOKIES.get(themes.COOKIE, "")
    services.prefer(
        user,
        language=language if language in dict(settings.LANGUAGES) else "",
        theme=theme if theme in Theme.values else Theme.AUTO,
    )
