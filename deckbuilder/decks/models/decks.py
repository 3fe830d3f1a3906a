"""Saved decks, and every change made to them."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models import Printing
from deckbuilder.catalog.to_games import PrintedCard
from deckbuilder.common.database import Today
from deckbuilder.common.models import CountedJob
from games.engine.reading.decklists.lines import MAX_NAME

MAX_NOTES = 10_000
MAX_HIDDEN_REASON = 500
MAX_FOLDER = 60
MAX_TAGS_TEXT = 1000
UNDO_HOURS = 24
"""How long a bulk action can be undone; deleted decks are kept until then."""


class Visibility(models.TextChoices):
    PRIVATE = "private", _("Only me")
    LINK = "link", _("Anyone with the link")
    PUBLIC = "public", _("Public")


def new_slug() -> str:
    """72 random bits, so that only people with the link find the deck."""
    return secrets.token_urlsafe(9)


def new_edit_key() -> str:
    return secrets.token_urlsafe(18)


class DeckManager(models.Manager["Deck"]):
    """The decks that are not deleted."""

    def get_queryset(self) -> models.QuerySet["Deck"]:
        return super().get_queryset().filter(deleted_at=None)


class Deck(models.Model):
    """A deck. Its owner may change it, or, if it has none, anyone with its edit key."""

    slug = models.CharField(max_length=20, unique=True, default=new_slug)
    edit_key = models.CharField(max_length=40, default=new_edit_key)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="decks",
        verbose_name=_("owner"),
    )
    game = models.CharField(_("game"), max_length=40)
    format = models.CharField(_("format"), max_length=40)
    name = models.CharField(_("name"), max_length=MAX_NAME, blank=True)
    notes = models.TextField(_("notes"), blank=True, max_length=MAX_NOTES)
    declarations = models.JSONField(default=dict, blank=True)
    cover = models.CharField(_("cover"), max_length=80, blank=True, default="", db_default="")
    """The number of a printing of the card that stands for the deck while it is in it; "": as the game chooses."""
    visibility = models.CharField(_("visibility"), max_length=8, choices=Visibility.choices, default=Visibility.PRIVATE)
    hidden_reason = models.CharField(
        _("hidden because"),
        max_length=MAX_HIDDEN_REASON,
        blank=True,
        default="",
        db_default="",
        help_text=_("The owner reads this. While there is a reason, only the owner sees the deck and cannot share it."),
    )
    """Why staff have hidden it, "" if they have not; a hidden deck is private, and cannot be shared."""
    hidden_visibility = models.CharField(max_length=8, blank=True, default="", db_default="", editable=False)
    """What its visibility was when staff hid it."""
    hidden_at_revision = models.PositiveIntegerField(null=True, blank=True, editable=False)
    shared_revision = models.PositiveIntegerField(_("shared at revision"), null=True, blank=True, editable=False)
    """The revision at which it was shared, None while it is private; earlier ones are for those who may edit it."""
    revision = models.PositiveIntegerField(default=0)
    """The number of the last change."""
    search_text = models.TextField(default="", db_default="", editable=False)
    """The names that searches look in, see loading.search_text_of."""
    copied_from = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies")
    copied_at_revision = models.PositiveIntegerField(null=True, blank=True, editable=False)
    """The revision of the original when it was copied."""
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    changed_at = models.DateTimeField(_("changed at"), auto_now=True)
    opened_on = models.DateField(_("last opened on"), default=timezone.localdate, db_default=Today())
    """The last day on which it was opened, if it has no owner."""

    folder = models.CharField(_("folder"), max_length=MAX_FOLDER, blank=True, default="", db_default="", editable=False)
    """The place where its owner keeps it; a folder exists as long as decks are in it."""
    tags = models.TextField(_("tags"), max_length=MAX_TAGS_TEXT, blank=True, default="", db_default="", editable=False)
    """Its owner's tags, one a line, see tag_list."""
    comments_closed = models.BooleanField(_("comments closed"), default=False, db_default=False, editable=False)
    """Whether its owner takes no more comments; those that are there stay."""
    archived_at = models.DateTimeField(_("archived at"), null=True, blank=True, editable=False)
    """When its owner put it away, None if it is in use."""
    deleted_at = models.DateTimeField(_("deleted at"), null=True, blank=True, editable=False)
    """When it was deleted: nobody sees it then, and for UNDO_HOURS it can be restored."""

    objects = DeckManager()
    with_deleted: ClassVar[models.Manager["Deck"]] = models.Manager()

    class Meta:
        indexes = [
            models.Index(fields=["visibility", "game", "-changed_at"], name="deck_listed"),
            models.Index(fields=["owner", "-changed_at"], name="deck_owned"),
        ]
        verbose_name = _("deck")
        verbose_name_plural = _("decks")

    def __str__(self) -> str:
        return self.name or self.slug

    def get_absolute_url(self) -> str:
        return reverse("decks:page", args=[self.slug])

    @property
    def tag_list(self) -> list[str]:
        return self.tags.split("\n") if self.tags else []

    @property
    def first_shared_version(self) -> int:
        """The first version that people who may not edit the deck can see, while it is shared."""
        return self.revision if self.shared_revision is None else self.shared_revision


class DeckVerdict(models.Model):
    """The verdict on a deck as it was at a revision, under the rules of a digest; under others the row is ignored."""

    deck = models.OneToOneField(Deck, primary_key=True, on_delete=models.CASCADE, related_name="verdict")
    revision = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    status = models.CharField(max_length=10)
    illegal_from = models.DateField(null=True)
    """The day from which announced lists make it illegal, if it is legal or incomplete until then."""
    effects = models.JSONField(default=list)
    """What announced lists change, see verdicts.coming.Effect."""

    class Meta:
        verbose_name = _("verdict on a deck")
        verbose_name_plural = _("verdicts on decks")

    def __str__(self) -> str:
        return f"{self.deck_id}: {self.status}"


class LibraryChange(models.Model):
    """A bulk action on decks that can be undone. `owner`: None for a visitor's decks.

    `before` and `after`: by the primary key of each deck it changed, those of its fields that it changed.
    """

    slug = models.CharField(max_length=20, unique=True, default=new_slug)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    action = models.CharField(max_length=20)
    before = models.JSONField()
    after = models.JSONField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("bulk action on decks")
        verbose_name_plural = _("bulk actions on decks")

    def __str__(self) -> str:
        return f"{self.action}: {len(self.before)}"


class DeckLine(models.Model):
    """Copies of a printing in a zone; or, without a printing, an unrecognized line (`text`)."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="lines")
    zone = models.CharField(max_length=20)
    printing = models.ForeignKey(Printing, null=True, blank=True, on_delete=models.PROTECT, related_name="lines")
    text = models.CharField(max_length=200, blank=True)
    count = models.PositiveSmallIntegerField()
    position = models.PositiveIntegerField(
        help_text="Where it stands among the deck's lines, the last put in being the highest."
    )

    printed_card: PrintedCard | None = None
    """Its printing and card, in lines as from loading.lines_of."""

    class Meta:
        ordering = ["position", "id"]
        verbose_name = _("line of a deck")
        verbose_name_plural = _("lines of decks")
        constraints = [
            models.UniqueConstraint(
                fields=["deck", "zone", "printing"],
                condition=models.Q(printing__isnull=False),
                name="line_printing_once",
            ),
            models.UniqueConstraint(
                fields=["deck", "zone", "text"], condition=models.Q(printing__isnull=True), name="line_text_once"
            ),
            models.CheckConstraint(condition=models.Q(count__gte=1), name="line_counts"),
            models.CheckConstraint(
                condition=models.Q(printing__isnull=False, text="")
                | (models.Q(printing__isnull=True) & ~models.Q(text="")),
                name="line_is_card_or_text",
            ),
        ]

    def __str__(self) -> str:
        """Without a query: the administration lists all lines that are deleted with a deck or an account."""
        return f"{self.count} {self.text or f'#{self.printing_id}'}"


class RevisionState(models.TextChoices):
    STANDS = "stands", _("stands")
    UNDONE = "undone", _("undone")
    DROPPED = "dropped", _("undone, cannot be redone")
    REVERSAL = "turn", _("an undo or redo")


class Revision(models.Model):
    """A change of a deck: its `steps`, so that it can be described and undone.

    `of`: for an undo or redo, the number of the revision it reverts or repeats; for a restoration, the version it
    restores.
    """

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    steps = models.JSONField()
    state = models.CharField(max_length=7, choices=RevisionState.choices, default=RevisionState.STANDS)
    of = models.PositiveIntegerField(null=True, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deck", "number"], name="revision_number_once")]
        ordering = ["-number"]
        verbose_name = _("change to a deck")
        verbose_name_plural = _("changes to decks")

    def __str__(self) -> str:
        return f"{self.deck_id} #{self.number}"


class Version(models.Model):
    """A named revision of a deck. `content` is the deck as it was, see versions.content_of: it stays when old changes
    are removed."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=80)
    content = models.JSONField()
    made_at = models.DateTimeField(null=True, help_text=_("When the deck became what it is in this version."))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deck", "number"], name="version_number_once")]
        ordering = ["-number"]
        verbose_name = _("version of a deck")
        verbose_name_plural = _("versions of decks")

    def __str__(self) -> str:
        return f"{self.deck_id} #{self.number}"


class Renaming(models.Model):
    """Printings, by number, of renamed cards; decks with them have outdated search texts."""

    game = models.CharField(max_length=40)
    codes = models.JSONField()

    class Meta:
        verbose_name = _("renaming of cards")
        verbose_name_plural = _("renamings of cards")

    def __str__(self) -> str:
        return f"{self.game}: {len(self.codes)}"


class PhotoError(models.TextChoices):
    EMPTY = "empty", _("No writing was recognized in the photo. Take it from above, close up and in good light.")
    FAILED = "failed", _("The photo could not be read. Try another one.")


class Photo(CountedJob):
    """A photo of a deck list. Its key is its secret: no account is noted with it.

    `picture`: until it was read, None from then on; `text`: the list in it, see games/engine/reading/photos. `error`:
    why there is none.
    """

    key = models.CharField(max_length=20, unique=True, default=new_slug)
    game = models.CharField(_("game"), max_length=40, blank=True)
    picture = models.BinaryField(null=True)
    text = models.TextField(blank=True)
    error = models.CharField(max_length=10, blank=True, choices=PhotoError.choices)
    read_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("photo of a deck list")
        verbose_name_plural = _("photos of deck lists")

    def __str__(self) -> str:
        return f"#{self.pk}"

    @property
    def is_waiting(self) -> bool:
        return self.read_at is None
