"""Events in the administration: to look at. What was done to one is never edited there."""

from django.contrib import admin
from django.http import HttpRequest

from deckbuilder.events.models import Event, LogEntry


class ReadOnly(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ("name", "game", "format", "starts_at", "created_by", "started_at", "ended_at")
    list_filter = ("game", "listed")
    list_select_related = ("created_by",)
    search_fields = ("name", "slug", "place", "created_by__username")


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    list_display = ("event", "number", "at", "by", "what", "about")
    list_filter = ("what",)
    list_select_related = ("event", "by", "about")
    search_fields = ("event__name", "event__slug", "by__username")
