"""Hands to keep over the API: the figures that the page shows."""

from urllib.parse import urlencode

from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Visibility
from deckbuilder.stats.simulations.services import start
from deckbuilder.stats.simulations.specs import SimulationSpec
from games.engine.odds.keep_policy import keep_policy
from games.engine.reading.goals import parse
from games.registry import get
from tests.catalogs import decks_of
from tests.deckbuilder.api import ApiTest

GOAL, RULE = ">=1 of (kind:unit tribute:0)", ">=2 of (kind:spell)"


class KeepApiTest(ApiTest):
    def setUp(self):
        super().setUp()
        self.kept = self.sample_deck("xing-ling-wang/lantern-parade")

    def told(self, deck=None, by=None, **query):
        path = f"decks/{(deck or self.kept).slug}/keep/?{urlencode({'goal': GOAL, **query})}"
        return self.get(path, by=by or self.as_alice)

    def test_it_says_what_the_page_says(self):
        found = self.told(turn=2, rule=RULE, rule_turn=1, second=1)
        assert found.status == 200
        asked = {"goal": GOAL, "turn": 2, "rule": RULE, "rule_turn": 1, "seat": "second"}
        shown = self.as_alice.get(f"/d/{self.kept.slug}/keep/", asked).content.decode()
        for name in ("best", "own", "named", "dealt"):
            assert f"= {found.body[name]['fraction']}" in shown
        assert len(found.body["hands"]) == found.body["total"] == shown.count('<tr><th scope="row">')
        assert found.body["rule"] == {"goal": RULE, "turn": 1}

    def test_its_hands_are_the_engine_s(self):
        game = get(self.kept.game)
        policy = keep_policy(parse(GOAL, game), to_deck(self.kept), game.opening)
        found = self.told(hands=2).body
        assert [tuple(each["back"]) for each in found["hands"]] == [each.back for each in policy.frequent(2)]
        assert [each["conditions"] for each in found["kinds"]] == [["kind:unit tribute:0"], []]
        assert sum(each["copies"] for each in found["kinds"]) == 20

    def test_the_rule_is_that_of_the_last_simulation_where_none_is_sent(self):
        assert self.told().body["own"] is None
        start(SimulationSpec(to_deck(self.kept), trials=1, keep=RULE, keep_turn=3), deck=self.kept)
        assert self.told().body["rule"] == {"goal": RULE, "turn": 3}
        assert self.told(rule="").body["rule"] is None

    def test_a_game_without_a_mulligan_has_no_hands_to_choose_among(self):
        deck = self.sample_deck(
            "legions/" + min(each.stem for each in decks_of(get("legions")).glob("*.txt") if "illegal" not in each.stem)
        )
        found = self.told(deck, goal=">=1 of (kind:minion)").body
        assert (found["mulligan"], found["best"], found["hands"]) == ("none", None, [])

    def test_a_goal_and_a_rule_must_be_goals(self):
        assert self.told(goal="2 of (雪女)").body["code"] == "goal.bare-count"
        assert self.told(rule="2 of (雪女)").body["code"] == "goal.bare-count"
        assert self.told(hands=0).status == 400

    def test_a_private_deck_is_not_there_for_others(self):
        self.kept.visibility = Visibility.PRIVATE
        self.kept.save()
        assert self.told(by=self.as_bob).status == 404
