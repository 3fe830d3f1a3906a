"""Battles as the API gives them. Context of each: `words`, the sentences of the game's battles."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.battle.selectors import BattleQuery
from deckbuilder.common.rest.fields import Words
from games.engine.model.battle import Answers, Fact
from games.engine.model.battle_situation import Value


class FactSerializer(serializers.Serializer):
    """A step of a battle, or a part of its outcome."""

    code = serializers.CharField()
    rule = serializers.CharField(help_text="Its paragraph in the rulebook.")
    params = serializers.DictField(help_text="Numbers, and names of sides, fields and options.")
    message = serializers.SerializerMethodField()

    def get_message(self, fact: Fact) -> str:
        return str(self.context["words"].message(fact))


class CellSerializer(serializers.Serializer):
    """What comes of one situation of a table."""

    message = serializers.CharField()
    favours = serializers.ChoiceField(("attacker", "defender", ""))
    figures = serializers.ListField(child=serializers.IntegerField(), help_text="The two numbers that were compared.")


class RowSerializer(serializers.Serializer):
    label = serializers.CharField()  # type: ignore[assignment]
    cells = CellSerializer(many=True)


class TableSerializer(serializers.Serializer):
    """A question answered for many situations at once."""

    key = serializers.CharField()
    title = serializers.CharField()
    columns = Words()
    rows = RowSerializer(many=True)


class FilledSerializer(serializers.Serializer):
    """A card that filled in a side."""

    code = serializers.CharField()
    name = serializers.CharField()


class BattleSerializer(serializers.Serializer):
    """A battle, resolved."""

    game = serializers.CharField(source="game.slug")
    ruleset = serializers.CharField(source="game.ruleset")
    situation = serializers.SerializerMethodField(
        help_text="Every value it was resolved with, by field: a number, “-”, a choice, a list of options, or null."
    )
    absent = serializers.SerializerMethodField(help_text="The sides where nobody stands.")
    cards = serializers.SerializerMethodField(help_text="By side the cards that filled it in.")
    favours = serializers.ChoiceField(
        ("attacker", "defender", ""), source="result.favours", help_text="Whose side has the better of it."
    )
    figures = serializers.ListField(
        child=serializers.IntegerField(), source="result.figures", help_text="The two numbers that were compared."
    )
    outcome = FactSerializer(many=True, source="result.outcome")
    steps = FactSerializer(many=True, source="result.steps")
    tables = serializers.SerializerMethodField()

    @extend_schema_field({"type": "object", "additionalProperties": {}})
    def get_situation(self, query: BattleQuery) -> dict[str, Any]:
        return {name: _plain(value) for name, value in query.situation.values.items()}

    def get_absent(self, query: BattleQuery) -> list[str]:
        return sorted(query.situation.absent)

    @extend_schema_field(serializers.DictField(child=FilledSerializer()))
    def get_cards(self, query: BattleQuery) -> dict[str, Any]:
        return {side: {"code": card.codes[0], "name": card.name} for side, card in query.cards.items()}

    @extend_schema_field(TableSerializer(many=True))
    def get_tables(self, query: BattleQuery) -> list[dict[str, Any]]:
        return [self._table(each) for each in query.tables]

    def _table(self, answers: Answers) -> dict[str, Any]:
        words, table = self.context["words"], answers.table
        read = words.language
        return {
            "key": table.key,
            "title": table.title.read(read),
            "columns": [line.label.read(read) for line in table.columns],
            "rows": [
                {
                    "label": line.label.read(read),
                    "cells": [
                        {
                            "message": words.cell(result, table.shows, table.otherwise.read(read)),
                            "favours": result.favours if result else "",
                            "figures": list(result.figures) if result else [],
                        }
                        for result in cells
                    ],
                }
                for line, cells in zip(table.rows, answers.cells, strict=True)
            ],
        }


def _plain(value: Value) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value
