"""The app of decks."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    name = "deckbuilder.decks"
    verbose_name = _("decks")
