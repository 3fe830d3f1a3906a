"""A game played by hand, from the deck's page to its last turn, and what others see of it."""

import re
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse

from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Visibility
from deckbuilder.decks.services import create_from_reading
from deckbuilder.playtest import services
from deckbuilder.playtest.branches import stations
from deckbuilder.playtest.comparison import percentiles
from deckbuilder.playtest.models import Playtest
from deckbuilder.playtest.selectors import reach, tree_of
from deckbuilder.playtest.to_games import to_records, to_session
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import services as stats
from deckbuilder.stats.simulations import specs
from deckbuilder.stats.to_games import thaw, to_run
from games.engine.play.figures.summary import percentile
from games.engine.play.playtest.session import OPERATIONS
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.deckbuilder.base import ALL, XLW, SiteTest


def sample_deck(slug, **fields):
    """A deck that comes with a game."""
    path = next(path for path in sorted(decks_of(get(slug)).glob("*.txt")) if "illegal" not in path.name)
    return create_from_reading(parse(ListInput(path.read_text(encoding="utf-8"))), **fields)


class TableTest(SiteTest):
    def begin(self, slug=XLW, browser=None, **sent):
        deck = sample_deck(slug, owner=self.alice, visibility=Visibility.LINK)
        answer = (browser or self.as_visitor).post(reverse("playtest:start", args=[deck.slug]), {"seed": 7, **sent})
        assert answer.status_code == 302
        playtest = Playtest.objects.get(deck=deck)
        assert answer["Location"] == reverse("playtest:table", args=[playtest.slug])
        return playtest

    def do(self, playtest, do, *, browser=None, at=None, status=302, **sent):
        playtest.refresh_from_db()
        at = playtest.current if at is None else at
        answer = (browser or self.as_visitor).post(
            reverse("playtest:do", args=[playtest.slug]), {"at": at, "do": do, **sent}
        )
        assert answer.status_code == status, answer.content.decode()
        playtest.refresh_from_db()
        return answer

    def page(self, playtest, browser=None, **query):
        return (browser or self.as_visitor).get(reverse("playtest:table", args=[playtest.slug]), query)

    def position(self, playtest):
        playtest.refresh_from_db()
        return reach(playtest, playtest.nodes.get(number=playtest.current)).position


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


class StartingTest(TableTest):
    def hand(self, playtest):
        _, game, position = reach(playtest, playtest.nodes.get(number=0))
        return [game.cards[each.card].name for each in position.instances if each.place == "hand"]

    def test_a_hand_is_chosen(self):
        for slug in ALL:
            with self.subTest(slug):
                deck = sample_deck(slug, owner=self.alice, visibility=Visibility.LINK)
                page = self.as_visitor.get(reverse("playtest:new", args=[deck.slug])).content.decode()
                codes = re.findall(r'name="copies:([^"]+)"', page)
                sent = {f"copies:{code}": "1" for code in codes[:2]} | {f"copies:{codes[3]}": "0"}
                self.as_visitor.post(reverse("playtest:start", args=[deck.slug]), sent)
                playtest = Playtest.objects.get(deck=deck)
                assert len(playtest.hand) == 2
                chosen = [
                    entry.card.name
                    for _, entry in thaw(slug, playtest.cards).all_entries()
                    if {*entry.card.codes} & {*codes[:2]}
                ]
                assert {*chosen} <= {*self.hand(playtest)}

    def test_a_hand_that_cannot_be_is_refused_with_what_was_sent(self):
        deck = sample_deck(XLW, owner=self.alice, visibility=Visibility.LINK)
        address = reverse("playtest:start", args=[deck.slug])
        page = self.as_visitor.get(reverse("playtest:new", args=[deck.slug])).content.decode()
        codes = re.findall(r'name="copies:([^"]+)"', page)
        for sent, words in (
            ({f"copies:{code}": "1" for code in codes[:5]}, "The opening hand has 4 cards."),
            ({f"copies:{codes[0]}": "2"}, "The deck has fewer copies of"),
            ({"copies:nothing": "1"}, "“nothing” is not in the deck."),
            ({f"copies:{codes[0]}": "two"}, "two is not a number of copies."),
        ):
            answer = self.as_visitor.post(address, sent)
            assert answer.status_code == 422
            assert words in answer.content.decode()
        assert not Playtest.objects.exists()

    def simulated(self, slug):
        deck = sample_deck(slug, owner=self.alice, visibility=Visibility.LINK)
        spec = specs.SimulationSpec(to_deck(deck), trials=20, turns=8, seed=3)
        simulation = stats.start(spec, deck=deck)
        stats.play(simulation, stats.take(simulation), compiled=False)
        return simulation

    @pytest.mark.slow
    def test_a_game_of_a_simulation_is_played_back(self):
        for slug in ALL:
            with self.subTest(slug):
                simulation = self.simulated(slug)
                clocks = sorted(each.clock or 9 for each in to_run(simulation).games(0, 20))
                for percent, place in ((10, 1), (50, 9), (90, 17)):
                    sent = {"percent": percent}
                    answer = self.as_visitor.post(reverse("playtest:start_like", args=[simulation.slug]), sent)
                    playtest = Playtest.objects.order_by("-pk")[0]
                    assert answer["Location"] == reverse("playtest:table", args=[playtest.slug])
                    assert (self.position(playtest).clock or 9) == clocks[place]
                    assert self.page(playtest).status_code == 200
                    exported = self.as_visitor.get(reverse("playtest:log", args=[playtest.slug])).json()
                    operations = exported.pop("operations")
                    alone = Playtest(**exported)
                    assert to_session(alone, opening=True).replay(operations) == self.position(playtest)

    def test_two_percentiles_with_one_clock_are_two_games(self):
        """Most decks win nearly all games in one or two turns."""
        simulation = self.simulated(XLW)
        games = [services.start_like(simulation, percent) for percent in (10, 50, 90)]
        assert len({game.trial for game in games}) == 3
        clocks = [self.position(game).clock or 9 for game in games]
        assert clocks == sorted(clocks)

    def test_of_a_simulation_without_games_none_is_played_back(self):
        deck = sample_deck(XLW, owner=self.alice, visibility=Visibility.LINK)
        simulation = stats.start(specs.SimulationSpec(to_deck(deck), trials=20), deck=deck)
        address = reverse("playtest:start_like", args=[simulation.slug])
        page = self.as_visitor.post(address, {"percent": 10}, follow=True).content.decode()
        assert "The simulation has no games yet." in page
        assert self.as_visitor.post(address, {"percent": "11"}).status_code == 404

    def test_a_game_goes_on_from_a_position_of_another(self):
        playtest = self.begin()
        for sides in range(2, 22):
            self.do(playtest, "roll", sides=sides)
        self.do(playtest, "roll", at=17, sides=100)
        self.do(playtest, "keep")
        answer = self.as_bob.post(reverse("playtest:copy", args=[playtest.slug]), {"at": playtest.current})
        copy = Playtest.objects.exclude(pk=playtest.pk).get()
        assert answer["Location"] == reverse("playtest:table", args=[copy.slug])
        assert (copy.player, copy.nodes.count(), copy.current) == (self.bob, 20, 19)
        assert self.position(copy) == self.position(playtest)
        for number in range(20):
            assert self.page(copy, self.as_bob, at=number).status_code == 200
        self.do(copy, "begin", browser=self.as_bob)
        self.do(copy, "begin", status=404)


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


class AccessTest(TableTest):
    def test_a_game_is_not_seen_by_those_who_may_no_longer_read_its_deck(self):
        playtest = self.begin(browser=self.as_bob)
        slug, deck = playtest.slug, playtest.deck
        Playtest.objects.update(player=self.bob)
        pages = [
            *(reverse(f"playtest:{name}", args=[slug]) for name in ("table", "tree", "log", "log_text")),
            *(reverse(f"api-{name}", args=[slug]) for name in ("playtest", "nodes", "playtest-log", "playtest-text")),
            reverse("api-playtest-json", args=[slug]),
            reverse("api-node", args=[slug, 0]),
        ]
        copies = [
            (reverse("playtest:copy", args=[slug]), {"at": "0"}, 302, None),
            (reverse("api-playtests"), {"playtest": slug}, 201, "application/json"),
        ]

        def statuses(browser):
            seen = {browser.get(page).status_code for page in pages}
            for page, data, status, form in copies:
                answer = browser.post(page, data, **({"content_type": form} if form else {}))
                seen.add(200 if answer.status_code == status else answer.status_code)
            return seen

        assert statuses(self.as_visitor) == {200}
        deck.visibility = "private"
        deck.save()
        assert statuses(self.as_visitor) == {404}
        assert statuses(self.as_alice) == {200}
        assert statuses(self.as_bob) == {200}
        watched = self.as_visitor.get(reverse("playtest:watch", args=[playtest.watch_slug]))
        assert watched.status_code == 200
        entered = Client()
        assert entered.get(reverse("playtest:enter", args=[slug, playtest.edit_key])).status_code == 302
        assert statuses(entered) == {200}
        deck.delete()
        assert statuses(self.as_visitor) == statuses(self.as_alice) == {404}
        assert statuses(self.as_bob) == {200}

    def test_who_has_the_link_sees_a_position_and_plays_nothing(self):
        playtest = self.begin()
        page = self.page(playtest, self.as_bob)
        assert page.status_code == 200
        assert 'name="do"' not in page.content.decode()
        self.do(playtest, "keep", browser=self.as_bob, status=404)
        assert playtest.edit_key not in page.content.decode()

    def test_the_private_link_lets_somebody_play_along(self):
        playtest = self.begin()
        answer = self.as_bob.get(reverse("playtest:enter", args=[playtest.slug, playtest.edit_key]))
        assert answer.status_code == 302
        self.do(playtest, "keep", browser=self.as_bob)
        wrong = Client().get(reverse("playtest:enter", args=[playtest.slug, "wrong"]))
        assert wrong.status_code == 404

    def test_the_player_of_an_account_plays_from_another_browser(self):
        playtest = self.begin(browser=self.as_alice)
        self.do(playtest, "keep", browser=self.browser_of(self.alice))

    def test_a_private_deck_is_played_by_those_who_may_read_it(self):
        deck = sample_deck(XLW, owner=self.alice)
        assert self.as_bob.post(reverse("playtest:start", args=[deck.slug])).status_code == 404
        assert self.as_alice.post(reverse("playtest:start", args=[deck.slug])).status_code == 302

    def test_two_who_play_at_once_lose_nothing(self):
        playtest = self.begin()
        self.as_bob.get(reverse("playtest:enter", args=[playtest.slug, playtest.edit_key]))
        self.do(playtest, "roll", at=0, sides=6)
        self.do(playtest, "roll", at=0, sides=20, browser=self.as_bob)
        assert sorted(node.operation["sides"] for node in playtest.nodes.exclude(parent=None)) == [6, 20]


class SpectatorTest(TableTest):
    def watched(self, playtest, **query):
        return Client().get(reverse("playtest:watch", args=[playtest.watch_slug]), query)

    @pytest.mark.slow
    def test_an_answer_to_a_spectator_never_names_a_hidden_card(self):
        for game in GAMES:
            with self.subTest(game.slug):
                playtest = self.begin(game.slug)
                self.as_visitor.post(
                    reverse("playtest:label", args=[playtest.slug]), {"at": 0, "label": "My secret", "note": "A secret"}
                )
                for _ in range(4):
                    if self.position(playtest).stage == "over":
                        break
                    self.do(playtest, "pilot step")
                    self.assert_hidden(playtest)
                for do, sent in self.free_moves(playtest):
                    self.do(playtest, do, **sent)
                self.assert_hidden(playtest)  # the log has all of it

    def test_a_card_put_away_face_down_is_not_named_to_spectators(self):
        playtest = self.begin("legions")
        self.do(playtest, "begin")
        _, game, position = reach(playtest, playtest.nodes.get(number=playtest.current))
        number = next(number for verb, number in game.actions(position) if verb.slug == "exchange")
        self.do(playtest, f"play exchange {number}")
        self.do(playtest, "mark +1", cards=[number], mark="poison")
        self.do(playtest, "move", cards=[number], to="hand")
        self.assert_hidden(playtest)

    def free_moves(self, playtest):
        """What can be done by hand with hidden cards, none of which is shown by it."""
        at = {}
        for number, each in enumerate(self.position(playtest).instances):
            at.setdefault(each.place, []).append(number)
        hand, library = at["hand"], at["library"]
        return [
            ("look", {"count": 3}),
            ("mark +1", {"cards": hand[:1], "mark": "poison"}),
            ("face down", {"cards": hand[:2]}),
            ("move", {"cards": hand[:1], "to": "hand"}),
            ("move", {"cards": library[:2], "to": "hand"}),
            ("move", {"cards": hand[:1], "to": "library", "depth": "bottom"}),
            ("move", {"cards": library[2:3], "to": "library"}),
            ("shuffle", {}),
        ]

    def assert_hidden(self, playtest):
        """No name of a card that only lies where spectators do not see it, and never was where they do."""
        open_names, hidden_names = set(), set()

        def note(card, place, face=""):
            if card >= 0:
                zone = game.board.zone_of(place, game.cards[card].kind)
                hidden = zone is None or zone.hides(place, spectator=True) or face == "down"
                names = hidden_names if hidden else open_names
                names.update([game.cards[card].name, *game.cards[card].alt_names])

        for node in playtest.nodes.all():
            _, game, position = reach(playtest, node)
            for each in position.instances:
                note(each.card, each.place, each.face)
            moves = [move for record in to_records(node.records) for move in record.moves]
            for place, move in enumerate(moves):  # places on the way; where it ends is in the position
                if any(later.number == move.number for later in moves[place + 1 :]):
                    note(position.instances[move.number].card, move.target)
        secret = [re.escape(name) for name in hidden_names - open_names]
        assert secret
        for text in self.all_answers(playtest):
            assert re.findall(rf"[>:、,;\"] ?({'|'.join(secret)})", text) == []
            assert "secret" not in text
            assert playtest.slug not in text
            assert playtest.edit_key not in text

    def all_answers(self, playtest):
        """The page, the whole log, what comes while it is watched, and the position over the API."""
        slug = playtest.watch_slug
        yield self.watched(playtest).content.decode()
        yield self.watched(playtest, log="all", at=0).content.decode()
        headers = {"HX-Request": "true"}
        yield Client().get(reverse("playtest:watch", args=[slug]), {"seen": 9999}, headers=headers).content.decode()
        yield Client().get(reverse("api-watched", args=[slug])).content.decode()

    def test_a_spectator_gets_nothing_new_until_something_happens(self):
        playtest = self.begin()
        asked = {"seen": "0"}
        address = reverse("playtest:watch", args=[playtest.watch_slug])
        assert Client().get(address, asked, headers={"HX-Request": "true"}).status_code == 204
        self.do(playtest, "keep")
        assert Client().get(address, asked, headers={"HX-Request": "true"}).status_code == 200

    def test_the_link_for_spectators_opens_nothing_else(self):
        playtest = self.begin()
        pages = [f"playtest:{name}" for name in ("table", "tree", "log", "log_text")]
        api = ["api-playtest", "api-nodes", "api-playtest-log", "api-playtest-text", "api-playtest-json"]
        for name in (*pages, *api):
            assert Client().get(reverse(name, args=[playtest.watch_slug])).status_code == 404, name


@pytest.mark.parametrize("op", sorted({*OPERATIONS, "effect", "settle"} - {"pilot", "decide"}))
def test_whatever_is_logged_has_words(op):
    from deckbuilder.playtest.sentences import Log

    assert hasattr(Log, f"_{op}")
