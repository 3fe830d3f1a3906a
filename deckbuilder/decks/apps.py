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
    """The group of those who hide and delete decks and help with accounts; if it exists, it is left as it is."""
    from django.contrib.auth.models import Group, Permission

    group, is_new = Group.objects.using(using).get_or_create(name="Moderator")
    if is_new:
        verbs = ("view", "change", "delete")
        codenames = [f"{verb}_{name}" for name in ("user", "deck") for verb in verbs]
        apps = ("accounts", "decks")
        rows = Permission.objects.using(using).filter(content_type__app_label__in=apps, codename__in=codenames)
        group.permissions.set(rows)
