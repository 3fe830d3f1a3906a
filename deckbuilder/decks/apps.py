"""The app of decks."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    name = "deckbuilder.decks"
    verbose_name = _("decks")

    def ready(self) -> None:
        from deckbuilder.catalog.signals import renamed, renaming, using
        from deckbuilder.decks import receivers
        from deckbuilder.decks.search_texts import follow_catalog, note

        post_migrate.connect(_moderators, sender=self)
        renaming.connect(note)
        using.connect(receivers.codes_of_decks)
        renamed.connect(follow_catalog)


def _moderators(using: str, **facts: Any) -> None:
    """The groups of those who moderate the decks of all games, which also delete decks and help with accounts in the
    administration, and of those who moderate one game; a group that exists is left as it is."""
    from django.contrib.auth.models import Group, Permission
    from django.contrib.contenttypes.models import ContentType

    from deckbuilder.decks.models import Deck
    from deckbuilder.decks.moderation.access import permissions, ready_groups

    group, is_new = Group.objects.using(using).get_or_create(name="Moderator")
    if is_new:
        verbs = ("view", "change", "delete")
        codenames = [f"{verb}_{name}" for name in ("user", "deck") for verb in verbs]
        apps = ("accounts", "decks")
        rows = Permission.objects.using(using).filter(content_type__app_label__in=apps, codename__in=codenames)
        group.permissions.set(rows)
    kind = ContentType.objects.db_manager(using).get_for_model(Deck)
    for codename, name in permissions():
        Permission.objects.using(using).get_or_create(content_type=kind, codename=codename, defaults={"name": name})
    for title, codename in ready_groups():
        group, is_new = Group.objects.using(using).get_or_create(name=title)
        if is_new:
            group.permissions.set(Permission.objects.using(using).filter(content_type=kind, codename=codename))
