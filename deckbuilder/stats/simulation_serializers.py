"""Simulations, as the API takes and gives them."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from deckbuilder.decks.serializers import SLUGS, ListGiven
from deckbuilder.stats.models import STUDIES
from deckbuilder.stats.selectors import STATES
from deckbuilder.stats.services import USUAL_TRIALS, SimulationSpec
from games.engine.model.opening import SEATS


class SimulationWanted(ListGiven):
    """A deck to be played alone: a list (`list` or `deck`), or a kept deck by its `slug`."""

    game = serializers.ChoiceField(SLUGS, required=False, help_text="Needed unless the list names it.")
    slug = serializers.CharField(required=False, help_text="Of a kept deck that whoever asks may read.")
    trials = serializers.IntegerField(
        required=False,
        help_text="Games to play, up to 10,000,000 (usual: 100,000); of a study of the pilot up to 1,000 (usual: 30), "
        "of one of hands at least 1,000 (usual: 200,000).",
    )
    turns = serializers.IntegerField(default=SimulationSpec.turns, help_text="Turns of a game, up to 40.")
    seed = serializers.IntegerField(default=SimulationSpec.seed, help_text="The same seed gives the same games.")
    second = serializers.BooleanField(default=False, help_text="On the draw: the player who goes second.")
    goal = serializers.CharField(default="", allow_blank=True, help_text="What is counted by turn.")
    keep = serializers.CharField(
        default="", allow_blank=True, help_text="A goal: of each hand is put back what leaves it the best chance."
    )
    study = serializers.ChoiceField(
        STUDIES,
        default=SimulationSpec.study,
        help_text="What is found out: how games go, how many turns the pilot misses, or which hands win early.",
    )
    keep_turn = serializers.IntegerField(
        default=SimulationSpec.keep_turn, help_text="By when the mulligan is to meet it: 0 is the opening hand."
    )
    precision = serializers.FloatField(
        default=None,
        allow_null=True,
        help_text="Enough is played once the 95 % interval of the goal (at each turn that at least half of the games "
        "come to), or without one of the win rate, is so narrow to both sides.",
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if len({"list", "deck", "slug"} & set(data)) != 1:
            raise serializers.ValidationError({"list": [_("Send one of “list”, “deck” and “slug”.")]}, "required")
        data.setdefault("trials", USUAL_TRIALS[data["study"]])
        return super().validate(data)


class ShareSerializer(serializers.Serializer):
    """A share with its 95 % interval (Wilson); null without trials."""

    hits = serializers.IntegerField()
    trials = serializers.IntegerField()
    estimate = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class ShareByTurnSerializer(ShareSerializer):
    turn = serializers.IntegerField(help_text="0: the opening hand.")


class MeanSerializer(serializers.Serializer):
    """A mean with its 95 % interval, and the values that a tenth, half and nine tenths of the games do not exceed."""

    mean = serializers.FloatField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    tenth = serializers.IntegerField()
    median = serializers.IntegerField()
    ninetieth = serializers.IntegerField()


class TurnSerializer(serializers.Serializer):
    """What stood at the end of a turn, of the games that came to it; null where none did."""

    turn = serializers.IntegerField()
    reached = serializers.IntegerField()
    available = MeanSerializer(allow_null=True, help_text="Resources of the turn.")
    used = MeanSerializer(allow_null=True)
    plays = MeanSerializer(allow_null=True, help_text="Cards played and other actions.")
    exchanges = MeanSerializer(allow_null=True, help_text="Cards or hands put away for others.")
    dismissals = MeanSerializer(allow_null=True, help_text="Own units taken off the board for room.")
    laid = MeanSerializer(allow_null=True, help_text="Cards laid as resources.")
    score = MeanSerializer(allow_null=True)
    hand = MeanSerializer(allow_null=True, help_text="Cards in hand.")


class ClockTurnSerializer(serializers.Serializer):
    turn = serializers.IntegerField()
    won = serializers.IntegerField()
    over = serializers.IntegerField(help_text="Games that ended without being won.")
    share = serializers.FloatField(allow_null=True, help_text="Of all games, those won in this turn.")


class ClockSerializer(serializers.Serializer):
    """In which turn games were won; `mean` and `median` are those of the games that were."""

    turns = ClockTurnSerializer(many=True)
    unfinished = serializers.IntegerField()
    mean = serializers.FloatField(allow_null=True)
    median = serializers.IntegerField(allow_null=True)


class StuckSerializer(serializers.Serializer):
    """Mean copies of a card in the opening hand, and in hand at the end of each turn."""

    card = serializers.CharField()
    name = serializers.CharField()
    code = serializers.CharField()
    copies = serializers.IntegerField(help_text="In the deck.")
    opened = serializers.FloatField(allow_null=True)
    turns = serializers.ListField(child=serializers.FloatField(allow_null=True))


class SummarySerializer(serializers.Serializer):
    trials = serializers.IntegerField()
    keep = ShareSerializer(help_text="Opening hands of which nothing was put back.")
    turns = TurnSerializer(many=True)
    win = ShareSerializer(help_text="Games won within the turns.")
    clock = ClockSerializer()
    goal = ShareByTurnSerializer(many=True, allow_null=True)
    stuck = StuckSerializer(many=True)


class SimulatedValueSerializer(serializers.Serializer):
    """A mean, or a chance, with its 95 % interval, over so many games; null without games."""

    turn = serializers.IntegerField(allow_null=True, help_text="Null for what is counted once a game.")
    games = serializers.IntegerField()
    estimate = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class SimulatedLineSerializer(serializers.Serializer):
    label = serializers.CharField()  # type: ignore[assignment]
    values = SimulatedValueSerializer(many=True)


class SimulatedCountSerializer(serializers.Serializer):
    value = serializers.IntegerField()
    games = serializers.IntegerField()


class SimulatedQuestionSerializer(serializers.Serializer):
    """A question of the game's players that playing answers."""

    slug = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    explanation = serializers.CharField(help_text="What the values say.")
    policy = serializers.CharField(help_text="What playing assumes.")
    rule = serializers.CharField(help_text="The paragraphs.")
    unit = serializers.ChoiceField(("chance", "number"))


class SimulatedSerializer(SimulatedQuestionSerializer):
    """A question of the game's players with its answer."""

    lines = SimulatedLineSerializer(many=True)
    distribution = SimulatedCountSerializer(
        many=True, help_text="How many games had which value, for what is counted once a game."
    )


class ContrastSerializer(serializers.Serializer):
    """A figure of the games that were dealt a card and of the others; the interval is that of the difference."""

    with_card = serializers.FloatField()
    without = serializers.FloatField()
    difference = serializers.FloatField(help_text="With the card less without.")
    low = serializers.FloatField()
    high = serializers.FloatField()
    clear = serializers.BooleanField(help_text="The interval has not 0 in it.")


class CardImpactSerializer(serializers.Serializer):
    """What having a copy of a card in the hand as dealt changes."""

    card = serializers.CharField()
    name = serializers.CharField()
    code = serializers.CharField()
    copies = serializers.IntegerField(help_text="In the deck.")
    dealt = serializers.IntegerField(help_text="Games that were dealt a copy.")
    reason = serializers.ChoiceField(
        ("", "always", "never", "few"), help_text="Why nothing is compared: always dealt, never, or in too few games."
    )
    clock = ContrastSerializer(
        allow_null=True, help_text="The mean turn of the win, one more than `turns` where there is none in them."
    )
    goal = ContrastSerializer(allow_null=True, help_text="The share of games that met the goal by `goal_turn`.")


class ImpactSerializer(serializers.Serializer):
    """What each card in the hand as dealt changes, the cards that win earliest first."""

    games = serializers.IntegerField(help_text="Of which hands were noted.")
    turns = serializers.IntegerField()
    goal_turn = serializers.IntegerField(allow_null=True, help_text="0: the opening hand; null without a goal.")
    intervals = serializers.IntegerField(help_text="So many hold at once, 19 times in 20.")
    cards = CardImpactSerializer(many=True)


class MissedTurnsSerializer(serializers.Serializer):
    turns = serializers.IntegerField()
    games = serializers.IntegerField()


class MissedSerializer(serializers.Serializer):
    """How many turns earlier games could have been won, had the pilot known the order of the deck."""

    games = serializers.IntegerField()
    complete = serializers.IntegerField(help_text="Games whose lines were all searched: there is no earlier win.")
    mean = serializers.FloatField(help_text="Turns missed per game, with its 95 % interval.")
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    missed = MissedTurnsSerializer(many=True)


class MeanTurnSerializer(serializers.Serializer):
    """The mean turn of the win, one more than `turns` where there is none in them, with its 95 % interval."""

    estimate = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class HandClockSerializer(serializers.Serializer):
    """An opening hand: how many cards of each kind it has, and what is put back for the earliest win."""

    counts = serializers.ListField(child=serializers.IntegerField())
    back = serializers.ListField(child=serializers.IntegerField())
    dealt = serializers.FloatField(help_text="The exact chance of it.")
    kept = MeanTurnSerializer(allow_null=True)
    best = MeanTurnSerializer(allow_null=True)


class HandStudySerializer(serializers.Serializer):
    """Which opening hands win early, those dealt most often first."""

    best = MeanTurnSerializer(allow_null=True, help_text="With the best choice for every hand.")
    rule = MeanTurnSerializer(
        allow_null=True, help_text="With the mulligan for `keep`; without one every hand is kept."
    )
    share = serializers.FloatField(help_text="Of the hands for which enough games were played to tell.")
    kinds = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="The cards of each kind."
    )
    hands = HandClockSerializer(many=True)


class FailureSerializer(serializers.Serializer):
    code = serializers.CharField()
    message = serializers.CharField()


class PilotSerializer(serializers.Serializer):
    """What the pilot does, and what its figures are."""

    policy = serializers.CharField()
    resource = serializers.CharField()
    score = serializers.CharField()
    clock = serializers.CharField()


class SimulationSerializer(serializers.Serializer):
    """A simulation: what was asked, how far it has come, and what the games played so far say."""

    slug = serializers.CharField()
    deck = serializers.CharField(allow_null=True, help_text="The slug of the kept deck it is of.")
    asked_at = serializers.DateTimeField()
    game = serializers.CharField()
    fingerprint = serializers.CharField()
    study = serializers.ChoiceField(STUDIES)
    goal = serializers.CharField()
    keep = serializers.CharField()
    keep_turn = serializers.IntegerField()
    turns = serializers.IntegerField()
    seat = serializers.ChoiceField(SEATS)
    seed = serializers.IntegerField()
    trials = serializers.IntegerField()
    precision = serializers.FloatField(allow_null=True)
    version = serializers.CharField(help_text="Of the engine: another one may give other figures for the same seed.")
    state = serializers.ChoiceField(STATES)
    played = serializers.IntegerField(help_text="Games that count now.")
    wanted = serializers.IntegerField(help_text="Games that will, as far as can be foretold.")
    half_width = serializers.FloatField(allow_null=True, help_text="Of the interval that `precision` is about.")
    rate = serializers.FloatField(allow_null=True, help_text="Games a second.")
    left = serializers.FloatField(allow_null=True, help_text="Seconds to go.")
    seconds = serializers.FloatField(help_text="What workers took.")
    error = FailureSerializer(allow_null=True)
    pilot = PilotSerializer()
    summary = SummarySerializer(allow_null=True, help_text="Null before the first chunk of games.")
    simulated = SimulatedSerializer(many=True, help_text="Empty before the first chunk of games.")
    impact = ImpactSerializer(
        allow_null=True, help_text="Null before the first chunk of games, and for games played before it was counted."
    )
    missed = MissedSerializer(allow_null=True, help_text="Of a study of the pilot alone.")
    hands = HandStudySerializer(allow_null=True, help_text="Of a study of hands alone.")
