"""Playtests over the API."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.accounts.limits import charge, count_creation
from deckbuilder.accounts.selectors import user_of
from deckbuilder.common.errors import Fault, Problem, problem_of
from deckbuilder.common.http.pagination import Pages
from deckbuilder.common.rest.api import Endpoint
from deckbuilder.common.rest.fields import Paged
from deckbuilder.decks.access import named_deck
from deckbuilder.playtest import access, selectors, services
from deckbuilder.playtest.models import Playtest, PlaytestNode
from deckbuilder.playtest.selectors import Reached
from deckbuilder.playtest.sentences import error_message, start_message
from deckbuilder.playtest.serializers import (
    AtQuery,
    LogEntrySerializer,
    LogQuery,
    NodeChanges,
    NodeSerializer,
    OperationWanted,
    PlaytestSerializer,
    PlaytestWanted,
    PositionSerializer,
    StartedSerializer,
)
from deckbuilder.playtest.services import StartError
from deckbuilder.playtest.table.table_page import Question, log_of, page, question_of
from deckbuilder.playtest.texts import as_json, as_text
from deckbuilder.stats.models import MAX_SEED
from deckbuilder.stats.simulations.access import readable
from games.engine.model.opening import Seat
from games.engine.play.playtest.operations import OperationError, Undecided

CONFLICTS = (
    "decision-open",
    "no-decision",
    "not-allowed",
    "not-there",
    "too-large",
    "too-many-nodes",
    "too-many-turns",
    "wrong-stage",
)
"""Operations that the position forbids, not the request's words."""

EDIT_KEY = OpenApiParameter("X-Edit-Key", str, OpenApiParameter.HEADER, description="The edit key of the game.")
DECK_KEY = OpenApiParameter(
    "X-Edit-Key", str, OpenApiParameter.HEADER, description="The edit key of a deck that has no owner."
)


class ChoiceNeeded(Exception):
    """A rule asks which cards it takes."""

    def __init__(self, question: Question, rule: str) -> None:
        super().__init__(question)
        self.question, self.rule = question, rule


@problem_of.register
def _choice_problem(error: ChoiceNeeded) -> Problem:
    question = error.question
    options = [{"number": card.number, "name": card.printed_name} for card in question.options]
    params = {"label": question.label, "rule": question.rule, "chosen": list(question.chosen), "options": options}
    message = error_message(OperationError("undecided", rule=question.rule))
    return Problem(409, "playtest.undecided", message, params, [Fault("undecided", "chosen", message)])


@problem_of.register
def _operation_problem(error: OperationError) -> Problem:
    message, status = error_message(error), 409 if error.code in CONFLICTS else 400
    fault = Fault(error.code, str(error.params.get("field", "")), message)
    return Problem(status, f"playtest.{error.code}", message, error.params, [fault])


@problem_of.register
def _start_problem(error: StartError) -> Problem:
    message = start_message(error)
    return Problem(400, f"playtest.{error.code}", message, error.params, [Fault(error.code, "deck", message)])


class PlaytestEndpoint(Endpoint):
    """Answers depend on who may play."""

    private: ClassVar[bool] = True

    def game(self, playtest: Playtest) -> Response:
        context = {"may_play": access.may_play(self.request, playtest)}
        return Response(PlaytestSerializer(playtest, context=context).data)

    def position(self, playtest: Playtest, reached: Reached, status: int = 200) -> Response:
        table = page(playtest, reached, playing=access.may_play(self.request, playtest), log=1)
        return Response(PositionSerializer(table).data, status=status)

    def node_at(self, playtest: Playtest, query: dict[str, Any]) -> PlaytestNode:
        return selectors.node_of(playtest, query.get("at", playtest.current))


class Playtests(PlaytestEndpoint):
    @extend_schema(
        operation_id="start_playtest",
        parameters=[DECK_KEY],
        request=PlaytestWanted,
        responses={201: StartedSerializer},
    )
    def post(self, request: Request) -> Response:
        """Start a game: of a deck as it is now, from a simulation, or as a copy of another game up to a position."""
        make = self._maker(request, self.body(PlaytestWanted))
        with count_creation(request, "playtest") as counted:
            playtest = make()
            counted.count = playtest.weight
        address = reverse("api-playtest", args=[playtest.slug])
        data = StartedSerializer(playtest, context={"may_play": True}).data
        return Response(data, status=201, headers={"Location": address})

    def _maker(self, request: Request, body: dict[str, Any]) -> Callable[[], Playtest]:
        player = user_of(request)
        if "simulation" in body:
            simulation = readable(request, body["simulation"])
            return partial(services.start_like, simulation, body.get("percent", 50), player=player)
        if "playtest" in body:
            other = access.readable(request, body["playtest"])
            return partial(services.copy, other, self.node_at(other, body).number, player=player)
        seed = body.get("seed", secrets.randbelow(MAX_SEED + 1))
        seat: Seat = "second" if body.get("second") else "first"
        deck, hand = named_deck(request, body["deck"]), body.get("hand", ())
        return partial(services.start, deck, seat=seat, seed=seed, player=player, hand=hand)


class PlaytestDetail(PlaytestEndpoint):
    @extend_schema(operation_id="playtest", parameters=[EDIT_KEY], responses=PlaytestSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """A game: how it began and its current position."""
        return self.game(access.readable(request, slug))


class Nodes(PlaytestEndpoint):
    pagination_class = Pages

    @extend_schema(
        operation_id="playtest_nodes",
        parameters=[Paged, EDIT_KEY],
        responses=NodeSerializer(many=True),
        filters=False,
    )
    def get(self, request: Request, slug: str) -> Response:
        """The tree of a game: every node with its parent, in the order they were made."""
        playtest = access.readable(request, slug)
        self.query_params(Paged)
        return self.pages(playtest.nodes.defer("position", "since", "records"), NodeSerializer)


class NodeDetail(PlaytestEndpoint):
    @extend_schema(operation_id="playtest_position", parameters=[EDIT_KEY], responses=PositionSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The position at a node. Callers who may play also get the actions that the rules allow."""
        playtest = access.readable(request, slug)
        return self.position(playtest, selectors.reach(playtest, selectors.node_of(playtest, number)))

    @extend_schema(
        operation_id="describe_node", parameters=[EDIT_KEY], request=NodeChanges, responses=PositionSerializer
    )
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Change the name or the note of a node."""
        playtest, body = access.playable(request, slug), self.body(NodeChanges)
        before = body.pop("before", None)
        node = services.describe(playtest, number, body, before=before)
        return self.position(playtest, selectors.reach(playtest, node))


class Operations(PlaytestEndpoint):
    @extend_schema(
        operation_id="play_operation",
        parameters=[EDIT_KEY],
        request=OperationWanted,
        responses={201: PositionSerializer},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Apply an operation at a node; the answer is the resulting position.

        Operations at the same node are branches, so that nobody's is lost; the same one again leads to the same node.
        """
        playtest = access.playable(request, slug)
        operation = self.body(OperationWanted)
        try:
            reached = services.do(playtest, number, operation, charge=partial(charge, request, "playtest")).reached
        except Undecided as error:
            numbers = operation.get("chosen", [])
            raise ChoiceNeeded(question_of(playtest, error, "", numbers), error.choice.rule) from None
        return self.position(playtest, reached, 201)


class PlaytestLog(PlaytestEndpoint):
    pagination_class = Pages

    @extend_schema(
        operation_id="playtest_log",
        parameters=[LogQuery, EDIT_KEY],
        responses=LogEntrySerializer(many=True),
        filters=False,
    )
    def get(self, request: Request, slug: str) -> Response:
        """The log up to a node, from the deal on."""
        playtest, query = access.readable(request, slug), self.query_params(LogQuery)
        return self.pages(log_of(playtest, self.node_at(playtest, query)), LogEntrySerializer)


class PlaytestText(PlaytestEndpoint):
    @extend_schema(
        operation_id="playtest_as_text",
        parameters=[AtQuery, EDIT_KEY],
        responses={(200, "text/plain"): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The same as text."""
        playtest, query = access.readable(request, slug), self.query_params(AtQuery)
        text = as_text(playtest, self.node_at(playtest, query))
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class PlaytestJson(PlaytestEndpoint):
    @extend_schema(operation_id="playtest_as_json", parameters=[AtQuery, EDIT_KEY], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str) -> Response:
        """What the game begins with and the operations that lead to a node, which replay it."""
        playtest, query = access.readable(request, slug), self.query_params(AtQuery)
        return Response(as_json(playtest, self.node_at(playtest, query)))


class Watched(Endpoint):
    private = True

    @extend_schema(operation_id="watch_playtest", responses=PositionSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The current position of a game for spectators: without the cards that are hidden from them."""
        playtest = access.watchable(slug)
        node = selectors.node_of(playtest, playtest.current)
        table = page(playtest, selectors.reach(playtest, node), playing=False, spectator=True, log=1)
        return Response(PositionSerializer(table, context={"spectator": True}).data)
