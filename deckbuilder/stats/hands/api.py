"""Which hands of a saved deck to keep for a goal."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.catalog.search.exact_names import parse_goal
from deckbuilder.common.rest.fields import Strict
from deckbuilder.decks import access
from deckbuilder.decks.api import EDIT_KEY, DeckEndpoint
from deckbuilder.decks.loading import to_deck
from deckbuilder.stats.hands.keep_odds import MAX_HANDS_SHOWN, KeepRule, keep_values
from deckbuilder.stats.odds.serializers import LAST_TURN, ChanceSerializer, TooLargeSerializer
from deckbuilder.stats.selectors import last_rule
from games.engine.model.opening import Seat
from games.engine.odds.keep_policy import HandKind, HandValue, KeepPolicy
from games.engine.reading.goals import Goal, unparse
from games.registry import get

MAX_HANDS = 1_000


class KeepParams(Strict):
    goal = serializers.CharField(help_text="The goal, as for odds.")
    turn = serializers.IntegerField(default=0, min_value=0, max_value=LAST_TURN, help_text="0: the opening hand.")
    second = serializers.BooleanField(default=False, help_text="On the draw: the player who goes second.")
    rule = serializers.CharField(
        default=None,
        allow_blank=True,
        allow_null=True,
        help_text="The goal of the player's mulligan rule; default: that of the deck's last simulation.",
    )
    rule_turn = serializers.IntegerField(
        default=None, allow_null=True, min_value=0, max_value=LAST_TURN, help_text="The turn of the rule."
    )
    hands = serializers.IntegerField(
        default=MAX_HANDS_SHOWN,
        min_value=1,
        max_value=MAX_HANDS,
        help_text="Maximum number of hands, most frequent first.",
    )


class HandKindSerializer(serializers.Serializer):
    """Cards that the goal does not tell apart."""

    conditions = serializers.ListField(
        child=serializers.CharField(), help_text="The searches they count for; empty for other cards."
    )
    copies = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.CharField(), help_text="Their names.")


class HandValueSerializer(serializers.Serializer):
    """An opening hand: its cards by kind, how many of each the best choice puts back, and the probabilities."""

    counts = serializers.ListField(child=serializers.IntegerField(), help_text="In the order of `kinds`.")
    back = serializers.ListField(child=serializers.IntegerField(), help_text="All 0 if the hand is kept.")
    dealt = ChanceSerializer(help_text="The probability of this hand.")
    kept = ChanceSerializer(help_text="Of the goal, if the hand is kept.")
    best = ChanceSerializer(help_text="Of the goal, after the best choice.")


class KeepRuleSerializer(serializers.Serializer):
    goal = serializers.CharField(help_text="As parsed.")
    turn = serializers.IntegerField()


class KeepSerializer(serializers.Serializer):
    """Which hands to keep. Probabilities are null if `too_large` says why, or if the game has no mulligan."""

    goal = serializers.CharField(help_text="As parsed.")
    mulligan = serializers.ChoiceField(("none", "once"))
    best = ChanceSerializer(allow_null=True, help_text="With the best choice for every hand.")
    own = ChanceSerializer(allow_null=True, help_text="By the player's rule; null without one.")
    named = ChanceSerializer(allow_null=True, help_text="If every card that no condition counts is put back.")
    dealt = ChanceSerializer(allow_null=True, help_text="If every hand is kept.")
    rule = KeepRuleSerializer(allow_null=True)
    too_large = TooLargeSerializer(allow_null=True)
    kinds = HandKindSerializer(many=True)
    total = serializers.IntegerField(help_text="Number of different hands.")
    hands = HandValueSerializer(many=True)


class Keep(DeckEndpoint):
    @extend_schema(operation_id="keep", parameters=[KeepParams, EDIT_KEY], responses=KeepSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Every opening hand with the probability of a goal if it is kept, and after the best mulligan.

        Beside them, what simple rules for the mulligan and the player's own are worth.
        """
        deck, query = access.readable(request, slug), self.query_params(KeepParams)
        game, engine_deck = get(deck.game), to_deck(deck)
        goal, seat = parse_goal(query["goal"], game), _seat(query)
        text, turn = last_rule(deck.pk) if query["rule"] is None else (query["rule"].strip(), 0)
        turn = turn if query["rule_turn"] is None else query["rule_turn"]
        rule = KeepRule(parse_goal(text, game), turn) if text else None
        values = keep_values(engine_deck, goal, turn=query["turn"], seat=seat, rule=rule)
        answer = values._asdict() | {
            "goal": unparse(goal),
            "mulligan": game.opening.mulligan,
            "rule": {"goal": unparse(rule.goal), "turn": rule.turn} if rule else None,
        }
        return Response(KeepSerializer(answer | hands_json(values.policy, goal, query["hands"])).data)


def hands_json(policy: KeepPolicy | None, goal: Goal, most: int) -> dict[str, Any]:
    """The kinds of cards and the hands, for KeepSerializer."""
    if policy is None:
        return {"kinds": [], "total": 0, "hands": []}
    hands: list[HandValue] = policy.frequent(most)
    return {"kinds": [_kind(kind, goal) for kind in policy.kinds], "total": policy.hands, "hands": hands}


def _kind(kind: HandKind, goal: Goal) -> dict[str, Any]:
    searches = dict.fromkeys(goal.conditions[number].text or "*" for number in kind.conditions)
    names = dict.fromkeys(line.card.name for line in kind.cards)
    return {"conditions": list(searches), "copies": kind.copies, "cards": list(names)}


def _seat(query: dict[str, Any]) -> Seat:
    return "second" if query["second"] else "first"
