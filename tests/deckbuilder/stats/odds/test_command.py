"""The command that prints exact odds, and that it says what the API says."""

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.registry import get
from tests.catalogs import decks_of
from tests.deckbuilder.base import ALL, XLW
from tests.deckbuilder.commands import CommandTest

ROOT = Path(__file__).parents[4]
PARADE = decks_of(get(XLW)) / "lantern-parade.txt"
EXAMPLE = re.compile(r"\$ python manage.py odds (\S+) --goal \"(.*)\"\n(.*?)```", re.DOTALL)
KEYS = {
    *("file", "game", "fingerprint", "goal", "turn", "seat", "draws", "left_out", "seen", "mulligan"),
    *("without", "with", "with_exchange", "exchange_refused", "too_large", "receipt"),
}


class OddsCommandTest(CommandTest):
    def odds(self, file, goal, *options):
        return self.run_command("odds", file, "--goal", goal, *options)

    def told(self, file, goal, *options):
        status, (found,) = self.objects("odds", file, "--goal", goal, *options)
        return status, found

    @pytest.mark.slow
    def test_it_says_the_chances_without_and_with_the_mulligan(self):
        status, out, err = self.odds(PARADE, ">=1 of (kind:unit tribute:0)")
        assert (status, err) == (0, "")
        assert "without a mulligan: 97.3994% = 1573/1615" in out
        assert "with the mulligan:  99.9929% = 41987/41990" in out

    def test_the_document_shows_what_it_prints(self):
        """The file is named as in the project's folder, whatever folder the tests run in."""
        ((file, goal, shown),) = EXAMPLE.findall((ROOT / "docs" / "commands.md").read_text(encoding="utf-8"))
        _, out, _ = self.odds(ROOT / file, goal)
        assert out == shown.replace(file, str(ROOT / file), 1)

    def test_json_has_the_keys_that_are_promised_and_told(self):
        status, data = self.told(PARADE, "＞＝1 of（種類：單位）", "--turn", "2", "--second")
        assert (status, set(data)) == (0, KEYS)
        assert (data["goal"], data["turn"], data["seat"], data["seen"]) == (">=1 of (kind:unit)", 2, "second", 8)
        table = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8").partition("## `odds FILE")[2]
        rows = re.findall(r"^\| ((?:`\w+` ?)+) \|", table, re.MULTILINE)
        assert set(re.findall(r"\w+", " ".join(rows))) == KEYS

    def test_the_exchange_is_counted_or_it_says_why_not(self):
        file = decks_of(get("legions")) / "beacon-beginners.txt"
        status, out, _ = self.odds(file, ">=1 of (kind:lord)", "--turn", "4")
        assert (status, "with the exchange:  52.0000% = 13/25" in out) == (0, True)
        status, found = self.told(file, "=0 of (kind:lord)", "--turn", "4")
        assert (status, found["with_exchange"]) == (0, None)
        assert "upper bound" in found["exchange_refused"]

    def test_draw_effects_are_counted_or_refused_with_the_cards(self):
        status, out, _ = self.odds(PARADE, ">=1 of (tribute>=1)", "--turn", "2", "--draws", "free")
        assert (status, "and those that they draw or find" in out) == (0, True)
        assert "Draws and searches of these cards are not counted: 敲碗小鬼 (only one unit" in out
        status, _, err = self.odds(PARADE, ">=1 of (tribute>=1)", "--turn", "2", "--draws", "all")
        assert (status, "敲碗小鬼" in err) == (2, True)

    def test_it_says_what_the_api_says(self):
        for number, path in enumerate(sorted(decks_of(get(slug)) for slug in ALL)):
            file, goal = next(each for each in sorted(path.glob("*.txt")) if "illegal" not in each.name), ">=2 of (*) "
            with self.subTest(file.stem):
                _, data = self.told(file, goal, "--turn", str(number))
                sent = {"list": file.read_text(encoding="utf-8"), "goal": goal, "turn": number}
                answer = self.client.post(f"/api/v1/games/{data['game']}/odds/", sent, "application/json").json()
                assert (data["without"], data["with"]) == (answer["chance"], answer["with_mulligan"])
                assert data["with_exchange"] == answer["with_exchange"]
                assert data["receipt"] == answer["receipt"]
                assert data["fingerprint"] == answer["fingerprint"]

    def test_a_game_without_a_mulligan_has_no_such_chance(self):
        file = decks_of(get("legions")) / "midnight-ferry.txt"
        assert self.told(file, ">=1 of (kind:minion)")[1]["with"] is None
        assert "with the mulligan" not in self.odds(file, ">=1 of (kind:minion)")[1]

    def test_what_is_too_large_is_said_and_is_no_failure(self):
        file = decks_of(get("echo-of-legends")) / "tide-and-moss-almanac.txt"
        goal = " and ".join(f"<=1 of (cost:{cost} kind:{kind})" for cost in range(1, 6) for kind in ("minion", "item"))
        status, data = self.told(file, goal)
        assert (status, data["with"]) == (0, None)
        assert data["without"]
        assert data["too_large"]["size"] > data["too_large"]["bound"]
        assert data["too_large"]["message"] in self.odds(file, goal)[1]

    def test_2_what_cannot_be_read_with_the_reason(self):
        unsettled = self.file(f"game: {XLW}\n1 提燈小狐\n1 無此卡\n")
        for file, goal, code, reason in (
            (self.folder / "nowhere.txt", ">=1 of (*)", "unreadable", "No such file"),
            (unsettled, ">=1 of (*)", "odds.unknown-cards", "無此卡"),
            (PARADE, "2 of (*)", "goal.bare-count", "character 1: "),
            (PARADE, "=1 of (*) and >=1 of (knid:x)", "goal.unknown-field", "character 23: "),
        ):
            with self.subTest(code):
                status, out, err = self.odds(file, goal)
                assert (status, out) == (2, "")
                assert reason in err
                status, data = self.told(file, goal)
                assert (status, data["file"], data["code"]) == (2, str(file), code)
                assert reason in data["message"]

    def test_2_a_list_that_does_not_say_its_game_unless_it_is_said_for_it(self):
        assert self.told(self.file("1 nobody’s card\n"), "=1 of (*)")[1]["code"] == "list.missing-game"
        file = self.file("1 提燈小狐\n")
        assert self.told(file, "=1 of (*)", "--game", XLW)[1]["without"] == {"fraction": "1/1", "decimal": 1.0}

    def test_a_turn_there_is_not(self):
        for turn in ("-1", "100", "two", "２"):
            with self.subTest(turn), pytest.raises(CommandError, match="is no turn"):
                call_command("odds", str(PARADE), "--goal", "=1 of (*)", f"--turn={turn}")
