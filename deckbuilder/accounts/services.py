"""Changes to accounts."""

from django.conf import settings
from rest_framework.authtoken.models import Token

from deckbuilder.accounts.models import Block, RoleChange, User
from deckbuilder.common.input import InputError

MAX_BLOCKS = 500


def prefer(user: User, *, language: str, theme: str) -> None:
    """Save a person's preferences. `language`: one of settings.LANGUAGES, or "" for the browser's."""
    User.objects.filter(pk=user.pk).update(language=language, theme=theme)
    user.language, user.theme = language, theme


def speak(user: User, language: str) -> None:
    """Save the chosen language; an unknown one changes nothing."""
    if language in dict(settings.LANGUAGES):
        User.objects.filter(pk=user.pk).update(language=language)
        user.language = language


def keep_searches(user: User, searches: dict[str, dict[str, str]]) -> None:
    """Save a person's searches, by the game's slug and their names."""
    User.objects.filter(pk=user.pk).update(searches=searches)
    user.searches = searches


def log_role(by: User, person: User, group: str, is_given: bool) -> RoleChange:
    """Record who gave a role, or took it, and whose it is."""
    return RoleChange.objects.create(by=by, person=person, group=group, is_given=is_given)


def new_token(user: User) -> str:
    """Create an API token; the old one stops working."""
    revoke_token(user)
    key: str = Token.objects.create(user=user).key
    return key


def revoke_token(user: User) -> None:
    Token.objects.filter(user=user).delete()


def delete(user: User) -> None:
    """Delete an account with its decks, their histories and its token. Copies that others made of its decks stay.

    Raises ProtectedError with the objects that need the account, such as events without another organiser.
    """
    user.delete()


def block(blocker: User, other: User) -> None:
    """Hide a person's comments from another, and keep them from that one's decks. Repeating it changes nothing.

    Raises InputError for oneself, and for more than MAX_BLOCKS.
    """
    if blocker == other:
        raise InputError("block-yourself")
    if Block.objects.filter(blocker=blocker).exclude(blocked=other).count() >= MAX_BLOCKS:
        raise InputError("too-many-blocks", most=MAX_BLOCKS)
    Block.objects.get_or_create(blocker=blocker, blocked=other)


def unblock(blocker: User, other: User) -> None:
    Block.objects.filter(blocker=blocker, blocked=other).delete()
