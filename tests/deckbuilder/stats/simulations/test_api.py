"""Simulations over the API: started, followed, stopped, taken out as files, and refused with a reason."""

import csv
from io import StringIO
from unittest import mock

import pytest

from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Visibility
from deckbuilder.stats import tasks
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import services
from deckbuilder.stats.to_games import to_run
from games.engine.play.figures.impact import impact
from games.engine.play.trials.goldfish import chunk_sizes
from games.registry import get
from tests.catalogs import decks_of
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import XLW

pytestmark = [pytest.mark.databases, pytest.mark.slow]

LIST = (decks_of(get(XLW)) / "lantern-parade.txt").read_text(encoding="utf-8")
SHORT_RUN = {"list": LIST, "trials": 300, "turns": 5}
CHUNKS = len(chunk_sizes(300))


def work():
    """What a worker would do with all that waits."""
    for simulation in Simulation.objects.all():
        while (number := services.take(simulation)) is not None:
            services.play(simulation, number)


class SimulationApiTest(ApiTest):
    def setUp(self):
        super().setUp()
        self.sent = self.enterContext(mock.patch.object(tasks.play_next, "apply_async"))

    def begin(self, **sent):
        sent = SHORT_RUN | sent
        if "slug" in sent:
            del sent["list"]
        return self.post(
            "simulations/",
            {name: value for name, value in sent.items() if name not in ("by", "key")},
            **{name: sent[name] for name in ("by", "key") if name in sent},
        )

    def fault(self, **sent):
        answer = self.begin(**sent)
        assert answer.status == 400, answer.body
        return answer.body["code"], answer.codes


class FollowTest(SimulationApiTest):
    def test_what_earlier_pilots_counted_is_not_read_as_if_todays_had(self):
        slug = self.begin().body["slug"]
        work()
        Simulation.objects.filter(slug=slug).update(version="1")
        found = self.get(f"simulations/{slug}/").body
        assert (found["state"], found["error"]["code"], found["summary"]) == ("failed", "outdated", None)

    def test_a_start_is_accepted_with_an_address_to_follow(self):
        answer = self.begin(goal=">=1 of (tribute:0)")
        slug = answer.body["slug"]
        assert (answer.status, answer.raw["Location"]) == (202, f"/api/v1/simulations/{slug}/")
        assert (answer.body["state"], answer.body["played"], answer.body["wanted"]) == ("waiting", 0, 300)
        assert answer.body["summary"] is None
        assert self.sent.call_count == CHUNKS
        work()
        body = self.get(f"simulations/{slug}/").body
        assert (body["state"], body["played"], body["left"]) == ("done", 300, 0)
        assert body["rate"] > 0
        summary = body["summary"]
        assert (summary["trials"], len(summary["turns"]), len(summary["goal"])) == (300, 5, 6)
        assert len(summary["stuck"]) == 20
        assert "formation" in body["pilot"]["policy"]

    def test_the_same_input_again_is_answered_by_what_is_stored(self):
        first = self.begin(seed=4).body
        work()
        again = self.begin(seed=4, goal="", keep="  ")
        assert (again.body["slug"], again.body["state"]) == (first["slug"], "done")
        assert self.sent.call_count == CHUNKS
        assert self.begin(seed=5).body["slug"] != first["slug"]

    def test_the_seat_counts(self):
        first, second = self.begin().body, self.begin(second=True).body
        work()
        seen = [self.get(f"simulations/{each['slug']}/").body for each in (first, second)]
        assert [each["seat"] for each in seen] == ["first", "second"]
        # no tactics in the first player's first turn
        assert [each["summary"]["turns"][0]["available"]["mean"] for each in seen] == [1, 2]

    def test_a_list_may_name_its_game_or_the_request_does(self):
        assert self.begin(list="1 提燈小狐", game=XLW).status == 202
        assert self.begin(list="1 提燈小狐").status == 202  # its card is of one game alone
        assert self.begin(list="1 nobody’s card").body["code"] == "list.missing-game"

    def test_cancel_and_resume(self):
        slug = self.begin().body["slug"]
        assert self.post(f"simulations/{slug}/cancel/").body["state"] == "cancelled"
        work()
        assert self.get(f"simulations/{slug}/").body["played"] == 0
        resumed = self.post(f"simulations/{slug}/resume/")
        assert (resumed.status, resumed.body["state"]) == (202, "waiting")
        assert self.sent.call_count == 2 * CHUNKS
        work()
        assert self.get(f"simulations/{slug}/").body["state"] == "done"

    def test_a_failure_is_told(self):
        slug = self.begin().body["slug"]
        services.fail(Simulation.objects.get(slug=slug), "internal")
        body = self.get(f"simulations/{slug}/").body
        assert (body["state"], body["error"]["code"]) == ("failed", "internal")
        assert body["error"]["message"]
        assert self.begin().body["slug"] != slug


class PairTest(SimulationApiTest):
    def pair(self, one: str, other: str):
        return self.get(f"simulations/{one}/with/{other}/")

    def test_under_equal_conditions_the_mean_winning_turn_comes_first(self):
        goal = ">=1 of (tribute:0)"
        one, other = (self.begin(goal=goal, keep=goal, seed=seed).body["slug"] for seed in (1, 2))
        assert self.pair(one, other).body == {"first": one, "second": other, "unequal": [], "contrasts": []}
        work()
        contrasts = self.pair(one, other).body["contrasts"]
        assert [each["figure"] for each in contrasts] == ["clock", "won", "kept", "goal", "goal"]
        for each in contrasts:
            assert each["low"] <= each["difference"] <= each["high"]
            assert each["difference"] == pytest.approx(each["first"] - each["second"])
            assert each["clear"] is False  # one deck against itself

    def test_under_different_conditions_there_are_no_differences(self):
        one = self.begin().body["slug"]
        others = {"turns": {"turns": 4}, "seat": {"second": True}, "goal": {"goal": ">=1 of (kind:unit)"}}
        for name, change in others.items():
            other = self.begin(**change).body["slug"]
            work()
            answer = self.pair(one, other).body
            assert (answer["unequal"], answer["contrasts"]) == ([name], [])

    def test_both_are_simulated_under_the_conditions_of_the_first(self):
        one, other = self.begin(second=True).body["slug"], self.begin(list="1 提燈小狐", game=XLW).body["slug"]
        answer = self.post(f"simulations/{one}/with/{other}/")
        assert (answer.status, answer.body["first"], answer.body["unequal"]) == (202, one, [])
        new = self.get(f"simulations/{answer.body['second']}/").body
        assert (new["seat"], new["fingerprint"]) == ("second", self.get(f"simulations/{other}/").body["fingerprint"])

    def test_a_study_and_another_game_are_not_found(self):
        one = self.begin().body["slug"]
        assert self.pair(one, "nothing").status == 404
        assert self.pair(one, self.begin(study="pilot", trials=1).body["slug"]).status == 404


class FileTest(SimulationApiTest):
    def setUp(self):
        super().setUp()
        goal = ">=1 of (tribute:0)"
        self.slug = self.begin(goal=goal, keep=goal, trials=1500).body["slug"]

    def rows(self):
        answer = self.get(f"simulations/{self.slug}/csv/")
        assert f"simulation-{self.slug}.csv" in answer.raw["Content-Disposition"]
        return list(csv.DictReader(StringIO(answer.raw.content.decode())))

    def test_before_the_first_chunk_there_are_no_rows(self):
        assert self.rows() == []

    def test_the_csv_has_every_figure(self):
        work()
        rows, found = self.rows(), self.get(f"simulations/{self.slug}/").body
        summary = found["summary"]
        figures = {(row["figure"], row["turn"], row["card"]): row for row in rows}
        assert len({(row["figure"], row["turn"], row["card"], row["name"]) for row in rows}) == len(rows)
        assert float(figures["kept", "", ""]["value"]) == summary["keep"]["estimate"]
        assert float(figures["hand", "2", ""]["low"]) == summary["turns"][1]["hand"]["low"]
        assert float(figures["goal", "0", ""]["high"]) == summary["goal"][0]["high"]
        card = summary["stuck"][3]
        assert float(figures["in hand", "0", card["code"]]["value"]) == card["opened"]
        assert float(figures["in hand", "1", card["code"]]["value"]) == card["turns"][0]
        ((value,),) = (line["values"] for line in found["simulated"][0]["lines"])
        final = figures["final-score", "", ""]
        assert (final["name"], float(final["value"]), int(final["games"])) == (
            "Score",
            value["estimate"],
            value["games"],
        )
        assert {row["figure"] for row in rows} == {
            "kept",
            "won",
            "available",
            "used",
            "plays",
            "exchanges",
            "dismissals",
            "laid",
            "score",
            "hand",
            "goal",
            "in hand",
            "final-score",
            "tributes-on-board",
            "cards-seen",
            "sacrifices",
            "impact on clock",
            "impact on goal",
        }

    def test_the_csv_has_what_each_card_changes(self):
        work()
        data = self.get(f"simulations/{self.slug}/").body["impact"]
        rows = {(row["figure"], row["turn"], row["card"]): row for row in self.rows()}
        for card in data["cards"]:
            for figure, turn in (("clock", ""), ("goal", "0")):
                row = rows.get((f"impact on {figure}", turn, card["code"]))
                assert (row is None) == (card[figure] is None)
                if row:
                    assert float(row["value"]) == card[figure]["difference"]
                    assert (float(row["low"]), float(row["high"])) == (card[figure]["low"], card[figure]["high"])
                    assert int(row["games"]) == card["dealt"]

    def test_the_games_of_all_chunks_are_compared_with_the_goal_by_its_turn(self):
        preset = next(each for each in get("legions").presets if each.turn == 3)
        deck = self.sample_deck("legions/beacon-beginners", visibility=Visibility.LINK)
        slug = self.begin(slug=deck.slug, goal=preset.text(to_deck(deck)), trials=4000).body["slug"]
        work()
        simulation = Simulation.objects.get(slug=slug)
        assert simulation.chunks.count() == 4
        data = self.get(f"simulations/{slug}/").body["impact"]
        assert (data["games"], data["goal_turn"]) == (4000, 3)
        run = to_run(simulation)
        whole = run.impact()
        for number, trials in enumerate((64, 256, 1024, 2656)):
            run.chunk(number, trials, whole)
        assert data == impact(whole, run.cards, 3)

    def test_games_played_before_it_was_counted_have_none(self):
        work()
        simulation = Simulation.objects.get(slug=self.slug)
        simulation.chunks.update(impact=None)
        body = self.get(f"simulations/{self.slug}/").body
        assert (body["impact"], body["summary"]["trials"]) == (None, 1500)
        assert not any(row["figure"].startswith("impact") for row in self.rows())

    def test_the_json_is_what_is_followed(self):
        work()
        answer = self.get(f"simulations/{self.slug}/json/")
        assert f"simulation-{self.slug}.json" in answer.raw["Content-Disposition"]
        assert answer.body == self.get(f"simulations/{self.slug}/").body


class AccessTest(SimulationApiTest):
    def test_a_kept_deck_is_played_by_its_slug(self):
        deck = self.sample_deck(f"{XLW}/lantern-parade")
        body = self.begin(slug=deck.slug, by=self.as_alice).body
        assert (body["deck"], body["fingerprint"]) == (deck.slug, self.begin().body["fingerprint"])

    def test_others_private_decks_and_their_simulations_do_not_exist(self):
        deck = self.sample_deck(f"{XLW}/lantern-parade")
        assert self.begin(slug=deck.slug, by=self.as_bob).status == 404
        slug = self.begin(slug=deck.slug, by=self.as_alice).body["slug"]
        for path in ("", "csv/", "json/"):
            assert self.get(f"simulations/{slug}/{path}", by=self.as_bob).status == 404
        assert self.get(f"simulations/{slug}/", by=self.as_alice).status == 200

    def test_an_edit_key_opens_a_visitors_private_deck(self):
        deck = self.sample_deck(f"{XLW}/lantern-parade", owner=None)
        assert self.begin(slug=deck.slug).status == 404
        slug = self.begin(slug=deck.slug, key=deck.edit_key).body["slug"]
        assert self.get(f"simulations/{slug}/").status == 404
        assert self.get(f"simulations/{slug}/", key=deck.edit_key).status == 200

    def test_only_who_asked_or_owns_the_deck_stops_it(self):
        deck = self.sample_deck(f"{XLW}/lantern-parade", visibility=Visibility.PUBLIC)
        slug = self.begin(slug=deck.slug, by=self.as_bob).body["slug"]
        assert self.get(f"simulations/{slug}/").status == 200
        assert self.post(f"simulations/{slug}/cancel/").status == 404
        for person in (self.as_bob, self.as_alice):
            assert self.post(f"simulations/{slug}/cancel/", by=person).body["state"] == "cancelled"
            assert self.post(f"simulations/{slug}/resume/", by=person).body["state"] == "waiting"

    def test_two_people_have_a_simulation_each_and_play_it_once(self):
        one = self.begin(by=self.as_alice).body["slug"]
        work()
        other = self.begin(by=self.as_bob).body
        assert other["slug"] != one
        assert other["state"] == "done"
        assert other["summary"] == self.get(f"simulations/{one}/").body["summary"]


class RefusalTest(SimulationApiTest):
    def test_numbers_out_of_range_are_told_with_their_bounds(self):
        for field, value, low, high in (
            ("trials", 0, 1, 10_000_000),
            ("trials", 10_000_001, 1, 10_000_000),
            ("turns", 41, 1, 40),
            ("turns", 0, 1, 40),
            ("seed", -1, 0, 2**53 - 1),
            ("seed", 2**53, 0, 2**53 - 1),
            ("precision", 0, 0.0001, 0.5),
            ("precision", 0.6, 0.0001, 0.5),
        ):
            with self.subTest(field=field, value=value):
                answer = self.begin(**{field: value})
                assert (answer.status, answer.codes) == (400, {field: "out-of-range"})
                assert (answer.body["params"]["min"], answer.body["params"]["max"]) == (low, high)
        assert not Simulation.objects.exists()

    def test_goals_are_refused_in_their_field(self):
        assert self.fault(goal="2 of (*)") == ("goal.bare-count", {"goal": "bare-count"})
        assert self.fault(keep="2 of (*)") == ("goal.bare-count", {"keep": "bare-count"})
        many = " or ".join([">=1 of (*)"] * 63)
        assert self.fault(goal=many) == ("simulation.too-many-conditions", {"goal": "too-many-conditions"})

    def test_a_list_with_lines_that_name_no_card_is_not_played_without_them(self):
        answer = self.begin(list=f"{LIST}\n1 nobody")
        assert answer.body["code"] == "simulation.unknown-cards"
        assert "nobody" in answer.body["message"]

    def test_a_deck_without_cards_has_nothing_to_draw(self):
        assert self.fault(list="game: xing-ling-wang") == ("simulation.no-cards", {"list": "no-cards"})

    def test_exactly_one_deck_is_given(self):
        assert self.post("simulations/", {}).codes == {"list": "required"}
        assert self.post("simulations/", {"list": LIST, "slug": "x"}).codes == {"list": "required"}
        assert self.begin(seeds=3).codes == {"seeds": "unknown-field"}


FREE = ">=1 of (kind:unit tribute:0)"


class OtherGamesTest(SimulationApiTest):
    def test_a_game_without_a_mulligan_takes_nothing_to_keep_for(self):
        text = (decks_of(get("legions")) / "midnight-ferry.txt").read_text(encoding="utf-8")
        assert self.fault(list=text, keep=">=1 of (*)") == ("simulation.no-mulligan", {"keep": "no-mulligan"})

    def test_a_goal_whose_mulligan_is_too_large_is_refused_where_hands_are_kept_for_it(self):
        text = (decks_of(get("echo-of-legends")) / "tide-and-moss-almanac.txt").read_text(encoding="utf-8")
        names = [line.partition(" ")[2] for line in text.partition("[main]")[2].split("\n") if line.strip()]
        goal = " or ".join(f'>=2 of (name:"{name}")' for name in names[:10])
        assert self.fault(list=text, keep=goal) == ("simulation.mulligan-too-large", {"keep": "mulligan-too-large"})
        assert self.begin(list=text, goal=goal).status == 202

    def test_the_mulligan_aims_at_the_turn_that_is_asked_for(self):
        body = self.begin(goal=FREE, keep=FREE, keep_turn=2).body
        assert body["keep_turn"] == 2
        assert self.begin(goal=FREE, keep=FREE).body["slug"] != body["slug"]
        assert self.fault(keep=FREE, keep_turn=41) == ("simulation.out-of-range", {"keep_turn": "out-of-range"})

    def test_a_deck_that_cannot_be_played_alone_says_why(self):
        text = (decks_of(get("echo-of-legends")) / "tide-and-moss-almanac.txt").read_text(encoding="utf-8")
        headless = text.partition("[hero]")[0] + "[main]" + text.partition("[main]")[2]
        assert self.fault(list=headless) == ("simulation.unplayable", {"list": "unplayable"})
