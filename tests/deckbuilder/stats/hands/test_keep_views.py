"""The page of hands to keep: what it shows is what the engine counts, and it says what it cannot."""

from unittest import mock

import pytest

from deckbuilder.decks.loading import to_deck
from deckbuilder.stats.figures import exact, percent, points
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations.services import start
from deckbuilder.stats.simulations.specs import SimulationSpec
from games.engine.budget import TooLarge
from games.engine.odds.keep_policy import keep_policy, value_of_named_cards, value_of_rule
from games.engine.reading.goals import parse
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.deckbuilder.stats.base import FREE, PARADE, StatsTest, text_of

RULE = ">=2 of (kind:spell)"


class KeepPageTests(StatsTest):
    def test_every_rule_stands_there_with_its_value_and_what_it_costs(self):
        deck = self.sample_deck(PARADE)
        game, held = get(deck.game), to_deck(deck)
        goal, rule = parse(FREE, game), parse(RULE, game)
        shown = text_of(self.see(deck, "keep", goal=FREE, turn=2, rule=RULE, rule_turn=1, seat="second"))
        when = {"turn": 2, "seat": "second"}
        policy = keep_policy(goal, held, game.opening, **when)
        own = value_of_rule(goal, rule, held, game.opening, rule_turn=1, **when)
        for value in (
            policy.best,
            policy.without_mulligan,
            value_of_named_cards(goal, held, game.opening, **when),
            own,
        ):
            assert f"= {exact(value)}" in shown
        assert f"{points(own - policy.best)} percentage points" in shown
        for hand in policy.frequent(5):
            assert percent(hand.dealt) in shown
            assert percent(hand.kept) in shown
            assert percent(hand.best) in shown

    @pytest.mark.slow
    def test_every_game_with_a_mulligan_shows_hands_and_the_others_say_what_there_is(self):
        for game in GAMES:
            path = min(each.stem for each in decks_of(game).glob("*.txt") if "illegal" not in each.stem)
            deck = self.sample_deck(f"{game.slug}/{path}")
            shown = text_of(self.see(deck, "keep"))
            assert ("This game has no mulligan" in shown) == (game.opening.mulligan == "none")
            assert ("Hand by hand" in shown) == (game.opening.mulligan == "once")
            for other in ("odds", "hands"):
                linked = f'href="/d/{deck.slug}/keep/' in text_of(self.see(deck, other, seed=1))
                assert linked == (game.opening.mulligan == "once")

    def test_the_rule_is_that_of_the_last_simulation_unless_another_is_written(self):
        deck = self.sample_deck(PARADE)
        assert "To compare a rule of your own" in text_of(self.see(deck, "keep", goal=FREE))
        start(SimulationSpec(to_deck(deck), trials=1, keep=RULE, keep_turn=3), deck=deck)
        start(SimulationSpec(to_deck(deck), trials=1), deck=deck)
        assert Simulation.objects.count() == 2
        shown = text_of(self.see(deck, "keep", goal=FREE))
        assert f"{RULE} (by turn 3)" in shown
        assert "Your rule</dt>" not in text_of(self.see(deck, "keep", goal=FREE, rule=""))
        assert f"{FREE} (in the opening hand)" in text_of(self.see(deck, "keep", goal=FREE, rule=FREE))

    def test_what_is_no_goal_is_marked(self):
        deck = self.sample_deck(PARADE)
        assert "<mark>2</mark>" in text_of(self.see(deck, "keep", goal="2 of (kind:unit)", status=422))
        shown = text_of(self.see(deck, "keep", goal=FREE, rule="3 of (kind:unit)", status=422))
        assert "<mark>3</mark>" in shown
        assert "Hand by hand" in shown
        assert "Hand by hand" in text_of(self.see(deck, "keep", goal=FREE, turn=99, status=422))

    def test_what_is_too_large_is_said_and_what_came_before_it_stands(self):
        deck = self.sample_deck(PARADE)
        with mock.patch("deckbuilder.stats.throttle.MAX_STEPS", 10):
            shown = text_of(self.see(deck, "keep", goal=RULE))
        assert "Too complex to calculate exactly" in shown
        assert "Hand by hand" not in shown
        with mock.patch("deckbuilder.stats.hands.keep_odds.value_of_rule", side_effect=TooLarge("steps", 2, 1)):
            shown = text_of(self.see(deck, "keep", goal=RULE, rule=FREE))
        assert "Too complex to calculate exactly" in shown
        assert "Hand by hand" in shown

    def test_a_deck_without_cards_says_so(self):
        assert "There are no cards to draw yet" in text_of(self.see(self.deck({}), "keep"))
