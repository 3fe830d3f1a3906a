"""Fields of the API that several apps use."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from deckbuilder.common.labels import read
from games.engine.texts.text import Text


class Label(serializers.CharField):
    """A label of a game in the active language."""

    def to_representation(self, value: Text) -> str:  # type: ignore[override]
        return read(value)


class Words(serializers.ListField):
    """A list of short texts."""

    child = serializers.CharField()

    def to_representation(self, value: Any) -> list[str]:
        return [str(each) for each in value]


class Strict(serializers.Serializer):
    """Client input. Unknown fields are errors, since they may be misspelled."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and (strange := set(data) - set(self.fields)):
            message = _("There is no field “{name}”. Choose one of: {choices}.")
            choices = _(", ").join(self.fields)
            raise serializers.ValidationError(
                {name: [message.format(name=name, choices=choices)] for name in sorted(map(str, strange))},
                "unknown-field",
            )
        return super().to_internal_value(data)


class Paged(Strict):
    """The parameters of paginated lists."""

    page = serializers.IntegerField(default=1, min_value=1, max_value=1_000_000)
    page_size = serializers.IntegerField(default=60, min_value=1, max_value=200)


class ErrorSerializer(serializers.Serializer):
    """A single error."""

    code = serializers.CharField()
    field = serializers.CharField(help_text="Where: `edits.0.op` for example; empty where there is no such place.")
    message = serializers.CharField()


class ProblemSerializer(serializers.Serializer):
    """Why a request failed. Every error of the API has this shape."""

    code = serializers.CharField(help_text="For programs; does not change with the language.")
    message = serializers.CharField(help_text="For people, in the language of Accept-Language.")
    params = serializers.DictField(help_text="The facts the message speaks of.")
    errors = ErrorSerializer(many=True)  # type: ignore[assignment]
