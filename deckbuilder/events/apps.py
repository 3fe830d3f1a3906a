"""The app of events."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EventsConfig(AppConfig):
    name = "deckbuilder.events"
    verbose_name = _("events")
