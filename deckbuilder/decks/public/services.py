"""Changes to favourites and follows. Repeating one changes nothing."""

from deckbuilder.accounts.models import User
from deckbuilder.common.input import InputError
from deckbuilder.decks.models import Deck, Favourite, Follow

MAX_FAVOURITES = 1000
MAX_FOLLOWS = 500


def favour(user: User, deck: Deck) -> None:
    """Mark a deck as a favourite. Raises InputError for more than MAX_FAVOURITES."""
    if Favourite.objects.filter(user=user).exclude(deck=deck).count() >= MAX_FAVOURITES:
        raise InputError("too-many-favourites", most=MAX_FAVOURITES)
    Favourite.objects.get_or_create(user=user, deck=deck)


def unfavour(user: User, deck: Deck) -> None:
    Favourite.objects.filter(user=user, deck=deck).delete()


def follow(follower: User, author: User) -> None:
    """Raises InputError for oneself, and for more than MAX_FOLLOWS."""
    if follower == author:
        raise InputError("follow-yourself")
    if Follow.objects.filter(follower=follower).exclude(author=author).count() >= MAX_FOLLOWS:
        raise InputError("too-many-follows", most=MAX_FOLLOWS)
    Follow.objects.get_or_create(follower=follower, author=author)


def unfollow(follower: User, author: User) -> None:
    Follow.objects.filter(follower=follower, author=author).delete()
