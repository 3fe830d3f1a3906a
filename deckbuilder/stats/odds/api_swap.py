"""The best swap of a saved deck."""

from collections.abc import Iterable
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
from deckbuilder.decks.verdicts.serializers import ViolationSerializer
from deckbuilder.decks.verdicts.verdict_json import violation_json
from deckbuilder.stats.odds.serializers import LAST_TURN, ChanceSerializer
from deckbuilder.stats.odds.swap_page import find, too_large_swap
from deckbuilder.stats.throttle import counting
from games.engine.budget import TooLarge
from games.engine.model.decks import Deck
from games.engine.model.opening import Seat
from games.engine.odds.best_swap import BestChange, Swap
from games.engine.reading.goals import unparse
from games.engine.rules.changes import Slot
from games.registry import get


class SwapQuery(Strict):
    goal = serializers.CharField(help_text="The goal, as for odds.")
    turn = serializers.IntegerField(default=0, min_value=0, max_value=LAST_TURN, help_text="0: the opening hand.")
    second = serializers.BooleanField(default=False, help_text="On the draw: the player who goes second.")
    mulligan = serializers.BooleanField(default=True, help_text="With the game's mulligan, if it has one.")


class CopySerializer(serializers.Serializer):
    """One copy of a card."""

    zone = serializers.CharField()
    code = serializers.CharField(help_text="The printing in the deck, or else the card's first.")
    name = serializers.CharField()


class RefusedSwapSerializer(serializers.Serializer):
    """A swap that would be better still, and the rule that forbids it."""

    out = CopySerializer(many=True)
    into = CopySerializer(many=True)
    chance = ChanceSerializer()
    violation = ViolationSerializer()


class SwapTooLargeSerializer(serializers.Serializer):
    what = serializers.CharField()
    size = serializers.IntegerField()
    bound = serializers.IntegerField()
    message = serializers.SerializerMethodField()

    def get_message(self, error: Any) -> str:
        return too_large_swap(error)


class SwapEditSerializer(serializers.Serializer):
    op = serializers.ChoiceField(("remove", "add"))
    zone = serializers.CharField()
    code = serializers.CharField()


class SwapSerializer(serializers.Serializer):
    """The best swap. If none helps, `chance` is null and lists are empty; `now` is null if `too_large` says why."""

    goal = serializers.CharField(help_text="As parsed.")
    now = ChanceSerializer(allow_null=True)
    chance = ChanceSerializer(allow_null=True)
    outs = serializers.ListField(child=CopySerializer(many=True), help_text="Cards that may go out, preferred first.")
    ins = serializers.ListField(
        child=CopySerializer(many=True), help_text="Cards that may come in; each can be combined with each of `outs`."
    )
    edits = SwapEditSerializer(many=True, help_text="The first of both, to be sent to the deck's `edits/` URL.")
    refused = RefusedSwapSerializer(allow_null=True)
    too_large = SwapTooLargeSerializer(allow_null=True)


class BestSwap(DeckEndpoint):
    @extend_schema(operation_id="swap", parameters=[SwapQuery, EDIT_KEY], responses=SwapSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The change of at most two cards, legal today, that raises the probability of a goal most.

        It is only told; `edits` makes it.
        """
        deck, query = access.readable(request, slug), self.query_params(SwapQuery)
        game, engine_deck = get(deck.game), to_deck(deck)
        goal = parse_goal(query["goal"], game)
        seat: Seat = "second" if query["second"] else "first"
        answer = {"goal": unparse(goal), "now": None, "too_large": None} | _NOTHING
        try:
            with counting():
                change = find(engine_deck, game, goal, query["turn"], seat, mulligan=query["mulligan"])
            answer |= {"now": change.now} | _change_json(change, engine_deck)
        except TooLarge as error:
            answer["too_large"] = error
        return Response(SwapSerializer(answer).data)


_NOTHING: dict[str, Any] = {"chance": None, "outs": [], "ins": [], "edits": [], "refused": None}


def _change_json(change: BestChange, deck: Deck) -> dict[str, Any]:
    data = dict(_NOTHING)
    if change.refused:
        data["refused"] = _side(change.refused.swap, deck) | {
            "violation": violation_json(change.refused.violation, deck.game)
        }
    if change.best:
        best = _side(change.best, deck)
        steps = [("remove", copy) for copy in best["out"]] + [("add", copy) for copy in best["into"]]
        data |= {
            "chance": change.best.chance,
            "outs": [_copies(each, deck) for each in change.outs if each],
            "ins": [_copies(each, deck) for each in change.ins],
            "edits": [{"op": op, "zone": copy["zone"], "code": copy["code"]} for op, copy in steps],
        }
    return data


def _side(swap: Swap, deck: Deck) -> dict[str, Any]:
    return {"out": _copies(swap.out, deck), "into": _copies(swap.into, deck), "chance": swap.chance}


def _copies(slots: Iterable[Slot], deck: Deck) -> list[dict[str, str]]:
    """Each copy with its printing: one that lies in the deck that often, as far as there are any."""
    codes_of_slot: dict[Slot, list[str]] = {}
    for zone, entries in deck.zones.items():
        for entry in entries:
            codes_of_slot.setdefault(Slot(zone, entry.card), []).extend([entry.code] * entry.count)
    copies = []
    for slot in slots:
        codes = codes_of_slot.get(slot) or list(slot.card.codes[:1]) or [""]
        copies.append({"zone": slot.zone, "code": codes.pop(), "name": slot.card.name})
    return copies
