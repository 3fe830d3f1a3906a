"""A battle as the rulebook resolves it."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from deckbuilder.battle.selectors import ask
from deckbuilder.battle.sentences import Words
from deckbuilder.battle.serializers import BattleSerializer
from games.registry import GAMES, get

UNREADABLE = 2


class Command(BaseCommand):
    help = "Resolve a battle. Exit status: 0 resolved, 2 impossible situation."

    def add_arguments(self, parser: ArgumentParser) -> None:
        battles = [game.slug for game in GAMES if game.battle]
        parser.add_argument("game", metavar="GAME", choices=battles, help=", ".join(battles))
        parser.add_argument("values", metavar="NAME=VALUE", nargs="*", help="such as attacker.attack=3")
        parser.add_argument("--json", action="store_true", help="one object")

    def handle(self, **options: Any) -> None:
        game = get(options["game"])
        assert game.battle
        values: dict[str, list[str]] = {}
        for each in options["values"]:
            name, _equals, value = each.partition("=")
            values.setdefault(name, []).append(value)
        query, words = ask(game, game.battle, values), Words(game, game.battle)
        if query.mistakes or query.result is None:
            faults = [
                {"code": each.code, "field": each.name, "message": words.mistake(each)} for each in query.mistakes
            ]
            self._refuse(faults, as_json=options["json"])
        elif options["json"]:
            self.stdout.write(json.dumps(BattleSerializer(query, context={"words": words}).data, ensure_ascii=False))
        else:
            for title, facts in (("Steps", query.result.steps), ("Outcome", query.result.outcome)):
                self.stdout.write(f"{title}:")
                for fact in facts:
                    self.stdout.write(f"  {words.message(fact)} ({fact.rule})")

    def _refuse(self, faults: list[dict[str, str]], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps({"errors": faults}, ensure_ascii=False))
        else:
            for each in faults:
                self.stderr.write(f"{each['field']}: {each['message']}")
        raise SystemExit(UNREADABLE)
