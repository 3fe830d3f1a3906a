"""Questions about roles: the groups that every site has, and the people in them."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from django.contrib.auth.models import Group
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deckbuilder.accounts.models import RoleChange, User
from deckbuilder.common.labels import read
from games.engine.model.game import Game
from games.registry import GAMES

LABELS = {
    "Keeper": gettext_lazy("Keeper"),
    "List editor": gettext_lazy("List editor"),
    "Moderator": gettext_lazy("Moderator"),
}
"""What the groups are called: alone for all games, or with “of” and a game's English name."""


class Role(NamedTuple):
    """A group that every site has. `game`: None for all games."""

    pk: int
    group: str
    kind: str
    game: Game | None

    @property
    def label(self) -> str:
        """What it is called beside its game."""
        return str(LABELS[self.kind])

    @property
    def full_label(self) -> str:
        if self.game is None:
            return self.label
        return _("{role} of {game}").format(role=self.label, game=read(self.game.name))


class GameRoles(NamedTuple):
    """The roles of a game, None for those of all games."""

    game: Game | None
    roles: tuple[Role, ...]


def group_names() -> dict[str, tuple[str, Game | None]]:
    """The kind and the game of each group that is a role, by its name."""
    of_games = {f"{kind} of {game.name.en}": (kind, game) for game in GAMES for kind in LABELS}
    return {**of_games, **{kind: (kind, None) for kind in LABELS}}


def role_label(group: str) -> str:
    """A group in the active language; its name if it is none of the site's own."""
    names = group_names()
    return Role(0, group, *names[group]).full_label if group in names else group


def roles() -> tuple[GameRoles, ...]:
    """The roles that there are, game by game."""
    names = group_names()
    ids = {each.name: each.pk for each in Group.objects.filter(name__in=names)}
    rows = [Role(ids[name], name, kind, game) for name, (kind, game) in names.items() if name in ids]
    groups = [GameRoles(game, tuple(each for each in rows if each.game == game)) for game in (*GAMES, None)]
    return tuple(each for each in groups if each.roles)


def people(words: str, role_ids: Collection[int], *, everybody: bool) -> QuerySet[User]:
    """Accounts by name: those whose name contains `words`; without words those with rights, or everybody. Each has its
    `groups`, and whether it has `other_rights`."""
    own, member = User.user_permissions.through.objects, User.groups.through.objects
    of_person = {"user_id": OuterRef("pk")}
    single, other = Exists(own.filter(**of_person)), Exists(member.filter(**of_person).exclude(group_id__in=role_ids))
    rows = User.objects.annotate(other_rights=Q(single) | Q(other))
    if words:
        rows = rows.filter(username__icontains=words)
    elif not everybody:
        rows = rows.filter(Q(is_staff=True) | Q(is_superuser=True) | Q(Exists(member.filter(**of_person))) | Q(single))
    return rows.prefetch_related("groups").order_by("username")


def role_changes() -> QuerySet[RoleChange]:
    """What was given and taken, the last change first."""
    return RoleChange.objects.select_related("by", "person").order_by("-id")
