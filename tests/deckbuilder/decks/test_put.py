"""A card from its own page into one of one's decks."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from deckbuilder.decks.models import Deck, Visibility
from tests.deckbuilder.base import SiteTest

FOX = "XLW-S001"
CARD = f"/xing-ling-wang/cards/{FOX}/"
PUT = f"/decks/with/xing-ling-wang/{FOX}/"


class PutTest(SiteTest):
    def offered(self, browser, path=CARD):
        return {each.deck.name: each.copies for each in browser.get(path).context["mine"]}

    def test_the_page_offers_the_decks_of_that_game_with_the_copies_they_have(self):
        self.deck({"提燈小狐": 2}, name="Foxes")
        self.deck(name="Empty")
        self.deck(name="Another game", game="legions")
        self.deck(name="Bob's", owner=self.bob)
        assert self.offered(self.as_alice) == {"Foxes": 2, "Empty": 0}
        assert self.offered(self.as_visitor) == {}

    def test_a_visitor_is_offered_the_decks_of_this_browser(self):
        self.hold(self.as_visitor, self.deck(owner=None, name="In this browser"))
        self.deck(owner=None, name="In another")
        assert self.offered(self.as_visitor) == {"In this browser": 0}

    def test_one_copy_is_added_and_told_and_can_be_taken_back(self):
        deck = self.deck({"提燈小狐": 1}, name="<Foxes>")
        answer = self.as_alice.post(PUT, {"deck": deck.slug}, follow=True)
        assert answer.redirect_chain == [(f"{CARD}?deck={deck.slug}", 302)]
        self.assertContains(answer, "“&lt;Foxes&gt;” now has 2 copies of Lantern Kit.")
        self.assertContains(answer, f'<option value="{deck.slug}" selected>')
        self.assertContains(answer, f'href="/d/{deck.slug}/edit/"')
        assert deck.revisions.get().author == self.alice

    def test_without_a_deck_a_new_one_begins_with_the_card(self):
        for browser, owner in ((self.as_alice, self.alice), (self.as_visitor, None)):
            answer = browser.post(PUT, {"deck": ""}, follow=True)
            deck = Deck.objects.latest("pk")
            assert answer.redirect_chain == [(f"/d/{deck.slug}/edit/", 302)]
            assert (deck.owner, deck.lines.get().printing.code) == (owner, FOX)
            deck.delete()

    def test_a_new_deck_has_what_decks_of_its_game_begin_with(self):
        self.as_alice.post("/decks/with/asteriated-grail/AG-R01/", {"deck": ""})
        assert Deck.objects.get().lines.filter(zone="base").count() > 5

    def test_nobody_adds_to_the_deck_of_another(self):
        deck = self.deck(visibility=Visibility.PUBLIC)
        for browser in (self.as_bob, self.as_visitor):
            assert browser.post(PUT, {"deck": deck.slug}).status_code == 404
        assert not deck.lines.exists()

    def test_a_card_there_is_not_begins_no_deck_and_is_told(self):
        deck = self.deck()
        for slug in ("", deck.slug):
            answer = self.as_alice.post("/decks/with/xing-ling-wang/nothing/", {"deck": slug}, follow=True)
            self.assertContains(answer, "No card has the number “nothing”.", status_code=404)
        assert list(Deck.objects.all()) == [deck]

    def test_a_card_goes_into_no_deck_of_another_game(self):
        deck = self.deck(game="legions")
        answer = self.as_alice.post(PUT, {"deck": deck.slug}, follow=True)
        self.assertContains(answer, f"No card has the number “{FOX}”.")
        assert not deck.lines.exists()

    def test_a_game_or_a_deck_there_is_not(self):
        assert self.as_alice.post("/decks/with/whist/X/", {"deck": ""}).status_code == 404
        assert self.as_alice.post(PUT, {"deck": "nothing"}).status_code == 404
        assert self.as_alice.get(PUT).status_code == 405

    def test_the_decks_cost_one_query(self):
        def queries():
            self.as_alice.get(CARD)
            with CaptureQueriesContext(connection) as asked:
                self.as_alice.get(CARD)
            return len(asked)

        self.deck({"提燈小狐": 2})
        few = queries()
        for number in range(12):
            self.deck({"提燈小狐": 2}, name=f"Deck {number}")
        assert queries() == few
