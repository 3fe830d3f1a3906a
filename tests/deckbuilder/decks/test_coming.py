"""What is coming: which of one's decks announced lists change, day by day."""

from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import formats

from deckbuilder.catalog.models import Printing
from deckbuilder.decks.models import Visibility
from deckbuilder.decks.verdicts import coming, coming_page
from tests.deckbuilder.base import XLW
from tests.deckbuilder.decks.test_days import DaysTest

pytestmark = pytest.mark.databases

COMING = reverse("decks:coming")


class ComingTest(DaysTest):
    def setUp(self):
        super().setUp()
        assert self.as_alice  # signed in before queries are counted

    def days(self, browser=None):
        return (browser or self.as_alice).get(COMING).context["days"]

    def told(self, browser=None):
        """By day from today: the names of the decks that stand otherwise, with the verdicts before and after."""
        return {
            (each.day - self.day(0)).days: [
                (one.deck.name, one.hit.before.status, one.hit.after.status) for one in each.notices
            ]
            for each in self.days(browser)
        }

    def test_decks_that_lists_forbid_stand_under_the_day_with_what_is_found(self):
        self.deck({self.second: 1}, name="Others")
        self.keep(5, {self.first: 0, self.second: 1})
        assert self.told() == {5: [(self.parade.name, "legal", "illegal")]}
        answer = self.as_alice.get(COMING)
        self.assertContains(answer, f"{self.first_called} is banned by League 1.")
        self.assertContains(answer, f'href="/d/{self.parade.slug}/?on={self.day(5)}"')
        self.assertContains(answer, f'href="/{XLW}/lists/league/1/"')

    def test_decks_that_lists_allow_again_stand_there_too(self):
        self.keep(-5, {self.first: 0})
        self.keep(5, {}, version="2")
        assert self.told() == {5: [(self.parade.name, "illegal", "legal")]}
        self.assertContains(self.as_alice.get(COMING), f"Resolved: {self.first_called} is banned by League 1.")

    def test_the_days_follow_each_other_whatever_the_game(self):
        self.sample_deck("legions/illegal-two-crowns")
        self.keep(9, {self.first: 0})
        self.keep(5, {}, game="legions", slug="other")
        assert [(each.game.slug, each.decks) for each in self.days()] == [("legions", 1), (XLW, 1)]
        assert self.told() == {5: [], 9: [(self.parade.name, "legal", "illegal")]}
        self.assertContains(self.as_alice.get(COMING), "deck is not affected.")

    def test_a_pool_touches_decks_that_it_does_not_name(self):
        self.keep(5, {self.first: 1}, pool=True)
        assert self.told() == {5: [(self.parade.name, "legal", "illegal")]}

    def test_a_very_long_list_touches_whom_a_short_one_does(self):
        self.keep(5, {self.first: 0} | {f"龘{n}": 0 for n in range(coming.MAX_LISTED)})
        assert self.told() == {5: [(self.parade.name, "legal", "illegal")]}

    def test_lists_of_games_one_has_no_deck_of_are_left_out(self):
        self.keep(5, {}, game="legions")
        assert self.told() == {}
        self.assertContains(self.as_alice.get(COMING), "No lists are announced for the games of your decks.")

    def test_it_shows_ones_own_decks_alone(self):
        self.keep(5, {self.first: 0})
        self.parade.visibility = Visibility.PUBLIC
        self.parade.save()
        assert self.told(self.as_bob) == self.told(self.as_visitor) == {}
        visitors = self.deck({self.first: 1}, owner=None, name="Visitor's")
        self.hold(self.as_visitor, visitors)
        assert self.told(self.as_visitor) == {5: [("Visitor's", "incomplete", "illegal")]}

    def test_a_list_for_one_format_leaves_decks_of_others_alone(self):
        card = Printing.objects.filter(game="legions", card__kind="minion")[0].name
        for format in ("standard", "mini"):
            self.deck({card: 1}, game="legions", format=format, name=format)
        self.keep(5, {card: 0}, game="legions", format="standard")
        assert [name for name, *_ in self.told()[5]] == ["standard"]

    def test_it_asks_as_often_however_many_decks_there_are_and_loads_none_it_need_not(self):
        self.keep(5, {self.first: 0})
        self.sample_deck("legions/illegal-two-crowns")
        with CaptureQueriesContext(connection) as few:
            self.days()
        for number in range(5):
            self.deck({self.first: 1}, name=f"Deck {number}")
            self.deck({self.second: 1})
        with self.assertNumQueries(len(few)), CaptureQueriesContext(connection) as asked:
            assert len(self.days()[0].notices) == 6
        # The session, the person, the games, the lists of both, what those mean, the decks, their lines and cards.
        assert len(few) == 8
        assert not any("legions" in each["sql"] for each in asked if "decks_deckline" in each["sql"])

    def test_decks_of_all_days_come_in_pages_and_each_day_counts_all_of_its_own(self):
        self.keep(5, {self.first: 0})
        self.keep(9, {self.second: 0}, slug="other")
        self.keep(12, {}, slug="third")
        for number in range(4):
            self.deck({self.first: 1}, name=f"Deck {number}")
        self.deck({self.second: 1}, name="Second")
        whole = self.told()
        assert [len(found) for found in whole.values()] == [5, 2, 0]
        with mock.patch.object(coming_page, "PAGE", 3):
            pages = [self.as_alice.get(COMING, {"page": number}) for number in (1, 2, 3)]
        seen = [
            [(each.hit, [one.deck.name for one in each.notices]) for each in page.context["days"]] for page in pages
        ]
        names = [[name for name, *_ in found] for found in whole.values()]
        assert seen[0] == [(5, names[0][:3])]
        assert seen[1] == [(5, names[0][3:]), (2, names[1][:1])]
        assert seen[2] == [(2, names[1][1:]), (0, [])]
        self.assertContains(pages[0], "5 of 6 decks are affected.")
        self.assertContains(pages[0], 'href="?page=2"')
        self.assertContains(pages[2], "decks is affected.")

    def test_where_nothing_is_announced_no_deck_is_loaded(self):
        with self.assertNumQueries(4):
            self.days()

    def test_my_decks_are_judged_again_once_a_list_is_announced(self):
        assert not self.as_alice.get("/decks/").context["rows"][0].until
        with CaptureQueriesContext(connection) as before:
            self.as_alice.get("/decks/")
        count = len(before)
        self.keep(5, {self.first: 0})
        assert self.as_alice.get("/decks/").context["rows"][0].until == formats.date_format(
            self.day(4), "MONTH_DAY_FORMAT"
        )
        with self.assertNumQueries(count + 1):  # the printings that entries of lists are tied to
            self.as_alice.get("/decks/")
