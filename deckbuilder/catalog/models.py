"""Cards of every game: printings as imported, and the cards derived from them."""

import json
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.traced import DRAFT, Traced
from deckbuilder.common.models import CountedJob


class PlainJSON(json.JSONEncoder):
    """Writes 雪女 unescaped: a third of the bytes, and read in half the time."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**(options | {"ensure_ascii": False}))


class Cards(models.QuerySet):
    def in_catalog(self, game: str) -> "Cards":
        """The cards of a game's catalog. A card without a printing is not in it: it is being created or was left
        over."""
        return self.filter(models.Exists(Printing.objects.filter(card=models.OuterRef("pk"))), game=game)


class Card(models.Model):
    """All printings of one identity. Derived from them by `publishing`; never edited by itself.

    `facts` holds the fields of a games.engine Card by name, without `haystack` and `retired`.
    """

    game = models.CharField(max_length=40)
    key = models.CharField(max_length=300)
    name = models.CharField(max_length=200)
    name_key = models.CharField(max_length=400, help_text="The name, folded.")
    kind = models.CharField(max_length=40)
    facts = models.JSONField(default=dict, encoder=PlainJSON)
    haystack = models.TextField(blank=True)
    text_key = models.TextField(blank=True, help_text="The text, folded.")
    released = models.DateField(null=True, blank=True)
    retired = models.BooleanField(default=False)

    objects = Cards.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "key"], name="card_key_once")]
        indexes = [models.Index(fields=["game", "name_key"], name="card_name")]
        verbose_name = _("card")
        verbose_name_plural = _("cards")

    def __str__(self) -> str:
        return self.name

    @property
    def names(self) -> tuple[str, ...]:
        """All names, as on a games.engine Card."""
        return (self.name, *self.facts.get("alt_names", ()))


class Printing(models.Model):
    """One line of a catalog file. `facts` holds the fields of a games.engine Printing by name, without empty ones."""

    game = models.CharField(max_length=40)
    code = models.CharField(max_length=80)
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="printings")
    name = models.CharField(max_length=200)
    facts = models.JSONField(default=dict, encoder=PlainJSON)
    released = models.DateField(null=True, blank=True)
    position = models.PositiveIntegerField(default=0, help_text="Its place in the file it came from.")
    retired = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "code"], name="printing_code_once")]
        ordering = ["position", "id"]
        verbose_name = _("printing")
        verbose_name_plural = _("printings")

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


class Correction(models.Model):
    """What staff settled where the printings of a card disagree: see games.engine.model.cards.Correction.

    It belongs to one of the card's printings, which keeps its number whatever becomes of names and of the card. Written
    once; a later one of the same field replaces it.
    """

    printing = models.ForeignKey(
        Printing, on_delete=models.CASCADE, related_name="corrections", verbose_name=_("printing")
    )
    field = models.CharField(_("field"), max_length=40)
    value = models.JSONField(_("value"), encoder=PlainJSON)
    settled = models.JSONField(
        _("settled values"), default=list, encoder=PlainJSON, help_text=_("The values that the printings had.")
    )
    day = models.DateField(_("in effect from"))
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, verbose_name=_("settled by")
    )
    created_at = models.DateTimeField(_("settled at"), auto_now_add=True)

    class Meta:
        ordering = ["id"]
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")

    def __str__(self) -> str:
        return f"{self.printing} {self.field}"


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


class ImportStatus(models.TextChoices):
    WAITING = "waiting", _("waiting")
    READING = "reading", _("reading")
    MAPPING = "mapping", _("columns to be set")
    PREVIEW = "preview", _("preview")
    APPLYING = "applying", _("applying")
    APPLIED = "applied", _("applied")
    FAILED = "failed", _("failed")
    UNDOING = "undoing", _("being undone")
    UNDONE = "undone", _("undone")


class CatalogImport(CountedJob):
    """An uploaded catalog file: the changes it would make, and its outcome."""

    game = models.CharField(_("game"), max_length=40)
    filename = models.CharField(_("name of the file"), max_length=200)
    skip_bad = models.BooleanField(_("rows with errors skipped"), default=False)
    complete = models.BooleanField(_("the whole catalog"), default=False)
    status = models.CharField(_("status"), max_length=10, choices=ImportStatus.choices, default=ImportStatus.WAITING)
    report = models.JSONField(default=dict, encoder=PlainJSON)
    column_map = models.JSONField(_("map of columns"), null=True, blank=True, encoder=PlainJSON)
    error = models.JSONField(_("error"), null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, verbose_name=_("uploaded by")
    )
    created_at = models.DateTimeField(_("uploaded at"), auto_now_add=True)
    applied_at = models.DateTimeField(_("applied at"), null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("catalog import")
        verbose_name_plural = _("catalog imports")

    def __str__(self) -> str:
        return f"{self.filename} ({self.game})"


class CatalogFile(models.Model):
    """The bytes of an uploaded file, kept in the database, which all machines of the site share."""

    upload = models.OneToOneField(CatalogImport, on_delete=models.CASCADE, related_name="file")
    data = models.BinaryField()

    class Meta:
        verbose_name = _("catalog file")
        verbose_name_plural = _("catalog files")

    def __str__(self) -> str:
        return str(self.upload)


class ColumnMap(models.Model):
    """The map of columns with which files with these titles were last read. `document`: as its JSON file has it."""

    game = models.CharField(max_length=40)
    titles = models.CharField(max_length=64, help_text="A digest of the titles, in any order.")
    document = models.JSONField(encoder=PlainJSON)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "titles"], name="column_map_once")]
        verbose_name = _("map of columns")
        verbose_name_plural = _("maps of columns")

    def __str__(self) -> str:
        return f"{self.game} {self.titles[:8]}"


class StateKind(models.TextChoices):
    IMPORT = "import", _("import")
    UNDO = "undo", _("import undone")
    OTHER = "other", _("other change")


class CatalogState(models.Model):
    """A state of a game's catalog: the one that a change left. Written in the transaction of the change.

    `before`: compressed, the rows that the change replaced, see states.py; `changed`: how many there are.
    """

    game = models.CharField(_("game"), max_length=40)
    kind = models.CharField(_("kind"), max_length=10, choices=StateKind.choices, default=StateKind.OTHER)
    upload = models.ForeignKey(CatalogImport, null=True, on_delete=models.SET_NULL, related_name="states")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, verbose_name=_("by"))
    made_at = models.DateTimeField(_("at"), auto_now_add=True)
    changed = models.PositiveIntegerField(default=0)
    before = models.BinaryField(default=bytes)

    class Meta:
        indexes = [models.Index(fields=["game", "id"], name="state_of_game")]
        ordering = ["id"]
        verbose_name = _("state of a catalog")
        verbose_name_plural = _("states of catalogs")

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"


class ListStatus(models.TextChoices):
    DRAFT = DRAFT, _("draft")
    PUBLIC = "public", _("announced or in force, by its day")
    WITHDRAWN = "withdrawn", _("withdrawn before its day")


class RestrictionList(Traced):
    """One version of a list of banned, limited or exclusively allowed cards, maintained by staff.

    Only a public one judges decks; from then on it never changes without a trace in its `corrections`.
    """

    TRACED = (
        "status", "title", "format", "effective_from", "pool", "limits", "sets", "source", "reason", "notes",
    )  # fmt: skip
    FIXED = ("game", "slug", "version", "announced_at")

    game = models.CharField(_("game"), max_length=40)
    format = models.CharField(_("format"), max_length=40, blank=True, help_text=_("Empty: every format of the game."))
    slug = models.SlugField(_("short name"), max_length=60)
    title = models.CharField(_("title"), max_length=120)
    version = models.CharField(_("version"), max_length=40)
    status = models.CharField(
        _("status"), max_length=10, choices=ListStatus.choices, default=ListStatus.PUBLIC, db_default=ListStatus.PUBLIC
    )
    announced_at = models.DateTimeField(_("announced at"), null=True, blank=True)
    effective_from = models.DateField(_("in effect from"))
    pool = models.BooleanField(_("only these cards"), default=False)
    limits = models.JSONField(
        _("cards"),
        default=dict,
        help_text=_('Card name to copies allowed: {"雪女": 0, "天狗": 1}; null: as many as the rules allow.'),
    )
    sets = models.JSONField(
        _("only these sets"),
        default=list,
        db_default=[],
        blank=True,
        help_text=_('Names of sets: ["SPRING", "AUTUMN"]; empty: all.'),
    )
    source = models.URLField(_("source"), blank=True)
    reason = models.TextField(_("reason"), max_length=2000, blank=True, default="", db_default="")
    notes = models.JSONField(_("notes"), default=dict, db_default={}, blank=True, encoder=PlainJSON)
    """Why a card is on the list, by entry as written in `limits`."""

    corrections = models.JSONField(_("corrections"), default=list, db_default=[], blank=True, encoder=PlainJSON)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "slug", "version"], name="list_version_once")]
        ordering = ["game", "slug", "-effective_from"]
        verbose_name = _("restriction list")
        verbose_name_plural = _("restriction lists")

    def __str__(self) -> str:
        return f"{self.title} {self.version}"

    def get_absolute_url(self) -> str:
        return reverse("catalog:list", args=[self.game, self.slug, self.version])


class ListTies(models.Model):
    """The printings that the entries of a list mean: `codes`, by entry as the list writes it, see ties.py.

    The list may be in the database, in a file of its game or an organiser's own; of the latter `version` is empty.
    """

    game = models.CharField(max_length=40)
    slug = models.CharField(max_length=80)
    version = models.CharField(max_length=40, blank=True)
    codes = models.JSONField(default=dict, encoder=PlainJSON)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "slug", "version"], name="ties_once")]
        verbose_name = _("ties of a restriction list")
        verbose_name_plural = _("ties of restriction lists")

    def __str__(self) -> str:
        return f"{self.slug} {self.version}"
