"""The search index of a game, and what deck codes have numbers for."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models.cards import Card, PlainJSON


class SearchIndex(models.Model):
    """The data for searching a game's cards, rebuilt when they change.

    A card is a position, 0 to `size` - 1, in the game's own order; a set of cards is a Posting.
    """

    game = models.CharField(max_length=40)
    token = models.CharField(max_length=32)
    """Identifies this very row in caches."""

    definition = models.CharField(max_length=64)
    """The digest of the game it was built for."""

    size = models.PositiveIntegerField()
    live = models.PositiveIntegerField(help_text="How many of them are not retired.")
    values = models.JSONField(default=dict, encoder=PlainJSON)
    """For attributes with countable values, `[folded value, value as printed, cards in print, all cards]` in the order
    filters show them."""

    current = models.BooleanField(default=False, db_default=False)
    """The one of the game's rows that is in use; the others are being built or are outdated."""

    day = models.DateField(null=True)
    """The day whose facts of the cards it holds."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=models.Q(current=True), name="index_current_once")
        ]
        verbose_name = _("search index")
        verbose_name_plural = _("search indexes")

    def __str__(self) -> str:
        return f"{self.game} {self.token}"


class Posting(models.Model):
    """The cards of a search term, as packed by postings.pack; index_schema describes the terms."""

    index = models.ForeignKey(SearchIndex, on_delete=models.CASCADE, related_name="postings", db_index=False)
    term = models.CharField(max_length=60)
    data = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["index", "term"], name="posting_term_once")]
        verbose_name = _("search term")
        verbose_name_plural = _("search terms")

    def __str__(self) -> str:
        return self.term


class Place(models.Model):
    """The card at a position of an index."""

    index = models.ForeignKey(SearchIndex, on_delete=models.CASCADE, related_name="places", db_index=False)
    position = models.PositiveIntegerField()
    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="places")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["index", "position"], name="place_once")]
        verbose_name = _("place in a search index")
        verbose_name_plural = _("places in search indexes")

    def __str__(self) -> str:
        return f"{self.position}"


class CodeWord(models.Model):
    """The meaning of a number in a game's deck codes: a printing's `text`, or a declarable value (`words`: the key of
    the declaration). It outlives the printing, see code_books."""

    game = models.CharField(max_length=40)
    words = models.CharField(max_length=40, blank=True)
    number = models.PositiveIntegerField()
    text = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "words", "number"], name="code_number_once"),
            models.UniqueConstraint(fields=["game", "words", "text"], name="code_word_once"),
        ]
        verbose_name = _("word of deck codes")
        verbose_name_plural = _("words of deck codes")

    def __str__(self) -> str:
        return f"{self.number} {self.text}"


class CodeEdition(models.Model):
    """How many words of each kind a game's deck codes had after a catalog change that added some."""

    game = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    sizes = models.JSONField()
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="code_edition_once")]
        ordering = ["number"]
        verbose_name = _("edition of deck codes")
        verbose_name_plural = _("editions of deck codes")

    def __str__(self) -> str:
        return f"{self.game} {self.number}"
