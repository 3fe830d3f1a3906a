"""Signal handlers: events of a deleted account, and the lists of events when the catalog changes."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import Printing
from deckbuilder.catalog.restrictions.ties import tie_lists
from deckbuilder.catalog.signals import changing, using
from deckbuilder.events import selectors
from deckbuilder.events.locking import locked_event
from deckbuilder.events.models import Entry, Event, LogEntry, Role, check_organisers
from deckbuilder.events.to_games import untied_lists
from games.engine.model.game import Game
from games.engine.model.lists import RestrictionList


@receiver(pre_delete, sender=User)
def leave_events(instance: User, **_: Any) -> None:
    """Remove the roles of a deleted account and its address, and replace its name in the logs by a number. Its entries
    and log entries stay."""
    number = f"[{instance.pk}]"  # no account can have such a name
    _rename(instance, number)
    of_user = Q(roles__user=instance) | Q(entries__user=instance)
    for event in Event.objects.filter(of_user).distinct().order_by("pk"):  # in the order in which others lock several
        with locked_event(event) as tx:
            entry = Entry.objects.filter(event=event, user=instance).first()
            role = selectors.role_of(event, instance)
            tx.log("account-deleted", None, entry, user=number, role=role)
    check_organisers(Role.objects.filter(user=instance))  # again, now that nobody else can leave these events
    Entry.objects.filter(user=instance).update(email="")


def _rename(user: User, name: str) -> None:
    """Rename an account in all logs: the only change that is ever made to them."""
    rows: QuerySet[LogEntry] = QuerySet(LogEntry)  # LogEntry.objects refuses to change rows
    rows.filter(by=user).update(by_name=name)
    for key in ("user", "staff"):
        for each in rows.filter(**{f"params__{key}": user.username}).iterator():
            rows.filter(pk=each.pk).update(params=each.params | {key: name})


@receiver(changing)
def tie_lists_of_events(game: Game, **_: Any) -> None:
    """Tie the lists of events that are not over to their cards, before the catalog changes."""
    lists: dict[str, RestrictionList] = {}
    for event in Event.objects.filter(game=game.slug, ended_at=None).iterator():
        lists |= {f"{each.slug} {each.version} {[*each.limits]}": each for each in untied_lists(event)}
    tie_lists(game, tuple(lists.values()))


@receiver(using)
def codes_of_lists(game: Game, codes: Collection[str], **_: Any) -> set[str]:
    """Those of these printings that submitted lists have; of a line without a number, all of its card."""
    submitted_codes, keys = selectors.cards_in_lists(game.slug)
    printings = Printing.objects.filter(game=game.slug).values_list("code", "card__key")
    return {code for code, key in printings.iterator() if code in codes and (code in submitted_codes or key in keys)}
