"""The API's odds: for any list, without an account, and nothing is kept."""

from fractions import Fraction
from math import comb

from deckbuilder.decks.models import Deck
from games.registry import get
from tests.catalogs import decks_of
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import ALL, XLW

DECKS = {
    XLW: "lantern-parade",
    "asteriated-grail": "first-flight-pair",
    "legions": "midnight-ferry",
    "echo-of-legends": "tide-and-moss-almanac",
    "zero-dimension": "last-train-home",
}
UNITS = 16
"""Of the 20 cards of the first of them."""


def text_of(game):
    return (decks_of(get(game)) / f"{DECKS[game]}.txt").read_text(encoding="utf-8")


class OddsTest(ApiTest):
    def odds(self, goal, game=XLW, **sent):
        sent = {"list": text_of(game)} | sent
        return self.post(f"games/{game}/odds/", {"goal": goal} | sent)

    def test_a_chance_is_a_fraction_and_a_decimal(self):
        body = self.odds(">=1 of (kind:unit)").body
        expected = 1 - Fraction(comb(20 - UNITS, 4), comb(20, 4))
        assert body["chance"] == {"fraction": str(expected), "decimal": float(expected)}
        assert body["with_mulligan"]["decimal"] >= body["chance"]["decimal"]
        assert (body["goal"], body["cards"], body["seen"], body["seat"]) == (">=1 of (kind:unit)", 20, 4, "first")
        assert not Deck.objects.exists()

    def test_counts_of_every_condition(self):
        (group,) = self.odds(">=1 of (kind:unit)").body["groups"]
        assert (group["condition"], group["cards"]) == (">=1 of (kind:unit)", UNITS)
        assert sum(Fraction(each["fraction"]) for each in group["counts"]) == 1
        assert len(group["counts"]) == 5

    def test_turns_and_seats(self):
        echo = {"game": "echo-of-legends"}
        assert self.odds("=0 of (kind:item)", turn=1, **echo).body["seen"] == 10
        assert self.odds("=0 of (kind:item)", turn=1, second=True, **echo).body["seen"] == 11
        assert self.odds("=0 of (*)", turn=3).body["seen"] == 10

    def test_the_list_as_it_stands_with_the_rest_in_the_address(self):
        answer = self.post(
            f"games/{XLW}/odds/?goal=%3E%3D1 of (kind:unit)&turn=1&second=1", text_of(XLW), content_type="text/plain"
        )
        assert (answer.body["turn"], answer.body["seat"], answer.body["seen"]) == (1, "second", 6)

    def test_every_game_has_odds_and_says_what_is_not_counted(self):
        for game in ALL:
            with self.subTest(game):
                body = self.odds(">=1 of (*)", game=game).body
                assert body["chance"] == {"fraction": "1/1", "decimal": 1.0}
                assert (body["with_mulligan"] is None) == (body["mulligan"] == "none")
        assert self.odds(">=1 of (*)", game="legions").body["note"]

    def test_draw_effects_are_counted_refused_or_left_out(self):
        spell, unit = "1 燒給過路的紙錢\n16 提燈小狐\n2 百歲石獅公", "1 鐵鍋廚娘"
        asked = {"goal": ">=1 of (tribute>=1)", "turn": 1}
        none, every = (self.odds(**asked, list=spell, draws=draws).body for draws in ("none", "all"))
        assert (none["draws"], every["draws"], every["groups"]) == ("none", "all", none["groups"])
        assert every["chance"]["decimal"] > none["chance"]["decimal"]
        assert every["with_mulligan"]["decimal"] > none["with_mulligan"]["decimal"]
        both = f"{spell}\n{unit}"
        refused = self.odds(**asked, list=both, draws="all").body
        assert (refused["code"], refused["params"]) == ("odds.draws-are-a-choice", {"cards": ["鐵鍋廚娘"]})
        free = self.odds(**asked, list=both, draws="free").body
        assert (free["chance"]["decimal"] > 0, [each["card"] for each in free["left_out"]]) == (True, ["鐵鍋廚娘"])
        bounded = self.odds("<=1 of (tribute>=1)", list=spell, turn=1, draws="all").body
        assert bounded["code"] == "odds.draws-with-upper-bound"

    def test_what_is_too_large_says_so_and_gives_what_it_can(self):
        """Ten kinds of cards in a hand of ten, of none of which there may be two."""
        costs = (f"<=1 of (cost:{cost} kind:{kind})" for cost in range(1, 6) for kind in ("minion", "item"))
        body = self.odds(" and ".join(costs), game="echo-of-legends").body
        assert body["with_mulligan"] is None
        assert body["chance"]
        assert body["too_large"]["size"] > body["too_large"]["bound"]
        assert str(body["too_large"]["bound"]) in body["too_large"]["message"]

    def test_what_is_wrong_is_said_by_field(self):
        for goal, sent, code, codes in (
            ("2 of (kind:unit)", {}, "goal.bare-count", {"goal": "bare-count"}),
            (">=1 of (knid:unit)", {}, "goal.unknown-field", {"goal": "unknown-field"}),
            (">=1 of (kind:unit)", {"list": "1 無此卡"}, "odds.unknown-cards", {"list": "unknown-cards"}),
            (">=1 of (*)", {"list": "game: legions\n1 提燈小狐"}, "list.other-game", {"list": "other-game"}),
            (">=1 of (*)", {"turn": 100}, "invalid", {"turn": "max-value"}),
            (">=1 of (*)", {"turn": -1}, "invalid", {"turn": "min-value"}),
            (">=1 of (*)", {"trun": 1}, "invalid", {"trun": "unknown-field"}),
            (">=1 of (*)", {"deck": {}}, "invalid", {"": "both"}),
        ):
            with self.subTest(goal=goal, sent=sent):
                answer = self.odds(goal, **sent)
                assert (answer.status, answer.body["code"], answer.codes) == (400, code, codes)

    def test_list_and_goal_are_needed(self):
        assert self.post(f"games/{XLW}/odds/", {"goal": ">=1 of (*)"}).codes == {"list": "required"}
        assert self.post(f"games/{XLW}/odds/", {"list": "1 提燈小狐"}).codes == {"goal": "required"}
        assert self.post("games/chess/odds/", {}).status == 404

    def test_the_place_of_a_mistake_is_that_in_the_goal(self):
        params = self.odds("=1 of (*) and >=1 of (knid:unit)").body["params"]
        assert (params["position"], params["length"], params["near"]) == (22, 4, ["kind"])
