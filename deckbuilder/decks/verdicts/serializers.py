"""Verdicts, as the API gives them."""

from rest_framework import serializers

from deckbuilder.common.rest.fields import Strict, Words
from games.engine.model.violations import CODES, ORDER


class VerdictQuery(Strict):
    format = serializers.CharField(default="", help_text="A format of the game; default: the deck's.")
    on = serializers.DateField(default=None, help_text="The day to check for; default: today.")


class CulpritSerializer(serializers.Serializer):
    name = serializers.CharField()
    code = serializers.CharField()
    have = serializers.IntegerField()
    limit = serializers.IntegerField(allow_null=True)


class ViolationSerializer(serializers.Serializer):
    """A violation. `have`, `min` and `max` are the numbers of the rule."""

    code = serializers.ChoiceField(CODES)
    severity = serializers.ChoiceField(list(ORDER))
    zone = serializers.CharField()
    cards = CulpritSerializer(many=True)
    have = serializers.FloatField(allow_null=True)
    min = serializers.FloatField(allow_null=True)
    max = serializers.FloatField(allow_null=True)
    rule = serializers.CharField(help_text="Its paragraph in the rulebook.")
    source = serializers.CharField(  # type: ignore[assignment]
        allow_null=True, help_text="The restriction list it comes from."
    )
    params = serializers.DictField()
    message = serializers.CharField()
    fix = serializers.CharField(help_text="The smallest fix, or empty.")


class ListVersionSerializer(serializers.Serializer):
    slug = serializers.CharField()
    version = serializers.CharField()


class VerdictSerializer(serializers.Serializer):
    game = serializers.CharField()
    format = serializers.CharField()
    on = serializers.DateField()
    status = serializers.ChoiceField(("legal", "incomplete", "illegal"))
    legal = serializers.BooleanField()
    fingerprint = serializers.CharField()
    ruleset = serializers.CharField()
    lists = ListVersionSerializer(many=True, help_text="The restriction lists applied.")
    checks = Words(help_text="Every code that was checked.")
    unjudged = Words(help_text="Zones with cards whose number and kind no rule covers.")
    violations = ViolationSerializer(many=True)
