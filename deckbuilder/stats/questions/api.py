"""A game's questions about a saved deck."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.common.errors import Fault, Problem, problem_of
from deckbuilder.common.rest.fields import Strict
from deckbuilder.decks import access
from deckbuilder.decks.api import EDIT_KEY, DeckEndpoint
from deckbuilder.decks.loading import to_deck
from deckbuilder.stats.questions.deck_questions import deck_questions, questions_json
from deckbuilder.stats.questions.sentences import seen_error
from deckbuilder.stats.simulations.serializers import SimulatedQuestionSerializer
from games.engine.model.opening import SEATS, Seat
from games.engine.odds.seen_cards import MAX_SEEN_TEXT, SeenError, read_seen_cards


@problem_of.register
def _seen_problem(error: SeenError) -> Problem:
    message = seen_error(error)
    params: dict[str, Any] = {
        name: list(value) if isinstance(value, tuple) else value for name, value in error.params.items()
    }
    return Problem(400, f"seen.{error.code}", message, params, [Fault(error.code, "seen", message)])


class QuestionsParams(Strict):
    second = serializers.BooleanField(default=False, help_text="On the draw: the player who goes second.")
    seen = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=MAX_SEEN_TEXT,
        help_text="Cards seen from a deck that all players share, such as `3 風神斬, 1 聖光`.",
    )


class SeenCardSerializer(serializers.Serializer):
    name = serializers.CharField()
    copies = serializers.IntegerField(help_text="In the deck.")
    seen = serializers.IntegerField()
    left = serializers.IntegerField()


class ExactValueSerializer(serializers.Serializer):
    """A probability or a mean, exact and as a decimal."""

    fraction = serializers.CharField(help_text="In lowest terms: `1/4`.")
    decimal = serializers.FloatField()


class QuestionRowSerializer(serializers.Serializer):
    label = serializers.CharField()  # type: ignore[assignment]
    values = ExactValueSerializer(many=True, help_text="In the order of `columns`.")


class AnsweredQuestionSerializer(SimulatedQuestionSerializer):
    """A question with its exact answer."""

    axis = serializers.CharField(help_text="What the columns count.")
    columns = serializers.ListField(child=serializers.CharField())
    rows = QuestionRowSerializer(many=True)


class QuestionsSerializer(serializers.Serializer):
    """The questions that apply to a deck, and those that simulations answer."""

    game = serializers.CharField()
    fingerprint = serializers.CharField()
    seat = serializers.ChoiceField(SEATS)
    seen = SeenCardSerializer(many=True, help_text="Empty in games whose players do not share the deck.")
    questions = AnsweredQuestionSerializer(many=True)
    simulated = SimulatedQuestionSerializer(many=True, help_text="Their answers are in a simulation's `simulated`.")


class Questions(DeckEndpoint):
    @extend_schema(operation_id="questions", parameters=[QuestionsParams, EDIT_KEY], responses=QuestionsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The game's questions about a deck, answered exactly."""
        deck, query = access.readable(request, slug), self.query_params(QuestionsParams)
        seat: Seat = "second" if query["second"] else "first"
        return Response(questions_json(deck_questions(to_deck(deck), seat, read_seen_cards(query["seen"]))))
