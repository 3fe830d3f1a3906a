"""Comments in the API."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.accounts.limits import count_creation
from deckbuilder.accounts.selectors import user_of
from deckbuilder.common.http.pagination import Pages
from deckbuilder.common.rest.api import Endpoint
from deckbuilder.common.rest.fields import Paged
from deckbuilder.decks.comments import access, selectors, services
from deckbuilder.decks.comments.serializers import CommentSerializer, CommentText
from deckbuilder.decks.models import Comment
from deckbuilder.decks.public.api import caller


class CommentEndpoint(Endpoint):
    private: ClassVar[bool] = True

    def comment_response(self, comment: Comment, status: int = 200) -> Response:
        return Response(CommentSerializer(comment, context={"request": self.request}).data, status=status)


class Comments(CommentEndpoint):
    pagination_class = Pages

    @extend_schema(operation_id="comments", parameters=[Paged], responses=CommentSerializer(many=True), filters=False)
    def get(self, request: Request, slug: str) -> Response:
        """The comments on a public deck that you see, oldest first."""
        self.query_params(Paged)
        deck = access.commented_deck(request, slug)
        return self.pages(selectors.comments_for(deck, user_of(request)), CommentSerializer)

    @extend_schema(operation_id="comment", request=CommentText, responses={201: CommentSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Comment on a public deck."""
        deck, author = access.commented_deck(request, slug), caller(request)
        text = self.body(CommentText)["text"]
        with count_creation(request, "comment"):
            comment = services.post(deck, author, text)
        return self.comment_response(comment, 201)


class CommentDetail(CommentEndpoint):
    @extend_schema(operation_id="edit_comment", request=CommentText, responses=CommentSerializer)
    def patch(self, request: Request, number: int) -> Response:
        """Edit a comment of yours."""
        caller(request)
        comment, text = access.own(request, number), self.body(CommentText)["text"]
        with count_creation(request, "comment"):
            services.edit(comment, text)
        return self.comment_response(comment)

    @extend_schema(operation_id="delete_comment", responses={204: None})
    def delete(self, request: Request, number: int) -> Response:
        """Delete a comment of yours, or one on a deck of yours."""
        caller(request)
        services.delete(access.changeable(request, number))
        return Response(status=204)
