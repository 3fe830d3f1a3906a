"""Studies beside whole games: how many turns the pilot misses, and which opening hands win early."""

import re
from functools import partial
from unittest import mock

import pytest
from django.urls import reverse

from deckbuilder.catalog.imports import services as imports
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Visibility
from deckbuilder.stats import tasks
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import selectors, services, specs
from deckbuilder.stats.simulations.study_page import pilot_part
from games.engine.play.limits import MAX_CARDS
from games.engine.play.studies.best_lines import Comparison, LineOfPlay, compare
from games.engine.play.studies.keeping import KeepTrials
from games.engine.play.trials.runs import Run
from games.registry import get
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import XLW
from tests.deckbuilder.stats.base import text_of

pytestmark = [pytest.mark.databases, pytest.mark.slow]

PARADE, ECHO, GRAIL = (
    f"{XLW}/lantern-parade",
    "echo-of-legends/campfire-first-steps",
    "asteriated-grail/first-flight-pair",
)
TRAIN = "zero-dimension/last-train-home"
FORM = {"turns": "8", "seat": "first"}


class StudyTest(ApiTest):
    def setUp(self):
        super().setUp()
        self.enterContext(mock.patch.object(tasks.play_next, "apply_async"))
        self.enterContext(mock.patch("games.engine.play.studies.best_lines.compare", partial(compare, budget=300)))
        self.enterContext(mock.patch.dict(specs.DEFAULT_TRIALS, {"pilot": 4, "hands": 1000}))
        self.enterContext(mock.patch.object(KeepTrials, "chunk", KeepTrials.play_interpreted))
        self.enterContext(
            mock.patch.object(Run, "chunk", lambda run, number, count, *more: run.play_interpreted(number, count))
        )

    def work(self, chunks=1000):
        for simulation in Simulation.objects.all():
            while chunks and (number := services.take(simulation)) is not None:
                services.play(simulation, number)
                chunks -= 1

    def started(self, deck, study, **more):
        answer = self.as_alice.post(reverse("stats:simulations", args=[deck.slug]), {**FORM, "study": study, **more})
        assert answer.status_code == 302, text_of(answer)
        return answer.url

    def page(self, address, status=200):
        answer = self.as_alice.get(address)
        assert answer.status_code == status
        return text_of(answer)


class PilotStudyTest(StudyTest):
    def test_from_the_deck_to_what_the_pilot_misses(self):
        deck = self.sample_deck(TRAIN, visibility=Visibility.LINK)
        assert "How good is the pilot?" in self.page(reverse("stats:simulations", args=[deck.slug]))
        address = self.started(deck, "pilot")
        assert "0 / 4" in self.page(address)
        self.work()
        shown = self.page(address)
        assert "4 / 4" in shown
        found = selectors.comparisons(Simulation.objects.get())
        run_of = Simulation.objects.get()
        assert (run_of.trials, run_of.turns, len(found)) == (4, 8, 4)
        assert "Turns missed per game" in shown
        complete = sum(each.complete for each in found)
        assert complete == 0
        assert "No game was searched completely" in shown
        assert re.search(r"at least \d", shown)
        listed = self.page(reverse("stats:simulations", args=[deck.slug]))
        assert listed.count("How good is the pilot?") == 2

    def test_a_simulation_of_the_deck_leads_to_it(self):
        deck = self.sample_deck(TRAIN)
        games = services.start(specs.SimulationSpec(to_deck(deck), 64, 2), deck=deck, user=deck.owner)
        address = reverse("stats:simulation", args=[games.slug])
        assert "How many turns does it miss?" in self.page(address)
        study = self.started(deck, "pilot")
        assert study in self.as_alice.get(address).content.decode()

    def test_a_game_that_reshuffles_cannot_be_studied(self):
        deck = self.sample_deck(GRAIL)
        address = reverse("stats:simulations", args=[deck.slug])
        assert "How good is the pilot?" not in self.page(address)
        assert self.as_alice.post(address, {**FORM, "study": "pilot"}).status_code == 422
        answer = self.post("simulations/", {"slug": deck.slug, "study": "pilot"}, by=self.as_alice)
        assert (answer.status, answer.body["code"]) == (400, "simulation.reshuffles")
        assert "zero-dimension" in answer.body["message"]

    def test_a_deck_that_searches_cannot_be_studied(self):
        rows = "code,name,kind,race,effects\nT-1,網,spell,中立,played: search 1 (kind=unit)"
        imports.apply(get(XLW), rows.encode(), "net.csv")
        deck = self.deck({"網": 1, "提燈小狐": 19})
        page = self.as_alice.post(reverse("stats:simulations", args=[deck.slug]), {**FORM, "study": "pilot"})
        self.assertContains(page, "cannot be compared with the best line: 網.", status_code=422)
        answer = self.post("simulations/", {"slug": deck.slug, "study": "pilot"}, by=self.as_alice)
        assert (answer.status, answer.body["code"]) == (400, "simulation.searches")

    def test_a_deck_of_too_many_cards_cannot_be_studied(self):
        deck = self.deck({"提燈小狐": MAX_CARDS, "紙傘婆婆": 1})
        page = self.as_alice.post(reverse("stats:simulations", args=[deck.slug]), {**FORM, "study": "pilot"})
        words = f"The deck has {MAX_CARDS + 1} cards; the pilot is compared with the best line in decks of at most 600."
        self.assertContains(page, words, status_code=422)
        answer = self.post("simulations/", {"slug": deck.slug, "study": "pilot"}, by=self.as_alice)
        assert (answer.status, answer.body["code"]) == (400, "simulation.too-many-cards")

    def test_the_api_gives_the_same_and_refuses_what_is_not_in_it(self):
        deck = self.sample_deck(TRAIN)
        asked = {"slug": deck.slug, "study": "pilot", "trials": 3, "turns": 8}
        slug = self.post("simulations/", asked, by=self.as_alice).body["slug"]
        self.work()
        body = self.get(f"simulations/{slug}/", by=self.as_alice).body
        assert (body["study"], body["summary"], body["hands"]) == ("pilot", None, None)
        assert (body["missed"]["games"], sum(each["games"] for each in body["missed"]["missed"])) == (3, 3)
        rows = self.as_alice.get(f"/api/v1/simulations/{slug}/csv/").content.decode().splitlines()
        assert rows[1].startswith("turns missed,")
        for field, value in (("goal", ">=1 of (kind:unit)"), ("keep", ">=1 of (kind:unit)"), ("precision", 0.1)):
            answer = self.post("simulations/", asked | {field: value}, by=self.as_alice)
            assert (answer.status, answer.body["code"]) == (400, "simulation.not-in-study")
        answer = self.post("simulations/", asked | {"trials": 1001}, by=self.as_alice)
        assert answer.body["params"]["max"] == 1000
        assert self.post("simulations/", asked | {"study": "luck"}, by=self.as_alice).status == 400

    def test_only_whole_games_are_compared_side_by_side(self):
        deck = self.sample_deck(TRAIN)
        games = services.start(specs.SimulationSpec(to_deck(deck), 64, 2), deck=deck, user=deck.owner)
        study = self.started(deck, "pilot").strip("/").split("/")[-1]
        assert self.as_alice.get(reverse("stats:pair", args=[games.slug, study])).status_code == 404
        answer = self.as_alice.get(reverse("stats:compare", args=[games.slug]), {"with": study}, follow=True)
        assert "Only simulations of whole games can be compared." in text_of(answer)


class HandStudyTest(StudyTest):
    def test_from_the_mulligan_page_to_the_hands_that_win_early(self):
        deck = self.sample_deck(ECHO)
        assert "Which hands win early?" in self.page(reverse("stats:keep", args=[deck.slug]))
        address = self.started(deck, "hands", keep=">=1 of (kind:minion)", keep_turn="0")
        assert "The first games are running." in self.page(address)
        self.work()
        shown = self.page(address)
        assert "With the best choice for every hand" in shown
        assert "With your mulligan" in shown
        assert "1,000 / 1,000" in shown
        study = selectors.hand_study(Simulation.objects.get())
        assert f"of {len(study.outcome.hands)} distinct hands" in shown

    def test_the_api_gives_the_same_figures_chunk_by_chunk(self):
        deck = self.sample_deck(ECHO)
        asked = {"slug": deck.slug, "study": "hands", "turns": 6, "goal": ">=1 of (kind:minion)"}
        slug = self.post("simulations/", asked, by=self.as_alice).body["slug"]
        self.work(chunks=2)
        body = self.get(f"simulations/{slug}/", by=self.as_alice).body
        assert (body["state"], body["played"], body["hands"]["share"] < 1) == ("running", 320, True)
        self.work()
        body = self.get(f"simulations/{slug}/", by=self.as_alice).body
        assert (body["played"], body["summary"], body["missed"]) == (1000, None, None)
        assert sum(each["dealt"] for each in body["hands"]["hands"]) == pytest.approx(1)
        assert len(body["hands"]["kinds"]) == 2
        rows = self.as_alice.get(f"/api/v1/simulations/{slug}/csv/").content.decode().splitlines()
        assert [row.partition(",")[0] for row in rows[1:3]] == ["best choices", "rule"]

    def test_what_cannot_be_studied_says_why(self):
        names = [line.card.name for line in to_deck(self.sample_deck(PARADE)).entries("main")]
        kinds = " and ".join(f'>=1 of ("{name}")' for name in names)
        for deck, more, code in (
            (TRAIN, {}, "no-mulligan"),
            (ECHO, {"trials": 999}, "out-of-range"),
            (ECHO, {"precision": 0.1}, "not-in-study"),
            (PARADE, {"goal": kinds}, "too-many-choices"),
        ):
            asked = {"slug": self.sample_deck(deck).slug, "study": "hands", **more}
            answer = self.post("simulations/", asked, by=self.as_alice)
            assert (answer.status, answer.body["code"]) == (400, f"simulation.{code}")


def test_the_turns_missed_are_a_bound_only_if_every_line_was_searched():
    """The search knows the cards to come, so the figure is an upper bound if it is complete, and none if it is not."""

    def part(*complete: bool):
        line = LineOfPlay((), 4)
        return pilot_part([Comparison(line, line, each, 0) for each in complete])

    assert [each.figures[0].value for each in (part(True, True), part(True, False), part(False, False))] == [
        "0",
        "at least 0",
        "at least 0",
    ]
    sentences = [part(*each).complete for each in ((True, True), (True, False), (False, False))]
    assert sentences[0].startswith("Every line of play was searched")
    assert sentences[1].startswith("In 1 of 2 games")
    assert sentences[2].startswith("No game was searched completely")
