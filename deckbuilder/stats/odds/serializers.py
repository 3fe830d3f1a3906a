"""Odds, as the API takes and gives them."""

from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.common.labels import read
from deckbuilder.common.rest.fields import Label, Strict
from deckbuilder.decks.lists.serializers import ListGiven, ReceiptSerializer
from deckbuilder.stats.odds.exact_odds import Odds
from deckbuilder.stats.odds.sentences import exchange_refusal, too_large
from games.engine.model.opening import SEATS
from games.engine.odds.exact import DRAWS
from games.engine.reading.goals import unparse

LAST_TURN = 99
"""How far ahead may be asked."""


class OddsParams(Strict):
    """Parameters in the URL, if the body is the list itself."""

    goal = serializers.CharField(
        default="", help_text="The goal, such as `>=1 of (kind:unit) and <=2 of (kind:spell)`."
    )
    turn = serializers.IntegerField(default=0, min_value=0, max_value=LAST_TURN, help_text="0: the opening hand.")
    second = serializers.BooleanField(default=False, help_text="On the draw: the player who goes second.")
    draws = serializers.ChoiceField(
        DRAWS,
        default="none",
        help_text="Draws and searches of cards to count: `none`, `all`, or `free` (those that are no choice).",
    )


class OddsWanted(ListGiven):
    """A deck list and a goal."""

    goal = serializers.CharField(required=False)
    turn = serializers.IntegerField(required=False, min_value=0, max_value=LAST_TURN)
    second = serializers.BooleanField(required=False)
    draws = serializers.ChoiceField(DRAWS, required=False)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if "list" not in data and "deck" not in data:
            raise serializers.ValidationError({"list": [_("Send “list” or “deck”.")]}, "required")
        return super().validate(data)


class ChanceSerializer(serializers.Serializer):
    """A probability, exact and as a decimal."""

    fraction = serializers.SerializerMethodField(help_text="In lowest terms: `1/4`.")
    decimal = serializers.SerializerMethodField()

    def get_fraction(self, chance: Fraction) -> str:
        return f"{chance.numerator}/{chance.denominator}"

    def get_decimal(self, chance: Fraction) -> float:
        return float(chance)


class TooLargeSerializer(serializers.Serializer):
    """Why there is no probability: calculating it would take `size` steps, and `bound` is the limit."""

    what = serializers.CharField()
    size = serializers.IntegerField()
    bound = serializers.IntegerField()
    message = serializers.SerializerMethodField()

    def get_message(self, error: Any) -> str:
        return too_large(error)


class GroupSerializer(serializers.Serializer):
    """A condition of the goal."""

    condition = serializers.CharField(source="text")
    cards = serializers.IntegerField(help_text="Cards of the deck that count for it.")
    counts = ChanceSerializer(many=True, help_text="The probability of 0, 1, 2 … of them, without a mulligan.")


class OddsSerializer(serializers.Serializer):
    """Exact odds. A probability is null if `too_large` says why, or if the game has no mulligan."""

    game = serializers.CharField(source="deck.game")
    fingerprint = serializers.CharField(source="deck.fingerprint")
    goal = serializers.SerializerMethodField(help_text="As parsed.")
    turn = serializers.IntegerField()
    seat = serializers.ChoiceField(SEATS)
    draws = serializers.ChoiceField(DRAWS, help_text="The draws and searches of cards counted.")
    left_out = serializers.SerializerMethodField(
        help_text="With `free`, the cards whose draws or searches are not counted, each with its reason."
    )
    cards = serializers.IntegerField(help_text="Number of cards in the deck.")
    seen = serializers.IntegerField(help_text="Cards seen by the turn: the opening hand and the regular draws.")
    mulligan = serializers.ChoiceField(("none", "once"), source="opening.mulligan")
    rule = serializers.CharField(source="opening.rule", help_text="The paragraphs of the opening and the draw.")
    note = Label(source="opening.note", allow_null=True, help_text="Draws that are not counted.")
    chance = ChanceSerializer(source="without_mulligan", allow_null=True)
    with_mulligan = ChanceSerializer(allow_null=True)
    with_exchange = ChanceSerializer(allow_null=True, help_text="With the exchange every turn, in games that have it.")
    exchange_refused = serializers.SerializerMethodField(
        help_text="Why there is no exact probability with the exchange; else null."
    )
    too_large = TooLargeSerializer(allow_null=True)
    groups = GroupSerializer(many=True)

    def get_goal(self, odds: Odds) -> str:
        return unparse(odds.goal)

    def get_left_out(self, odds: Odds) -> list[dict[str, str]]:
        return [{"card": card.name, "reason": read(why)} for card, why in odds.left_out]

    def get_exchange_refused(self, odds: Odds) -> str | None:
        return exchange_refusal(odds.exchange_refused) if odds.exchange_refused else None


class OddsAnswer(OddsSerializer):
    """The same with the receipt. Context: `receipt`."""

    receipt = serializers.SerializerMethodField()

    @extend_schema_field(ReceiptSerializer)
    def get_receipt(self, odds: Odds) -> Any:
        return self.context["receipt"]
