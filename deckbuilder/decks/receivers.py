"""Signal handlers for decks: signing in."""

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import ngettext

from deckbuilder.accounts.models import User
from deckbuilder.decks.access import SESSION_KEY
from deckbuilder.decks.models import Deck
from deckbuilder.decks.selectors import codes_in_use
from deckbuilder.decks.services import claim
from games.engine.model.game import Game


@receiver(user_logged_in)
def claim_decks(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Decks built in this browser before signing in become the user's."""
    keys = request.session.pop(SESSION_KEY, None)
    count = claim(keys, user) if keys else 0
    if count:
        sentence = ngettext(
            "%(count)d deck has been moved to your account.", "%(count)d decks have been moved to your account.", count
        ) % {"count": count}
        messages.success(request, sentence, fail_silently=True)


def codes_of_decks(game: Game, codes: Collection[str], **kwargs: Any) -> set[str]:
    """Those of these printings that decks or their versions have."""
    return codes_in_use(game.slug, besides=Deck.objects.none()) & set(codes)
