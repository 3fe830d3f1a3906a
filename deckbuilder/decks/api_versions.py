"""Versions of decks: naming, viewing, restoring and comparing them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.accounts.selectors import user_of
from deckbuilder.common.input import InputError
from deckbuilder.decks import access, services
from deckbuilder.decks.api import EDIT_KEY, DeckEndpoint
from deckbuilder.decks.changes.differences import CardDifference, Differences, differences
from deckbuilder.decks.changes.serializers import CompareQuery, ComparisonSerializer
from deckbuilder.decks.changes.versions import DeckVersion
from deckbuilder.decks.models import Deck
from deckbuilder.decks.serializers import (
    DeckSerializer,
    DeckVersionSerializer,
    NamedVersionSerializer,
    VersionNamed,
    VersionRestored,
)


class Versions(DeckEndpoint):
    @extend_schema(
        operation_id="versions", parameters=[EDIT_KEY], responses=NamedVersionSerializer(many=True), filters=False
    )
    def get(self, request: Request, slug: str) -> Response:
        """Named versions, newest first. Editors only."""
        rows = access.editable(request, slug).versions.defer("content")
        return Response(NamedVersionSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="name_version", parameters=[EDIT_KEY], request=VersionNamed, responses=NamedVersionSerializer
    )
    def post(self, request: Request, slug: str) -> Response:
        """Give a version a name, or another one: it is then kept even when old changes are removed."""
        deck, body = access.editable(request, slug), self.body(VersionNamed)
        return Response(NamedVersionSerializer(services.name_version(deck, body["number"], body["name"])).data)


class VersionDetail(DeckEndpoint):
    @extend_schema(operation_id="version", parameters=[EDIT_KEY], responses=DeckVersionSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """A deck after the change with this number; 0 is the deck as created. Versions from before the deck was shared
        are for its editors only."""
        deck = access.readable(request, slug)
        version = access.readable_version(request, deck, number)
        return Response(DeckVersionSerializer(version, context={"deck": deck, "number": number}).data)

    @extend_schema(operation_id="unname_version", parameters=[EDIT_KEY], responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Remove a version's name."""
        services.unname_version(access.editable(request, slug), number)
        return Response(status=204)


class Restore(DeckEndpoint):
    @extend_schema(operation_id="restore", parameters=[EDIT_KEY], request=VersionRestored, responses=DeckSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Restore cards, declarations and format from a version. Can be undone."""
        deck, body = access.editable(request, slug), self.body(VersionRestored)
        return self.deck_response(services.restore(deck, body["number"], author=user_of(request)).deck)


class Compare(DeckEndpoint):
    @extend_schema(operation_id="compare", parameters=[CompareQuery, EDIT_KEY], responses=ComparisonSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """What differs between a version of a deck (`number`) and one (`at`) of another deck of its game (`with`) or of
        the same deck. Without numbers both are as they are now."""
        query = self.query_params(CompareQuery)
        first = access.readable(request, slug)
        second = access.readable(request, query["with"]) if query["with"] else first
        if first.game != second.game:
            raise InputError("other-game", field="with")
        one, one_number = _version(request, first, query["number"])
        other, other_number = _version(request, second, query["at"])
        sides = ({"slug": first.slug, "number": one_number}, {"slug": second.slug, "number": other_number})
        return Response(ComparisonSerializer(_comparison(differences(one, other)) | {"sides": sides}).data)


def _version(request: Request, deck: Deck, number: int | None) -> tuple[DeckVersion, int]:
    number = deck.revision if number is None else number
    return access.readable_version(request, deck, number), number


def _comparison(differences: Differences) -> dict[str, Any]:
    settings = [{"key": each.key or None, "first": each.first, "second": each.second} for each in differences.settings]
    return {
        "settings": settings,
        "cards": list(map(_card, differences.cards)),
        "same": list(map(_card, differences.same)),
    }


def _card(each: CardDifference) -> dict[str, Any]:
    name = each.card.name if each.card else each.key
    card = each.key if each.card else None
    counts = {"first": each.first, "second": each.second}
    return {"zone": each.zone, "card": card, "name": name, "code": each.code or None, **counts}
