"""Favourites and follows in the API."""

from typing import ClassVar

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.accounts.models import User
from deckbuilder.accounts.selectors import user_of
from deckbuilder.common.database import NotFoundError
from deckbuilder.common.http.pagination import Pages
from deckbuilder.common.rest.api import Endpoint
from deckbuilder.common.rest.fields import Paged
from deckbuilder.decks import access
from deckbuilder.decks.public import selectors, services
from deckbuilder.decks.public.serializers import PersonSerializer
from deckbuilder.decks.serializers import DeckShortSerializer


def caller(request: Request) -> User:
    """The account that sends a request. Raises NotAuthenticated for a visitor, and NotFoundError where the operator has
    turned authors, favourites and comments off."""
    if not settings.PEOPLE:
        raise NotFoundError
    user = user_of(request)
    if user is None:
        raise NotAuthenticated
    return user


class Favourites(Endpoint):
    private: ClassVar[bool] = True
    pagination_class = Pages

    @extend_schema(operation_id="favourites", parameters=[Paged], responses=DeckShortSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The decks that you marked as favourites and may still read, last marked first."""
        self.query_params(Paged)
        return self.pages(selectors.favourites_of(caller(request)), DeckShortSerializer)


class Favourite(Endpoint):
    private: ClassVar[bool] = True

    @extend_schema(operation_id="favour", request=None, responses={204: None})
    def put(self, request: Request, slug: str) -> Response:
        """Mark a deck as a favourite. Repeating it changes nothing."""
        services.favour(caller(request), access.readable(request, slug))
        return Response(status=204)

    @extend_schema(operation_id="unfavour", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Remove a deck from your favourites."""
        services.unfavour(caller(request), access.readable(request, slug))
        return Response(status=204)


class Following(Endpoint):
    private: ClassVar[bool] = True
    pagination_class = Pages

    @extend_schema(operation_id="following", parameters=[Paged], responses=PersonSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The authors whom you follow and who have public decks, by name."""
        self.query_params(Paged)
        return self.pages(selectors.followed_authors(caller(request)), PersonSerializer)


class FollowedDecks(Endpoint):
    private: ClassVar[bool] = True
    pagination_class = Pages

    @extend_schema(operation_id="followed_decks", parameters=[Paged], responses=DeckShortSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The public decks of the authors whom you follow, last changed first."""
        self.query_params(Paged)
        return self.pages(selectors.followed_decks(caller(request)), DeckShortSerializer)


class Follow(Endpoint):
    private: ClassVar[bool] = True

    @extend_schema(operation_id="follow", request=None, responses={204: None})
    def put(self, request: Request, name: str) -> Response:
        """Follow an author. Repeating it changes nothing."""
        services.follow(caller(request), selectors.author_of(name).user)
        return Response(status=204)

    @extend_schema(operation_id="unfollow", responses={204: None})
    def delete(self, request: Request, name: str) -> Response:
        """Stop following an author."""
        services.unfollow(caller(request), selectors.author_of(name).user)
        return Response(status=204)
