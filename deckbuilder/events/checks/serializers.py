"""Deck checks in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.common.rest.fields import Paged, Strict
from deckbuilder.events.bounds import MAX_CHECK_NOTE, MAX_EXTRA_NAME
from deckbuilder.events.checks.services import MAX_EXTRA
from deckbuilder.events.entries.serializers import nonce_field
from deckbuilder.events.models import DeckCheck, Outcome

MAX_COUNTED = 6_000
"""A list cannot have more lines: it has at most 64 KiB, and in JSON a line takes at least 12 bytes."""


class FindQuery(Paged):
    q = serializers.CharField(
        max_length=100,
        help_text="The beginning of a fingerprint, the number of an entry, or a part of a player's name.",
    )


class MatchSerializer(serializers.Serializer):
    """An entry that matches, with its list."""

    number = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    version = serializers.IntegerField(source="submission.version", default=None, allow_null=True)
    fingerprint = serializers.CharField(source="submission.fingerprint", default=None, allow_null=True)
    stands = serializers.BooleanField(source="is_current", help_text="Whether it is the current list.")


class CountedWanted(Strict):
    zone = serializers.CharField()
    name = serializers.CharField(help_text="As written in the list.")
    found = serializers.IntegerField(min_value=0)


class ExtraWanted(Strict):
    name = serializers.CharField(max_length=MAX_EXTRA_NAME)
    found = serializers.IntegerField(min_value=1)


class CheckWanted(Strict):
    """The counts. Lines of the list that are not included were not counted."""

    version = serializers.IntegerField(
        min_value=1, help_text="The version that was counted; it must be the current one."
    )
    counted: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=CountedWanted(), default=list, max_length=MAX_COUNTED
    )
    extra: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=ExtraWanted(), default=list, max_length=MAX_EXTRA, help_text="Cards that are not on the list."
    )
    outcome = serializers.ChoiceField(Outcome.choices)
    note = serializers.CharField(default="", allow_blank=True, max_length=MAX_CHECK_NOTE)
    nonce = nonce_field()


class CountedSerializer(serializers.Serializer):
    zone = serializers.CharField()
    name = serializers.CharField()
    listed = serializers.IntegerField()
    found = serializers.IntegerField(allow_null=True, help_text="Null if it was not counted.")


class ExtraSerializer(serializers.Serializer):
    name = serializers.CharField()
    found = serializers.IntegerField()


class CheckSerializer(serializers.Serializer):
    """A deck check, which cannot be changed."""

    version = serializers.IntegerField(source="submission.version")
    outcome = serializers.ChoiceField(Outcome.choices)
    note = serializers.CharField()
    checked_at = serializers.DateTimeField()
    checked_by = serializers.CharField(source="checked_by.username", default=None, allow_null=True)
    counted = serializers.SerializerMethodField()
    extra = serializers.SerializerMethodField(help_text="Cards that are not on the list.")

    @extend_schema_field(CountedSerializer(many=True))
    def get_counted(self, check: DeckCheck) -> Any:
        return [
            {"zone": zone, "name": name, "listed": listed, "found": copies}
            for zone, _key, name, listed, copies in check.counted
        ]

    @extend_schema_field(ExtraSerializer(many=True))
    def get_extra(self, check: DeckCheck) -> Any:
        return [{"name": name, "found": copies} for _key, name, copies in check.extra]
