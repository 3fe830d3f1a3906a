"""Exact odds for a deck list."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.catalog.search.exact_names import parse_goal
from deckbuilder.common.errors import RETRY_AFTER, UNAVAILABLE, Fault, Problem, problem_of
from deckbuilder.common.rest.api import Endpoint, game_or_404
from deckbuilder.common.rest.parsers import Json, PlainText
from deckbuilder.decks.api import reading_of
from deckbuilder.stats.odds.exact_odds import odds
from deckbuilder.stats.odds.sentences import draws_refusal, goal_error, refusal_code, unreadable
from deckbuilder.stats.odds.serializers import OddsAnswer, OddsParams, OddsWanted
from deckbuilder.stats.throttle import Busy
from games.engine.model.opening import Seat
from games.engine.odds.exact import DrawsRefused, Unreadable
from games.engine.reading.goals import GoalError


@problem_of.register
def _goal_problem(error: GoalError) -> Problem:
    message = goal_error(error)
    params = {"position": error.position, "length": error.length, **error.params}
    return Problem(400, f"goal.{error.code}", message, params, [Fault(error.code, "goal", message)])


@problem_of.register
def _unreadable_problem(error: Unreadable) -> Problem:
    message, code = unreadable(error), "unknown-cards"
    return Problem(400, f"odds.{code}", message, {"lines": list(error.lines)}, [Fault(code, "list", message)])


@problem_of.register
def _draws_refused_problem(error: DrawsRefused) -> Problem:
    message, code = draws_refusal(error), refusal_code(error)
    params = {"cards": [card.name for card, _why in error.cards]}
    return Problem(400, f"odds.{code}", message, params, [Fault(code, "draws", message)])


@problem_of.register
def _busy(error: Busy) -> Problem:
    message = _("The server is busy calculating odds for others. Try again in a few seconds.")
    return Problem(UNAVAILABLE, "busy", message, headers={"Retry-After": str(RETRY_AFTER)})


class Odds(Endpoint):
    parser_classes = (Json, PlainText)

    @extend_schema(
        operation_id="odds",
        parameters=[OddsParams],
        request={"application/json": OddsWanted, "text/plain": OpenApiTypes.STR},
        responses=OddsAnswer,
    )
    def post(self, request: Request, slug: str) -> Response:
        """The exact probability that the cards seen by a turn meet a goal, without and with the game's mulligan.

        The body is JSON, or the list itself as text/plain; then `goal`, `turn`, `second` and `draws` stand in the
        address. Nothing is kept, and no account is needed.
        """
        game, query = game_or_404(slug), self.query_params(OddsParams)
        body: Any = request.data
        fields: dict[str, Any] = {"list": body} if isinstance(body, str) else self.body(OddsWanted)
        params = query | fields
        if not params["goal"]:
            raise serializers.ValidationError({"goal": [_("Enter a goal.")]}, "required")
        goal, reading = parse_goal(params["goal"], game), reading_of(fields, game)
        seat: Seat = "second" if params["second"] else "first"
        answer = odds(reading.deck, goal, turn=params["turn"], seat=seat, draws=params["draws"])
        return Response(OddsAnswer(answer, context={"receipt": reading.receipt.as_json()}).data)
