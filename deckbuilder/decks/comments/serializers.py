"""Comments, as the API takes and gives them."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.common.rest.fields import Strict
from deckbuilder.decks.comments import access
from deckbuilder.decks.models import MAX_COMMENT, Comment


class CommentText(Strict):
    text = serializers.CharField(max_length=MAX_COMMENT, allow_blank=True, trim_whitespace=False)


class CommentSerializer(serializers.Serializer):
    """A comment on a deck. Context: `request`."""

    id = serializers.IntegerField(source="pk")
    author = serializers.CharField(source="author.username")
    text = serializers.CharField(help_text="Markdown, in which [[names]] stand for cards.")
    made_at = serializers.DateTimeField()
    edited_at = serializers.DateTimeField(allow_null=True)
    removed_reason = serializers.CharField(
        help_text="Why staff have removed it, which only its author sees; empty if they have not."
    )
    may_edit = serializers.SerializerMethodField(help_text="Whether the caller wrote it.")

    @extend_schema_field(bool)
    def get_may_edit(self, comment: Comment) -> bool:
        return access.is_author(self.context["request"], comment)
