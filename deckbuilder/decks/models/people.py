"""What people make of public decks: favourites, follows and comments."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from deckbuilder.decks.models.decks import MAX_HIDDEN_REASON, Deck

MAX_COMMENT = 2000


class Favourite(models.Model):
    """A deck that somebody marked as a favourite. It stays when the deck becomes private, but then shows nowhere."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="favourites")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="favourites")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "deck"], name="favourite_once")]
        ordering = ["-made_at", "-id"]
        verbose_name = _("favourite")
        verbose_name_plural = _("favourites")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.deck_id}"


class Follow(models.Model):
    """Somebody who wants to see the public decks of an author."""

    follower = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="followers")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["follower", "author"], name="follow_once"),
            models.CheckConstraint(condition=~models.Q(follower=models.F("author")), name="follow_of_another"),
        ]
        ordering = ["-made_at", "-id"]
        verbose_name = _("follow")
        verbose_name_plural = _("follows")

    def __str__(self) -> str:
        return f"{self.follower_id} → {self.author_id}"


class Comment(models.Model):
    """A comment on a deck, which others read while the deck is public. It goes with its author's account."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="comments")
    text = models.TextField(_("text"), max_length=MAX_COMMENT)
    made_at = models.DateTimeField(auto_now_add=True)
    edited_at = models.DateTimeField(null=True)
    removed_reason = models.CharField(max_length=MAX_HIDDEN_REASON, blank=True, default="", db_default="")
    """Why staff have removed it, "" if they have not; then only its author sees it, with the reason."""

    class Meta:
        indexes = [models.Index(fields=["deck", "made_at", "id"], name="comment_in_order")]
        ordering = ["made_at", "id"]
        verbose_name = _("comment")
        verbose_name_plural = _("comments")

    def __str__(self) -> str:
        return f"{self.author_id}: {self.deck_id}"
