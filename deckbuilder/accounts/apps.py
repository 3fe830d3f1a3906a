"""The app of accounts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "deckbuilder.accounts"
    verbose_name = _("accounts")

    def ready(self) -> None:
        from deckbuilder.accounts import receivers  # noqa: F401
