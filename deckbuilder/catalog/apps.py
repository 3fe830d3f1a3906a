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
        post_migrate.connect(_ready_groups, sender=self)


def _index(using: str, **facts: Any) -> None:
    """Re-index after migrations: game definitions may have changed since the cards were indexed."""
    from django.db import connections

    from deckbuilder.catalog.models import SearchIndex
    from deckbuilder.catalog.services import reindex_changed_games

    if SearchIndex._meta.db_table in connections[using].introspection.table_names():
        reindex_changed_games()


def _ready_groups(using: str, **facts: Any) -> None:
    """The permissions for one game, and the groups that have them; a group that exists is left as it is."""
    from django.contrib.auth.models import Group, Permission
    from django.contrib.contenttypes.models import ContentType

    from deckbuilder.catalog.access import permissions, ready_groups
    from deckbuilder.catalog.models import CatalogImport

    kind = ContentType.objects.db_manager(using).get_for_model(CatalogImport)
    rows = Permission.objects.using(using)
    for codename, name in permissions():
        rows.get_or_create(content_type=kind, codename=codename, defaults={"name": name})
    for title, codenames in ready_groups():
        group, is_new = Group.objects.using(using).get_or_create(name=title)
        if is_new:
            group.permissions.set(rows.filter(content_type=kind, codename__in=codenames))
