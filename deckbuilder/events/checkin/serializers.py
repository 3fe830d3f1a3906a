"""No-shows in the API."""

from __future__ import annotations

from rest_framework import serializers

from deckbuilder.common.rest.fields import Strict
from deckbuilder.events.entries.serializers import EntrySerializer


class NoShowsQuery(Strict):
    """Dropping no-shows."""

    seen = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=16,
        help_text="From an earlier answer: drop exactly the players in it.",
    )


class NoShowsSerializer(serializers.Serializer):
    """Players who have not been checked in."""

    count = serializers.IntegerField()
    here = serializers.IntegerField(help_text="Number of players who have been checked in.")
    seen = serializers.CharField(help_text="Send it back to drop exactly these.")
    entries = EntrySerializer(many=True)
