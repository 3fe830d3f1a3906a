"""A deck's page around its cards: issues a line each, versions, copies and similar decks."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from deckbuilder.decks import services
from deckbuilder.decks.models import Visibility
from deckbuilder.decks.public import related
from games.registry import get
from tests.deckbuilder.base import SiteTest

pytestmark = pytest.mark.databases

PUBLIC = Visibility.PUBLIC
PARADE, CATS = "xing-ling-wang/lantern-parade", "xing-ling-wang/cat-burglar-crew"


class IssuesTest(SiteTest):
    def page(self, deck, browser=None, **query):
        return (browser or self.as_alice).get(deck.get_absolute_url(), query)

    def cards(self, number):
        names = [line.printing.name for line in self.sample_deck(PARADE).lines.all()[:number]]
        return dict.fromkeys(names, 4)

    def test_four_stand_open_and_the_others_are_summed_up_by_their_cards(self):
        deck = self.deck(self.cards(7))
        issues = self.page(deck).context["issues"]
        assert len(issues.first) == 4
        assert len(issues.others) == issues.total - 4 > 1
        assert issues.summary.startswith(f"{len(issues.others)} more issues: ")
        assert all(each.violation.severity != "advice" for each in (*issues.first, *issues.others))

    def test_a_fifth_one_is_not_folded_away(self):
        for number in range(1, 8):
            issues = self.page(self.deck(self.cards(number))).context["issues"]
            assert len(issues.others) != 1
            assert issues.first

    def test_who_may_change_the_deck_repairs_it_with_one_click_and_returns(self):
        deck = self.deck({"提燈小狐": 9}, visibility=PUBLIC)
        address = f"{deck.get_absolute_url()}?by=mana"
        page = self.as_alice.get(address)
        finding = next(each for each in page.context["issues"].first if each.mends)
        self.assertContains(page, 'form="repairs" name="finding"')
        sent = {"finding": finding.name, "next": address}
        self.assertRedirects(self.as_alice.post(reverse("decks:repair", args=[deck.slug]), sent), address)
        assert finding.name not in [each.name for each in self.as_alice.get(address).context["issues"].first]

    def test_others_read_the_repair_in_words(self):
        deck = self.deck({"提燈小狐": 9}, visibility=PUBLIC)
        page = self.page(deck, self.as_bob)
        self.assertNotContains(page, 'form="repairs"')
        self.assertContains(page, next(each.fix for each in page.context["issues"].first if each.fix))

    def test_on_another_day_nothing_is_repaired(self):
        deck = self.deck({"提燈小狐": 9})
        self.assertNotContains(self.page(deck, on="2030-01-01"), 'form="repairs"')

    def test_a_legal_deck_has_no_list_of_issues(self):
        page = self.page(self.sample_deck(PARADE))
        assert page.context["issues"].total == 0
        self.assertNotContains(page, 'href="#issues"')
        self.assertContains(page, "Meets all Standard rules")


class RelatedTest(SiteTest):
    def test_readers_see_the_versions_since_it_was_shared(self):
        deck = self.sample_deck(PARADE)
        services.name_version(deck, 0, "Secret")
        deck = services.edit(deck, [("rename", {"name": "Night"})], author=self.alice).deck
        services.share(deck, PUBLIC)
        services.name_version(deck, 1, "Taipei")
        for browser, names in ((self.as_alice, ["Taipei", "Secret"]), (self.as_bob, ["Taipei"])):
            versions = browser.get(deck.get_absolute_url()).context["versions"]
            assert [each.name for each in versions] == names

    def test_public_copies_by_others_are_listed(self):
        deck = self.sample_deck(PARADE, visibility=PUBLIC)
        public = services.copy(deck, owner=self.bob)
        services.share(public, PUBLIC)
        services.copy(deck, owner=self.bob)
        services.share(services.copy(deck, owner=self.alice), PUBLIC)
        assert self.as_visitor.get(deck.get_absolute_url()).context["copies"] == [public]

    def test_similar_are_public_decks_with_a_third_of_the_cards_the_most_first(self):
        deck = self.sample_deck(PARADE)
        names = [line.printing.name for line in deck.lines.all()]
        most, some, few = (
            self.deck(dict.fromkeys(names[:number], 1), owner=self.bob, visibility=PUBLIC) for number in (12, 8, 2)
        )
        self.deck(dict.fromkeys(names, 1), owner=self.bob)
        services.share(services.copy(deck, owner=self.bob), PUBLIC)
        self.sample_deck(CATS, owner=self.bob, visibility=PUBLIC)
        part = self.as_alice.get(deck.get_absolute_url(), {"similar": "part"})
        assert [(each.tile.deck, each.shared) for each in part.context["similar"]] == [(most, 12), (some, 8)]
        self.assertContains(part, f"12 of {len(names)} different cards the same")
        assert few.pk not in [each.tile.deck.pk for each in part.context["similar"]]
        self.assertNotContains(part, "<html")
        whole = self.as_alice.get(deck.get_absolute_url(), {"similar": "all"})
        self.assertContains(whole, f"12 of {len(names)} different cards the same")

    def test_without_similar_decks_it_says_so_and_the_page_asks_later(self):
        deck = self.sample_deck(PARADE)
        self.assertContains(self.as_alice.get(deck.get_absolute_url()), "?similar=part")
        part = self.as_alice.get(deck.get_absolute_url(), {"similar": "part"})
        self.assertContains(part, "No public deck has a third of these cards.")
        self.assertNotContains(self.as_alice.get(self.deck().get_absolute_url(), {"similar": "all"}), "tile deck-tile")

    def test_who_may_not_read_the_deck_learns_nothing_of_its_cards(self):
        deck = self.sample_deck(PARADE)
        assert self.as_bob.get(deck.get_absolute_url(), {"similar": "part"}).status_code == 404

    def test_only_the_last_changed_decks_are_compared_in_two_queries(self):
        deck = self.sample_deck(PARADE)
        self.sample_deck(PARADE, owner=self.bob, visibility=PUBLIC)
        new = self.sample_deck(PARADE, owner=self.bob, visibility=PUBLIC)
        codes = frozenset(line.printing.code for line in deck.lines.all())
        with pytest.MonkeyPatch.context() as patch, CaptureQueriesContext(connection) as queries:
            patch.setattr(related, "CANDIDATES", 1)
            assert [each.deck for each in related.similar_decks(deck, get(deck.game), codes, 3)] == [new]
        assert len(queries) == 2
