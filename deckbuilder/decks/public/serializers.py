"""Public decks and people, as the API takes and gives them."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from deckbuilder.decks.public.filters import ORDERS, STATUSES
from deckbuilder.decks.serializers import DecksQuery
from games.registry import GAMES


class PersonSerializer(serializers.Serializer):
    name = serializers.CharField(source="username")


class DeckFiltersQuery(DecksQuery):
    """Those of the page of public decks; with `public` only. A filter with several values may stand several times."""

    author = serializers.CharField(default="", allow_blank=True, help_text="The name of the owner.")
    leader = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Keys of cards, of which one leads the deck."
    )
    status = serializers.ChoiceField(STATUSES, required=False, help_text="Of the verdict today.")
    order = serializers.ChoiceField(ORDERS, required=False, help_text="Illegal decks come last in every order.")

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for name, help_text in (
            ("with", "Names or numbers of cards that are in the deck."),
            ("without", "Names or numbers of cards that are not."),
            *((key, f"Values of the declaration “{key}”, of which the deck has one.") for key in DECLARATIONS),
        ):
            fields[name] = serializers.ListField(child=serializers.CharField(), required=False, help_text=help_text)
        return fields

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        of_public = {"author", "leader", "status", "order", "with", "without", *DECLARATIONS}
        given = sorted(name for name in of_public if data.get(name))
        if given and not data["public"]:
            message = _("Only public decks are filtered by this: send “public=1”.")
            raise serializers.ValidationError({name: [message] for name in given}, "public-only")
        return data


DECLARATIONS = tuple(dict.fromkeys(each.key for game in GAMES for each in game.declarations))
