"""Playtests, as the API takes and gives them."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers

from deckbuilder.common.broken import require
from deckbuilder.common.rest.fields import Paged, Strict
from deckbuilder.playtest.forms import operation_of
from deckbuilder.playtest.models import Playtest, PlaytestNode
from deckbuilder.playtest.table.decision_page import ShownChoice, ShownDecision
from deckbuilder.playtest.table.table_page import TableAction, TableCard, TablePage
from deckbuilder.stats.models import MAX_SEED
from games.engine.model.opening import SEATS

STARTS = ("deck", "simulation", "playtest")


class PlaytestWanted(Strict):
    """A game to play by hand: of a deck, from a simulation, or from a position of another game."""

    deck = serializers.CharField(required=False, help_text="The slug of a saved deck that the caller may read.")
    second = serializers.BooleanField(required=False, help_text="Of a deck: on the draw, the player who goes second.")
    seed = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MAX_SEED,
        help_text="Of a deck: the same seed deals the same game; random if absent.",
    )
    hand = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        max_length=60,
        help_text="Of a deck: cards, by number or name, that the opening hand must have.",
    )
    simulation = serializers.CharField(required=False, help_text="The slug of a simulation; its pilot plays the game.")
    percent = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=100,
        help_text="Of a simulation: the percentile of its clock; usually 50.",
    )
    playtest = serializers.CharField(required=False, help_text="The slug of another game.")
    at = serializers.IntegerField(required=False, min_value=0, help_text="Of another game: the number of the node.")

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if len({*STARTS} & set(data)) != 1:
            raise serializers.ValidationError(
                {"deck": [_("Send one of {choices}.").format(choices=", ".join(STARTS))]}, "required"
            )
        return data


class AtQuery(Strict):
    at = serializers.IntegerField(
        required=False, min_value=0, help_text="The number of a node; the current one if absent."
    )


class LogQuery(Paged, AtQuery):
    pass


class OperationWanted(serializers.Serializer):
    """An operation: `op` names it, other fields depend on it."""

    op = serializers.CharField()

    def to_internal_value(self, data: Any) -> Any:
        super().to_internal_value(data)
        return dict(data)


class NodeTexts(Strict):
    label = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False)  # type: ignore[assignment]
    note = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False)


class NodeChanges(NodeTexts):
    before = NodeTexts(
        required=False, help_text="The texts as you read them: one that somebody else changed since is not replaced."
    )


class PlaytestSerializer(serializers.ModelSerializer):
    """A game. `current`: the number of the node that was made or chosen last."""

    deck = serializers.CharField(source="deck.slug", allow_null=True, default=None, help_text="Null if it was deleted.")
    seat = serializers.ChoiceField(SEATS)
    nodes = serializers.SerializerMethodField(help_text="Number of nodes.")
    may_play = serializers.SerializerMethodField()
    watch = serializers.SerializerMethodField(
        help_text="The URL that shows spectators the current position without hidden cards; null for those who only "
        "have the link to the game."
    )

    class Meta:
        model = Playtest
        fields = (
            "slug",
            "game",
            "deck",
            "name",
            "seat",
            "seed",
            "chunk",
            "trial",
            "current",
            "nodes",
            "started_at",
            "may_play",
            "watch",
        )

    def get_nodes(self, playtest: Playtest) -> int:
        return playtest.nodes.count()

    def get_may_play(self, playtest: Playtest) -> bool:
        return bool(self.context["may_play"])

    def get_watch(self, playtest: Playtest) -> str | None:
        return reverse("api-watched", args=[playtest.watch_slug]) if self.context["may_play"] else None


class StartedSerializer(PlaytestSerializer):
    """A game that was just started."""

    edit_key = serializers.CharField(help_text="Send it as X-Edit-Key to play the game.")

    class Meta(PlaytestSerializer.Meta):
        fields = (*PlaytestSerializer.Meta.fields, "edit_key")  # type: ignore[assignment]


class NodeSerializer(serializers.ModelSerializer):
    """A node of the tree: the operation that led to it from its parent."""

    operation = serializers.DictField(help_text="Empty for the deal.")

    class Meta:
        model = PlaytestNode
        fields = ("number", "parent", "operation", "label", "note", "made_at")

    def to_representation(self, node: PlaytestNode) -> dict[str, Any]:
        require(node, "operation", isinstance(node.operation, dict))
        return super().to_representation(node)


class OfferedActionSerializer(serializers.Serializer):
    """An action that the rules allow now."""

    operation = serializers.SerializerMethodField(help_text="The operation to send.")
    label = serializers.CharField()  # type: ignore[assignment]
    rule = serializers.CharField(allow_blank=True)

    def get_operation(self, action: TableAction) -> dict[str, Any]:
        data = QueryDict(mutable=True)
        data["do"] = action.do
        return operation_of(data)


class TableCardSerializer(serializers.Serializer):
    """A card on the table. A face-down card has no number and no details."""

    number = serializers.IntegerField(allow_null=True, help_text="Stays with the card; operations name cards by it.")
    name = serializers.CharField(source="printed_name", allow_blank=True)
    code = serializers.SerializerMethodField(help_text="The card's first printing; null for tokens and hidden cards.")
    state = serializers.CharField(allow_blank=True, help_text="The state given by its place, such as asleep.")
    face = serializers.ChoiceField(("", "down", "turned"), help_text="`turned`: sideways.")
    counters = serializers.SerializerMethodField()
    actions = OfferedActionSerializer(many=True)

    def get_code(self, card: TableCard) -> str | None:
        return card.card.codes[0] if card.card and card.card.codes else None

    def get_counters(self, card: TableCard) -> dict[str, int]:
        return dict(card.marks)


class TableZoneSerializer(serializers.Serializer):
    slug = serializers.CharField(source="zone.slug")
    label = serializers.CharField()  # type: ignore[assignment]
    count = serializers.IntegerField(help_text="Cards in it, hidden ones included.")
    slots = serializers.IntegerField(source="zone.slots", help_text="How many fit; 0 for any number.")
    cells = serializers.ListField(
        child=TableCardSerializer(many=True),
        help_text="Of a zone with slots its cards by slot, otherwise one card each; a closed pile is one hidden card.",
    )


class TableCounterSerializer(serializers.Serializer):
    slug = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    value = serializers.IntegerField()


class PercentileSerializer(serializers.Serializer):
    """Where a counter of this turn stands among simulated games of the deck."""

    label = serializers.CharField()  # type: ignore[assignment]
    value = serializers.IntegerField()
    percentile = serializers.IntegerField(help_text="Games of 100 that had less, those that had as much counting half.")


class LogLineSerializer(serializers.Serializer):
    text = serializers.CharField()
    notes = serializers.ListField(child=serializers.CharField(), help_text="What the rules say of it.")


class LogEntrySerializer(serializers.Serializer):
    """A node in words. `branches`: the numbers of the nodes that go on from it in other ways."""

    number = serializers.IntegerField()
    lines = LogLineSerializer(many=True)
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    note = serializers.CharField(allow_blank=True)
    branches = serializers.ListField(child=serializers.IntegerField())


class EffectChoiceSerializer(serializers.Serializer):
    """A choice of a decision. `pilot`: it is what the pilot would choose."""

    choice = serializers.CharField(source="slug")
    operation = serializers.SerializerMethodField(help_text="The operation to send.")
    label = serializers.CharField()  # type: ignore[assignment]
    card = TableCardSerializer(allow_null=True, help_text="The card that it names; null for none.")
    copies = serializers.IntegerField(help_text="How many such cards there are.")
    pilot = serializers.BooleanField(source="is_own", help_text="Whether the pilot would choose it.")

    def get_operation(self, choice: ShownChoice) -> dict[str, Any]:
        return {"op": "decide", "choice": choice.slug}


class EffectDecisionSerializer(serializers.Serializer):
    """What an effect waits for."""

    name = serializers.CharField(source="card.name", help_text="The card that has the effect.")
    code = serializers.SerializerMethodField(help_text="Its first printing; null if it has none.")
    text = serializers.CharField(help_text="What it does, as the site writes it.")
    prompt = serializers.CharField(help_text="What is asked.")
    optional = serializers.BooleanField(source="is_optional", help_text="Whether it can be skipped.")
    choices = EffectChoiceSerializer(many=True, source="all_choices")

    def get_code(self, decision: ShownDecision) -> str | None:
        return next(iter(decision.card.codes), None)


class PositionSerializer(serializers.Serializer):
    """A position. `branches`: the numbers of the nodes that follow it."""

    number = serializers.IntegerField(source="node.number")
    parent = serializers.IntegerField(source="undo", allow_null=True)  # type: ignore[assignment]
    operation = serializers.SerializerMethodField(help_text="Empty for the deal, and for spectators.")
    label = serializers.SerializerMethodField()  # type: ignore[assignment]
    note = serializers.SerializerMethodField()
    stage = serializers.ChoiceField(("opening", "setup", "between", "turn", "decision", "over"))
    turn = serializers.IntegerField()
    clock = serializers.IntegerField(help_text="The turn in which the game was won; 0 before.")
    counters = TableCounterSerializer(many=True)
    zones = TableZoneSerializer(many=True)
    actions = OfferedActionSerializer(many=True, help_text="Those of a single card are with the card.")
    decision = EffectDecisionSerializer(
        allow_null=True, help_text="What an effect waits for; null if none does, and for spectators."
    )
    attackers = serializers.SerializerMethodField(
        help_text="The numbers of the cards that attack when the turn ends: none that lies sideways."
    )
    lines = LogLineSerializer(many=True, help_text="What the operation did.")
    branches = serializers.ListField(child=serializers.IntegerField())
    percentiles = PercentileSerializer(
        many=True, help_text="Empty until the game was compared with a simulation, as its page does."
    )

    def get_attackers(self, page: TablePage) -> list[int]:
        return [card.number for card in page.attackers if card.number is not None]

    def get_operation(self, page: TablePage) -> dict[str, Any]:
        return {} if self.context.get("spectator") else page.node.operation

    def get_label(self, page: TablePage) -> str:
        return "" if self.context.get("spectator") else page.node.label

    def get_note(self, page: TablePage) -> str:
        return "" if self.context.get("spectator") else page.node.note
