"""Bulk imports of lists in the API."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.common.rest.fields import Paged, Strict, Words
from deckbuilder.events.bounds import MAX_PLAYER_NAME, MAX_REASON
from deckbuilder.events.bulk import jobs, services
from deckbuilder.events.bulk.sentences import refusal, unknown_line
from deckbuilder.events.models import BulkTask, BulkUpload
from deckbuilder.events.sentences import event_error

Line = dict[str, Any]
"""The planned result for a list, as in `bulk.Plan`."""


@extend_schema_field(OpenApiTypes.BINARY)
class SentFile(serializers.FileField):
    """A file, which may be empty: it is then refused as a list, not as a request."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"allow_empty_file": True, **options})


class Reason(serializers.CharField):
    """An optional reason."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"default": "", "allow_blank": True, "max_length": MAX_REASON, **options})


class UploadWanted(Strict):
    """Lists of many players."""

    files = serializers.ListField(
        child=SentFile(), help_text="Lists, one file per player; ZIP archives of these; CSV files with many players."
    )
    reason = Reason(help_text="Why they are accepted after the deadline.")


class TakeWanted(Strict):
    """Uploaded lists to import."""

    reason = Reason(help_text="Why they are accepted after the deadline, if no reason was sent with the upload.")


class PlayerWanted(Strict):
    """Whose list one of an upload is."""

    item = serializers.IntegerField(min_value=0, help_text="The number of the list.")
    player = serializers.CharField(
        max_length=MAX_PLAYER_NAME, help_text="The name of a player on the roster, a number such as #12, or a new name."
    )


class PlayersWanted(Strict):
    """Whose lists those are whose outcome is `unsure`."""

    players = PlayerWanted(many=True, allow_empty=False)


class RefusalSerializer(serializers.Serializer):
    """Why a list is not imported, or why none could be read."""

    code = serializers.CharField()
    message = serializers.CharField()
    params = serializers.DictField(help_text="The values used in the message.")


class UploadSerializer(serializers.Serializer):
    """An upload of lists. Context: `request`."""

    id = serializers.IntegerField()
    url = serializers.SerializerMethodField(help_text="Its page.")
    names = serializers.CharField(help_text="Names of the files.")
    reason = serializers.CharField(help_text="Why they are accepted after the deadline, or empty.")
    sent_by = serializers.CharField(source="sent_by.username", default=None, allow_null=True)
    sent_at = serializers.DateTimeField()
    applied_at = serializers.DateTimeField(allow_null=True, help_text="When they were imported; null if not yet.")
    task = serializers.ChoiceField(
        BulkTask.values, allow_blank=True, help_text="What a worker has yet to do with them, or empty."
    )
    percent = serializers.IntegerField(help_text="Progress of the task.")
    error = serializers.SerializerMethodField(help_text="Why the last task failed; null if it did not.")

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, upload: BulkUpload) -> Any:
        path = reverse("events:bulk-upload", args=[upload.event.slug, upload.pk])
        return self.context["request"].build_absolute_uri(path)

    @extend_schema_field(RefusalSerializer(allow_null=True))
    def get_error(self, upload: BulkUpload) -> Any:
        if (error := jobs.error_of(upload)) is None:
            return None
        return {"code": f"event.{error.code}", "message": event_error(error), "params": error.params}


class UnsettledSerializer(serializers.Serializer):
    """A line of a list that names no card."""

    line = serializers.IntegerField(help_text="Its number in the list.")
    text = serializers.CharField()
    notes = Words(help_text="Codes of the reasons.")
    message = serializers.CharField()
    choices = Words(help_text="The cards it may mean.")


class BroughtSerializer(serializers.Serializer):
    """The result for a list."""

    item = serializers.IntegerField(default=None, allow_null=True, help_text="Its number in the upload, from 0.")
    place = serializers.CharField(help_text="The file, or its row.")
    player = serializers.CharField(
        help_text="The player's name in the file; if the outcome is `unsure`, the name to confirm."
    )
    outcome = serializers.ChoiceField(services.OUTCOMES)
    refusal = serializers.SerializerMethodField(help_text="Null unless it is refused.")
    number = serializers.SerializerMethodField(help_text="The number of the player's entry; null if there is none yet.")
    name = serializers.CharField(
        default=None, allow_null=True, help_text="The deck's name; null if the list is refused."
    )
    fingerprint = serializers.CharField(default=None, allow_null=True)
    status = serializers.ChoiceField(("legal", "incomplete", "illegal"), default=None, allow_null=True)
    lines = serializers.SerializerMethodField(help_text="Those that name no card.")

    @extend_schema_field(RefusalSerializer(allow_null=True))
    def get_refusal(self, line: Line) -> Any:
        if line["outcome"] != "refused":
            return None
        code, params = line["error"], line["params"]
        return {"code": code, "message": refusal(code, params), "params": params}

    def get_number(self, line: Line) -> int | None:
        return line.get("number") or None

    @extend_schema_field(UnsettledSerializer(many=True))
    def get_lines(self, line: Line) -> Any:
        return [_line_json(data) for data in line.get("lines", [])]


def _line_json(data: list[Any]) -> dict[str, Any]:
    line, text, note, names = unknown_line(data)
    return {"line": line, "text": text, "notes": data[3], "message": note, "choices": names}


class UploadQuery(Paged):
    outcome = serializers.ChoiceField(services.OUTCOMES, required=False)


class UploadPage(UploadSerializer):
    """An upload of lists, with a page of results."""

    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Number of lists by outcome.")
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = BroughtSerializer(many=True)
