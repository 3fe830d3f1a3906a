"""Starting games at the table: from decks, simulations and chosen hands."""

import re

import pytest
from django.urls import reverse

from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Visibility
from deckbuilder.playtest import services
from deckbuilder.playtest.models import Playtest
from deckbuilder.playtest.selectors import reach
from deckbuilder.playtest.to_games import to_session
from deckbuilder.stats.simulations import services as stats
from deckbuilder.stats.simulations import specs
from deckbuilder.stats.to_games import thaw, to_run
from tests.deckbuilder.base import ALL, XLW
from tests.deckbuilder.playtest.base import TableTest, sample_deck


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
