"""A playtest takes a bounded number of cards, steps and bytes, and no lock while it computes."""

from contextlib import suppress
from unittest import mock

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse

from deckbuilder.accounts.models import Creation
from deckbuilder.catalog.models import Printing
from deckbuilder.decks.models import DeckLine, Visibility
from deckbuilder.playtest import models, services
from deckbuilder.playtest.models import Playtest
from deckbuilder.playtest.selectors import reach
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.to_games import freeze
from games.engine.play.limits import MAX_CARDS
from games.engine.play.playtest.boards import GONE, LIBRARY
from games.engine.play.playtest.operations import OperationError
from games.engine.play.playtest.session import Session
from games.registry import GAMES, board
from tests.deckbuilder.base import XLW
from tests.deckbuilder.playtest.base import TableTest
from tests.deckbuilder.playtest.test_api import PlaytestApiTest
from tests.steps import count_steps

MAX_STEPS = 2_000_000
"""Calls of functions that an operation or a page may take: about as many as the page of a large deck with its odds."""

MIN_SIDE = {"asteriated-grail": 4}
"""Cards of each zone that is not drawn from: the roles of a team."""

TOO_MANY = f"The deck has {MAX_CARDS + 1} cards; a playtest takes at most {MAX_CARDS}."


class CardsTest(TableTest):
    def too_large(self):
        return self.deck({"提燈小狐": MAX_CARDS, "紙傘婆婆": 1}, visibility=Visibility.LINK)

    def test_a_deck_of_too_many_cards_starts_no_game(self):
        deck = self.too_large()
        page = self.as_visitor.post(reverse("playtest:start", args=[deck.slug]), follow=True)
        self.assertContains(page, TOO_MANY)
        with_a_hand = {"copies:XLW-S001": "1"}
        page = self.as_visitor.post(reverse("playtest:start", args=[deck.slug]), with_a_hand)
        self.assertContains(page, TOO_MANY, status_code=422)
        assert not Playtest.objects.exists()

    def test_as_many_as_fit_are_played(self):
        deck = self.deck({"提燈小狐": MAX_CARDS}, visibility=Visibility.LINK)
        playtest = services.start(deck, seat="first", seed=1)
        self.do_all(playtest, {"op": "mulligan"}, {"op": "begin"}, {"op": "look", "count": MAX_CARDS - 6})

    def do_all(self, playtest, *operations):
        for number, operation in enumerate(operations):
            services.do(playtest, number, operation)

    def test_nor_does_a_simulation_of_one(self):
        deck = self.too_large()
        simulation = Simulation(game=XLW, deck=deck, cards=freeze(services.to_deck(deck)), seat="first", turns=5)
        with (
            mock.patch.object(services.selectors, "progress", return_value=mock.Mock(played=1)),
            pytest.raises(services.StartError) as refused,
        ):
            services.start_like(simulation, 50)
        assert refused.value.params == {"count": MAX_CARDS + 1, "most": MAX_CARDS}

    def test_a_hand_is_chosen_from_as_many_copies_as_it_holds(self):
        page = self.as_visitor.get(reverse("playtest:new", args=[self.too_large().slug])).content.decode()
        assert page.count("<option>4<") + page.count("<option selected>4<") == 1
        assert "<option>5<" not in page


class ApiCardsTest(PlaytestApiTest):
    def test_a_deck_of_too_many_cards_starts_no_game(self):
        deck = self.deck({"提燈小狐": MAX_CARDS + 1}, visibility=Visibility.LINK)
        answer = self.post("playtests/", {"deck": deck.slug}, by=Client())
        assert (answer.status, answer.body["code"]) == (400, "playtest.too-many-cards")
        assert answer.body["message"] == TOO_MANY


class LockTest(TableTest):
    def test_an_operation_is_computed_before_the_transaction(self):
        playtest, depth = self.begin(), len(connection.savepoint_ids)
        computed, written = [], []

        def note(self, position, operation, do=Session.do):
            computed.append(len(connection.savepoint_ids))
            return do(self, position, operation)

        def add(*words, add=services._add):
            written.append(len(connection.savepoint_ids))
            return add(*words)

        with mock.patch.object(Session, "do", note), mock.patch.object(services, "_add", add):
            self.do(playtest, "keep")
        assert set(computed) == {depth}
        assert written == [depth + 1]

    def test_a_game_of_the_pilot_is_not_replayed(self):
        playtest = self.begin()
        self.do(playtest, "pilot end")
        assert playtest.nodes.get(number=1).position is not None


class BytesTest(TableTest):
    def stored(self, playtest):
        return models.json_bytes(playtest.cards) + sum(node.size for node in playtest.nodes.all())

    def test_the_size_of_a_game_is_counted(self):
        playtest = self.begin()
        for do in ("keep", "begin", "pilot turn", "pilot end"):
            self.do(playtest, do)
        assert playtest.size == self.stored(playtest)
        copy = services.copy(playtest, 2)
        assert copy.nodes.count() == 3
        assert copy.size == self.stored(copy) < playtest.size

    def test_a_game_that_is_too_large_takes_no_more_operations_and_no_copies(self):
        playtest = self.begin()
        with mock.patch.object(services, "MAX_BYTES", playtest.size):
            page = self.do(playtest, "keep", status=422)
            self.assertContains(page, f"A game takes at most {playtest.size} bytes.", status_code=422)
        with mock.patch.object(services, "MAX_BYTES", playtest.size - 1):
            page = self.as_visitor.post(reverse("playtest:copy", args=[playtest.slug]), {"at": 0}, follow=True)
            self.assertContains(page, f"A game takes at most {playtest.size - 1} bytes.")
        assert Playtest.objects.count() == 1
        assert playtest.nodes.count() == 1

    @override_settings(CREATIONS_PER_HOUR={**settings.CREATIONS_PER_HOUR, "playtest": 3})
    def test_a_game_that_grows_counts_as_several_games(self):
        playtest = self.begin()
        with mock.patch.object(models, "BYTES_PER_GAME", 400):
            nodes = 0
            while playtest.nodes.count() > nodes:
                nodes = playtest.nodes.count()
                answer = self.roll(playtest)
        self.assertContains(answer, "long ones count several times", status_code=429)
        assert 0 < int(answer["Retry-After"]) <= 3600
        assert nodes < 12
        assert Playtest.objects.get().size == self.stored(playtest)

    def roll(self, playtest):
        playtest.refresh_from_db()
        address = reverse("playtest:do", args=[playtest.slug])
        return self.as_visitor.post(address, {"at": playtest.current, "do": "roll", "sides": 6})

    def test_a_large_copy_counts_as_several_games(self):
        playtest = self.begin()
        before = Creation.objects.count()
        with mock.patch.object(models, "BYTES_PER_GAME", playtest.size // 3):
            self.as_visitor.post(reverse("playtest:copy", args=[playtest.slug]), {"at": 0})
        assert Creation.objects.count() - before == 4


@pytest.mark.slow
class StepsTest(TableTest):
    """The dearest operations and pages of the largest game there may be."""

    def largest(self, game):
        deck = self.deck(game=game.slug, visibility=Visibility.LINK)
        deck.lines.all().delete()
        for zone in game.zones:
            printings = [each for each in Printing.objects.filter(game=game.slug) if each.facts["kind"] in zone.kinds][
                : 60 if zone.slug in game.opening.zones else MIN_SIDE.get(game.slug, 1)
            ]
            count = MAX_CARDS // len(printings) if zone.slug in game.opening.zones else 1
            for number, printing in enumerate(printings):
                DeckLine.objects.create(deck=deck, zone=zone.slug, printing=printing, count=count, position=number)
        return services.start(deck, seat="first", seed=1)

    def operations(self, position, game):
        """Every card to each zone, and everything else that looks at many cards."""
        cards = [number for number, each in enumerate(position.instances) if each.place != GONE]
        for zone in board(game).zones:
            yield {"op": "move", "cards": cards, "to": zone.slug}
        yield {"op": "face", "cards": cards, "face": "turned"}
        yield {"op": "look", "count": max(sum(each.place == LIBRARY for each in position.instances), 1)}
        yield {"op": "shuffle"}
        yield {"op": "pilot", "until": "turn"}
        yield {"op": "pilot", "until": "end"}

    def test_steps_are_bounded(self):
        for game in GAMES:
            playtest, at = self.largest(game), 0
            position = reach(playtest, playtest.nodes.get(number=at)).position
            for number in range(len(list(self.operations(position, game)))):
                position = reach(playtest, playtest.nodes.get(number=at)).position
                operation = list(self.operations(position, game))[number]
                with self.subTest(game=game.slug, op=operation["op"]), suppress(OperationError):
                    assert count_steps(lambda p=playtest, n=at, o=operation: services.do(p, n, o)) <= MAX_STEPS
                    playtest.refresh_from_db()
                    at = playtest.current
            table, tree, log = (
                reverse(f"playtest:{name}", args=[playtest.slug]) for name in ("table", "tree", "log_text")
            )
            for page in (table, f"{table}?log=all", tree, log):
                with self.subTest(page, game=game.slug):
                    assert count_steps(lambda path=page: self.as_visitor.get(path)) <= MAX_STEPS
