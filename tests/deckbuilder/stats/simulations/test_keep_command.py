"""The command that says which hands to keep to win early."""

from unittest import mock

import pytest

from games.engine.play.studies.keeping import KeepTrials
from games.engine.play.trials.runs import Run
from games.registry import get
from tests.catalogs import decks_of
from tests.deckbuilder.base import XLW
from tests.deckbuilder.commands import CommandTest

PARADE = decks_of(get(XLW)) / "lantern-parade.txt"
LEGIONS, ECHO = (
    min(each for each in decks_of(get(slug)).glob("*.txt") if "illegal" not in each.stem)
    for slug in ("legions", "echo-of-legends")
)


class KeepCommandTest(CommandTest):
    @pytest.mark.slow
    @mock.patch.object(KeepTrials, "chunk", KeepTrials.play_interpreted)
    @mock.patch.object(Run, "chunk", Run.play_interpreted)
    def test_it_values_every_hand_and_compares_with_a_rule(self):
        options = ("--trials", "1000", "--hands", "100", "--kinds", ">=1 of (kind:minion)", "--turns", "8")
        status, (found,) = self.objects("keep", ECHO, *options)
        assert status == 0
        assert sum(each["dealt"] for each in found["hands"]) == pytest.approx(1)
        assert found["best"]["low"] < found["rule"]["high"]
        assert sum(len(kind) for kind in found["kinds"]) > 3
        _, out, _ = self.run_command("keep", ECHO, *options, "--keep", ">=1 of (kind:item)")
        assert "the mulligan for >=1 of (kind:item)" in out
        assert f"{found['best']['estimate']:.3f} ±" in out

    def test_what_cannot_be_played_is_refused_with_its_option(self):
        for options, told in (
            (("--kinds", "2 of (kind:unit)"), "--kinds, character 1"),
            (("--keep", "2 of (kind:unit)"), "--keep, character 1"),
            (("--trials", "10"), "10 is not between 1000"),
        ):
            status, _, err = self.run_command("keep", PARADE, *options)
            assert (status, told in err) == (2, True), err
        status, _, err = self.run_command("keep", LEGIONS)
        assert (status, "This game has no mulligan" in err) == (2, True)

    def test_too_many_kinds_are_refused(self):
        names = [line[2:] for line in PARADE.read_text(encoding="utf-8").splitlines() if line[:2] == "1 "]
        kinds = " and ".join(f'>=1 of ("{name}")' for name in names)
        status, _, err = self.run_command("keep", PARADE, "--kinds", kinds, "--trials", "1000")
        assert (status, "distinguishes fewer kinds of cards" in err) == (2, True), err
