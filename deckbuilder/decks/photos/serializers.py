"""Photos of deck lists, as the API takes and gives them."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.common.rest.fields import Strict
from deckbuilder.decks.models import Photo, PhotoError
from deckbuilder.decks.to_games import SLUGS


@extend_schema_field(OpenApiTypes.BINARY)
class PictureField(serializers.FileField):
    """A picture."""


class PhotoWanted(Strict):
    """A photo of a deck list."""

    photo = PictureField(help_text="JPEG, PNG or WebP, at most 16 MB and 64 megapixels.")
    game = serializers.ChoiceField(
        sorted(SLUGS), default="", allow_blank=True, help_text="The game of the list, if known."
    )


class PhotoSerializer(serializers.Serializer):
    """A photo, and the list that was read in it. The picture is deleted once it was read, the text after a day."""

    key = serializers.CharField()
    state = serializers.SerializerMethodField(help_text="`waiting`, `read` or `failed`.")
    error = serializers.CharField(help_text="Why it was not read: `empty` (no writing was recognized) or `failed`.")
    message = serializers.SerializerMethodField(help_text="The error in words.")
    game = serializers.CharField()
    form = serializers.CharField(default="photo", help_text="Send it with the text as the form of the list.")
    list = serializers.CharField(
        source="text", help_text="A line that begins with `?` has a quantity that was not read for certain."
    )

    @extend_schema_field(serializers.ChoiceField(["waiting", "read", "failed"]))
    def get_state(self, photo: Photo) -> str:
        return "waiting" if photo.is_waiting else "failed" if photo.error else "read"

    @extend_schema_field(OpenApiTypes.STR)
    def get_message(self, photo: Photo) -> Any:
        return PhotoError(photo.error).label if photo.error else ""
