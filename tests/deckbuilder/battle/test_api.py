"""Battles over the API."""

from games.registry import GAMES
from tests.deckbuilder.api import ApiTest

PLACE = "games/{}/battle/"


class BattleApiTest(ApiTest):
    def battle(self, game, **values):
        return self.get(PLACE.format(game), {name.replace("__", "."): value for name, value in values.items()})

    def test_every_game_resolves_its_example(self):
        for game in GAMES:
            with self.subTest(game.slug):
                answer = self.get(PLACE.format(game.slug), game.battle.example)
                assert answer.status == 200
                assert answer.body["outcome"]

    def test_cards_and_values_make_a_battle(self):
        answer = self.battle("xing-ling-wang", attacker__card="XLW-S021", front__attack="3", front__traits=["poison"])
        assert answer.body["cards"] == {"attacker": {"code": "XLW-S021", "name": "獨角撞門手"}}
        assert answer.body["situation"]["attacker.traits"] == ["pierce"]
        assert answer.body["absent"] == ["back"]
        assert answer.body["favours"] == ""
        said = {(each["code"], each["params"]["who"], each["rule"]) for each in answer.body["outcome"]}
        assert {("falls", "front", "十一.6.5"), ("falls", "attacker", "十一.6.5")} <= said

    def test_it_speaks_the_language_that_is_asked_for(self):
        first, second = (
            self.get(
                PLACE.format("legions"),
                {"attacker.atk": 1, "attacker.hp": 1, "defender.role": "master"},
                headers=headers,
            ).body
            for headers in ({"accept-language": "zh-Hant"}, {"accept-language": "en"})
        )
        assert "攻擊單位" in first["steps"][0]["message"]
        assert [each["params"] for each in first["steps"]] == [each["params"] for each in second["steps"]]

    def test_mistakes_are_named_with_their_fields(self):
        wrong = self.battle(
            "echo-of-legends", attacker__attack="1.5", defender__card="nobody", tide="1", attacker__attribute="wind"
        )
        assert wrong.status == 400
        assert wrong.codes == {
            "attacker.attack": "not-a-number",
            "attacker.attribute": "unknown-value",
            "defender.card": "unknown-card",
            "tide": "unknown-field",
        }

    def test_more_healing_than_there_is_is_refused(self):
        wrong = self.battle(
            "asteriated-grail", attack__element="fire", target__hand=1, target__healing=1, target__healing_used=2
        )
        assert wrong.codes == {"target.healing_used": "out-of-range"}
        assert "2 is not between 0 and 1" in wrong.body["errors"][0]["message"]

    def test_a_game_lists_what_decides_its_battles(self):
        shape = self.get("games/zero-dimension/").body["battle"]
        (attack,) = (each for each in shape["sides"][0]["fields"] if each["name"] == "attack")
        assert attack["attribute"] == "attack"
        assert (attack["min"], attack["max"], attack["required"]) == (0, 99999, True)
        options = {each["value"]: each["word"] for field in shape["sides"][0]["fields"] for each in field["options"]}
        assert options["rush"] == "突袭"
