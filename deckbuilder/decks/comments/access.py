"""Who may read and change which comment."""

from django.conf import settings
from django.http import HttpRequest

from deckbuilder.common.database import NotFoundError, get_row
from deckbuilder.decks import access
from deckbuilder.decks.comments.selectors import takes_comments
from deckbuilder.decks.models import Comment, Deck


def commented_deck(request: HttpRequest, slug: str) -> Deck:
    """A deck that has comments. Raises NotFoundError for one that is not public, also to its owner."""
    deck = access.readable(request, slug)
    if not takes_comments(deck):
        raise NotFoundError
    return deck


def closable_deck(request: HttpRequest, slug: str) -> Deck:
    """A deck whose comments this request may turn off. Raises NotFoundError."""
    if not settings.PEOPLE:
        raise NotFoundError
    return access.editable(request, slug)


def is_author(request: HttpRequest, comment: Comment) -> bool:
    return request.user.pk is not None and comment.author_id == request.user.pk


def may_delete(request: HttpRequest, comment: Comment) -> bool:
    """Its author may, and who may change the deck that it is under."""
    return is_author(request, comment) or access.may_edit(request, comment.deck)


def changeable(request: HttpRequest, pk: int) -> Comment:
    """A comment that this request may delete, and perhaps edit. Raises NotFoundError."""
    comment = _comment(pk)
    if not may_delete(request, comment):
        raise NotFoundError
    return comment


def own(request: HttpRequest, pk: int) -> Comment:
    """A comment of the caller's. Raises NotFoundError."""
    comment = _comment(pk)
    if not is_author(request, comment):
        raise NotFoundError
    return comment


def readable(request: HttpRequest, pk: int) -> Comment:
    """A comment of somebody else that this request sees under its deck. Raises NotFoundError."""
    comment = _comment(pk)
    shown = takes_comments(comment.deck) and not comment.removed_reason and comment.author.is_active
    if not shown or is_author(request, comment):
        raise NotFoundError
    return comment


def _comment(pk: int) -> Comment:
    if not settings.PEOPLE:
        raise NotFoundError
    comment: Comment = get_row(Comment.objects.select_related("author", "deck__owner"), pk=pk)
    if comment.deck.deleted_at is not None:
        raise NotFoundError
    return comment
