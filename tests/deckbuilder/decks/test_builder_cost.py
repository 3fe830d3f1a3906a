"""What the builder and the pages of decks ask of the database, and how much they send."""

from functools import partial
from itertools import product

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from deckbuilder.catalog.models import Printing
from deckbuilder.decks import services
from deckbuilder.decks.models import Deck, DeckLine
from games.registry import GAMES
from tests.deckbuilder.decks.test_builder import FOX, BuilderTest

pytestmark = pytest.mark.databases


class CostTest(BuilderTest):
    """The number of queries has a bound that does not depend on how many lines a deck has."""

    def full(self, lines):
        deck = self.deck(declarations={"race": "妖怪村莊"})
        printings = Printing.objects.filter(game="xing-ling-wang")[:lines]
        DeckLine.objects.bulk_create(
            DeckLine(deck=deck, zone="main", printing=printing, count=2, position=position)
            for position, printing in enumerate(printings)
        )
        return deck

    def queries(self, ask):
        ask()  # what is kept in memory is there from then on
        with CaptureQueriesContext(connection) as asked:
            assert ask().status_code == 200
        return len(asked)

    def assertBounded(self, ask, most):
        """`ask(deck)` for a small and a large deck."""
        few, many = (self.queries(lambda lines=lines: ask(self.full(lines))) for lines in (2, 90))
        assert many <= few + 1
        assert many <= most

    def test_the_builder(self):
        self.assertBounded(self.builder, 20)

    def test_a_search_beside_a_deck_reads_the_terms_of_the_index_a_few_times(self):
        """However much is searched: what was typed, similar names, and the counts of filters, of cards that fit."""
        for game in GAMES:
            deck = self.deck(game=game.slug)
            for zone, order in product(game.zones, ("", "released")):
                asked = {"q": "denglong", "fits": zone.slug, "order": order}
                with self.subTest(game.slug, **asked), CaptureQueriesContext(connection) as queries:
                    assert self.builder(deck, **asked, suggest="1").status_code == 200
                    assert len([each for each in queries if '"catalog_posting"."term" IN' in each["sql"]]) <= 8

    def test_one_click(self):
        self.assertBounded(lambda deck: self.post("edit", deck, {"op": "add", "code": FOX}, htmx=True), 20)

    @pytest.mark.slow
    def test_a_click_reads_the_lines_once_and_asks_no_more_than_it_must(self):
        mend = {"finding": '["copies", "main", "提灯小狐|unit"]'}
        for name, data, most in (
            ("edit", {"op": "add", "code": "XLW-S052"}, 15),
            ("edit", {"op": "remove", "code": FOX}, 14),
            ("repair", mend, 15),
            ("undo", {}, 16),
            ("redo", {}, 16),
            ("share", {"visibility": "link"}, 12),
        ):
            with self.subTest(name, data=data):
                deck = self.changed(undone=name == "redo")
                self.builder(deck)  # what is kept in memory is there from then on
                with self.assertNumQueries(most), CaptureQueriesContext(connection) as asked:
                    assert self.post(name, deck, data, htmx=True).status_code == 200
                reads = [each["sql"] for each in asked if each["sql"].startswith("SELECT")]
                assert len([sql for sql in reads if 'FROM "decks_deckline"' in sql]) == 1

    def changed(self, undone):
        deck = self.full(40)
        services.edit(deck, [("add", {"code": FOX})])
        if undone:
            services.undo(deck)
        return deck

    def test_emptying_a_zone_and_taking_that_back(self):
        self.assertBounded(lambda deck: self.post("edit", deck, {"op": "empty", "zone": "main"}, htmx=True), 24)

        def back(deck):
            services.edit(deck, [("empty", {"zone": "main"})])
            return self.post("undo", deck, htmx=True)

        self.assertBounded(back, 40)

    def test_a_repair(self):
        data = {"finding": '["copies", "main", "提灯小狐|unit"]'}
        self.assertBounded(lambda deck: self.post("repair", deck, data, htmx=True), 28)

    @pytest.mark.slow
    def test_a_deck_to_read_its_history_its_picture_and_its_list(self):
        for name, more, most in (("page", (), 20), ("history", (), 14), ("picture", (), 16), ("export", ("json",), 14)):
            with self.subTest(name):
                self.assertBounded(partial(self.ask, name, *more), most)

    def ask(self, name, *more_and_deck):
        *more, deck = more_and_deck
        return self.as_alice.get(reverse(f"decks:{name}", args=[deck.slug, *more]))

    def test_a_deck_full_of_lines_that_name_no_card(self):
        def lost(count):
            deck = self.deck()
            DeckLine.objects.bulk_create(
                DeckLine(deck=deck, zone="main", text=f"提燈小孤 {number}", count=1, position=number)
                for number in range(count)
            )
            return deck

        few, many = lost(12), lost(300)
        assert self.queries(lambda: self.builder(many)) <= self.queries(lambda: self.builder(few)) + 1 <= 25

    @pytest.mark.slow
    def test_a_list_of_decks(self):
        def public(decks):
            Deck.objects.all().delete()
            for _ in range(decks):
                Deck.objects.filter(pk=self.full(40).pk).update(visibility="public")
            return self.queries(lambda: self.as_alice.get(reverse("decks:public"))), self.queries(
                lambda: self.as_alice.get(reverse("decks:mine"))
            )

        few, many = public(2), public(25)
        assert many == few
        assert max(many) <= 14
