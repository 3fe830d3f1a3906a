"""Catalog admin: lists, imports and corrections can only be viewed."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from deckbuilder.catalog.models import CatalogImport, Correction, RestrictionList


class RecordAdmin(admin.ModelAdmin):
    """Rows that are written on the site's own pages, and only read here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(RestrictionList)
class RestrictionListAdmin(RecordAdmin):
    """All versions of all lists, drafts too. They are written on the site's own pages, which keep the traces."""

    list_display = ("title", "version", "game", "format", "status", "effective_from", "pool")
    list_filter = ("game", "status")
    search_fields = ("title", "slug", "version")
    fields = (*list_display, "slug", "announced_at", "limits", "sets", "source", "reason", "notes", "corrections")


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
