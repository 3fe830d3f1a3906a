"""Events in the administration: read-only, except for naming an organiser where none is left."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from deckbuilder.accounts.models import User
from deckbuilder.events.event import services
from deckbuilder.events.models import DeckCheck, Event, LogEntry, Role


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


@admin.register(DeckCheck)
class DeckCheckAdmin(ReadOnly):
    list_display = ("submission", "outcome", "checked_by", "checked_at")
    list_filter = ("outcome",)
    list_select_related = ("submission", "checked_by")
    search_fields = ("submission__fingerprint", "submission__entry__name", "submission__entry__event__name")


@admin.register(Role)
class RoleAdmin(ReadOnly):
    """Roles given here are logged like any others."""

    list_display = ("event", "user", "role")
    list_filter = ("role",)
    list_select_related = ("event", "user")
    search_fields = ("event__name", "event__slug", "user__username")
    autocomplete_fields = ("event", "user")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return admin.ModelAdmin.has_add_permission(self, request)

    def save_model(self, request: HttpRequest, obj: Role, form: Any, change: bool) -> None:
        assert isinstance(request.user, User)  # the admin admits only accounts
        obj.pk = services.add_role(obj.event, obj.user, obj.role, by=request.user).pk
