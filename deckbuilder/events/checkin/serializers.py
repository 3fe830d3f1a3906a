"""A roster that is imported, and who has not come, as the API takes and gives them."""

from __future__ import annotations

from rest_framework import serializers

from deckbuilder.common.fields import Strict, Words
from deckbuilder.events.bounds import MAX_REASON
from deckbuilder.events.entries.serializers import EntrySerializer
from deckbuilder.events.roster.services import OUTCOMES, Plan, PlanLine
from deckbuilder.events.sentences import event_error


class ImportWanted(Strict):
    """A roster: a player in each line, with a name, perhaps an e-mail address and a note."""

    roster = serializers.CharField(
        max_length=1_000_000, trim_whitespace=False, help_text="As it is pasted: lines, CSV, or cells with tabs."
    )
    take = serializers.BooleanField(default=False, help_text="Enter those who are new; else nothing is changed.")
    seen = serializers.CharField(
        default="", allow_blank=True, max_length=16, help_text="Of an earlier answer: take it only as it was then."
    )
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=MAX_REASON, help_text="Needed after the start."
    )


class ImportedSerializer(serializers.Serializer):
    """What becomes of a line."""

    line = serializers.IntegerField(source="row.line")
    name = serializers.CharField(source="row.name")
    email = serializers.CharField(source="row.email")
    answer = serializers.CharField(source="row.answer")
    outcome = serializers.ChoiceField(
        OUTCOMES, help_text="`new`, `known`: on the roster, `repeated`: in a line before, or `refused`."
    )
    number = serializers.SerializerMethodField(help_text="Of the entry there is; null for none.")
    before = serializers.SerializerMethodField(help_text="The line with the same player; null for none.")
    code = serializers.SerializerMethodField(help_text="Why it is refused; else empty.")
    message = serializers.SerializerMethodField(help_text="The same in words.")

    def get_number(self, line: PlanLine) -> int | None:
        return line.number or None

    def get_before(self, line: PlanLine) -> int | None:
        return line.before or None

    def get_code(self, line: PlanLine) -> str:
        return line.error.code if line.error else ""

    def get_message(self, line: PlanLine) -> str:
        return event_error(line.error) if line.error else ""


class ImportSerializer(serializers.Serializer):
    """What becomes of each line of a roster, as it was before anybody was entered."""

    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Lines by outcome.")
    unread = Words(help_text="Titles of columns that are not read.")
    seen = serializers.CharField(source="digest", help_text="To be sent back with `take`.")
    lines = ImportedSerializer(many=True)
    entered = serializers.SerializerMethodField(help_text="The numbers of those who were entered now.")

    def get_entered(self, plan: Plan) -> list[int]:
        return [each.number for each in plan.entered]


class NoShowsQuery(Strict):
    """Dropping those who did not come."""

    seen = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=16,
        help_text="Of an earlier answer: drop just those who were in it.",
    )


class NoShowsSerializer(serializers.Serializer):
    """Players who have not been checked in."""

    count = serializers.IntegerField()
    here = serializers.IntegerField(help_text="So many have been.")
    seen = serializers.CharField(help_text="To be sent back to drop just these.")
    entries = EntrySerializer(many=True)
