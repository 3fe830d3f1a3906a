"""The pages of simulations: the form, the run as it comes on, its figures, and two side by side."""

import re
from html import unescape

import pytest
from django.urls import reverse

from deckbuilder.common.names import reader_name
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Visibility
from deckbuilder.stats.figures import decimal, percent, with_sign
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import selectors, services
from deckbuilder.stats.simulations.pairs import clocks
from deckbuilder.stats.to_games import to_run
from games.engine.play.figures.estimates import proportion_difference
from games.engine.play.figures.races import race
from games.registry import get
from tests.deckbuilder.stats.simulations.base import PARADE, SimulationPageTest, text_of, work

pytestmark = pytest.mark.slow

STYLES = 3
"""Of lines that a chart can tell apart."""

ECHO = "campfire-first-steps"
FREE = ">=1 of (kind:unit tribute:0 -condition:*)"


class RunTests(SimulationPageTest):
    def test_a_run_that_is_open_asks_again_and_one_that_is_played_does_not(self):
        simulation = self.begun(self.sample_deck(PARADE))
        address = reverse("stats:simulation", args=[simulation.slug])
        shown = self.see(simulation)
        assert f'hx-get="{address}"' in shown
        assert "waiting for a worker" in shown
        assert "0 / 400" in shown
        assert '<meta http-equiv="refresh"' in shown
        work()
        shown = self.see(simulation)
        assert f'hx-get="{address}"' not in shown
        assert "400 / 400" in shown
        assert '<meta http-equiv="refresh"' not in shown

    def test_who_asks_again_gets_the_run_alone(self):
        simulation = self.begun(self.sample_deck(PARADE))
        part = self.see(simulation, **{"HX-Request": "true"})
        assert part.lstrip().startswith('<div id="run"')
        assert "<html" not in part

    def test_the_button_to_stop_it_is_drawn_anew_only_when_it_is_played(self):
        simulation = self.begun(self.sample_deck(PARADE))
        assert "Stop</button>" in self.see(simulation)
        part = self.see(simulation, **{"HX-Request": "true"})
        assert 'id="act"' not in part
        assert "<button" not in part
        for end, drawn in ((services.cancel, "Resume</button>"), (lambda it: services.fail(it, "internal"), "")):
            end(simulation)
            part = self.see(simulation, **{"HX-Request": "true"})
            assert '<div id="act" hx-swap-oob="true">' in part
            assert ("<button" in part, drawn in part) == (bool(drawn), True)

    def test_looking_at_it_hands_it_to_the_workers_again_when_nobody_has_been_heard_of(self):
        simulation = self.begun(self.sample_deck(PARADE))
        before = self.sent.call_count
        self.see(simulation)
        assert self.sent.call_count == before
        Simulation.objects.update(queued_at=None)
        self.see(simulation)
        assert self.sent.call_count > before

    def test_figures_are_those_of_the_games(self):
        simulation = self.begun(self.sample_deck(PARADE), goal=FREE, keep="goal")
        work()
        shown, data = self.see(simulation), selectors.outcome(simulation).summary
        assert percent(data["win"]["estimate"]) in shown
        assert percent(data["goal"][0]["estimate"]) in shown
        assert percent(data["keep"]["estimate"]) in shown
        hand = shown[shown.index('id="chart-hand"') :]
        for turn in data["turns"]:
            row = re.search(rf'<th scope="row">{turn["turn"]}</th><td class="is-number">([^<]*)</td>', hand)
            found = turn["hand"]
            told = f"{decimal(found['mean'])} ({found['tenth']}–{found['ninetieth']})" if found else "–"
            assert row[1] == told
        clock = shown[shown.index('id="chart-clock"') :]
        for turn in data["clock"]["turns"][1:]:
            row = re.search(rf'<th scope="row">{turn["turn"]}</th><td class="is-number">([^<]*)</td>', clock)
            assert row[1] == percent(turn["share"])

    def test_a_goal_by_a_turn_has_its_figure_by_that_turn(self):
        deck = self.sample_deck("legions/beacon-beginners")
        goal = get(deck.game).presets[1].text(to_deck(deck))
        simulation = self.begun(deck, goal=goal, keep="")
        work()
        shown, data = self.see(simulation), selectors.outcome(simulation).summary
        figure = rf"<dt>The goal by turn 3</dt><dd><b class=\"big\">{percent(data['goal'][3]['estimate'])}</b>"
        assert re.search(figure, shown)
        assert "The goal in the opening hand" not in shown

    def test_cards_stay_in_hand_for_the_turns_that_games_come_to(self):
        simulation = self.begun(self.sample_deck(PARADE), turns=10)
        work()
        shown, data = self.see(simulation), selectors.outcome(simulation).summary
        table = shown[shown.index('<table class="stuck-table">') :]
        rows = re.findall(r'<th scope="row">([^<]+)</th>.*?</svg>([\d.]+)</span></td>', table)
        assert len(rows) == len(data["stuck"])
        assert [float(turns) for _, turns in rows] == sorted((float(turns) for _, turns in rows), reverse=True)
        names = {entry.card.key: reader_name(entry.card) for entry in to_run(simulation).cards}
        held = {names[card["card"]]: card["turns"] for card in data["stuck"]}
        parts = [turn["reached"] / 400 for turn in data["turns"]]
        for name, turns in rows:
            whole = sum((copies or 0) * part for copies, part in zip(held[name], parts, strict=True))
            assert turns == decimal(whole)

    def test_each_card_in_the_opening_hand_is_compared_with_the_others(self):
        simulation = self.begun(self.sample_deck(PARADE), goal=FREE, trials=2000)
        work()
        shown, data = self.see(simulation), selectors.impact(simulation)
        called = {entry.card.key: reader_name(entry.card) for entry in to_run(simulation).cards}
        assert "A game not won within 6 turns counts as won on turn 7" in shown
        assert "all 40 of them to hold together" in shown
        for figure, value, difference in (
            ("clock", lambda turns: f"{turns:.3f}", lambda turns: with_sign(turns, 3)),
            ("goal", percent, lambda share: with_sign(100 * share)),
        ):
            chart = self.chart(shown, f"impact-{figure}")
            rows = self.rows(chart)
            assert chart.count('class="dot"') == 20
            for card in data["cards"]:
                found = card[figure]
                cells = next(row[1:] for row in rows if row[0] == called[card["card"]])
                assert [cells[0], *cells[3:]] == [
                    difference(found["difference"]),
                    value(found["with_card"]),
                    value(found["without"]),
                    f"{card['dealt']:,}",
                    str(card["copies"]),
                ]
                assert cells[2] == ("yes" if found["clear"] else "no")
            best = rows[0][0]
            assert (f"The biggest help is {best}:" in chart) == (rows[0][3] == "yes")
            by_name = {called[card["card"]]: card[figure]["difference"] for card in data["cards"]}
            differences = [by_name[row[0]] for row in rows]
            assert differences == sorted(differences, reverse=figure == "goal")

    def chart(self, shown: str, slug: str) -> str:
        return shown[shown.index(f'id="chart-{slug}"') :].partition("</figure>")[0]

    def rows(self, chart: str) -> list[list[str]]:
        """The cells of the table behind a chart, without their marks."""
        body = chart.partition("<tbody>")[2]
        return [
            [unescape(re.sub("<[^>]+>", "", cell)) for cell in re.findall("<t[hd].*?</t[hd]>", row)]
            for row in body.split("</tr>")
        ][:-1]

    def test_of_many_cards_the_chart_has_those_at_either_end_told_apart_by_more_than_their_names(self):
        simulation = self.begun(self.sample_deck("asteriated-grail/first-flight-pair"), trials=3000, turns=12)
        work()
        chart = self.chart(self.see(simulation), "impact-clock")
        names = [row[0] for row in self.rows(chart)]
        assert len(set(names)) == len(names) == 59
        dots = re.findall('<span class="share-name"[^>]*>([^<]*)</span>', chart)
        compared = [row[0] for row in self.rows(chart) if not row[1].startswith("—")]
        assert dots == compared[:10] + compared[-10:]
        assert "The chart shows the 10 cards at each end; the table lists all of them." in chart

    def test_cards_that_cannot_be_compared_say_why(self):
        simulation = self.begun(self.sample_deck(PARADE), trials=200)
        work()
        chart = self.chart(self.see(simulation), "impact-clock")
        assert {row[1] for row in self.rows(chart)} == {"— fewer than 100 games with it, or without"}
        assert "No card can be compared yet." in chart

    def test_without_a_win_or_a_goal_there_is_nothing_to_compare(self):
        simulation = self.begun(self.sample_deck(PARADE), trials=2000, turns=1)
        work()
        shown = self.see(simulation)
        assert "No game was won within 1 turn," in shown
        assert 'id="chart-impact-' not in shown

    def test_games_of_which_hands_were_not_noted_say_so(self):
        simulation = self.begun(self.sample_deck(PARADE), trials=2000)
        work()
        assert "Opening hands were noted" not in self.see(simulation)
        simulation.chunks.filter(number=1).update(impact=None)
        assert "Opening hands were recorded in 1,744 of 2,000 games." in self.see(simulation)
        simulation.chunks.update(impact=None)
        shown = self.see(simulation)
        assert "These games were played before the site recorded opening hands." in shown
        assert 'id="chart-impact-clock"' not in shown
        assert 'id="chart-clock"' in shown

    def test_one_is_stopped_and_goes_on(self):
        simulation = self.begun(self.sample_deck(PARADE))
        address = reverse("stats:act", args=[simulation.slug])
        assert self.as_alice.post(address, {"do": "cancel"}).status_code == 302
        shown = self.see(simulation)
        assert "stopped" in shown
        assert "Resume" in shown
        work()
        assert "0 / 400" in self.see(simulation)
        assert self.as_alice.post(address, {"do": "resume"}).status_code == 302
        work()
        assert "400 / 400" in self.see(simulation)

    def test_only_who_asked_or_may_edit_the_deck_stops_it(self):
        deck = self.sample_deck(PARADE, visibility=Visibility.LINK)
        simulation = self.begun(deck)
        address = reverse("stats:act", args=[simulation.slug])
        assert self.as_bob.post(address, {"do": "cancel"}).status_code == 404
        assert "Stop" not in self.see(simulation, self.as_bob)
        assert "Stop" in self.see(simulation)
        bobs = Simulation.objects.get(slug=self.begin(deck, self.as_bob, seed=8).url.split("/")[-2])
        assert self.as_bob.post(reverse("stats:act", args=[bobs.slug]), {"do": "cancel"}).status_code == 302
        assert selectors.progress(Simulation.objects.get(pk=bobs.pk)).state == "cancelled"

    def test_one_that_came_to_nothing_says_why(self):
        simulation = self.begun(self.sample_deck(PARADE))
        services.fail(simulation, "other-version")
        shown = self.see(simulation)
        assert "The site was updated while this was running" in shown
        assert 'hx-get="' + reverse("stats:simulation", args=[simulation.slug]) not in shown

    def test_its_files_are_linked_and_there(self):
        simulation = self.begun(self.sample_deck(PARADE))
        work()
        shown = self.see(simulation)
        for name in ("api-simulation-csv", "api-simulation-json"):
            address = reverse(name, args=[simulation.slug])
            assert f'href="{address}" download' in shown
            assert self.as_alice.get(address).status_code == 200

    def test_a_deck_lists_its_simulations(self):
        deck = self.sample_deck(PARADE)
        simulation = self.begun(deck, goal=FREE)
        shown = text_of(self.as_alice.get(reverse("stats:simulations", args=[deck.slug])))
        assert reverse("stats:simulation", args=[simulation.slug]) in shown
        assert FREE in shown


class PairTests(SimulationPageTest):
    def pair(self, one: Simulation, other: Simulation, browser=None, status: int = 200) -> str:
        response = (browser or self.as_alice).get(reverse("stats:pair", args=[one.slug, other.slug]))
        assert response.status_code == status
        return text_of(response)

    def test_two_decks_stand_side_by_side_with_an_interval_that_holds_at_every_look(self):
        goal = {"goal": "own", "own_goal": ">=3 of (kind:unit tribute:0)"}
        one = self.begun(self.sample_deck(PARADE), **goal)
        other = self.begun(self.sample_deck("xing-ling-wang/thunder-ranch"), **goal)
        assert "A − B" not in self.pair(one, other)
        work()
        shown = self.pair(one, other)
        assert "A − B" in shown
        goals = [selectors.outcome(each).summary["goal"][0] for each in (one, other)]
        found = proportion_difference(*((goal["hits"], goal["trials"]) for goal in goals))
        row = re.search(r'<th scope="row">The goal in the opening hand</th>(.*?)</tr>', shown)
        cells = re.findall(r"<td[^>]*>([^<]*)<", row[1])
        assert cells[:2] == [percent(goal["hits"] / goal["trials"]) for goal in goals]
        assert cells[2] == f"{100 * found.estimate:+.2f} percentage points".replace("-", "−")
        assert f"{100 * found.low:+.2f}".replace("-", "−") in cells[3]

    def test_the_same_input_does_not_differ(self):
        deck = self.sample_deck(PARADE)
        one, other = self.begun(deck, seed=1), self.begun(deck, seed=2)
        work()
        shown = self.pair(one, other)
        assert "<td>no</td>" in shown
        assert "yes</span>" not in shown

    def test_the_mean_winning_turn_comes_first_then_the_turn_by_which_the_two_differ_most(self):
        one = self.begun(self.sample_deck(PARADE), turns=8)
        other = self.begun(self.sample_deck("xing-ling-wang/thunder-ranch"), turns=8)
        work()
        shown = self.pair(one, other)
        rows = re.findall(r'<th scope="row">([^<]*)</th>', shown.split('id="difference-title"')[1])
        summaries = [selectors.outcome(each).summary for each in (one, other)]
        result = race(*(clocks(each) for each in summaries))
        assert rows[:2] == ["Average winning turn", f"Won by turn {result.turn}"]
        assert "Won by turn 8" not in rows or result.turn == 8
        assert "Opening hands kept" not in rows  # every hand is kept, which is no estimate

    def test_different_conditions_are_named_and_nothing_is_called_significant(self):
        deck = self.sample_deck(PARADE)
        base = self.begun(deck, goal=FREE)
        work()
        changes = {
            "Turns": {"turns": 3},
            "Seat": {"seat": "second"},
            "Goal": {"goal": "own", "own_goal": ">=2 of (kind:unit)"},
            "Mulligan": {"keep": "goal"},
        }
        for label, change in changes.items():
            other = self.begun(deck, **{"goal": FREE, **change})
            work()
            shown = self.pair(base, other)
            assert f"made under different conditions: {label}" in shown
            assert "A − B" not in shown
            assert "Simulate both under the conditions of A" in shown

    def test_both_are_simulated_under_the_conditions_of_the_first(self):
        one = self.begun(self.sample_deck(PARADE), goal=FREE, keep="goal", seat="second", seed=5)
        other = self.begun(self.sample_deck("xing-ling-wang/thunder-ranch"), goal=FREE)
        work()
        answer = self.as_alice.post(reverse("stats:equalise", args=[one.slug, other.slug]))
        new = Simulation.objects.order_by("-id").first()
        assert answer.url == reverse("stats:pair", args=[one.slug, new.slug])
        assert (new.deck, new.fingerprint) == (other.deck, other.fingerprint)
        conditions = ("goal", "keep", "keep_turn", "turns", "seat", "seed", "trials", "precision", "version")
        assert [getattr(new, name) for name in conditions] == [getattr(one, name) for name in conditions]
        work()
        assert "A − B" in self.pair(one, new)

    def test_a_deck_that_cannot_be_played_like_the_first_says_so(self):
        one = self.begun(self.sample_deck(PARADE))
        other = self.begun(self.sample_deck("xing-ling-wang/thunder-ranch"), turns=3)
        Simulation.objects.filter(pk=other.pk).update(cards={**other.cards, "zones": {}})
        answer = self.as_alice.post(reverse("stats:equalise", args=[one.slug, other.slug]), follow=True)
        assert "There are no cards to draw" in text_of(answer)

    def test_a_link_or_its_end_names_the_other(self):
        deck = self.sample_deck(PARADE)
        one, other = self.begun(deck, seed=1), self.begun(deck, seed=2)
        address = reverse("stats:compare", args=[one.slug])
        there = reverse("stats:pair", args=[one.slug, other.slug])
        for link in (other.slug, f"http://testserver{reverse('stats:simulation', args=[other.slug])}"):
            assert self.as_alice.get(address, {"with": link}).url == there

    def test_one_there_is_not_or_of_another_game_is_refused(self):
        one = self.begun(self.sample_deck(PARADE))
        legions = self.begun(self.sample_deck("legions/beacon-beginners"))
        address = reverse("stats:compare", args=[one.slug])
        for link, told in (("nothing", "no simulation with that link"), (legions.slug, "for another game")):
            response = self.as_alice.get(address, {"with": link}, follow=True)
            assert told in text_of(response)
        self.pair(one, legions, status=404)

    def test_both_decks_must_be_readable(self):
        mine = self.begun(self.sample_deck(PARADE))
        theirs = self.sample_deck(PARADE, owner=self.bob)
        bobs = Simulation.objects.get(slug=self.begin(theirs, self.as_bob, seed=9).url.split("/")[-2])
        self.pair(mine, bobs, status=404)
