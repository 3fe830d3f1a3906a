"""Simulations, as the API takes and gives them."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from deckbuilder.decks.lists.serializers import ListGiven
from deckbuilder.decks.serializers import SLUGS
from deckbuilder.stats.models import STUDIES
from deckbuilder.stats.simulations.pairs import FIGURES
from deckbuilder.stats.simulations.selectors import STATES
from deckbuilder.stats.simulations.specs import CONDITIONS, DEFAULT_TRIALS, SimulationSpec
from games.engine.model.opening import SEATS


class SimulationWanted(ListGiven):
    """A deck to goldfish: a list (`list` or `deck`), or a saved deck by its `slug`."""

    game = serializers.ChoiceField(SLUGS, required=False, help_text="Required unless the list names it.")
    slug = serializers.CharField(required=False, help_text="The slug of a saved deck that the caller may read.")
    trials = serializers.IntegerField(
        required=False,
        help_text="Games to play, up to 10,000,000 (usual: 100,000); of a study of the pilot up to 1,000 (usual: 30), "
        "of one of hands at least 1,000 (usual: 200,000).",
    )
    turns = serializers.IntegerField(default=SimulationSpec.turns, help_text="Turns in each game, at most 40.")
    seed = serializers.IntegerField(default=SimulationSpec.seed, help_text="The same seed gives the same games.")
    second = serializers.BooleanField(default=False, help_text="On the draw: the player who goes second.")
    goal = serializers.CharField(default="", allow_blank=True, help_text="The goal to count by turn.")
    keep = serializers.CharField(
        default="", allow_blank=True, help_text="A goal for the mulligan: the cards put back give it the best chance."
    )
    study = serializers.ChoiceField(
        STUDIES,
        default=SimulationSpec.study,
        help_text="What to find out: how games go, how many turns the pilot misses, or which hands win early.",
    )
    keep_turn = serializers.IntegerField(
        default=SimulationSpec.keep_turn,
        help_text="The turn by which the mulligan aims to meet it; 0 is the opening hand.",
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
        data.setdefault("trials", DEFAULT_TRIALS[data["study"]])
        return super().validate(data)


class ShareSerializer(serializers.Serializer):
    """A proportion with its 95 % Wilson interval; null without trials."""

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
    """Means at the end of a turn, over the games that reached it; null if none did."""

    turn = serializers.IntegerField()
    reached = serializers.IntegerField()
    available = MeanSerializer(allow_null=True, help_text="Resources of the turn.")
    used = MeanSerializer(allow_null=True)
    plays = MeanSerializer(allow_null=True, help_text="Cards played and other actions.")
    exchanges = MeanSerializer(allow_null=True, help_text="Cards or hands exchanged for others.")
    dismissals = MeanSerializer(allow_null=True, help_text="Own units removed from the board to make room.")
    laid = MeanSerializer(allow_null=True, help_text="Cards laid as resources.")
    score = MeanSerializer(allow_null=True)
    hand = MeanSerializer(allow_null=True, help_text="Cards in hand.")


class ClockTurnSerializer(serializers.Serializer):
    turn = serializers.IntegerField()
    won = serializers.IntegerField()
    over = serializers.IntegerField(help_text="Games that ended without being won.")
    share = serializers.FloatField(allow_null=True, help_text="The share of all games won in this turn.")


class ClockSerializer(serializers.Serializer):
    """The turns in which games were won; `mean`, with its 95 % interval, and `median` cover the games that were won."""

    turns = ClockTurnSerializer(many=True)
    unfinished = serializers.IntegerField()
    mean = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
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
    keep = ShareSerializer(help_text="Opening hands that were kept; without an interval if every hand is kept.")
    turns = TurnSerializer(many=True)
    win = ShareSerializer(help_text="Games won within the turns.")
    clock = ClockSerializer()
    goal = ShareByTurnSerializer(many=True, allow_null=True)
    cut = serializers.IntegerField(help_text="Games in which effects of cards were dropped because they would not end.")
    stuck = StuckSerializer(many=True)


class SimulatedValueSerializer(serializers.Serializer):
    """A mean or a probability with its 95 % interval, over `games`; null without games."""

    turn = serializers.IntegerField(allow_null=True, help_text="Null if it is counted once per game.")
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
    """A question of the game that simulation answers."""

    slug = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    explanation = serializers.CharField(help_text="What the values mean.")
    policy = serializers.CharField(help_text="What the simulation assumes.")
    rule = serializers.CharField(help_text="The paragraphs.")
    unit = serializers.ChoiceField(("chance", "number"))


class SimulatedSerializer(SimulatedQuestionSerializer):
    """A question of the game with its answer."""

    lines = SimulatedLineSerializer(many=True)
    distribution = SimulatedCountSerializer(
        many=True, help_text="How many games had each value, if it is counted once per game."
    )


class ContrastSerializer(serializers.Serializer):
    """A figure of the games with a card and of those without; the interval is that of the difference."""

    with_card = serializers.FloatField()
    without = serializers.FloatField()
    difference = serializers.FloatField(help_text="With the card minus without.")
    low = serializers.FloatField()
    high = serializers.FloatField()
    clear = serializers.BooleanField(help_text="The interval does not contain 0.")


class CardImpactSerializer(serializers.Serializer):
    """The effect of having a copy of a card in the hand as dealt."""

    card = serializers.CharField()
    name = serializers.CharField()
    code = serializers.CharField()
    copies = serializers.IntegerField(help_text="In the deck.")
    dealt = serializers.IntegerField(help_text="Games that were dealt a copy.")
    reason = serializers.ChoiceField(
        ("", "always", "never", "few"),
        help_text="Why there is no comparison: always dealt, never dealt, or too few games.",
    )
    clock = ContrastSerializer(allow_null=True, help_text="The mean turn of the win; `turns` + 1 if there is none.")
    goal = ContrastSerializer(allow_null=True, help_text="The share of games that met the goal by `goal_turn`.")


class ImpactSerializer(serializers.Serializer):
    """The effect of each card in the hand as dealt, cards with the earliest wins first."""

    games = serializers.IntegerField(help_text="Games with recorded opening hands.")
    turns = serializers.IntegerField()
    goal_turn = serializers.IntegerField(allow_null=True, help_text="0: the opening hand; null without a goal.")
    intervals = serializers.IntegerField(help_text="The number of intervals, which all hold together 19 times in 20.")
    cards = CardImpactSerializer(many=True)


class MissedTurnsSerializer(serializers.Serializer):
    turns = serializers.IntegerField()
    games = serializers.IntegerField()


class MissedSerializer(serializers.Serializer):
    """How many turns earlier games could have been won, had the pilot known the order of the deck."""

    games = serializers.IntegerField()
    complete = serializers.IntegerField(help_text="Games in which every line was searched, so there is no earlier win.")
    mean = serializers.FloatField(help_text="Turns missed per game, with its 95 % interval.")
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    missed = MissedTurnsSerializer(many=True)


class MeanTurnSerializer(serializers.Serializer):
    """The mean turn of the win (`turns` + 1 if there is none), with its 95 % interval."""

    estimate = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class HandClockSerializer(serializers.Serializer):
    """An opening hand: how many cards of each kind it has, and what to put back for the earliest win."""

    counts = serializers.ListField(child=serializers.IntegerField())
    back = serializers.ListField(child=serializers.IntegerField())
    dealt = serializers.FloatField(help_text="The exact probability of this hand.")
    kept = MeanTurnSerializer(allow_null=True)
    best = MeanTurnSerializer(allow_null=True)


class HandStudySerializer(serializers.Serializer):
    """Which opening hands win early, most frequent first."""

    best = MeanTurnSerializer(allow_null=True, help_text="With the best choice for every hand.")
    rule = MeanTurnSerializer(allow_null=True, help_text="With the mulligan for `keep`, or with every hand kept.")
    share = serializers.FloatField(help_text="The share of hands with enough games.")
    kinds = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="The cards of each kind."
    )
    hands = HandClockSerializer(many=True)


class FailureSerializer(serializers.Serializer):
    code = serializers.CharField()
    message = serializers.CharField()


class PilotSerializer(serializers.Serializer):
    """The pilot's policy and figures."""

    policy = serializers.CharField()
    resource = serializers.CharField()
    score = serializers.CharField()
    clock = serializers.CharField()


class NotAsPrintedSerializer(serializers.Serializer):
    """A card that the pilot does not play as printed: "blank", nobody has stated what it does; or only "partly"."""

    card = serializers.CharField()
    name = serializers.CharField()
    copies = serializers.IntegerField()
    state = serializers.ChoiceField(("partly", "blank"))


class UnderstoodSerializer(serializers.Serializer):
    """How many cards of the deck the pilot plays as printed, and the others."""

    total = serializers.IntegerField()
    as_printed = serializers.IntegerField()
    cards = NotAsPrintedSerializer(many=True)


class SimulationSerializer(serializers.Serializer):
    """A simulation: its settings, its progress and the results so far."""

    slug = serializers.CharField()
    deck = serializers.CharField(allow_null=True, help_text="The slug of its deck, if it is a saved deck.")
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
    version = serializers.CharField(
        help_text="The engine's version; another version may give other figures for the same seed."
    )
    state = serializers.ChoiceField(STATES)
    played = serializers.IntegerField(help_text="Games counted so far.")
    wanted = serializers.IntegerField(help_text="Games expected in total.")
    half_width = serializers.FloatField(allow_null=True, help_text="Half width of the interval for `precision`.")
    rate = serializers.FloatField(allow_null=True, help_text="Games per second.")
    left = serializers.FloatField(allow_null=True, help_text="Seconds left.")
    seconds = serializers.FloatField(help_text="Seconds of work so far.")
    error = FailureSerializer(allow_null=True)
    pilot = PilotSerializer()
    understood = UnderstoodSerializer()
    summary = SummarySerializer(allow_null=True, help_text="Null before the first chunk of games.")
    simulated = SimulatedSerializer(many=True, help_text="Empty before the first chunk of games.")
    impact = ImpactSerializer(
        allow_null=True,
        help_text="Null before the first chunk of games, and for games played before the site recorded it.",
    )
    missed = MissedSerializer(allow_null=True, help_text="Only for a study of the pilot.")
    hands = HandStudySerializer(allow_null=True, help_text="Only for a study of hands.")


class ContrastOfTwoSerializer(serializers.Serializer):
    """A figure of two simulations, and how much higher it is in the first, with an interval that holds however often it
    is read while games are played. The intervals of "clock" and "won" hold together 95 times in 100."""

    figure = serializers.ChoiceField(
        FIGURES,
        help_text='"clock": the mean winning turn, where a game that is not won counts as won in the turn after the '
        'last; "won": games won by the turn at which the two differ most; "kept": opening hands; "goal": games that '
        "meet the goal by the turn.",
    )
    turn = serializers.IntegerField(allow_null=True)
    first = serializers.FloatField(allow_null=True)
    second = serializers.FloatField(allow_null=True)
    difference = serializers.FloatField(allow_null=True, source="difference.estimate", default=None)
    low = serializers.FloatField(allow_null=True, source="difference.low", default=None)
    high = serializers.FloatField(allow_null=True, source="difference.high", default=None)
    clear = serializers.BooleanField(help_text="Whether the interval does not contain 0.")


class PairSerializer(serializers.Serializer):
    """Two simulations compared."""

    first = serializers.CharField(help_text="The slug of the first simulation.")
    second = serializers.CharField(help_text="The slug of the second simulation.")
    unequal = serializers.ListField(
        child=serializers.ChoiceField(CONDITIONS),
        help_text="The conditions in which they differ; if there are any, their figures cannot be compared.",
    )
    contrasts = ContrastOfTwoSerializer(
        many=True, help_text="Empty if the conditions differ, or before both have played a chunk of games."
    )
