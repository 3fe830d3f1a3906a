"""The command that resolves a battle."""

import re
import shlex
from pathlib import Path

from tests.deckbuilder.commands import CommandTest

TEXT = (Path(__file__).parents[3] / "docs" / "commands.md").read_text(encoding="utf-8")


class BattleCommandTest(CommandTest):
    def test_steps_and_outcome_are_printed_with_their_paragraphs(self):
        status, out, err = self.run_command("battle", "xing-ling-wang", "attacker.card=XLW-S021", "front.attack=5")
        assert (status, err) == (0, "")
        assert "  Attacker 4, enemy front unit 5. (十一.6.2)\n" in out
        assert out.index("Steps:") < out.index("Outcome:") < out.index("  Attacker is destroyed. (十一.6.5)")

    def test_the_example_of_the_document_prints_that(self):
        ((words, shown),) = re.findall(r"\$ python manage.py (battle .*)\n((?s:.*?))```", TEXT)
        assert self.run_command(*shlex.split(words)) == (0, shown, "")

    def test_programs_get_what_the_api_gives(self):
        status, (found,) = self.objects("battle", "legions", "attacker.atk=3", "attacker.hp=1", "defender.role=master")
        assert status == 0
        assert {each["code"] for each in found["outcome"]} >= {"loses", "becomes"}

    def test_what_is_wrong_is_named_by_field(self):
        status, out, err = self.run_command("battle", "legions", "attacker.atk=x")
        assert (status, out) == (2, "")
        assert "attacker.atk: Attacker, ATK: “x” is not a whole number." in err
        status, (found,) = self.objects("battle", "legions", "attacker.atk=x")
        assert status == 2
        assert found["errors"][0]["field"] == "attacker.atk"
