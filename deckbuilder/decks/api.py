"""Decks in the API: checking lists, keeping and changing decks, and verdicts on them."""

import json
from dataclasses import replace
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.accounts.limits import count_creation
from deckbuilder.accounts.models import User
from deckbuilder.accounts.selectors import user_of
from deckbuilder.common.errors import Fault, Problem, problem_of
from deckbuilder.common.http.pagination import Pages
from deckbuilder.common.input import InputError
from deckbuilder.common.rest.api import Endpoint, game_or_404
from deckbuilder.common.rest.fields import Paged
from deckbuilder.common.rest.parsers import Json, PlainText
from deckbuilder.decks import access, selectors, services
from deckbuilder.decks.builder import played
from deckbuilder.decks.changes.edits import check_format
from deckbuilder.decks.changes.serializers import EditsSerializer, RevisionSerializer
from deckbuilder.decks.library.judgements import judge_first
from deckbuilder.decks.lists import codec
from deckbuilder.decks.lists.serializers import CheckedSerializer, ListToCheck
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck
from deckbuilder.decks.public import selectors as public_decks
from deckbuilder.decks.public.filters import filters_of
from deckbuilder.decks.public.serializers import DeckFiltersQuery
from deckbuilder.decks.serializers import (
    DeckChanges,
    DeckSerializer,
    DeckShortSerializer,
    DeckWanted,
    MadeSerializer,
    SuggestionsQuery,
    SuggestionsSerializer,
)
from deckbuilder.decks.verdicts.sentences import REFUSALS, edit_error
from deckbuilder.decks.verdicts.serializers import VerdictQuery, VerdictSerializer
from deckbuilder.decks.verdicts.verdict_json import verdict_json
from games.engine.model.game import Game
from games.engine.reading.decklists.parsing import DeckListError, Reading
from games.registry import get

CONFLICTS = ("nothing-to-undo", "nothing-to-redo", "undo-conflict", "not-in-deck", "no-room", "hidden-by-staff")
"""Errors caused by the state of the deck, not by the input."""

FIELDS = {"unknown-format": "format", "unknown-zone": "zone", "unknown-card": "code", "unknown-declaration": "key"}
FIELDS |= {"count-unclear": "count", "no-copies": "count"}
"""The parameters that errors are about, for errors that do not name one."""

EDIT_KEY = OpenApiParameter(
    "X-Edit-Key", str, OpenApiParameter.HEADER, description="The edit key of a deck that has no owner."
)


@problem_of.register
def _input_problem(error: InputError) -> Problem:
    message, status = edit_error(error), 409 if error.code in CONFLICTS else 403 if error.code in REFUSALS else 400
    return Problem(status, f"edit.{error.code}", message, error.params, [Fault(error.code, _field(error), message)])


def _field(error: InputError) -> str:
    """The place of the error in the request: `edits.0.code`."""
    name = error.params.get("field") or FIELDS.get(error.code, "")
    return f"edits.{error.number}.{name}".rstrip(".") if error.number is not None else name


@problem_of.register
def _list_problem(error: DeckListError) -> Problem:
    message = codec.list_error(error)
    params = {"line": error.line, **error.params}
    return Problem(400, f"list.{error.code}", message, params, [Fault(error.code, "list", message)])


def reading_of(body: dict[str, Any], game: Game | None) -> Reading:
    """The list in a body, as `list` or `deck`. Raises DeckListError."""
    if "deck" in body:
        return codec.parse(codec.source_of(json.dumps(body["deck"], ensure_ascii=False), form="json", game=game))
    fields = {"text": body["list"], "form": body.get("form", ""), "game": game.slug if game else ""}
    return codec.parse(codec.list_input(fields, None))


class Check(Endpoint):
    parser_classes = (Json, PlainText)

    @extend_schema(
        operation_id="check",
        parameters=[VerdictQuery],
        request={"application/json": ListToCheck, "text/plain": OpenApiTypes.STR},
        responses=CheckedSerializer,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Check a deck list. Nothing is saved, and no account is needed.

        The body is JSON, or the list itself as text/plain; then `format` and `on` stand in the address.
        """
        game, query = game_or_404(slug), self.query_params(VerdictQuery)
        body: Any = request.data
        fields: dict[str, Any] = {"list": body} if isinstance(body, str) else self.body(ListToCheck)
        reading = reading_of(fields, game)
        format = fields.get("format") or query["format"]
        if format:
            check_format(game, format)
        verdict = selectors.verdict_on(reading.deck, format=format, on=fields.get("on") or query["on"])
        return Response(verdict_json(verdict, receipt=reading.receipt.as_json()))


class DeckEndpoint(Endpoint):
    """A view with the caller's decks."""

    private: ClassVar[bool] = True

    def deck_response(self, deck: Deck) -> Response:
        return Response(DeckSerializer(deck, context={"request": self.request}).data)

    def created_response(self, deck: Deck, receipt: dict[str, Any] | None = None) -> Response:
        data = MadeSerializer(deck, context={"request": self.request, "receipt": receipt}).data
        return Response(data, status=201, headers={"Location": reverse("api-deck", args=[deck.slug])})


class Decks(DeckEndpoint):
    pagination_class = Pages

    @extend_schema(operation_id="decks", parameters=[DeckFiltersQuery], responses=DeckShortSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Your own decks, or all public ones, last changed first; illegal public ones last."""
        return self.pages(self._matching_decks(self.query_params(DeckFiltersQuery)), DeckShortSerializer)

    def _matching_decks(self, query: dict[str, Any]) -> QuerySet[Deck]:
        filters = query.get("game", ""), query.get("format", ""), query["q"]
        if query["public"]:
            return _public_decks(query)
        user = user_of(self.request)
        if user is None:
            raise NotAuthenticated
        return selectors.matching(selectors.decks_of(user), *filters)

    @extend_schema(operation_id="make_deck", request=DeckWanted, responses={201: MadeSerializer})
    def post(self, request: Request) -> Response:
        """Create a deck from a list, or an empty one. Without an account the answer includes its edit key."""
        body = self.body(DeckWanted)
        game, owner = get(body["game"]) if "game" in body else None, user_of(request)
        if game and not {"list", "deck"} & set(body):
            with count_creation(request, "deck"):
                empty = _empty(game, owner, body)
            return self.created_response(empty)
        reading = _with_request_values(reading_of(body, game), body)
        with count_creation(request, "deck"):
            deck = services.create_from_reading(reading, owner=owner, visibility=body["visibility"])
        return self.created_response(deck, reading.receipt.as_json())


def _public_decks(query: dict[str, Any]) -> QuerySet[Deck]:
    """Raises InputError as matching_decks does."""
    filters = filters_of(query)
    cards, rules = public_decks.named_cards(filters), public_decks.rules_for(filters)
    judge_first(public_decks.matching_decks(replace(filters, status=""), cards, rules), rules)
    return public_decks.matching_decks(filters, cards, rules)


@transaction.atomic
def _empty(game: Game, owner: User | None, body: dict[str, Any]) -> Deck:
    if format := body.get("format", ""):
        check_format(game, format)
    deck = services.create(game, owner=owner, format=format, name=body.get("name", ""))
    services.share(deck, body["visibility"])
    deck.refresh_from_db()
    return deck


def _with_request_values(reading: Reading, body: dict[str, Any]) -> Reading:
    """The list, with values of the request overriding its own. Raises InputError."""
    changes = {name: body[name] for name in ("name", "format") if name in body}
    if changes.get("format"):
        check_format(get(reading.deck.game), changes["format"])
    return reading._replace(deck=replace(reading.deck, **changes))


class DeckDetail(DeckEndpoint):
    @extend_schema(operation_id="deck", parameters=[EDIT_KEY], responses=DeckSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """A deck with its cards."""
        return self.deck_response(access.readable(request, slug))

    @extend_schema(operation_id="change_deck", parameters=[EDIT_KEY], request=DeckChanges, responses=DeckSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Update a deck's details as one undoable change. Changing the visibility cannot be undone."""
        deck, changes = access.repairable(request, slug), self.body(DeckChanges)
        with transaction.atomic():
            deck = _apply_changes(deck, changes, user_of(request))
            if "visibility" in changes:
                services.share(deck, changes["visibility"])
        deck.refresh_from_db()
        return self.deck_response(deck)

    @extend_schema(operation_id="delete_deck", parameters=[EDIT_KEY], responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Delete a deck and its history for good."""
        services.delete(access.deletable(request, slug))
        return Response(status=204)


def _apply_changes(deck: Deck, changes: dict[str, Any], author: User | None) -> Deck:
    try:
        return services.edit(deck, _edits(changes), author=author).deck
    except InputError as error:
        error.number = None  # the request knows no list of edits
        raise


def _edits(changes: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    ops = {"name": "rename", "format": "format", "notes": "notes"}
    edits = [(op, {name: changes[name]}) for name, op in ops.items() if name in changes]
    edits += [("cover", {"code": changes["cover"]})] if "cover" in changes else []
    declarations = changes.get("declarations", {}).items()
    return edits + [("declare", {"key": key, "value": value}) for key, value in declarations]


class Edits(DeckEndpoint):
    @extend_schema(operation_id="edit_deck", parameters=[EDIT_KEY], request=EditsSerializer, responses=DeckSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Apply one or more operations as a single change: all or none."""
        deck, body = access.editable(request, slug), self.body(EditsSerializer)
        edits = [(each["op"], each) for each in body["edits"]]
        return self.deck_response(services.edit(deck, edits, author=user_of(request)).deck)


class Undo(DeckEndpoint):
    @extend_schema(operation_id="undo", parameters=[EDIT_KEY], request=None, responses=DeckSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Undo the last change."""
        return self.deck_response(services.undo(access.editable(request, slug), author=user_of(request)).deck)


class Redo(DeckEndpoint):
    @extend_schema(operation_id="redo", parameters=[EDIT_KEY], request=None, responses=DeckSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Redo the last undone change."""
        return self.deck_response(services.redo(access.editable(request, slug), author=user_of(request)).deck)


class DeckVerdict(DeckEndpoint):
    @extend_schema(operation_id="verdict", parameters=[VerdictQuery, EDIT_KEY], responses=VerdictSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Judge a deck."""
        deck, query = access.readable(request, slug), self.query_params(VerdictQuery)
        format = query["format"] or deck.format
        check_format(get(deck.game), format)
        return Response(verdict_json(selectors.verdict_on(to_deck(deck), format=format, on=query["on"])))


class DeckSuggestions(DeckEndpoint):
    @extend_schema(operation_id="suggestions", parameters=[SuggestionsQuery, EDIT_KEY], responses=SuggestionsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """At most 60 cards from legal public decks with the same leader and declarations that this deck may have, most
        played first."""
        deck, zone = access.readable(request, slug), self.query_params(SuggestionsQuery)["zone"]
        choices = [each.slug for each in get(deck.game).zones]
        if zone and zone not in choices:
            raise InputError("unknown-zone", zone=zone, choices=choices)
        return Response(SuggestionsSerializer(played.cards(to_deck(deck), zone, slug=slug)).data)


class Revisions(DeckEndpoint):
    pagination_class = Pages

    @extend_schema(
        operation_id="revisions", parameters=[Paged, EDIT_KEY], responses=RevisionSerializer(many=True), filters=False
    )
    def get(self, request: Request, slug: str) -> Response:
        """The history of a deck's changes, newest first; for those who may change the deck."""
        deck = access.editable(request, slug)
        self.query_params(Paged)
        return self.pages(deck.revisions.select_related("author"), RevisionSerializer)


class Copy(DeckEndpoint):
    @extend_schema(operation_id="copy_deck", parameters=[EDIT_KEY], request=None, responses={201: MadeSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Copy a deck to your own decks."""
        deck = access.readable(request, slug)
        with count_creation(request, "deck"):
            deck_copy = services.copy(deck, owner=user_of(request))
        return self.created_response(deck_copy)


class Export(DeckEndpoint):
    """A deck as a list. `form` is a key of lists.FORMS."""

    form = "txt"

    def get(self, request: Request, slug: str) -> HttpResponse:
        text = codec.write(to_deck(access.readable(request, slug)), self.form)
        return HttpResponse(text, content_type=codec.FORMS[self.form])


def _download_schema(name: str, media_type: str, description: str) -> Any:
    return extend_schema(
        operation_id=name,
        parameters=[EDIT_KEY],
        responses={(200, media_type): OpenApiTypes.STR},
        description=description,
    )


@extend_schema_view(get=_download_schema("deck_as_text", "text/plain", "The deck as a list that can be read again."))
class ExportText(Export):
    form = "txt"


@extend_schema_view(get=_download_schema("deck_as_csv", "text/csv", "The deck as a CSV list that can be read again."))
class ExportCsv(Export):
    form = "csv"


@extend_schema_view(
    get=extend_schema(
        operation_id="deck_as_json",
        parameters=[EDIT_KEY],
        responses=OpenApiTypes.OBJECT,
        description="The deck as a JSON list that can be read again.",
    )
)
class ExportJson(Export):
    form = "json"


class Share(Export):
    """A deck as people post it, in the caller's language. `form` is a key of codec.SHARED."""

    def get(self, request: Request, slug: str) -> HttpResponse:
        text = codec.share(to_deck(access.readable(request, slug)), self.form)
        return HttpResponse(text, content_type=codec.SHARED[self.form])


@extend_schema_view(get=_download_schema("deck_as_plain", "text/plain", "Plain lines that can be read again."))
class SharePlain(Share):
    form = "plain"


@extend_schema_view(get=_download_schema("deck_as_markdown", "text/markdown", "Markdown that can be read again."))
class ShareMarkdown(Share):
    form = "md"


@extend_schema_view(get=_download_schema("deck_as_bbcode", "text/plain", "BBCode that can be read again."))
class ShareBBCode(Share):
    form = "bbcode"
