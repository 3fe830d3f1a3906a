"""The page of sample hands, as its readers meet it."""

import html
import re

from deckbuilder.common.names import reader_name
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Visibility
from deckbuilder.stats.figures import exact
from games.engine.odds.adviser import advise
from games.engine.play.trials.sampling import sample
from games.engine.reading.goals import parse
from games.registry import get
from tests.deckbuilder.stats.base import FREE, PARADE, StatsTest, text_of


class HandTests(StatsTest):
    def test_a_seed_that_is_none_is_told_and_asks_for_another(self):
        page = self.see(self.sample_deck("xing-ling-wang/lantern-parade"), "hands", status=422, seed="\u3000")
        assert 'name="by" value=""' not in page.content.decode()

    def test_a_new_hand_gets_a_seed_into_its_address(self):
        deck = self.sample_deck(PARADE)
        answer = self.see(deck, "hands", status=302, goal=FREE)
        assert re.search(r"[?&]seed=\d+", answer.url)
        assert self.as_alice.get(answer.url).status_code == 200

    def names(self, response) -> list[str]:
        shown = response.content.decode()
        hand = shown[shown.index('id="hand"') : shown.index('id="advice"')]
        return [html.unescape(name) for name in re.findall(r'<b class="name"[^>]*>([^<]+)</b>', hand)]

    def test_the_same_link_deals_the_same_cards_to_everybody(self):
        deck = self.sample_deck(PARADE, visibility=Visibility.LINK)
        query = {"seed": 11, "done": "change", "back": [1, 3], "turns": 3}
        mine, theirs = (self.names(self.see(deck, "hands", who, **query)) for who in (self.as_alice, self.as_visitor))
        found = sample(to_deck(deck), get(deck.game), 11, back=[0, 2], turns=3)
        dealt = [reader_name(card) for card in (*found.opened, *found.drawn)]
        dealt += [reader_name(card) for turn in found.turns for card in turn.cards]
        assert mine == theirs == dealt

    def test_nothing_is_drawn_before_the_mulligan_is_decided(self):
        deck = self.sample_deck(PARADE)
        shown = self.see(deck, "hands", seed=5)
        assert len(self.names(shown)) == 4
        assert 'name="back"' in text_of(shown)
        assert "Next draw" not in text_of(shown)
        refused = self.see(deck, "hands", seed=5, turns=2, status=422)
        assert "Turns: Decide on the mulligan first." in text_of(refused)

    def test_to_keep_a_hand_forgets_what_was_marked(self):
        deck = self.sample_deck(PARADE)
        answer = self.see(deck, "hands", seed=5, done="keep", back=[1, 2], status=302)
        assert "back" not in answer.url
        assert len(self.names(self.as_alice.get(answer.url))) == 4

    def test_to_put_back_nothing_is_asked_about(self):
        deck = self.sample_deck(PARADE)
        shown = text_of(self.see(deck, "hands", seed=5, done="change", status=422))
        assert "Mark the cards to put back, or keep the hand." in shown

    def test_places_the_hand_does_not_have_and_seeds_that_are_none_are_refused(self):
        deck = self.sample_deck(PARADE)
        assert "Put back: " in text_of(self.see(deck, "hands", seed=5, done="change", back=9, status=422))
        assert "Seed: " in text_of(self.see(deck, "hands", seed="lucky", status=422))
        assert "Seed: " in text_of(self.see(deck, "hands", seed=-1, status=422))

    def test_a_game_without_a_mulligan_draws_on_at_once(self):
        deck = self.sample_deck("zero-dimension/last-train-home")
        shown = self.see(deck, "hands", seed=5, turns=2)
        assert len(self.names(shown)) == 6 + 2
        assert 'name="back"' not in text_of(shown)
        assert "6 life cards were set aside" in text_of(shown)

    def test_the_advice_says_that_it_leaves_out_draws_the_odds_can_count(self):
        deck = self.sample_deck(PARADE)
        told = {
            "hands": "This advice does not count cards that effects draw or find",
            "keep": "Draws and searches of cards are not counted here.",
        }
        for name, sentence in told.items():
            assert sentence in text_of(self.see(deck, name, seed=1))
        deck.lines.filter(printing__name="燒給過路的紙錢").delete()
        for name, sentence in told.items():
            assert sentence not in text_of(self.see(deck, name, seed=1))

    def test_the_advice_has_both_chances(self):
        deck = self.sample_deck(PARADE)
        goal, game, held = ">=2 of (kind:spell)", get(deck.game), to_deck(deck)
        decided = set()
        for seed in range(12):
            shown = text_of(self.see(deck, "hands", seed=seed, goal=goal, by=2))
            hand = sample(held, game, seed).opened
            advice = advise(parse(goal, game), hand, held, game.opening, 2)
            part = shown[shown.index('id="advice"') :]
            assert exact(advice.kept.chance) in part
            assert exact(advice.change.chance) in part
            keeps = advice.best == advice.kept
            assert ("badge is-legal" in part) == keeps
            decided.add(keeps)
        assert decided == {True, False}

    def test_what_was_chosen_has_its_chance_beside_the_others(self):
        deck = self.sample_deck(PARADE)
        query = {"seed": 3, "done": "change", "back": [1], "goal": ">=2 of (kind:spell)", "by": 1}
        assert "Your choice" in text_of(self.see(deck, "hands", **query))
