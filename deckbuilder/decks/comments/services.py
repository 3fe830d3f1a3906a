"""Changes to comments."""

from datetime import timedelta

from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.common.input import InputError, clean_text
from deckbuilder.decks.comments.selectors import refusal
from deckbuilder.decks.models import MAX_COMMENT, Comment, Deck
from games.engine.texts.visible import is_visible

REPEATED_WITHIN = timedelta(hours=24)


def post(deck: Deck, author: User, text: str) -> Comment:
    """Comment on a deck. Raises InputError if the author may not, for an empty or overlong text, and for the one that
    they wrote under this deck a day ago or less."""
    if error := refusal(deck, author):
        raise error
    text = _clean(text)
    since = timezone.now() - REPEATED_WITHIN
    if Comment.objects.filter(deck=deck, author=author, text=text, made_at__gt=since).exists():
        raise InputError("comment-twice", field="text")
    return Comment.objects.create(deck=deck, author=author, text=text)


def edit(comment: Comment, text: str) -> Comment:
    """Change one's comment, which says so from then on. Raises InputError as `post` does, and for one that staff have
    removed."""
    if comment.removed_reason:
        raise InputError("comment-removed", reason=comment.removed_reason)
    if error := refusal(comment.deck, comment.author):
        raise error
    text = _clean(text)
    if text != comment.text:
        comment.text, comment.edited_at = text, timezone.now()
        comment.save(update_fields=["text", "edited_at"])
    return comment


def delete(comment: Comment) -> None:
    comment.delete()


def close(deck: Deck, closed: bool) -> None:
    """Take no more comments on a deck, or take them again. Without `changed_at`, which is about its contents."""
    Deck.objects.filter(pk=deck.pk).update(comments_closed=closed)
    deck.comments_closed = closed


def _clean(text: str) -> str:
    text = clean_text(text, "text", MAX_COMMENT)
    if not text or not is_visible(text):
        raise InputError("comment-empty", field="text")
    return text
