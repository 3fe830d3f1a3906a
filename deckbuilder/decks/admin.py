"""Decks in the administration: staff hide shared decks, for a reason that the owner reads, or delete them. They neither
see private decks nor share any."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from deckbuilder.common.admin import CountedDeletion
from deckbuilder.decks import services
from deckbuilder.decks.models import Deck, Visibility


@admin.register(Deck)
class DeckAdmin(CountedDeletion):
    list_display = ("__str__", "game", "format", "owner", "visibility", "is_hidden", "changed_at")
    list_filter = ("game", "visibility", ("hidden_reason", admin.EmptyFieldListFilter))
    list_select_related = ("owner",)
    search_fields = ("name", "slug", "owner__username")
    fields = ("name", "game", "format", "owner", "notes", "created_at", "changed_at", "visibility", "hidden_reason")
    readonly_fields = fields[:-1]

    @admin.display(description=_("hidden"), boolean=True)
    def is_hidden(self, obj: Deck) -> bool:
        return bool(obj.hidden_reason)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        """Shared decks, and those that staff have hidden."""
        return super().get_queryset(request).exclude(visibility=Visibility.PRIVATE, hidden_reason="")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def view_on_site(self, obj: Deck) -> str | None:
        """Staff may not open other people's private decks."""
        return None if obj.visibility == Visibility.PRIVATE else obj.get_absolute_url()

    def save_model(self, request: HttpRequest, obj: Deck, form: Any, change: bool) -> None:
        if obj.hidden_reason:
            services.hide(obj, obj.hidden_reason)
        else:
            services.unhide(obj)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:
        """What was done and why, for the deck's history in the administration."""
        if not form.changed_data:
            return super().construct_change_message(request, form, formsets, add)
        reason = form.cleaned_data["hidden_reason"]
        return gettext("Hidden because: {reason}").format(reason=reason) if reason else gettext("No longer hidden.")
