"""Deck lists and what became of their lines, as the API takes and gives them."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from deckbuilder.common.rest.fields import Strict, Words
from deckbuilder.decks.lists.codec import INPUT_FORMS, LONGEST
from deckbuilder.decks.verdicts.serializers import VerdictSerializer


class ListGiven(Strict):
    """A deck list: `list` as text (or CSV, JSON, a deck code), or `deck` as the JSON form itself."""

    list = serializers.CharField(required=False, trim_whitespace=False, max_length=LONGEST)
    form = serializers.ChoiceField(INPUT_FORMS, required=False, help_text="The form of `list`; detected by default.")
    deck = serializers.DictField(required=False)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if "list" in data and "deck" in data:
            raise serializers.ValidationError(_("Send “list” or “deck”, not both."), "both")
        return data


class ReceiptLineSerializer(serializers.Serializer):
    line = serializers.IntegerField()
    text = serializers.CharField()
    notes = Words()
    zone = serializers.CharField(required=False)
    quantity = serializers.IntegerField(required=False)
    name = serializers.CharField(required=False)
    code = serializers.CharField(required=False)
    choices = serializers.ListField(child=serializers.DictField(), required=False)
    near = Words(required=False)
    counts = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="The numbers in the line that may be its quantity, if that is unclear.",
    )
    said = serializers.IntegerField(required=False, help_text="The number of cards that the line states.")
    read = serializers.IntegerField(required=False, help_text="The number of cards read, if it differs.")


class ReceiptSerializer(serializers.Serializer):
    """The result for every line of a list."""

    matched = serializers.IntegerField(help_text="Number of lines that name a card.")
    cards = serializers.IntegerField(help_text="Number of copies in these lines, without the maybe-board.")
    maybe = serializers.IntegerField(help_text="Number of copies on the maybe-board.")
    ambiguous = ReceiptLineSerializer(many=True)
    unknown = ReceiptLineSerializer(many=True)
    ignored = serializers.IntegerField(help_text="Number of blank lines, comments and headers.")
    noted = ReceiptLineSerializer(many=True, help_text="Settled lines with a note.")
    prefilled = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="Zones that the list does not mention, with the number of cards they were filled with.",
    )
    guessed = serializers.DictField(
        child=serializers.CharField(), help_text="Derived from the cards because the list does not say it: its `game`."
    )
    proposed = serializers.DictField(
        child=serializers.CharField(),
        help_text="Missing declarations by key, each with the only value that fits the cards.",
    )


class ListToCheck(ListGiven):
    """A list to check."""

    format = serializers.CharField(default="", help_text="A format of the game; default: the one the list names.")
    on = serializers.DateField(default=None, help_text="The day to check for; default: today.")

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if "list" not in data and "deck" not in data:
            raise serializers.ValidationError({"list": [_("Send “list” or “deck”.")]}, "required")
        return super().validate(data)


class CheckedSerializer(VerdictSerializer):
    receipt = ReceiptSerializer()
