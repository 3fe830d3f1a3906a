"""Battles over the API."""

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.battle.selectors import ask
from deckbuilder.battle.sentences import Words
from deckbuilder.battle.serializers import BattleSerializer
from deckbuilder.common.rest.api import Endpoint, game_or_404

SITUATION = OpenApiParameter(
    "situation",
    {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
    description="The fields of the game's battles, which the game itself lists under `battle`, such as "
    "`attacker.attack=3`; `attacker.card` is a card's number or name, which fills in the other fields of its side.",
    style="form",
    explode=True,
)


class Battle(Endpoint):
    @extend_schema(operation_id="battle", parameters=[SITUATION], responses=BattleSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """A battle as the rulebook resolves it: every step with its paragraph, and what comes of it."""
        game = game_or_404(slug)
        if game.battle is None:
            raise Http404
        query = ask(game, game.battle, {name: request.query_params.getlist(name) for name in request.query_params})
        words = Words(game, game.battle)
        if query.mistakes:
            raise serializers.ValidationError(
                {each.name: [ErrorDetail(words.mistake(each), each.code)] for each in query.mistakes}
            )
        return Response(BattleSerializer(query, context={"words": words}).data)
