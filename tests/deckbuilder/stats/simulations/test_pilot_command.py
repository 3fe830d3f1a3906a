"""The command that compares the pilot with the best line found."""

import re
from pathlib import Path

import pytest

from games.registry import get
from tests.catalogs import decks_of
from tests.deckbuilder.commands import CommandTest

ROOT = Path(__file__).parents[4]
TRAIN = decks_of(get("zero-dimension")) / "last-train-home.txt"
EXAMPLE = re.compile(r"\$ python manage.py pilot (\S+) ([^\n]*)\n(.*?)```", re.DOTALL)


class PilotCommandTest(CommandTest):
    @pytest.mark.slow
    def test_the_document_shows_what_it_prints(self):
        """The file is named as in the project's folder, whatever folder the tests run in."""
        ((file, options, shown),) = EXAMPLE.findall((ROOT / "docs" / "commands.md").read_text(encoding="utf-8"))
        status, out, err = self.run_command("pilot", ROOT / file, *options.split())
        assert (status, err) == (0, "")
        assert out.rstrip() == shown.replace(file, str(ROOT / file), 1).rstrip()

    def test_json_counts_every_game_once(self):
        status, (data,) = self.objects("pilot", TRAIN, "--games", "3", "--budget", "300")
        assert (status, data["game"], data["games"]) == (0, "zero-dimension", 3)
        assert sum(each["games"] for each in data["missed"]) == 3
        assert data["mean"] * 3 == sum(each["games"] * each["turns"] for each in data["missed"])

    def test_2_what_cannot_be_compared_with_the_reason(self):
        grail = decks_of(get("asteriated-grail")) / "four-winds-council.txt"
        for file, options, code, reason in (
            (self.folder / "nowhere.txt", (), "unreadable", "No such file"),
            (TRAIN, ("--games", "0"), "simulation.out-of-range", "between 1 and 1000"),
            (TRAIN, ("--budget", "0"), "pilot.budget", "from 1 to 1000000"),
            (TRAIN, ("--turns", "41"), "simulation.out-of-range", "between 1 and 40"),
            (grail, (), "simulation.reshuffles", "xing-ling-wang, legions, echo-of-legends, zero-dimension"),
        ):
            with self.subTest(code=code):
                status, (data,) = self.objects("pilot", file, *options)
                assert (status, data["code"]) == (2, code)
                assert reason in data["message"]
