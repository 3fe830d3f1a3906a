"""What happens to events when an account is deleted."""

from typing import Any

from django.db.models import Q
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from deckbuilder.accounts.models import User
from deckbuilder.events import selectors
from deckbuilder.events.desk import desk
from deckbuilder.events.models import Entry, Event


@receiver(pre_delete, sender=User)
def leave_events(instance: User, **_: Any) -> None:
    """Its roles go, and where it could be written to. Its entries and what it did stay; the log says so."""
    known = Q(roles__user=instance) | Q(entries__user=instance)
    for event in Event.objects.filter(known).distinct().order_by("pk"):  # as whoever else locks several
        with desk(event) as at:
            entry = Entry.objects.filter(event=event, user=instance).first()
            role = selectors.role_of(event, instance)
            at.log("account-deleted", None, entry, user=instance.username, role=role)
    Entry.objects.filter(user=instance).update(email="")
