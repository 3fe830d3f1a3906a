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
    help = "Resolve a battle. Exit status: 0 resolved, 2 a situation that cannot be."

    def add_arguments(self, parser: ArgumentParser) -> None:
        battles = [game.slug for game in GAMES if game.battle]
        parser.add_argument("game", metavar="GAME", choices=battles, help=", ".join(battles))
        parser.add_argument("values", metavar="NAME=VALUE", nargs="*", help="such as attacker.attack=3")
        parser.add_argument("--json", action="store_true", help="one object")

    def handle(self, **options: Any) -> None:
        game = get(options["game"])
        assert game.battle
        given: dict[str, list[str]] = {}
        for each in options["values"]:
            name, _equals, value = each.partition("=")
            given.setdefault(name, []).append(value)
        asked, words = ask(game, game.battle, given), Words(game, game.battle)
        if asked.mistakes or asked.result is None:
            faults = [
                {"code": each.code, "field": each.name, "message": words.mistake(each)} for each in asked.mistakes
            ]
            self._refuse(faults, as_json=options["json"])
        elif options["json"]:
            self.stdout.write(json.dumps(BattleSerializer(asked, context={"words": words}).data, ensure_ascii=False))
        else:
            for title, facts in (("Steps", asked.result.steps), ("Outcome", asked.result.outcome)):
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
