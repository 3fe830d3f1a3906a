"""A game played by hand, from the deck's page to its last turn, and what others see of it."""

import re
from unittest import mock

import pytest
from django.urls import reverse

from deckbuilder.decks.models import Visibility
from deckbuilder.playtest import services
from deckbuilder.playtest.branches import stations
from deckbuilder.playtest.comparison import percentiles
from deckbuilder.playtest.models import Playtest
from deckbuilder.playtest.selectors import reach, tree_of
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import services as stats
from games.engine.play.figures.summary import percentile
from games.engine.play.playtest.session import OPERATIONS
from tests.deckbuilder.base import ALL, XLW
from tests.deckbuilder.playtest.base import TableTest, sample_deck


class PlayingTest(TableTest):
    @pytest.mark.slow
    def test_the_pilot_plays_every_game_to_its_end_and_every_node_has_a_page(self):
        for slug in ALL:
            with self.subTest(slug):
                playtest = self.begin(slug)
                for reach in ("step", "step", "turn", "end"):
                    if self.position(playtest).stage != "over":
                        self.do(playtest, f"pilot {reach}")
                position = self.position(playtest)
                assert position.clock or position.stage == "over" or position.var[1] == 40
                for node in playtest.nodes.all():
                    answer = self.page(playtest, at=node.number)
                    assert answer.status_code == 200
                    assert f'name="at" value="{node.number}"' in answer.content.decode()

    def test_what_is_taken_back_and_done_again_is_the_same_node(self):
        playtest = self.begin()
        self.do(playtest, "keep")
        self.do(playtest, "begin")
        after = playtest.current
        self.page(playtest, at=after - 1)
        self.do(playtest, "begin")
        assert playtest.current == after
        self.page(playtest, at=0)
        self.do(playtest, "mulligan", cards=[])
        assert playtest.current == 1  # putting nothing back is keeping the hand

    def test_another_choice_makes_a_branch_and_nothing_is_lost(self):
        playtest = self.begin()
        hand = [n for n, each in enumerate(self.position(playtest).instances) if each.place == "hand"]
        self.do(playtest, "mulligan", at=0, cards=hand[:1])
        self.do(playtest, "mulligan", at=0, cards=hand[:2])
        assert [node.parent for node in playtest.nodes.all()] == [None, 0, 0]
        page = self.page(playtest, at=0).content.decode()
        assert "#1" in page
        assert "#2" in page

    def test_a_long_game_opens_from_the_position_kept_last(self):
        playtest = self.begin()
        for _ in range(2 * services.SNAPSHOT_EVERY + 3):
            self.do(playtest, "roll", sides=6)
        nodes = list(playtest.nodes.all())
        assert max(len(node.since) for node in nodes) < services.SNAPSHOT_EVERY
        assert sum(node.position is not None for node in nodes) == 3
        _, game, position = reach(playtest, nodes[-1])
        assert game.replay([node.operation for node in nodes[1:]]) == position

    def test_a_rule_asks_which_cards_go(self):
        playtest = self.begin()
        self.do(playtest, "keep")
        self.do(playtest, "begin")
        library = [n for n, each in enumerate(self.position(playtest).instances) if each.place == "library"]
        self.do(playtest, "move", cards=library[:7], to="hand")
        over = sum(each.place == "hand" for each in self.position(playtest).instances) - 10
        chosen = []
        for _ in range(over):
            page = self.do(playtest, "end", chosen=chosen, status=422).content.decode()
            assert "十四.2" in page
            chosen.append(int(re.findall(r'name="chosen" value="(\d+)">\s*<span class="face', page)[0]))
        self.do(playtest, "end", chosen=chosen)
        assert [n for n, each in enumerate(self.position(playtest).instances) if each.place == "removed"] == sorted(
            chosen
        )

    def test_what_cannot_be_done_says_so_and_changes_nothing(self):
        playtest = self.begin()
        for do, words in (
            ("begin", "cannot be done at this point"),
            ("fly", "There is no operation “fly”"),
            ("move", "Select the cards"),
            ("roll", "is not a number from 2 to 1000"),
            ("mark +1", "There is no card"),
        ):
            answer = self.do(playtest, do, status=422)
            assert words in answer.content.decode(), do
        assert playtest.nodes.count() == 1

    def test_a_deck_without_cards_or_that_cannot_be_played_starts_no_game(self):
        for slug in (XLW, "echo-of-legends"):
            deck = self.deck(game=slug, visibility=Visibility.LINK)
            answer = self.as_visitor.post(reverse("playtest:start", args=[deck.slug]), follow=True)
            assert 'role="alert"' in answer.content.decode()
        for wrong in ({"seed": "-1"}, {"seed": "x"}, {"seat": "third"}):
            deck = sample_deck(XLW, owner=self.alice, visibility=Visibility.LINK)
            self.as_visitor.post(reverse("playtest:start", args=[deck.slug]), wrong)
        assert not Playtest.objects.exists()

    def test_a_position_gets_a_name_and_a_note(self):
        playtest = self.begin()
        sent = {"at": 0, "label": "The <deal>", "note": "One\n<b>two</b>"}
        self.as_visitor.post(reverse("playtest:label", args=[playtest.slug]), sent)
        page = self.page(playtest).content.decode()
        assert "The &lt;deal&gt;" in page
        assert '<p class="entry-note">One<br>&lt;b&gt;two&lt;/b&gt;</p>' in page
        for wrong in ({"label": "x" * 61}, {"label": "a\0b"}, {"note": "x" * 1001}):
            answer = self.as_visitor.post(reverse("playtest:label", args=[playtest.slug]), {"at": 0, **wrong})
            assert answer.status_code == 422
            assert "".join(wrong.values()) in answer.content.decode()
        node = playtest.nodes.get(number=0)
        assert (node.label, node.note) == ("The <deal>", "One\n<b>two</b>")

    def test_two_who_write_at_once_lose_nothing(self):
        playtest = self.begin()
        address = reverse("playtest:label", args=[playtest.slug])
        before = {"label_before": "", "note_before": ""}
        self.as_visitor.post(address, {"at": 0, "label": "Deal", "note": "", **before})
        self.as_visitor.post(address, {"at": 0, "label": "", "note": "Weak", **before})
        node = playtest.nodes.get(number=0)
        assert (node.label, node.note) == ("Deal", "Weak")
        page = self.page(playtest, at=0).content.decode()
        assert 'name="label_before" value="Deal"' in page
        assert '<textarea name="note_before" hidden>Weak</textarea>' in page

    def test_a_note_that_somebody_else_changed_is_replaced_only_when_it_was_seen(self):
        playtest = self.begin()
        address = reverse("playtest:label", args=[playtest.slug])
        self.as_visitor.post(address, {"at": 0, "note": "Mine", "note_before": ""})
        answer = self.as_visitor.post(address, {"at": 0, "note": "Yours", "note_before": ""})
        assert answer.status_code == 422
        page = answer.content.decode()
        assert "Somebody changed this to “Mine”" in page
        assert '<textarea name="note_before" hidden>Mine</textarea>' in page
        assert ">Yours</textarea>" in page
        assert playtest.nodes.get(number=0).note == "Mine"
        self.as_visitor.post(address, {"at": 0, "note": "Yours", "note_before": "Mine"})
        assert playtest.nodes.get(number=0).note == "Yours"

    def test_the_tree_shows_where_branches_begin_and_end_and_what_is_named(self):
        playtest = self.begin()
        for sides in range(2, 6):
            self.do(playtest, "roll", sides=sides)  # 1 to 4
        self.do(playtest, "roll", at=1, sides=20)  # 5
        self.do(playtest, "roll", at=5, sides=20)  # 6
        services.describe(playtest, 3, {"note": "Here"})
        assert [tuple(each) for each in stations(tree_of(playtest))] == [
            (1, 0, 1, "", ""),
            (3, 0, 2, "", "Here"),
            (4, 0, 1, "", ""),
            (6, 1, 2, "", ""),
        ]
        for headers in ({}, {"HX-Request": "true"}):
            page = self.as_bob.get(reverse("playtest:tree", args=[playtest.slug]), headers=headers).content.decode()
            assert re.findall(r'class="depth-(\d)', page) == ["0", "0", "0", "1"]
            assert "Here" in page

    def test_the_log_is_a_text(self):
        playtest = self.begin()
        self.do(playtest, "keep")
        answer = self.as_visitor.get(reverse("playtest:log_text", args=[playtest.slug]), {"at": 1})
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        assert "#1  The hand is kept." in answer.content.decode()

    def test_a_line_of_the_log_names_no_more_than_it_must(self):
        playtest = self.begin("asteriated-grail")
        for do in ("begin", "pilot step", "pilot turn", "pilot turn"):
            self.do(playtest, do)
        text = self.as_visitor.get(reverse("playtest:log_text", args=[playtest.slug])).content.decode()
        deal, *others = [line for line in text.splitlines() if line.startswith("#")]
        assert re.match(r"#0  Dealt\. Hand of the player to act: .+; Next player’s hand: ", deal)
        assert max(map(len, others)) < 100

    def test_the_log_says_that_a_game_ends_before_its_first_turn(self):
        playtest = self.begin("echo-of-legends")
        self.do(playtest, "keep")
        rule = "With no minion on the board you lose at once. (2.1.1)"
        assert f"Before the first turn · {rule}" in self.page(playtest).content.decode()
        self.do(playtest, "ready")  # without a minion
        page = self.page(playtest).content.decode()
        assert f"The game is over. · {rule}" in page
        assert f"The game is over before the first turn. {rule}</a>" in page
        assert "The first turn is next." not in page

    def test_a_card_that_stays_where_it_is_has_a_line_in_the_log(self):
        playtest = self.begin()
        for to in ("board", "board"):
            self.do(playtest, "move", cards=[0], to=to, slot=3)
        page = self.page(playtest).content.decode()
        assert ": moved within Battle lanes</a>" in page

    def test_the_operations_are_exported_and_replay_the_game(self):
        playtest = self.begin()
        for do in ("keep", "begin", "pilot step", "end"):
            self.do(playtest, do)
        answer = self.as_visitor.get(reverse("playtest:log", args=[playtest.slug])).json()
        _, game, position = reach(playtest, playtest.nodes.get(number=playtest.current))
        assert game.replay(answer["operations"]) == position
        assert (answer["seed"], answer["seat"]) == (7, "first")

    def test_htmx_gets_the_table_alone(self):
        playtest = self.begin()
        answer = self.as_visitor.post(
            reverse("playtest:do", args=[playtest.slug]), {"at": 0, "do": "keep"}, headers={"HX-Request": "true"}
        )
        text = answer.content.decode()
        assert answer["HX-Push-Url"].endswith("?at=1")
        assert "<html" not in text
        assert 'id="stage"' in text
        assert 'id="playtest"' not in text
        undone = self.as_visitor.post(
            reverse("playtest:do", args=[playtest.slug]), {"at": 0, "do": "begin"}, headers={"HX-Request": "true"}
        )
        assert undone.status_code == 422
        assert undone.content.decode().startswith('<div class="stage" id="stage"')
        assert re.findall(r'id="entry-(\d)"', text) == ["1", "0"]  # the new one, and the one it branches from


class ComparisonTest(TableTest):
    def comparison(self, playtest, browser=None):
        playtest.refresh_from_db()
        address = reverse("playtest:comparison", args=[playtest.slug])
        return (browser or self.as_visitor).post(address, headers={"HX-Request": "true"})

    def test_a_simulation_is_started_and_the_game_compared_with_it(self):
        self.enterContext(mock.patch("deckbuilder.stats.tasks.play_next.apply_async"))
        for slug in ALL:
            with self.subTest(slug):
                playtest = self.begin(slug)
                assert 'hx-trigger="load"' in self.page(playtest).content.decode()
                assert 'hx-trigger="every 1s"' in self.comparison(playtest).content.decode()
                simulation = playtest.deck.simulations.get()
                assert self.comparison(playtest).status_code == 200
                assert playtest.deck.simulations.get() == simulation
                Simulation.objects.filter(pk=simulation.pk).update(trials=20)
                simulation.refresh_from_db()
                stats.play(simulation, stats.take(simulation), compiled=False)
                self.comparison(playtest)
                self.do(playtest, "pilot turn")
                page = self.page(playtest).content.decode()
                position = self.position(playtest)
                if turn := position.var[1]:
                    playtest.refresh_from_db()
                    varied = [each for each in playtest.comparison["turns"][turn - 1] if len(each) > 2]
                    assert ("among 20 simulated games" in page) == bool(varied)
                    assert len(re.findall(r"\(\d+(?:st|nd|rd|th) percentile\)", page)) == len(varied)
                if position.stage == "between":
                    self.do(playtest, "begin")  # an unfinished turn is not compared with finished ones
                    assert "simulated games" not in self.page(playtest).content.decode()

    def test_a_counter_that_is_the_same_in_all_games_has_no_percentile(self):
        """星靈王: two summons in every turn from the second on."""
        playtest = self.begin()
        position = self.position(playtest)
        playtest.comparison = {"games": 7, "turns": [[[2, 7], [0, 3, 4], [5, 7]]]}
        ended = position._replace(stage="between", var=(position.var[0], 1, *position.var[2:]))
        assert [each.name for each in percentiles(playtest, ended)] == ["plays"]
        assert percentiles(playtest, ended._replace(stage="turn")) == ()

    def test_only_who_plays_starts_a_simulation(self):
        playtest = self.begin()
        assert self.comparison(playtest, self.as_bob).status_code == 404
        assert 'id="comparison"' not in self.page(playtest, self.as_bob).content.decode()
        assert not playtest.deck.simulations.exists()

    def test_the_percentile_counts_games_with_as_much_half(self):
        distribution = [2, 1, 0, 2, 1]  # the values 2, 4, 4 and 5
        assert [percentile(distribution, value) for value in range(1, 7)] == [0, 12, 25, 50, 88, 100]


@pytest.mark.parametrize("op", sorted({*OPERATIONS, "effect", "settle"} - {"pilot", "decide"}))
def test_whatever_is_logged_has_words(op):
    from deckbuilder.playtest.sentences import Log

    assert hasattr(Log, f"_{op}")
