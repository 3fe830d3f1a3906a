"""App configuration of odds and simulations."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StatsConfig(AppConfig):
    name = "deckbuilder.stats"
    verbose_name = _("statistics")
