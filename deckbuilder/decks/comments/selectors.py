"""Queries on comments."""

from __future__ import annotations

from django.conf import settings
from django.db.models import Q, QuerySet

from deckbuilder.accounts.models import Suspension, User
from deckbuilder.accounts.selectors import blocks, suspension_from
from deckbuilder.common.input import InputError
from deckbuilder.decks.models import Comment, Deck, Visibility


def takes_comments(deck: Deck) -> bool:
    """Whether a deck has comments at all: while it is public, and unless the operator has turned them off."""
    return bool(settings.PEOPLE) and deck.visibility == Visibility.PUBLIC


def comments_for(deck: Deck, reader: User | None) -> QuerySet[Comment]:
    """What somebody sees under a deck, oldest first: without what staff have removed, unless it is their own, and
    without those whom they have blocked."""
    shown = Q(removed_reason="", author__is_active=True)
    comments = Comment.objects.filter(deck=deck).select_related("author").order_by("made_at", "id")
    if reader is None:
        return comments.filter(shown)
    return comments.filter(shown | Q(author=reader)).exclude(author__blocked_by__blocker=reader)


def refusal(deck: Deck, author: User) -> InputError | None:
    """Why somebody may not comment on a deck, as the error of trying it; None if they may."""
    if deck.comments_closed:
        return InputError("comments-closed")
    if suspension := suspension_from(Suspension.What.COMMENTS, author, deck.game):
        return InputError("suspended-comments", reason=suspension.reason)
    if blocks(deck.owner, author):
        return InputError("blocked-by-owner")
    return None
