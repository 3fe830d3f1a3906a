"""The command that plays a deck alone, and that it says what the site says."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.test import TransactionTestCase

from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import results, selectors, services
from deckbuilder.stats.simulations.specs import SimulationSpec
from games.registry import get
from tests.catalogs import decks_of
from tests.deckbuilder import samples
from tests.deckbuilder.base import XLW
from tests.deckbuilder.commands import CommandTest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[4]
PARADE = decks_of(get(XLW)) / "lantern-parade.txt"
DOCUMENT = (
    (ROOT / "docs" / "commands.md").read_text(encoding="utf-8").partition("## `goldfish FILE")[2].partition("\n## ")[0]
)
EXAMPLE = re.compile(r"\$ python manage.py goldfish (\S+) (.*) --goal \"(.*)\"\n(.*?)```", re.DOTALL)
KEYS = {
    *(
        "file",
        "game",
        "fingerprint",
        "goal",
        "keep",
        "keep_turn",
        "turns",
        "seat",
        "seed",
        "trials",
        "version",
        "seconds",
        "understood",
        "summary",
        "simulated",
        "impact",
    ),
}
GOAL = ">=1 of (tribute:0)"


def without_seconds(text):
    return re.sub(r"\d+\.\d s$", "s", text, flags=re.MULTILINE)


class GoldfishCommandTest(CommandTest):
    def goldfish(self, file, *options):
        return self.run_command("goldfish", file, *options)

    def told(self, file, *options):
        status, (found,) = self.objects("goldfish", file, *options)
        return status, found

    def test_the_document_shows_what_it_prints(self):
        """But for the seconds; the file is named as in the project's folder, whatever folder the tests run in."""
        ((file, options, goal, shown),) = EXAMPLE.findall(DOCUMENT)
        status, out, err = self.goldfish(ROOT / file, *options.split(), "--goal", goal)
        assert (status, err) == (0, "")
        assert without_seconds(out) == without_seconds(shown.replace(file, str(ROOT / file), 1))

    def test_json_has_the_keys_that_are_promised_and_told(self):
        status, data = self.told(
            PARADE, "--trials", "50", "--turns", "3", "--second", "--goal", "＞＝1 of（種類：單位）"
        )
        assert (status, set(data)) == (0, KEYS)
        assert (data["seat"], data["trials"], data["turns"], data["goal"]) == ("second", 50, 3, ">=1 of (kind:unit)")
        table = DOCUMENT.partition("| Key | Holds |")[2]
        rows = re.findall(r"^\| ((?:`\w+` ?)+) \|", table, re.MULTILINE)
        assert set(re.findall(r"\w+", " ".join(rows))) == KEYS

    def test_it_says_what_a_simulation_on_the_site_says(self):
        options = {"trials": 66_000, "turns": 4, "seed": 9, "goal": GOAL, "keep": GOAL}
        words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        _, data = self.told(PARADE, "--second", *words)
        deck = parse(ListInput(PARADE.read_text(encoding="utf-8"), "txt", None)).deck
        simulation = services.start(SimulationSpec(deck, seat="second", **options))
        while (number := services.take(simulation)) is not None:
            services.play(simulation, number)
        found = selectors.outcome(simulation)
        assert data["summary"] == found.summary
        assert data["simulated"] == results.simulated_json(simulation.game, found.simulated)
        assert data["fingerprint"] == simulation.fingerprint
        assert data["summary"]["keep"]["estimate"] < 1

    def test_nothing_is_stored(self):
        assert self.goldfish(PARADE, "--trials", "5")[0] == 0
        assert not Simulation.objects.exists()

    def test_what_each_card_changes_is_told_on_request_and_in_json(self):
        options = ("--trials", "3000", "--turns", "5", "--goal", GOAL)
        plain, told = (self.goldfish(PARADE, *options, *more)[1] for more in ((), ("--impact",)))
        assert told.startswith(without_seconds(plain).partition("\n")[0])
        assert "card impact" not in plain
        data = self.told(PARADE, *options)[1]["impact"]
        assert (data["games"], data["intervals"], data["goal_turn"]) == (3000, 40, 0)
        lines = told.partition("card impact")[2].splitlines()
        titles = ["turn of the win, 6 where there is none in 5:", "goal met in the opening hand:"]
        assert [line for line in lines if line.endswith(":")] == titles
        for card in data["cards"]:
            clock, goal = (line for line in lines if line.endswith(f"  {card['name']}"))
            for line, found in ((clock, card["clock"]), (goal, card["goal"])):
                assert f"{found['difference']:+.3f} [{found['low']:+.3f}, {found['high']:+.3f}]" in line
                assert ("*" in line) == found["clear"]

    def test_a_card_that_is_always_dealt_has_no_figures(self):
        deck = self.folder / "deck.txt"
        deck.write_text(f"game: {XLW}\n1 提燈小狐\n1 紙傘婆婆\n", encoding="utf-8")
        told = self.goldfish(deck, "--trials", "200", "--turns", "2", "--impact")[1]
        rows = [line.split() for line in told.partition("card impact")[2].splitlines() if "提燈小狐" in line]
        assert rows == [["200", "–", "–", "–", "提燈小狐"]]

    def test_another_seed_gives_other_figures(self):
        one, same, other = (self.told(PARADE, "--trials", "500", "--seed", seed)[1]["summary"] for seed in "112")
        assert one == same
        assert one != other

    def test_2_what_cannot_be_played_with_the_reason(self):
        unsettled = self.folder / "deck.txt"
        unsettled.write_text(f"game: {XLW}\n1 提燈小狐\n1 無此卡\n", encoding="utf-8")
        ferry = decks_of(get("legions")) / "midnight-ferry.txt"
        for file, options, code, reason in (
            (self.folder / "nowhere.txt", (), "unreadable", "No such file"),
            (unsettled, (), "simulation.unknown-cards", "無此卡"),
            (PARADE, ("--trials", "0"), "simulation.out-of-range", "Games: 0 is not between 1 and 10000000."),
            (PARADE, ("--turns", "41"), "simulation.out-of-range", "Turns: 41 is not between 1 and 40."),
            (PARADE, ("--goal", "2 of (*)"), "goal.bare-count", "--goal, character 1: "),
            (PARADE, ("--keep", "=1 of (*) and >=1 of (knid:x)"), "goal.unknown-field", "--keep, character 23: "),
            (ferry, ("--keep", ">=1 of (*)"), "simulation.no-mulligan", "no mulligan"),
        ):
            with self.subTest(code=code, reason=reason):
                status, out, err = self.goldfish(file, *options)
                assert (status, out) == (2, "")
                assert reason in err
                status, data = self.told(file, *options)
                assert (status, data["file"], data["code"]) == (2, str(file), code)
                assert reason.removeprefix("--goal, ") in data["message"]

    def test_a_number_is_a_number(self):
        with pytest.raises(CommandError, match="invalid int"):
            self.goldfish(PARADE, "--trials", "many")


class TerminalTest(TransactionTestCase):
    """The command in a process of its own: on a terminal and in a pipe."""

    def setUp(self):
        samples.load()

    def test_a_bar_on_a_terminal_and_none_in_a_pipe(self):
        code = (
            "import sys, django; django.setup()\n"
            "from django.db import connection; connection.settings_dict['NAME'] = sys.argv[1]\n"
            "from deckbuilder.common.operations import progress; progress.WAIT = 0\n"
            "from django.core.management import call_command\n"
            "call_command('goldfish', sys.argv[2], trials=200_000, turns=3)\n"
        )
        from django.db import connection

        line = [sys.executable, "-c", code, str(connection.settings_dict["NAME"]), str(PARADE)]
        env = {**os.environ, "DJANGO_SETTINGS_MODULE": "deckbuilder.settings"}
        piped = subprocess.run(line, cwd=ROOT, env=env, capture_output=True, check=True)
        assert b"Playing" not in piped.stdout + piped.stderr
        ours, theirs = pty.openpty()
        shown = subprocess.run(line, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=theirs, check=True)
        os.close(theirs)
        assert b"Playing" in os.read(ours, 10_000)
        os.close(ours)
        first = without_seconds(piped.stdout.decode())
        assert without_seconds(shown.stdout.decode()) == first
        assert "200000 games" in first
