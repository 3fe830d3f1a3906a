"""Uploaded catalog files, and the states of a catalog that changes leave."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models.cards import PlainJSON
from deckbuilder.common.models import CountedJob


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
    EDIT = "edit", _("change of a card")
    UNDO = "undo", _("change undone")
    OTHER = "other", _("other change")


class CatalogState(models.Model):
    """A state of a game's catalog: the one that a change left. Written in the transaction of the change.

    `before`: compressed, the rows that the change replaced, see snapshots.py; `changed`: how many there are. `code`: of
    a change made on the page of a card, the printing's number; `undoes`: the change that it took back.
    """

    game = models.CharField(_("game"), max_length=40)
    kind = models.CharField(_("kind"), max_length=10, choices=StateKind.choices, default=StateKind.OTHER)
    upload = models.ForeignKey(CatalogImport, null=True, on_delete=models.SET_NULL, related_name="states")
    code = models.CharField(_("number"), max_length=80, blank=True, default="", db_default="")
    undoes = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="undone_by")
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

    @property
    def is_undone(self) -> bool:
        return bool(self.undone_by.all())

    @property
    def may_undo(self) -> bool:
        """Whether it is undone by itself; an import is undone on its own page."""
        return self.kind == StateKind.EDIT and not self.is_undone
