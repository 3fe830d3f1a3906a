"""App configuration of the catalog."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class CatalogConfig(AppConfig):
    name = "deckbuilder.catalog"
    verbose_name = _("catalog")

    def ready(self) -> None:
        post_migrate.connect(_index, sender=self)


def _index(using: str, **facts: Any) -> None:
    """Re-index after migrations: game definitions may have changed since the cards were indexed."""
    from django.db import connections

    from deckbuilder.catalog.models import SearchIndex
    from deckbuilder.catalog.services import reindex_changed_games

    if SearchIndex._meta.db_table in connections[using].introspection.table_names():
        reindex_changed_games()
