"""Games, their formats and their cards."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.catalog.cards.card_texts import CardTexts
from deckbuilder.catalog.models import Correction, Printing
from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.catalog.search.query_sentences import query_error
from deckbuilder.catalog.search.searching import SearchPage, search
from deckbuilder.catalog.serializers import (
    CardDetailSerializer,
    CardSerializer,
    FormatSerializer,
    GameSerializer,
    GameShortSerializer,
    ListsQuery,
    StandingSerializer,
)
from deckbuilder.catalog.to_games import to_card, to_corrections, to_printing
from deckbuilder.common.errors import Fault, Problem, problem_of
from deckbuilder.common.http.pagination import page_link
from deckbuilder.common.rest.api import Endpoint, game_or_404
from deckbuilder.common.rest.fields import Paged
from games.engine.model.game import Game
from games.engine.reading.search.query import QueryError
from games.engine.rules.list_versions import version_states
from games.registry import GAMES


@problem_of.register
def _query_problem(error: QueryError) -> Problem:
    message = query_error(error)
    params = {"position": error.position, "length": error.length, **error.params}
    return Problem(400, f"query.{error.code}", message, params, [Fault(error.code, "q", message)])


class Games(Endpoint):
    @extend_schema(operation_id="games", responses=GameShortSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The site's games."""
        return Response(GameShortSerializer(GAMES, many=True).data)


class GameDetail(Endpoint):
    @extend_schema(operation_id="game", responses=GameSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """A game: the fields of its cards, its zones, its declarations and its restriction lists."""
        game = game_or_404(slug)
        return Response(GameSerializer(game, context={"lists": restriction_lists(game)}).data)


class Formats(Endpoint):
    @extend_schema(operation_id="formats", responses=FormatSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """A game's formats with their construction rules."""
        game = game_or_404(slug)
        return Response(FormatSerializer(game.formats, many=True, context={"game": game}).data)


class Lists(Endpoint):
    @extend_schema(operation_id="lists", parameters=[ListsQuery], responses=StandingSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Every version of a game's restriction lists, by slug, newest first."""
        game, query = game_or_404(slug), self.query_params(ListsQuery)
        versions = version_states(restriction_lists(game), game, query["on"] or timezone.localdate())
        return Response(StandingSerializer(versions, many=True).data)


class CardsQuery(Paged):
    q = serializers.CharField(
        default="", allow_blank=True, trim_whitespace=False, help_text="A search, see docs/search.md."
    )
    order = serializers.CharField(
        default="",
        allow_blank=True,
        help_text="A field with an order, or `name`; with `-` before it from the highest down; empty: the "
        "best matches of words first, else the game's own.",
    )


class CardPage(serializers.Serializer):
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = CardSerializer(many=True)


class Cards(Endpoint):
    @extend_schema(operation_id="cards", parameters=[CardsQuery], responses=CardPage, filters=False)
    def get(self, request: Request, slug: str) -> Response:
        """Cards of a game that match a search."""
        game, params = game_or_404(slug), self.query_params(CardsQuery)
        results = search(
            game, params["q"], order=_order(game, params["order"]), page=params["page"], size=params["page_size"]
        )
        if results.beyond:
            raise Http404
        return Response(CardPage(_page(request, results), context={"request": request}).data)


def _order(game: Game, order: str) -> str:
    choices = ["name", *(each.name for each in game.fields.values() if each.numeric or each.type == "date")]
    if order.removeprefix("-") not in ("", *choices):
        sentence = _("Cards cannot be sorted by “{order}”. Choose one of: {choices}.")
        raise serializers.ValidationError(
            {"order": [sentence.format(order=order, choices=_(", ").join(choices))]}, "unknown-order"
        )
    return order


def _page(request: Request, results: SearchPage) -> dict[str, Any]:
    following = page_link(request, results.more) if results.more else None
    previous = page_link(request, results.page - 1) if results.page > 1 else None
    return {"count": results.total, "next": following, "previous": previous, "results": results.cards}


class CardDetail(Endpoint):
    @extend_schema(operation_id="card", responses=CardDetailSerializer)
    def get(self, request: Request, slug: str, code: str) -> Response:
        """A card by the number of any of its printings."""
        game = game_or_404(slug)
        printing = get_object_or_404(Printing.objects.select_related("card"), game=game.slug, code=code)
        context = {
            "request": request,
            "texts": CardTexts(game),
            "printings": [to_printing(row) for row in Printing.objects.filter(card=printing.card)],
            "corrections": to_corrections(Correction.objects.filter(printing__card=printing.card)),
        }
        return Response(CardDetailSerializer(to_card(printing.card), context=context).data)
