"""The app of battles."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BattleConfig(AppConfig):
    name = "deckbuilder.battle"
    verbose_name = _("battles")
