"""The app of events."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EventsConfig(AppConfig):
    name = "deckbuilder.events"
    verbose_name = _("events")

    def ready(self) -> None:
        from deckbuilder.decks.verdicts.occasions import SOURCES
        from deckbuilder.events.hooks import receivers  # noqa: F401
        from deckbuilder.events.hooks.occasions import SOURCE

        SOURCES.append(SOURCE)
