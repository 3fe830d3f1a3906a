"""Decks and their versions, as the API takes and gives them."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.common.rest.fields import Paged, Strict
from deckbuilder.decks import access
from deckbuilder.decks.changes.versions import FIELDS, DeckVersion, made_at
from deckbuilder.decks.lists.codec import deck_code
from deckbuilder.decks.lists.serializers import ListGiven, ReceiptSerializer
from deckbuilder.decks.loading import lines_of, to_deck
from deckbuilder.decks.models import MAX_NOTES, Deck, DeckLine, Visibility
from deckbuilder.decks.services import MAX_VERSION_NAME
from games.engine.model.decks import MAYBE
from games.engine.reading.decklists.lines import MAX_NAME
from games.registry import GAMES

SLUGS = [game.slug for game in GAMES]
FORMATS = sorted({format.slug for game in GAMES for format in game.formats})


# Decks ----------------------------------------------------------------------------------------------------------------


class DeckCardSerializer(serializers.Serializer):
    """A printing in a zone with its number of copies."""

    zone = serializers.CharField()
    count = serializers.IntegerField()
    code = serializers.CharField(source="printed_card.code")
    name = serializers.CharField(source="printed_card.name")
    card = serializers.CharField(source="printed_card.card.key", help_text="The same for all printings of a card.")
    sample = serializers.BooleanField(
        source="printed_card.card.sample", help_text="Whether it is a sample card, invented by this site."
    )


class UnknownLineSerializer(serializers.Serializer):
    """A line that names no card, to be resolved."""

    zone = serializers.CharField()
    count = serializers.IntegerField()
    text = serializers.CharField()


class DeckShortSerializer(serializers.Serializer):
    """A deck in a list. Context: `request`."""

    slug = serializers.CharField()
    url = serializers.SerializerMethodField(help_text="Its page.")
    name = serializers.CharField()
    game = serializers.CharField()
    format = serializers.CharField()
    visibility = serializers.ChoiceField(Visibility.choices)
    owner = serializers.CharField(source="owner.username", default=None, allow_null=True)
    revision = serializers.IntegerField(help_text="The number of its last change.")
    created_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, deck: Deck) -> Any:
        return self.context["request"].build_absolute_uri(reverse("decks:page", args=[deck.slug]))


class CopiedFromSerializer(serializers.Serializer):
    """The original of a copied deck. `number`: the copied version; null if it is unknown or may not be read."""

    slug = serializers.CharField(source="deck.slug")
    number = serializers.IntegerField(source="at", allow_null=True)
    changed = serializers.BooleanField(source="has_changed", help_text="Whether it has changed since.")


class DeckSerializer(DeckShortSerializer):
    """A deck with its cards, in the order they were added."""

    hidden_reason = serializers.CharField(
        help_text="Why staff have hidden the deck, which cannot be shared then; empty if they have not."
    )
    notes = serializers.CharField()
    cover = serializers.CharField(
        help_text="The number of a printing of the card that stands for the deck while it is in it; empty for the "
        "game's choice."
    )
    declarations = serializers.DictField(child=serializers.CharField())
    may_edit = serializers.SerializerMethodField(help_text="Whether the caller may edit it.")
    copied_from = serializers.SerializerMethodField(
        help_text="The deck it was copied from; null if there is none that the caller may read."
    )
    fingerprint = serializers.CharField(
        help_text="The same for the same declarations and cards, whatever the printings."
    )
    code = serializers.CharField(allow_null=True, help_text="The deck code; null if the deck cannot be written as one.")
    cards = DeckCardSerializer(many=True)
    unknown = UnknownLineSerializer(many=True)
    maybe = DeckCardSerializer(many=True, help_text="The maybe-board, which is never checked, counted or drawn.")
    maybe_unknown = UnknownLineSerializer(many=True, help_text="Its lines that name no card.")

    def get_may_edit(self, deck: Deck) -> bool:
        request = self.context["request"]
        return access.may_edit(request, deck)

    @extend_schema_field(CopiedFromSerializer(allow_null=True))
    def get_copied_from(self, deck: Deck) -> Any:
        request = self.context["request"]
        origin = access.origin_of(request, deck)
        return CopiedFromSerializer(origin).data if origin else None

    def to_representation(self, deck: Deck) -> dict[str, Any]:
        lines: list[DeckLine] = lines_of(deck)
        for name, part in _parts(lines).items():
            setattr(deck, name, part)
        engine_deck = to_deck(deck, lines)
        deck.fingerprint = engine_deck.fingerprint  # type: ignore[attr-defined]
        deck.code = deck_code(engine_deck).code or None  # type: ignore[attr-defined]
        return super().to_representation(deck)


def _parts(lines: list[DeckLine]) -> dict[str, list[DeckLine]]:
    """The lines by the field that contains them."""
    parts: dict[str, list[DeckLine]] = {name: [] for name in ("cards", "unknown", "maybe", "maybe_unknown")}
    for line in lines:
        parts[_part_of(line)].append(line)
    return parts


def _part_of(line: DeckLine) -> str:
    """The field of a deck that contains a line."""
    if line.zone == MAYBE:
        return "maybe" if line.printed_card else "maybe_unknown"
    return "cards" if line.printed_card else "unknown"


class SuggestionsQuery(Strict):
    zone = serializers.CharField(default="", help_text="Where the cards are to go; the main zone, if not given.")


class SuggestedCardSerializer(serializers.Serializer):
    """A card that may go into the deck. `decks`: how many of the counted decks have it there."""

    code = serializers.CharField(help_text="Its first printing.")
    name = serializers.CharField()
    card = serializers.CharField(help_text="The same for all printings of a card.")
    decks = serializers.IntegerField()


class SuggestionsSerializer(serializers.Serializer):
    zone = serializers.CharField()
    decks = serializers.IntegerField(help_text="Number of similar legal public decks.")
    cards = SuggestedCardSerializer(many=True)


class MadeSerializer(DeckSerializer):
    """A deck that was just created. Context: `receipt`, if it was created from a list."""

    edit_key = serializers.SerializerMethodField(
        help_text="Send it as X-Edit-Key to edit the deck; null if the deck has an owner. Shown only once."
    )
    receipt = serializers.SerializerMethodField(help_text="Null if the deck was not created from a list.")

    def get_may_edit(self, deck: Deck) -> bool:
        return True

    def get_edit_key(self, deck: Deck) -> str | None:
        return deck.edit_key if deck.owner_id is None else None

    @extend_schema_field(ReceiptSerializer(allow_null=True))
    def get_receipt(self, deck: Deck) -> Any:
        return self.context.get("receipt")


class DecksQuery(Paged):
    public = serializers.BooleanField(default=False, help_text="All public decks instead of your own.")
    game = serializers.ChoiceField(SLUGS, required=False)
    format = serializers.ChoiceField(FORMATS, required=False)
    q = serializers.CharField(default="", allow_blank=True, help_text="Words in the deck's name or its cards' names.")


class DeckWanted(ListGiven):
    """A deck to create, from a list or empty."""

    game = serializers.ChoiceField(SLUGS, required=False, help_text="Required unless the list names it.")
    format = serializers.CharField(required=False)
    name = serializers.CharField(required=False, allow_blank=True, max_length=MAX_NAME)
    visibility = serializers.ChoiceField(Visibility.choices, default=Visibility.PRIVATE)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if not {"list", "deck", "game"} & set(data):
            raise serializers.ValidationError({"game": [_("Send “game”, or a list that names its game.")]}, "required")
        return super().validate(data)


class DeckChanges(Strict):
    """Changes to a deck's details."""

    name = serializers.CharField(required=False, allow_blank=True, max_length=MAX_NAME)
    format = serializers.CharField(required=False)
    notes = serializers.CharField(required=False, allow_blank=True, max_length=MAX_NOTES)
    cover = serializers.CharField(
        required=False,
        allow_blank=True,
        help_text="The number of a printing of one of its cards; empty for the game's choice.",
    )
    declarations = serializers.DictField(
        child=serializers.CharField(allow_blank=True), required=False, help_text="Only the declarations sent change."
    )
    visibility = serializers.ChoiceField(Visibility.choices, required=False)


# Versions -------------------------------------------------------------------------------------------------------------


class NamedVersionSerializer(serializers.Serializer):
    """A named version. `made_at`: when the deck became that version."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    made_at = serializers.DateTimeField(allow_null=True)


class VersionNamed(Strict):
    number = serializers.IntegerField(min_value=0)
    name = serializers.CharField(max_length=MAX_VERSION_NAME)


class VersionRestored(Strict):
    number = serializers.IntegerField(min_value=0)


class DeckVersionSerializer(serializers.Serializer):
    """A deck as it was. Context: `deck`, `number`."""

    slug = serializers.CharField()
    number = serializers.IntegerField()
    made_at = serializers.DateTimeField(allow_null=True, help_text="When it became so, where that is still known.")
    game = serializers.CharField()
    name = serializers.CharField()
    format = serializers.CharField()
    notes = serializers.CharField()
    declarations = serializers.DictField(child=serializers.CharField())
    cards = DeckCardSerializer(many=True)
    unknown = UnknownLineSerializer(many=True)
    maybe = DeckCardSerializer(many=True)
    maybe_unknown = UnknownLineSerializer(many=True)

    def to_representation(self, version: DeckVersion) -> dict[str, Any]:
        deck, number = self.context["deck"], self.context["number"]
        data = {"slug": deck.slug, "number": number, "made_at": made_at(deck, number), "game": deck.game}
        data |= {name: getattr(version.deck, name) for name in FIELDS}
        return super().to_representation(data | _parts(version.lines))
