"""The log of a table in words: what attacked, what it did, and every counter that changed."""

from django.test import Client
from django.utils.translation import override

from deckbuilder.playtest.table.table_page import log_of
from deckbuilder.playtest.to_games import to_records, to_session
from games.engine.play.playtest.free_moves import Record
from tests.deckbuilder.base import XLW
from tests.deckbuilder.playtest.base import TableTest
from tests.deckbuilder.playtest.test_api import PlaytestApiTest


class LogTest(TableTest):
    def lines(self, playtest):
        """The lines of the current node, with their notes."""
        playtest.refresh_from_db()
        return log_of(playtest, playtest.nodes.get(number=playtest.current))[-1].lines

    def fighting(self, slug="legions"):
        """A game in a turn in which a card attacks, and the number and the name of that card."""
        playtest = self.begin(slug)
        for _ in range(60):
            attackers = self.page(playtest).context["page"].attackers
            if attackers:
                return playtest, attackers
            self.do(playtest, "pilot step")
        raise AssertionError("nobody attacks")

    def test_the_page_says_who_will_attack_and_the_log_who_did(self):
        for slug, counter in (("legions", "Damage dealt"), ("zero-dimension", "Life cards turned")):
            playtest, attackers = self.fighting(slug)
            names = ", ".join(each.name for each in attackers)
            self.assertContains(self.page(playtest), f"At the end of the turn these attack: {names}.")
            self.do(playtest, "pilot step")
            while "ends." not in self.lines(playtest)[-1].text:
                self.do(playtest, "pilot step")
            line = self.lines(playtest)[-1].text
            assert f" ends. Attacks: {attackers[0].name}" in line
            assert f"{counter} 0 → " in line

    def test_a_card_turned_sideways_is_not_among_them(self):
        playtest, attackers = self.fighting()
        self.do(playtest, "face turned", cards=[each.number for each in attackers])
        self.assertNotContains(self.page(playtest), "At the end of the turn these attack")
        self.do(playtest, "end")
        assert "Attacks" not in self.lines(playtest)[-1].text
        self.do(playtest, "begin")
        assert f"Turned upright: {attackers[0].name}" in self.lines(playtest)[-1].text

    def test_the_last_line_says_that_the_game_is_won(self):
        playtest = self.begin("zero-dimension")
        self.do(playtest, "pilot end")
        turn = self.position(playtest).clock
        assert self.lines(playtest)[-1].text.endswith(f"Won in turn {turn}.")

    def test_a_score_is_corrected_by_hand_and_units_are_added_to_it(self):
        playtest = self.begin(XLW)
        self.do(playtest, "keep")
        self.do(playtest, "begin")
        self.do(playtest, "count score +2")
        (line,) = self.lines(playtest)
        assert (line.text, line.notes) == ("Score: 2", ("By hand",))
        self.do(playtest, "count rewards +1")
        assert self.lines(playtest)[0].text == "Rewards: 1; Score 2 → 3"
        scores = [int(card.number("score") or 0) for card in to_session(playtest).cards]
        instances = self.position(playtest).instances
        number, unit = next((number, each) for number, each in enumerate(instances) if scores[each.card] > 0)
        self.do(playtest, "move", cards=[number], to="board")
        assert f"Score 3 → {3 + scores[unit.card]}" in self.lines(playtest)[0].text
        page = self.do(playtest, "count rewards -2", status=422)
        self.assertContains(page, "-1 is not a number from 0 to 999.", status_code=422)

    def test_the_master_is_exhausted_by_a_button(self):
        playtest = self.begin("legions")
        self.do(playtest, "begin")
        self.do(playtest, "count awakened +1")
        self.assertContains(self.page(playtest), "Exhaust the master for a core")
        self.do(playtest, "play exhaust")
        assert self.lines(playtest)[0].text == "Exhaust the master for a core. Cores on the master 4 → 5"
        self.assertNotContains(self.page(playtest), 'value="play exhaust"')

    def test_the_log_is_read_in_chinese(self):
        playtest, _attackers = self.fighting()
        self.do(playtest, "end")
        with override("zh-hant"):
            line = self.lines(playtest)[-1].text
        assert "攻擊：" in line
        assert "造成的傷害 0 → " in line


class ApiLogTest(PlaytestApiTest):
    def test_a_position_lists_the_cards_that_attack(self):
        game, key = self.begin("legions")
        at = 0
        for _ in range(60):
            shown = self.do(game, key, at, {"op": "pilot", "until": "step"})
            at = shown["number"]
            if shown["attackers"]:
                break
        turned = self.do(game, key, at, {"op": "face", "cards": shown["attackers"], "face": "turned"})
        assert turned["attackers"] == []
        watched = self.get(f"playtests/{game}/nodes/{at}/", by=Client()).body
        assert watched["attackers"] == shown["attackers"]


def test_records_of_older_versions_are_read():
    plain = ["end", 3, "", [], [], None, "", False, False, []]
    assert to_records([plain])[0] == Record("end", 3)
    assert to_records([[*plain, [4]]])[0] == Record("end", 3, down=(4,))
    assert to_records([[*plain, [4], [["score", 1, 2]]]])[0].counters == (("score", 1, 2),)
