"""Lists brought in bulk, as the API takes and gives them."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.common.fields import Paged, Strict, Words
from deckbuilder.events.bounds import MAX_REASON
from deckbuilder.events.bulk import jobs as bulk_jobs
from deckbuilder.events.bulk import services as bulk
from deckbuilder.events.bulk.models import BulkTask, BulkUpload
from deckbuilder.events.bulk.sentences import refusal, unknown_line
from deckbuilder.events.sentences import event_error

Line = dict[str, Any]
"""What becomes of a list, as bulk.Plan has it."""


@extend_schema_field(OpenApiTypes.BINARY)
class SentFile(serializers.FileField):
    """A file, which may be empty: then it is refused as a list, not as a request."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"allow_empty_file": True, **options})


class Reason(serializers.CharField):
    """Of one who may have none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"default": "", "allow_blank": True, "max_length": MAX_REASON, **options})


class UploadWanted(Strict):
    """Lists of many players."""

    files = serializers.ListField(
        child=SentFile(), help_text="Lists, a file a player; ZIP archives of these; CSV files of many players."
    )
    reason = Reason(help_text="Why they are taken after the deadline.")


class TakeWanted(Strict):
    """Lists that were sent, to be taken."""

    reason = Reason(help_text="Why they are taken after the deadline, if that was not said when they were sent.")


class RefusalSerializer(serializers.Serializer):
    """Why a list is not taken, or none of them is read."""

    code = serializers.CharField()
    message = serializers.CharField()
    params = serializers.DictField(help_text="What the message speaks of.")


class UploadSerializer(serializers.Serializer):
    """Lists that were sent in one go. Context: `request`."""

    id = serializers.IntegerField()
    url = serializers.SerializerMethodField(help_text="Its page.")
    names = serializers.CharField(help_text="Names of the files.")
    reason = serializers.CharField(help_text="Why they are taken after the deadline; else empty.")
    sent_by = serializers.CharField(source="sent_by.username", default=None, allow_null=True)
    sent_at = serializers.DateTimeField()
    applied_at = serializers.DateTimeField(allow_null=True, help_text="When they were taken; null for not yet.")
    task = serializers.ChoiceField(
        BulkTask.values, allow_blank=True, help_text="What a worker has still to do with them; empty: nothing."
    )
    percent = serializers.IntegerField(help_text="How far it has come.")
    error = serializers.SerializerMethodField(help_text="Why the last task failed; null if it did not.")

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, upload: BulkUpload) -> Any:
        path = reverse("events:bulk-upload", args=[upload.event.slug, upload.pk])
        return self.context["request"].build_absolute_uri(path)

    @extend_schema_field(RefusalSerializer(allow_null=True))
    def get_error(self, upload: BulkUpload) -> Any:
        if (error := bulk_jobs.error_of(upload)) is None:
            return None
        return {"code": f"event.{error.code}", "message": event_error(error), "params": error.params}


class UnsettledSerializer(serializers.Serializer):
    """A line of a list that names no card."""

    line = serializers.IntegerField(help_text="Its number in the list.")
    text = serializers.CharField()
    notes = Words(help_text="Codes of why it names none.")
    message = serializers.CharField()
    choices = Words(help_text="What it may mean.")


class BroughtSerializer(serializers.Serializer):
    """What becomes of a list, or became of it."""

    place = serializers.CharField(help_text="The file, or the row of it.")
    player = serializers.CharField(help_text="As the file calls them.")
    outcome = serializers.ChoiceField(bulk.OUTCOMES)
    refusal = serializers.SerializerMethodField(help_text="Null unless it is refused.")
    number = serializers.SerializerMethodField(help_text="Of the player's entry; null where there was none yet.")
    name = serializers.CharField(default=None, allow_null=True, help_text="Of the deck; null for one that is refused.")
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
    outcome = serializers.ChoiceField(bulk.OUTCOMES, required=False)


class UploadPage(UploadSerializer):
    """Lists that were sent in one go, with a page of what becomes of each."""

    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Of all lists, by outcome.")
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = BroughtSerializer(many=True)
