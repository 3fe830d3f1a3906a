from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlaytestConfig(AppConfig):
    name = "deckbuilder.playtest"
    verbose_name = _("playtests")
