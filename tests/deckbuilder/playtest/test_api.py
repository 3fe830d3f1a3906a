"""Playtests over the API: every game played, conflicts that lose nothing, rights, and what spectators are told."""

import json

import pytest
from django.test import Client

from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Visibility
from deckbuilder.playtest.models import Playtest
from deckbuilder.playtest.selectors import reach
from deckbuilder.stats.simulations import services, specs
from games.registry import GAMES
from tests.deckbuilder.api import ApiTest, description
from tests.deckbuilder.base import ALL, XLW
from tests.deckbuilder.playtest.base import sample_deck

READING = (
    ("get", "", None, 200),
    ("get", "nodes/", None, 200),
    ("get", "nodes/0/", None, 200),
    ("get", "log/", None, 200),
    ("get", "text/", None, 200),
    ("get", "json/", None, 200),
)
CHANGING = (
    ("patch", "nodes/0/", {"label": "Deal"}, 200),
    ("post", "nodes/0/operations/", {"op": "roll", "sides": 6}, 201),
)
"""Method, address below the game's, body, and the status for those who may."""


class PlaytestApiTest(ApiTest):
    def begin(self, slug=XLW, by=None, **wanted):
        """A game and the key it is played with."""
        deck = sample_deck(slug, owner=self.alice, visibility=Visibility.LINK)
        answer = self.post("playtests/", {"deck": deck.slug, "seed": 7, **wanted}, by=by or Client())
        assert answer.status == 201, answer.body
        return answer.body["slug"], answer.body["edit_key"]

    def do(self, slug, key, at, operation, status=201):
        answer = self.post(f"playtests/{slug}/nodes/{at}/operations/", operation, by=Client(), key=key)
        assert answer.status == status, answer.body
        return answer.body


class PlayingTest(PlaytestApiTest):
    @pytest.mark.slow
    def test_every_game_is_played_by_what_the_positions_offer(self):
        for slug in ALL:
            with self.subTest(slug):
                game, key = self.begin(slug)
                at, done = 0, 0
                while done < 6:
                    shown = self.get(f"playtests/{game}/nodes/{at}/", by=Client(), key=key).body
                    cards = [card for zone in shown["zones"] for cell in zone["cells"] for card in cell]
                    offered = [action for card in cards for action in card["actions"]] + shown["actions"]
                    if not offered:
                        break
                    at, done = self.do(game, key, at, offered[0]["operation"])["number"], done + 1
                assert at == done > 0
                log = self.get(f"playtests/{game}/log/", by=Client()).body
                assert [entry["number"] for entry in log["results"]] == [*range(at + 1)]

    def test_a_text_that_somebody_else_changed_is_not_replaced(self):
        game, key = self.begin()
        path = f"playtests/{game}/nodes/0/"
        self.patch(path, {"note": "Mine", "before": {"note": ""}}, by=Client(), key=key)
        answer = self.patch(path, {"note": "Yours", "before": {"note": ""}}, by=Client(), key=key)
        assert (answer.status, answer.body["code"]) == (400, "playtest.text-changed")
        assert self.get(path).body["note"] == "Mine"

    def test_the_same_seed_deals_the_same_game(self):
        dealt = [self.get(f"playtests/{self.begin()[0]}/nodes/0/").body["zones"] for _ in range(2)]
        assert dealt[0] == dealt[1]
        assert dealt[0] != self.get(f"playtests/{self.begin(seed=8)[0]}/nodes/0/").body["zones"]

    def test_a_rule_that_asks_for_cards_gets_them(self):
        game, key = self.begin()
        self.do(game, key, 0, {"op": "mulligan", "cards": []})
        shown = self.do(game, key, 1, {"op": "begin"})
        row = Playtest.objects.get(slug=game)
        instances = reach(row, row.nodes.get(number=2)).position.instances
        library = [n for n, each in enumerate(instances) if each.place == "library"]
        shown = self.do(game, key, 2, {"op": "move", "cards": library[:6], "to": "hand"})
        asked = self.do(game, key, 3, {"op": "end"}, 409)
        assert asked["code"] == "playtest.undecided"
        assert asked["params"]["rule"] == "十四.2"
        hand = next(zone for zone in shown["zones"] if zone["slug"] == "hand")
        assert {each["number"] for each in asked["params"]["options"]} == {
            card["number"] for cell in hand["cells"] for card in cell
        }
        chosen = [each["number"] for each in asked["params"]["options"]][: hand["count"] - 10]
        assert self.do(game, key, 3, {"op": "end", "chosen": chosen})["stage"] == "between"

    def test_what_cannot_be_done_is_refused_with_its_field(self):
        game, key = self.begin()
        for operation, status, code, field in (
            ({"op": "fly"}, 400, "unknown-operation", ""),
            ({}, 400, "required", "op"),
            ({"op": "begin"}, 409, "wrong-stage", ""),
            ({"op": "roll", "sides": "six"}, 400, "number-range", "sides"),
            ({"op": "roll", "dice": 6}, 400, "unknown-field", "dice"),
            ({"op": "move", "cards": [999], "to": "hand"}, 400, "unknown-card", "cards"),
            ({"op": "move", "cards": [{}], "to": "hand"}, 400, "unknown-card", "cards"),
            ({"op": "move", "cards": [0], "to": ["hand"]}, 400, "unknown-value", "to"),
        ):
            with self.subTest(operation):
                answer = self.do(game, key, 0, operation, status)
                assert [(each["code"], each["field"]) for each in answer["errors"]] == [(code, field)]
        assert Playtest.objects.get(slug=game).nodes.count() == 1

    def test_of_an_operation_only_what_it_depends_on_is_kept(self):
        game, key = self.begin()
        first = self.do(game, key, 0, {"op": "roll", "sides": 6, "name": "x" * 10_000})
        assert first["operation"] == {"op": "roll", "sides": 6}
        assert self.do(game, key, 0, {"op": "roll", "sides": 6})["number"] == first["number"]

    def test_a_deck_that_cannot_be_played_is_refused(self):
        for slug, code in ((XLW, "no-cards"), ("echo-of-legends", "no-cards")):
            deck = self.deck(game=slug, visibility=Visibility.LINK)
            answer = self.post("playtests/", {"deck": deck.slug})
            assert (answer.status, answer.body["code"]) == (400, f"playtest.{code}")
        assert self.post("playtests/", {"deck": "nevernever"}).status == 404
        assert self.post("playtests/", {"deck": deck.slug, "seed": -1}).codes == {"seed": "min-value"}

    def test_a_game_starts_with_a_hand_from_a_simulation_and_from_another_game(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade", visibility=Visibility.LINK)
        card = deck.lines.select_related("printing")[0].printing
        for hand in ([card.code], [card.name]):
            game = self.post("playtests/", {"deck": deck.slug, "hand": hand}).body["slug"]
            zones = self.get(f"playtests/{game}/nodes/0/").body["zones"]
            held = next(zone for zone in zones if zone["slug"] == "hand")
            assert card.name in [each["name"] for cell in held["cells"] for each in cell]
        simulation = services.start(specs.SimulationSpec(to_deck(deck), trials=20, turns=8), deck=deck)
        assert self.post("playtests/", {"simulation": simulation.slug}).body["code"] == "playtest.nothing-simulated"
        services.play(simulation, services.take(simulation), compiled=False)
        played = self.post("playtests/", {"simulation": simulation.slug, "percent": 0}).body
        assert played["current"] > 1
        copied = self.post("playtests/", {"playtest": played["slug"], "at": 1}).body
        assert (copied["current"], copied["nodes"]) == (1, 2)
        for wanted in ({}, {"deck": deck.slug, "simulation": simulation.slug}):
            assert self.post("playtests/", wanted).codes == {"deck": "required"}
        assert self.post("playtests/", {"deck": deck.slug, "hand": ["x"]}).body["code"] == "playtest.not-in-deck"

    def test_a_node_gets_a_name_and_a_note(self):
        game, key = self.begin()
        path = f"playtests/{game}/nodes/0/"
        answer = self.patch(path, {"label": " The  deal ", "note": "Weak.\r\nMulligan? "}, by=Client(), key=key).body
        assert (answer["label"], answer["note"]) == ("The deal", "Weak.\nMulligan?")
        answer = self.patch(path, {"label": ""}, by=Client(), key=key).body
        assert (answer["label"], answer["note"]) == ("", "Weak.\nMulligan?")
        answer = self.patch(path, {"label": "x" * 61}, by=Client(), key=key)
        assert (answer.status, answer.codes) == (400, {"label": "text-length"})

    def test_the_log_is_written_in_the_language_of_the_reader(self):
        game, key = self.begin()
        self.do(game, key, 0, {"op": "mulligan", "cards": []})
        self.patch(f"playtests/{game}/nodes/1/", {"label": "Kept", "note": "Why not?"}, by=Client(), key=key)
        english = self.get(f"playtests/{game}/text/").body
        chinese = self.get(f"playtests/{game}/text/", headers={"Accept-Language": "zh-Hant"}).body
        assert english.splitlines()[2:] == [
            "#0  " + english.splitlines()[2].removeprefix("#0  "),
            "== Kept ==",
            "#1  The hand is kept.",
            "#1  The first turn is next.",
            "    Why not?",
        ]
        assert "seed 7" in english
        assert "The hand is kept." not in chinese
        assert "== Kept ==" in chinese

    def test_the_operations_replay_the_game(self):
        game, key = self.begin()
        self.do(game, key, 0, {"op": "pilot", "until": "turn"})
        exported = self.get(f"playtests/{game}/json/", {"at": 1}).body
        row = Playtest.objects.get(slug=game)
        _, played, position = reach(row, row.nodes.get(number=1))
        assert played.replay(exported["operations"]) == position


class ConflictTest(PlaytestApiTest):
    def test_what_two_do_at_the_same_node_are_branches(self):
        game, key = self.begin()
        made = [self.do(game, key, 0, {"op": "roll", "sides": sides})["number"] for sides in (6, 20, 6)]
        assert made == [1, 2, 1]
        self.do(game, key, 1, {"op": "roll", "sides": 2})
        assert self.get(f"playtests/{game}/nodes/0/").body["branches"] == [1, 2]
        tree = self.get(f"playtests/{game}/nodes/").body["results"]
        assert [(each["parent"], each["operation"].get("sides")) for each in tree] == [
            (None, None), (0, 6), (0, 20), (1, 2)
        ]  # fmt: skip
        log = self.get(f"playtests/{game}/log/", {"at": 3}).body["results"]
        assert [(entry["number"], entry["branches"]) for entry in log] == [(0, [2]), (1, []), (3, [])]


class AccessTest(PlaytestApiTest):
    def statuses(self, game, table, by, **how):
        return [
            getattr(self, method)(f"playtests/{game}/{path}", *([data] if data else []), by=by, **how).status
            for method, path, data, _ in table
        ]

    def test_the_table_has_every_address_of_a_game(self):
        told = {
            (method, path.removeprefix("/api/v1/playtests/{slug}/").replace("{number}", "0"))
            for path, operations in description()["paths"].items()
            for method in operations
            if path.startswith("/api/v1/playtests/{slug}/")
        }
        assert told == {row[:2] for row in (*READING, *CHANGING)}

    def test_who_has_the_link_reads_and_plays_nothing(self):
        game, _key = self.begin()
        for by in (Client(), self.as_bob):
            assert self.statuses(game, READING, by) == [row[3] for row in READING]
            assert set(self.statuses(game, CHANGING, by)) == {404}
            assert set(self.statuses(game, CHANGING, by, key="guessed")) == {404}
            shown = self.get(f"playtests/{game}/", by=by).body
            assert (shown["may_play"], shown["watch"]) == (False, None)
            assert self.get(f"playtests/{game}/nodes/0/", by=by).body["actions"] == []

    def test_who_has_the_key_or_the_account_plays(self):
        game, key = self.begin()
        assert self.statuses(game, CHANGING, Client(), key=key) == [row[3] for row in CHANGING]
        game, _key = self.begin(by=self.as_alice)
        assert self.statuses(game, CHANGING, self.browser_of(self.alice)) == [row[3] for row in CHANGING]

    def test_a_private_deck_starts_no_game_for_others(self):
        deck = sample_deck(XLW, owner=self.alice)
        assert self.post("playtests/", {"deck": deck.slug}, by=self.as_bob).status == 404
        assert self.post("playtests/", {"deck": deck.slug}, by=self.as_alice).status == 201

    def test_a_node_or_game_that_is_not_there_is_not_found(self):
        game, _key = self.begin()
        for path in (f"playtests/{game}/nodes/99/", f"playtests/{game}/text/?at=99", "playtests/nevernever/"):
            assert self.get(path).status == 404
        assert self.get(f"playtests/{game}/text/?at=x").status == 400


class SpectatorTest(PlaytestApiTest):
    def test_a_spectator_is_told_of_no_hidden_card(self):
        for game in GAMES:
            with self.subTest(game.slug):
                slug, key = self.begin(game.slug)
                self.patch(f"playtests/{slug}/nodes/0/", {"note": "My secret plan"}, by=Client(), key=key)
                watched = self.get(f"playtests/{slug}/", by=Client(), key=key).body["watch"]
                shown = self.get(watched.removeprefix("/api/v1/"), by=Client()).body
                row = Playtest.objects.get(slug=slug)
                _, played, position = reach(row, row.nodes.get(number=0))
                hidden = {
                    played.cards[each.card].name
                    for each in position.instances
                    if played.board.zone_of(each.place, played.cards[each.card].kind).hides(each.place, spectator=True)
                }
                open_names = {card.name for card in played.cards} - hidden
                text = json.dumps(shown, ensure_ascii=False)
                named = {card["name"] for zone in shown["zones"] for cell in zone["cells"] for card in cell}
                assert named <= {"", *open_names}
                assert "secret" not in text
                assert slug not in text
                assert shown["actions"] == []
