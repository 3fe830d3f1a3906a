"""What effects leave to the player: asked on the page and over the API, and part of the record as every operation."""

import json
import re

from django.test import Client
from django.urls import reverse

from deckbuilder.decks.models import Visibility
from deckbuilder.playtest import services
from deckbuilder.playtest.models import Playtest
from deckbuilder.playtest.selectors import node_of, reach
from deckbuilder.playtest.to_games import to_session
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.playtest.stated import COPIES, MAY, SEARCH, begin, number_in_hand, stated_effects


class DecisionTest(ApiTest):
    def begin(self, *hold: str) -> Playtest:
        """A game in whose first turn these are in hand, for the visitor's browser to play."""
        deck = self.deck(COPIES, owner=self.alice, visibility=Visibility.LINK)
        with stated_effects():
            playtest = services.start(deck, seat="first", seed=7, hand=hold)
        self.as_visitor.get(reverse("playtest:enter", args=[playtest.slug, playtest.edit_key]))
        begin(playtest)
        return playtest

    def do(self, playtest: Playtest, do: str, status: int = 302, **sent) -> str:
        playtest.refresh_from_db()
        address = reverse("playtest:do", args=[playtest.slug])
        answer = self.as_visitor.post(address, {"at": playtest.current, "do": do, **sent})
        assert answer.status_code == status, answer.content.decode()
        playtest.refresh_from_db()
        return answer.content.decode()

    def page(self, playtest: Playtest, language: str = "en", **query) -> str:
        address = reverse("playtest:table", args=[playtest.slug])
        return self.as_visitor.get(address, query, headers={"accept-language": language}).content.decode()

    def shown(self, playtest: Playtest, address: str = "", by: Client | None = None):
        address = address or f"playtests/{playtest.slug}/nodes/{playtest.current}/"
        return self.get(address, by=by or Client(), key=playtest.edit_key)


class PageTest(DecisionTest):
    def test_the_page_asks_in_the_readers_language_and_after_a_reload_again(self):
        playtest = self.begin(MAY)
        self.do(playtest, f"play play {number_in_hand(playtest, MAY)}")
        for language, words in (
            ("en", ("Do you want to do this?", "Draw a card", "Skip", "Let the pilot decide")),
            ("zh-hant", ("要這麼做嗎？", "抽1張牌", "略過", "由電腦決定")),
            ("zh-hans", ("要这么做吗？", "抽1张牌", "略过", "由电脑决定")),
        ):
            html = self.page(playtest, language)
            for each in words:
                assert each in html, (language, each, re.findall("class=.(?:said|option).*", html))
            assert 'value="decide way-1"' in html

    def test_doing_and_skipping_are_branches_and_are_logged_with_the_card(self):
        playtest = self.begin(MAY)
        self.do(playtest, f"play play {number_in_hand(playtest, MAY)}")
        asked = playtest.current
        self.do(playtest, "decide way-1")
        done = playtest.current
        assert "Drawn: " in self.page(playtest)
        services.choose(playtest, asked)  # undo
        assert "decide way-1" in self.page(playtest)
        self.do(playtest, "decide skip")
        assert ": skipped" in self.page(playtest)
        assert {*playtest.nodes.filter(parent=asked).values_list("number", flat=True)} == {done, playtest.current}
        self.do(playtest, "end")  # the game goes on

    def test_the_choices_are_cards_with_their_copies(self):
        playtest = self.begin(SEARCH)
        self.do(playtest, f"play play {number_in_hand(playtest, SEARCH)}")
        html = self.page(playtest)
        assert "Choose a card." in html
        assert html.count('value="decide card-') >= 3
        assert "×2" in html
        assert html.count("the pilot’s choice") == 1
        assert 'value="decide skip"' not in html

    def test_a_wrong_answer_and_another_operation_lose_nothing(self):
        playtest = self.begin(MAY)
        self.do(playtest, f"play play {number_in_hand(playtest, MAY)}")
        assert "way-1, skip, pilot, pilot-turn" in self.do(playtest, "decide way-9", status=422)
        html = self.do(playtest, "end", status=422)
        assert "An effect waits for your decision first." in html
        assert 'value="decide way-1"' in html

    def test_spectators_see_no_choices(self):
        playtest = self.begin(SEARCH)
        self.do(playtest, f"play play {number_in_hand(playtest, SEARCH)}")
        html = Client().get(reverse("playtest:watch", args=[playtest.watch_slug])).content.decode()
        assert "An effect waits for a decision" in html
        assert "decide" not in html
        assert self.shown(playtest, f"watched/{playtest.watch_slug}/").body["decision"] is None

    def test_the_page_says_which_effects_are_not_played(self):
        html = self.page(self.begin())
        assert "Effects at this table" in html
        assert "What is not played" in html


class RecordTest(DecisionTest):
    def test_the_record_replays_and_is_kept_however_the_node_is_stored(self):
        playtest = self.begin(MAY, SEARCH)
        for _turn in range(3):
            for name in (MAY, SEARCH):
                try:
                    number = number_in_hand(playtest, name)
                except StopIteration:
                    continue
                self.do(playtest, f"play play {number}")
                while (position := reach(playtest, node_of(playtest, playtest.current)).position).open:
                    self.do(playtest, f"decide {position.open.decision.slugs[-1]}")
            self.do(playtest, "end")
            self.do(playtest, "begin")
        data = json.loads(self.as_visitor.get(reverse("playtest:log", args=[playtest.slug])).content)
        assert {"op": "decide", "choice": "skip"} in data["operations"]
        again = to_session(playtest).replay(data["operations"])
        assert again == reach(playtest, node_of(playtest, playtest.current)).position

    def test_a_copy_goes_on_from_an_open_decision(self):
        playtest = self.begin(MAY)
        self.do(playtest, f"play play {number_in_hand(playtest, MAY)}")
        new = services.copy(playtest, playtest.current)
        done = services.do(new, new.current, {"op": "decide", "choice": "way-1"})
        assert done.reached.position.stage == "turn"

    def test_a_game_recorded_before_decisions_goes_on_as_it_was(self):
        playtest = self.begin(MAY)
        _, session, position = reach(playtest, node_of(playtest, playtest.current))
        operation = {"op": "play", "verb": "play", "card": number_in_hand(playtest, MAY)}
        outcome = session.do(position, operation)
        assert outcome.position.open is None
        assert outcome.operation == operation


class DecisionApiTest(DecisionTest):
    def test_an_open_decision_is_read_and_answered(self):
        playtest = self.begin(SEARCH)
        address = f"playtests/{playtest.slug}/nodes/{playtest.current}/operations/"
        operation = {"op": "play", "verb": "play", "card": number_in_hand(playtest, SEARCH)}
        answer = self.post(address, operation, by=Client(), key=playtest.edit_key)
        assert answer.status == 201
        assert answer.body["operation"] == {**operation, "effects": "ask"}
        playtest.refresh_from_db()
        for body in (answer.body, self.shown(playtest).body):
            assert (body["stage"], body["actions"]) == ("decision", [])
            decision = body["decision"]
            assert decision["text"]
            assert [each["pilot"] for each in decision["choices"]].count(True) == 1
        address = f"playtests/{playtest.slug}/nodes/{playtest.current}/operations/"
        slugs = [each["choice"] for each in decision["choices"]]
        wrong = self.post(address, {"op": "decide", "choice": "card-999"}, by=Client(), key=playtest.edit_key)
        assert (wrong.status, wrong.body["code"]) == (400, "playtest.unknown-value")
        assert wrong.body["params"]["choices"] == slugs
        early = self.post(address, {"op": "end"}, by=Client(), key=playtest.edit_key)
        assert (early.status, early.body["params"]["choices"]) == (409, slugs)
        chosen = decision["choices"][0]
        right = self.post(address, chosen["operation"], by=Client(), key=playtest.edit_key)
        assert (right.status, right.body["decision"], right.body["stage"]) == (201, None, "turn")
        again = self.post(
            f"playtests/{playtest.slug}/nodes/{right.body['number']}/operations/",
            chosen["operation"],
            by=Client(),
            key=playtest.edit_key,
        )
        assert (again.status, again.body["code"]) == (409, "playtest.no-decision")

    def test_who_leaves_effects_to_the_pilot_is_not_asked(self):
        playtest = self.begin(SEARCH)
        operation = {"op": "play", "verb": "play", "card": number_in_hand(playtest, SEARCH), "effects": "pilot"}
        done = services.do(playtest, playtest.current, operation)
        assert done.reached.position.open is None
