"""The form that starts a simulation."""

import re
from html import unescape
from unittest import mock

import pytest
from django.urls import reverse

from deckbuilder.decks.models import Deck, Visibility
from deckbuilder.stats.figures import decimal, percent
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import limits, results
from games.engine.model.game import Game
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.deckbuilder.stats.simulations.base import PARADE, SimulationPageTest, text_of, work
from tests.deckbuilder.stats.simulations.test_views import ECHO, FREE, STYLES

pytestmark = pytest.mark.slow


class StartTests(SimulationPageTest):
    def test_a_deck_of_every_game_is_played_and_its_figures_shown(self):
        for game in GAMES:
            path = min(each.stem for each in decks_of(game).glob("*.txt") if "illegal" not in each.stem)
            simulation = self.begun(self.sample_deck(f"{game.slug}/{path}"), trials=60, turns=4)
            work()
            shown = self.see(simulation)
            pilot = results.pilot_json(simulation)
            for slug in ("clock", "resources", "hand", "plays", "score"):
                assert f'id="chart-{slug}"' in shown
            assert pilot["policy"] in shown
            assert f"<figcaption><b>{pilot['resource']}</b>" in shown

    def test_a_game_without_a_pilot_has_no_simulations_and_playtests(self):
        deck = self.sample_deck(PARADE)
        start = reverse("playtest:start", args=[deck.slug])
        with mock.patch.object(Game, "has_pilot", False):
            self.begin(deck, status=404)
            assert self.as_alice.post(start).status_code == 404
            for name in ("decks:page", "stats:hands", "stats:odds"):
                shown = text_of(self.as_alice.get(reverse(name, args=[deck.slug]), follow=True))
                assert start not in shown
                assert reverse("stats:simulations", args=[deck.slug]) not in shown

    def test_simulated_questions_have_a_chart_with_intervals_in_its_table(self):
        for path in ("xing-ling-wang/lantern-parade", "asteriated-grail/first-flight-pair", "echo-of-legends/" + ECHO):
            simulation = self.begun(self.sample_deck(path), trials=60, turns=4)
            work()
            shown = self.see(simulation)
            found = results.as_json(simulation)["simulated"]
            assert [each["slug"] for each in found] == [each.slug for each in get(simulation.game).simulated]
            for answer in found:
                assert f'id="chart-{answer["slug"]}"' in shown
                assert f"{answer['explanation']} {answer['policy']} ({answer['rule']})" in shown
                assert len(answer["lines"]) <= STYLES
                write = percent if answer["unit"] == "chance" else decimal
                for value in (value for line in answer["lines"] for value in line["values"] if value["games"] > 1):
                    told = f"95% CI: {write(value['low'])} to {write(value['high'])}"
                    assert f"{write(value['estimate'])} ({told})" in shown

    def test_the_choices_become_what_is_played(self):
        deck = self.sample_deck(PARADE)
        simulation = self.begun(deck, seat="second", goal=FREE, keep="goal", precision="0.003", seed=77)
        assert (simulation.deck, simulation.asked_by) == (deck, self.alice)
        assert (simulation.trials, simulation.turns, simulation.seat, simulation.seed) == (400, 6, "second", 77)
        assert simulation.goal == simulation.keep == ">=1 of (kind:unit tribute:0 -condition:*)"
        assert simulation.precision == 0.003
        assert self.sent.called

    def test_a_goal_is_written_or_chosen(self):
        deck = self.sample_deck(PARADE)
        assert self.begun(deck, goal="own", own_goal=">=2 of (kind:spell)").goal == ">=2 of (kind:spell)"
        shown = text_of(self.begin(deck, goal="own", status=422))
        assert "Write a goal, or choose one." in shown
        shown = text_of(self.begin(deck, goal="own", own_goal=">=2 of (colour:red)", status=422))
        assert "There is no field “colour”" in shown
        assert not Simulation.objects.filter(goal__contains="colour").exists()

    def test_bounds_on_kinds_and_costs_say_which_hands_are_kept(self):
        deck = self.sample_deck(PARADE)
        kept = self.begun(deck, keep="bounds", least_unit=2, most_spell=1, least_tribute=1).keep
        assert kept == ">=2 of (kind:unit) and <=1 of (kind:spell) and >=1 of (tribute<=1)"
        assert "Set at least one limit." in text_of(self.begin(deck, keep="bounds", status=422))
        assert "Choose the goal that hands are kept for." in text_of(self.begin(deck, keep="goal", status=422))

    def test_a_game_without_a_mulligan_is_not_asked_about_it(self):
        deck = self.sample_deck("legions/beacon-beginners")
        shown = text_of(self.as_alice.get(reverse("stats:simulations", args=[deck.slug])))
        assert 'name="keep"' not in shown
        assert self.begun(deck, keep="goal", goal="").keep == ""

    def test_what_is_out_of_range_is_said_at_its_field(self):
        deck = self.sample_deck(PARADE)
        for field, value in (("trials", 0), ("trials", 10_000_001), ("turns", 41), ("seed", -1), ("seat", "third")):
            shown = text_of(self.begin(deck, status=422, **{field: value}))
            assert f'id="id_{field}_error"' in shown
        assert not Simulation.objects.exists()

    def test_a_goal_that_is_brought_along_is_chosen_already(self):
        deck = self.sample_deck(PARADE)
        address = reverse("stats:simulations", args=[deck.slug])
        shown = text_of(self.as_alice.get(address, {"goal": ">=3 of (kind:spell)"}))
        assert '<option value="own" selected>' in shown
        assert 'value=">=3 of (kind:spell)"' in shown
        assert f'<option value="{FREE}" selected>' in text_of(self.as_alice.get(address, {"goal": FREE}))

    def test_the_odds_bring_the_mulligan_along_that_they_counted_with(self):
        deck = self.sample_deck(PARADE)
        odds = self.as_alice.get(reverse("stats:odds", args=[deck.slug]), {"goal": FREE, "turn": 2}).content.decode()
        (address,) = re.findall(r'href="([^"]*simulations/[^"]*keep=[^"]*)"', odds)
        form = self.as_alice.get(unescape(address)).context["form"]
        assert (form["keep"].value(), form["keep_turn"].value()) == ("goal", "2")
        simulation = self.begun(deck, goal=FREE, keep="goal", keep_turn="2")
        assert (simulation.keep, simulation.keep_turn) == (simulation.goal, 2)
        assert self.begun(deck, goal=FREE, keep="", keep_turn="2").keep_turn == 0

    def test_too_many_starts_have_to_wait(self):
        deck = self.sample_deck(PARADE)
        with mock.patch.object(limits, "wait", return_value=42):
            shown = text_of(self.begin(deck, status=422))
        assert "Wait 42 seconds." in shown
        assert not Simulation.objects.exists()

    def test_who_may_not_read_the_deck_plays_nothing_with_it(self):
        deck = self.sample_deck(PARADE)
        self.begin(deck, self.as_bob, status=404)
        simulation = self.begun(deck)
        self.see(simulation, self.as_bob, status=404)
        Deck.objects.filter(pk=deck.pk).update(visibility=Visibility.LINK)
        self.see(simulation, self.as_bob)
