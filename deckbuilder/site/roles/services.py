"""Giving and taking roles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db import transaction

from deckbuilder.accounts.models import RoleChange, User
from deckbuilder.accounts.services import log_role
from deckbuilder.site.roles import selectors
from deckbuilder.site.roles.errors import RoleError


class Tick(NamedTuple):
    """A role of a person, by the primary keys of both."""

    person: int
    role: int


@transaction.atomic
def change_roles(by: User, was: Collection[Tick], now: Collection[Tick]) -> list[RoleChange]:
    """Give the roles that are in `now` alone, and take those that are in `was` alone, which is how the page was when it
    was opened: what others changed meanwhile stays. All or nothing; each is logged. Raises RoleError.

    Roles are groups that every site has: nobody becomes a superuser here, and administrators are left as they are.
    """
    if not (by.is_active and by.is_superuser):
        raise RoleError("not-administrator")
    changes = sorted({*was} ^ {*now})
    rows = User.objects.select_for_update().filter(pk__in={each.person for each in changes})
    persons = {each.pk: each for each in rows.order_by("pk")}
    names = {role.pk: role.group for game in selectors.roles() for role in game.roles}
    if any(each.person not in persons or each.role not in names for each in changes):
        raise RoleError("unknown-person")
    if administrators := [each.username for each in persons.values() if each.is_superuser]:
        raise RoleError("administrator", administrators[0])
    return [*_make(by, persons, names, {*now} - {*was}, True), *_make(by, persons, names, {*was} - {*now}, False)]


def _make(
    by: User, persons: dict[int, User], names: dict[int, str], ticks: Iterable[Tick], is_given: bool
) -> Iterable[RoleChange]:
    """Make the changes that are not made yet, and log them."""
    for person_id, role in sorted(ticks):
        person = persons[person_id]
        if person.groups.filter(pk=role).exists() != is_given:
            if is_given:
                person.groups.add(role)
            else:
                person.groups.remove(role)
            _follow(person)
            yield log_role(by, person, names[role], is_given)


def _follow(person: User) -> None:
    """A person with a right is staff, which the menu and the administration ask for; one without is not."""
    is_staff = person.groups.exists() or person.user_permissions.exists()
    if person.is_staff != is_staff:
        person.is_staff = is_staff
        person.save(update_fields=["is_staff"])
