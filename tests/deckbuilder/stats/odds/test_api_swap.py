"""The best swap over the API: told to readers, made by the address of edits."""

from unittest import mock
from urllib.parse import quote

from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Visibility
from deckbuilder.decks.selectors import verdict_on
from tests.deckbuilder.api import ApiTest

GOAL = ">=2 of (kind:spell)"


class SwapTest(ApiTest):
    def setUp(self):
        super().setUp()
        self.kept = self.sample_deck("xing-ling-wang/lantern-parade")

    def swap(self, goal=GOAL, more="", by=None):
        path = f"decks/{self.kept.slug}/swap/?goal={quote(goal)}{more}"
        return self.ask("get", path, **({"by": by} if by else {}))

    def test_the_edits_it_tells_give_the_chance_it_tells(self):
        answer = self.swap(by=self.as_alice)
        assert answer.status == 200
        assert answer.body["chance"]["decimal"] > answer.body["now"]["decimal"]
        made = self.post(f"decks/{self.kept.slug}/edits/", {"edits": answer.body["edits"]}, by=self.as_alice)
        assert made.status == 200
        assert self.swap(by=self.as_alice).body["now"] == answer.body["chance"]
        assert verdict_on(to_deck(self.kept)).legal

    def test_turn_seat_and_mulligan_count(self):
        told = {
            more: self.swap(more=more, by=self.as_alice).body["now"]["fraction"]
            for more in ("", "&turn=2", "&mulligan=false")
        }
        assert len(set(told.values())) == 3

    def test_a_private_deck_is_not_there_for_others(self):
        self.kept.visibility = Visibility.PRIVATE
        self.kept.save()
        assert self.swap().status == 404
        assert self.swap(by=self.as_bob).status == 404

    def test_a_goal_must_be_one(self):
        assert self.swap(goal="2 of (雪女)", by=self.as_alice).body["code"] == "goal.bare-count"
        assert self.swap(goal="", by=self.as_alice).status == 400

    def test_what_is_too_large_says_so(self):
        with mock.patch("deckbuilder.stats.throttle.MAX_STEPS", 200):
            answer = self.swap(by=self.as_alice)
        assert answer.status == 200
        assert answer.body["too_large"]["what"] == "steps"
        assert answer.body["now"] is None
