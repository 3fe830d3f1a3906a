"""The app of decks."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    name = "deckbuilder.decks"
    verbose_name = _("decks")

    def ready(self) -> None:
        from deckbuilder.catalog.signals import renamed, renaming
        from deckbuilder.decks import receivers  # noqa: F401
        from deckbuilder.decks.search_texts import follow_catalog, note

        renaming.connect(note)
        renamed.connect(follow_catalog)
