"""Decks in the administration: visibility can be changed and decks deleted, but not their cards."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from deckbuilder.decks import services
from deckbuilder.decks.models import Deck, Visibility


@admin.register(Deck)
class DeckAdmin(admin.ModelAdmin):
    list_display = ("__str__", "game", "format", "owner", "visibility", "changed_at")
    list_filter = ("game", "visibility")
    list_select_related = ("owner",)
    search_fields = ("name", "slug", "owner__username")
    fields = ("name", "game", "format", "owner", "notes", "created_at", "changed_at", "visibility")
    readonly_fields = fields[:-1]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def view_on_site(self, obj: Deck) -> str | None:
        """Staff may not open other people's private decks."""
        return None if obj.visibility == Visibility.PRIVATE else obj.get_absolute_url()

    def save_model(self, request: HttpRequest, obj: Deck, form: Any, change: bool) -> None:
        services.share(obj, obj.visibility)
