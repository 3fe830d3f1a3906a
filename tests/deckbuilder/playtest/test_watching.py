"""Who may see and play a game, and what spectators see of it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from deckbuilder.playtest.models import Playtest
from deckbuilder.playtest.selectors import reach
from deckbuilder.playtest.to_games import to_records
from games.registry import GAMES
from tests.deckbuilder.base import XLW
from tests.deckbuilder.playtest.base import TableTest, sample_deck


class AccessTest(TableTest):
    def test_a_game_is_not_seen_by_those_who_may_no_longer_read_its_deck(self):
        playtest = self.begin(browser=self.as_bob)
        slug, deck = playtest.slug, playtest.deck
        Playtest.objects.update(player=self.bob)
        pages = [
            *(reverse(f"playtest:{name}", args=[slug]) for name in ("table", "tree", "log", "log_text")),
            *(reverse(f"api-{name}", args=[slug]) for name in ("playtest", "nodes", "playtest-log", "playtest-text")),
            reverse("api-playtest-json", args=[slug]),
            reverse("api-node", args=[slug, 0]),
        ]
        copies = [
            (reverse("playtest:copy", args=[slug]), {"at": "0"}, 302, None),
            (reverse("api-playtests"), {"playtest": slug}, 201, "application/json"),
        ]

        def statuses(browser):
            seen = {browser.get(page).status_code for page in pages}
            for page, data, status, form in copies:
                answer = browser.post(page, data, **({"content_type": form} if form else {}))
                seen.add(200 if answer.status_code == status else answer.status_code)
            return seen

        assert statuses(self.as_visitor) == {200}
        deck.visibility = "private"
        deck.save()
        assert statuses(self.as_visitor) == {404}
        assert statuses(self.as_alice) == {200}
        assert statuses(self.as_bob) == {200}
        watched = self.as_visitor.get(reverse("playtest:watch", args=[playtest.watch_slug]))
        assert watched.status_code == 200
        entered = Client()
        assert entered.get(reverse("playtest:enter", args=[slug, playtest.edit_key])).status_code == 302
        assert statuses(entered) == {200}
        deck.delete()
        assert statuses(self.as_visitor) == statuses(self.as_alice) == {404}
        assert statuses(self.as_bob) == {200}

    def test_who_has_the_link_sees_a_position_and_plays_nothing(self):
        playtest = self.begin()
        page = self.page(playtest, self.as_bob)
        assert page.status_code == 200
        assert 'name="do"' not in page.content.decode()
        self.do(playtest, "keep", browser=self.as_bob, status=404)
        assert playtest.edit_key not in page.content.decode()

    def test_the_private_link_lets_somebody_play_along(self):
        playtest = self.begin()
        answer = self.as_bob.get(reverse("playtest:enter", args=[playtest.slug, playtest.edit_key]))
        assert answer.status_code == 302
        self.do(playtest, "keep", browser=self.as_bob)
        wrong = Client().get(reverse("playtest:enter", args=[playtest.slug, "wrong"]))
        assert wrong.status_code == 404

    def test_the_player_of_an_account_plays_from_another_browser(self):
        playtest = self.begin(browser=self.as_alice)
        self.do(playtest, "keep", browser=self.browser_of(self.alice))

    def test_a_private_deck_is_played_by_those_who_may_read_it(self):
        deck = sample_deck(XLW, owner=self.alice)
        assert self.as_bob.post(reverse("playtest:start", args=[deck.slug])).status_code == 404
        assert self.as_alice.post(reverse("playtest:start", args=[deck.slug])).status_code == 302

    def test_two_who_play_at_once_lose_nothing(self):
        playtest = self.begin()
        self.as_bob.get(reverse("playtest:enter", args=[playtest.slug, playtest.edit_key]))
        self.do(playtest, "roll", at=0, sides=6)
        self.do(playtest, "roll", at=0, sides=20, browser=self.as_bob)
        assert sorted(node.operation["sides"] for node in playtest.nodes.exclude(parent=None)) == [6, 20]


class SpectatorTest(TableTest):
    def watched(self, playtest, **query):
        return Client().get(reverse("playtest:watch", args=[playtest.watch_slug]), query)

    @pytest.mark.slow
    def test_an_answer_to_a_spectator_never_names_a_hidden_card(self):
        for game in GAMES:
            with self.subTest(game.slug):
                playtest = self.begin(game.slug)
                self.as_visitor.post(
                    reverse("playtest:label", args=[playtest.slug]), {"at": 0, "label": "My secret", "note": "A secret"}
                )
                for _ in range(4):
                    if self.position(playtest).stage == "over":
                        break
                    self.do(playtest, "pilot step")
                    self.assert_hidden(playtest)
                for do, sent in self.free_moves(playtest):
                    self.do(playtest, do, **sent)
                self.assert_hidden(playtest)  # the log has all of it

    def test_a_card_put_away_face_down_is_not_named_to_spectators(self):
        playtest = self.begin("legions")
        self.do(playtest, "begin")
        _, game, position = reach(playtest, playtest.nodes.get(number=playtest.current))
        number = next(number for verb, number in game.actions(position) if verb.slug == "exchange")
        self.do(playtest, f"play exchange {number}")
        self.do(playtest, "mark +1", cards=[number], mark="poison")
        self.do(playtest, "move", cards=[number], to="hand")
        self.assert_hidden(playtest)

    def free_moves(self, playtest):
        """What can be done by hand with hidden cards, none of which is shown by it."""
        at = {}
        for number, each in enumerate(self.position(playtest).instances):
            at.setdefault(each.place, []).append(number)
        hand, library = at["hand"], at["library"]
        return [
            ("look", {"count": 3}),
            ("mark +1", {"cards": hand[:1], "mark": "poison"}),
            ("face down", {"cards": hand[:2]}),
            ("move", {"cards": hand[:1], "to": "hand"}),
            ("move", {"cards": library[:2], "to": "hand"}),
            ("move", {"cards": hand[:1], "to": "library", "depth": "bottom"}),
            ("move", {"cards": library[2:3], "to": "library"}),
            ("shuffle", {}),
        ]

    def assert_hidden(self, playtest):
        """No name of a card that only lies where spectators do not see it, and never was where they do."""
        open_names, hidden_names = set(), set()

        def note(card, place, face=""):
            if card >= 0:
                zone = game.board.zone_of(place, game.cards[card].kind)
                hidden = zone is None or zone.hides(place, spectator=True) or face == "down"
                names = hidden_names if hidden else open_names
                names.update([game.cards[card].name, *game.cards[card].alt_names])

        for node in playtest.nodes.all():
            _, game, position = reach(playtest, node)
            for each in position.instances:
                note(each.card, each.place, each.face)
            moves = [move for record in to_records(node.records) for move in record.moves]
            for place, move in enumerate(moves):  # places on the way; where it ends is in the position
                if any(later.number == move.number for later in moves[place + 1 :]):
                    note(position.instances[move.number].card, move.target)
        secret = [re.escape(name) for name in hidden_names - open_names]
        assert secret
        for text in self.all_answers(playtest):
            assert re.findall(rf"[>:、,;\"] ?({'|'.join(secret)})", text) == []
            assert "secret" not in text
            assert playtest.slug not in text
            assert playtest.edit_key not in text

    def all_answers(self, playtest):
        """The page, the whole log, what comes while it is watched, and the position over the API."""
        slug = playtest.watch_slug
        yield self.watched(playtest).content.decode()
        yield self.watched(playtest, log="all", at=0).content.decode()
        headers = {"HX-Request": "true"}
        yield Client().get(reverse("playtest:watch", args=[slug]), {"seen": 9999}, headers=headers).content.decode()
        yield Client().get(reverse("api-watched", args=[slug])).content.decode()

    def test_a_spectator_gets_nothing_new_until_something_happens(self):
        playtest = self.begin()
        asked = {"seen": "0"}
        address = reverse("playtest:watch", args=[playtest.watch_slug])
        assert Client().get(address, asked, headers={"HX-Request": "true"}).status_code == 204
        self.do(playtest, "keep")
        assert Client().get(address, asked, headers={"HX-Request": "true"}).status_code == 200

    def test_the_link_for_spectators_opens_nothing_else(self):
        playtest = self.begin()
        pages = [f"playtest:{name}" for name in ("table", "tree", "log", "log_text")]
        api = ["api-playtest", "api-nodes", "api-playtest-log", "api-playtest-text", "api-playtest-json"]
        for name in (*pages, *api):
            assert Client().get(reverse(name, args=[playtest.watch_slug])).status_code == 404, name
