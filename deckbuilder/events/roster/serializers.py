"""Roster imports in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.common.rest.fields import Strict, Words
from deckbuilder.events.bounds import MAX_REASON
from deckbuilder.events.roster.services import OUTCOMES, Plan, PlanLine
from deckbuilder.events.sentences import event_error


class ImportWanted(Strict):
    """A roster: one player per line, with a name and optionally an e-mail address and a note."""

    roster = serializers.CharField(
        max_length=1_000_000, trim_whitespace=False, help_text="As pasted: lines, CSV, or cells separated by tabs."
    )
    take = serializers.BooleanField(default=False, help_text="Enter the new players; otherwise nothing is changed.")
    seen = serializers.CharField(
        default="", allow_blank=True, max_length=16, help_text="From an earlier answer: enter only what it showed."
    )
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=MAX_REASON, help_text="Required after the start."
    )


class ImportedSerializer(serializers.Serializer):
    """The result for a line."""

    line = serializers.IntegerField(source="row.line")
    name = serializers.CharField(source="row.name")
    email = serializers.CharField(source="row.email")
    answer = serializers.CharField(source="row.answer")
    outcome = serializers.ChoiceField(
        OUTCOMES, help_text="`new`, `known` (already on the roster), `repeated` (in an earlier line) or `refused`."
    )
    number = serializers.SerializerMethodField(help_text="The number of the existing entry; null if there is none.")
    before = serializers.SerializerMethodField(help_text="The line with the same player; null if there is none.")
    code = serializers.SerializerMethodField(help_text="Why it is refused, or empty.")
    message = serializers.SerializerMethodField(help_text="The same in words.")

    def get_number(self, line: PlanLine) -> int | None:
        return line.number or None

    def get_before(self, line: PlanLine) -> int | None:
        return line.before or None

    def get_code(self, line: PlanLine) -> str:
        return line.error.code if line.error else ""

    def get_message(self, line: PlanLine) -> str:
        return event_error(line.error) if line.error else ""


class IgnoredSerializer(serializers.Serializer):
    """A line that names nobody."""

    line = serializers.IntegerField()
    text = serializers.CharField()


def _ignored_json(lines: list[tuple[int, str]]) -> list[dict[str, Any]]:
    return [{"line": line, "text": text} for line, text in lines]


class ImportSerializer(serializers.Serializer):
    """The result for each line of a roster, as of before anybody was entered."""

    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Lines by outcome.")
    unread = Words(help_text="Titles of ignored columns.")
    above = serializers.SerializerMethodField(help_text="Ignored lines above the list, such as its title.")
    empty = serializers.SerializerMethodField(help_text="Ignored empty slots of a sign-up.")
    seen = serializers.CharField(source="digest", help_text="Send it back with `take`.")
    lines = ImportedSerializer(many=True)
    entered = serializers.SerializerMethodField(help_text="The numbers of the entries created now.")

    @extend_schema_field(IgnoredSerializer(many=True))
    def get_above(self, plan: Plan) -> list[dict[str, Any]]:
        return _ignored_json(plan.above)

    @extend_schema_field(IgnoredSerializer(many=True))
    def get_empty(self, plan: Plan) -> list[dict[str, Any]]:
        return _ignored_json(plan.empty)

    def get_entered(self, plan: Plan) -> list[int]:
        return [each.number for each in plan.entered]
