"""Catalog admin: restriction lists can be edited, imports only viewed."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from deckbuilder.catalog.models import CatalogImport, Correction, RestrictionList
from deckbuilder.catalog.restrictions import list_changes, parsing
from deckbuilder.catalog.restrictions.forms import RestrictionListForm
from deckbuilder.catalog.restrictions.selectors import restriction_lists
from games.engine.rules.list_versions import version_states
from games.registry import find

STATES = {
    "announced": _("not yet in effect"),
    "in-force": _("in effect"),
    "past": _("superseded by a later version"),
    "broken": _("broken: cannot be read"),
}


@admin.register(RestrictionList)
class RestrictionListAdmin(admin.ModelAdmin):
    form = RestrictionListForm
    fields = (
        *(
            "game",
            "format",
            "slug",
            "title",
            "version",
            "effective_from",
            "pool",
            "sets",
            "limits",
            "unknown",
            "source",
        ),
        "hits",
    )
    readonly_fields = ("hits",)
    list_display = ("title", "version", "game", "format", "effective_from", "pool", "names", "stands")
    list_filter = ("game",)
    search_fields = ("title", "slug", "version")
    save_as = True

    @admin.display(description=_("names"))
    def names(self, row: RestrictionList) -> int:
        return len(row.limits) if isinstance(row.limits, dict) else 0

    @admin.display(description=_("today"))
    def stands(self, row: RestrictionList) -> str:
        """The list's state today; it is in effect if it applies to any format of its game."""
        game = find(row.game)
        states = version_states(restriction_lists(game), game, timezone.localdate()) if game else ()
        state = next(
            (each.state for each in states if (each.list.slug, each.list.version) == (row.slug, row.version)), "broken"
        )
        return str(STATES[state])

    @admin.display(description=_("Card limits"))
    def hits(self, row: RestrictionList) -> str:
        game = find(row.game)
        if row._state.adding or game is None:
            return gettext("Shown after saving.")
        context = {"game": game, "hits": parsing.hits(row), "list": row}
        return render_to_string("admin/catalog/_hits.html", context)

    def save_model(self, request: HttpRequest, obj: RestrictionList, form: Any, change: bool) -> None:
        list_changes.save(obj, by=request.user.get_username())

    def delete_model(self, request: HttpRequest, obj: RestrictionList) -> None:
        list_changes.delete(obj, by=request.user.get_username())

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[RestrictionList]) -> None:
        for each in queryset:
            self.delete_model(request, each)


class RecordAdmin(admin.ModelAdmin):
    """Rows that are written on the site's own pages, and only read here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(CatalogImport)
class CatalogImportAdmin(RecordAdmin):
    """The outcome of each import; files are uploaded and applied on the site's own pages."""

    list_display = ("filename", "game", "status", "created_by", "created_at", "applied_at")
    list_filter = ("game", "status")
    list_select_related = ("created_by",)
    fields = (*list_display, "skip_bad", "complete", "error")
    search_fields = ("filename",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("report")


@admin.register(Correction)
class CorrectionAdmin(RecordAdmin):
    """What staff settled on the pages of cards, the last first."""

    list_display = ("printing", "field", "value", "day", "created_by", "created_at")
    list_filter = ("printing__game", "field")
    list_select_related = ("printing", "created_by")
    fields = (*list_display, "settled")
    ordering = ("-id",)
    search_fields = ("printing__code", "printing__name")
