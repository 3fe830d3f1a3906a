"""Changes to decks, and the differences between two, as the API takes and gives them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.common.rest.fields import Strict
from deckbuilder.decks.changes.edits import OPS
from deckbuilder.decks.models import Revision, RevisionState


class EditSerializer(Strict):
    """One operation; `op` says which fields it needs."""

    op = serializers.ChoiceField(
        list(OPS),
        help_text=(
            "`add`, `remove` (code, zone, count: 1 unless given) · `set` (code, zone, count) · "
            "`move` (code, zone, to: a zone, not needed from `maybe`; count: all unless given) · "
            "`swap` (code, zone, to: a printing on the maybe-board; one copy each) · "
            "`reprint` (code, zone, to: a printing) · `resolve` (zone, text, code; count: needed if "
            "that of the line is unclear) · "
            "`declare` (key, value) · `rename` (name) · `notes` (notes) · "
            "`cover` (code; without one, the game chooses) · `format` (format) · `empty` (zone). "
            "`remove`, `set` and `move` take `text` in the place of `code` for a "
            "line that names no card. The zone `maybe` is the maybe-board."
        ),
    )
    zone = serializers.CharField(required=False)
    code = serializers.CharField(required=False)
    text = serializers.CharField(required=False)
    count = serializers.IntegerField(required=False)
    to = serializers.CharField(required=False)
    key = serializers.CharField(required=False)
    value = serializers.CharField(required=False, allow_blank=True)
    name = serializers.CharField(required=False, allow_blank=True)
    notes = serializers.CharField(required=False, allow_blank=True)
    format = serializers.CharField(required=False)


MAX_EDITS = 2_000
"""Operations in one change: four for each line that a deck can have."""


class EditsSerializer(Strict):
    """Operations applied in order as one change: all of them or none."""

    edits = EditSerializer(many=True, allow_empty=False, max_length=MAX_EDITS)  # type: ignore[call-arg]  # of the list


class StepSerializer(serializers.Serializer):
    """A change of one line (`zone`, `code` and `name`, or `text`), declaration (`declare`) or field (`field`)."""

    zone = serializers.CharField(required=False)
    code = serializers.CharField(required=False)
    name = serializers.CharField(required=False)
    text = serializers.CharField(required=False)
    declare = serializers.CharField(required=False)
    field = serializers.CharField(required=False)
    at = serializers.IntegerField(
        required=False, help_text="The position in the deck of a line that was added or removed."
    )
    to = serializers.JSONField(help_text="The number of copies, or the text.")

    def get_fields(self) -> dict[str, serializers.Field]:
        before = serializers.JSONField(help_text="Like `to`, before the change.")
        return {**super().get_fields(), "from": before}


class RevisionSerializer(serializers.Serializer):
    """One change to a deck."""

    number = serializers.IntegerField()
    made_at = serializers.DateTimeField()
    author = serializers.CharField(source="author.username", default=None, allow_null=True)
    state = serializers.ChoiceField(RevisionState.choices)
    of = serializers.IntegerField(
        allow_null=True,
        help_text="For an undo or redo, the change it refers to; else the version that was restored.",
    )
    steps = serializers.SerializerMethodField()

    @extend_schema_field(StepSerializer(many=True))
    def get_steps(self, revision: Revision) -> Any:
        return revision.steps


class CompareQuery(Strict):
    number = serializers.IntegerField(default=None, min_value=0, help_text="A version of the deck; the newest.")
    at = serializers.IntegerField(default=None, min_value=0, help_text="The version to compare with; the newest.")

    def get_fields(self) -> dict[str, serializers.Field]:
        other = serializers.CharField(default="", help_text="The slug of the deck to compare with; the same deck.")
        return {**super().get_fields(), "with": other}


class ComparedSideSerializer(serializers.Serializer):
    slug = serializers.CharField()
    number = serializers.IntegerField()


class SettingDifferenceSerializer(serializers.Serializer):
    """A declaration by its key; or the format, whose key is null."""

    key = serializers.CharField(allow_null=True)
    first = serializers.CharField()
    second = serializers.CharField()


class CardDifferenceSerializer(serializers.Serializer):
    """Copies in the first deck and in the second. `card` is null for a line that names none, `code` too."""

    zone = serializers.CharField()
    card = serializers.CharField(allow_null=True)
    name = serializers.CharField()
    code = serializers.CharField(allow_null=True)
    first = serializers.IntegerField()
    second = serializers.IntegerField()


class ComparisonSerializer(serializers.Serializer):
    sides = ComparedSideSerializer(many=True)
    settings = SettingDifferenceSerializer(many=True)
    cards = CardDifferenceSerializer(many=True, help_text="Cards of which there are different numbers of copies.")
    same = CardDifferenceSerializer(many=True, help_text="Cards of which both have as many.")
