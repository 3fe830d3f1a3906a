"""Cards to print: every copy of the zones that were chosen, drawn by this site alone."""

import re

from django.urls import reverse

from deckbuilder.catalog.to_games import to_card
from deckbuilder.common.drawing.faces import drawing
from deckbuilder.decks.exports.playtest_cards_page import MAX_CARDS, PER_SHEET
from games.registry import get
from tests.deckbuilder.base import ALL, XLW, SiteTest

SAMPLES = {
    "xing-ling-wang": "lantern-parade",
    "asteriated-grail": "night-market-trio",
    "legions": "midnight-ferry",
    "echo-of-legends": "night-market-hush",
    "zero-dimension": "last-train-home",
}


class PlaytestCardsTest(SiteTest):
    def page(self, deck, browser=None, **query):
        return (browser or self.as_alice).get(reverse("decks:playtest_cards", args=[deck.slug]), query)

    def codes(self, answer):
        """The printing of every card on the sheets."""
        return re.findall(r'<p class="paper-code">(\S+) ·', answer.text)

    def test_every_copy_of_every_card_is_on_a_sheet(self):
        assert set(SAMPLES) == set(ALL)
        for game, name in SAMPLES.items():
            with self.subTest(game):
                deck = self.sample_deck(f"{game}/{name}")
                answer = self.page(deck)
                copies = [line.printing.code for line in deck.lines.all() for _ in range(line.count)]
                assert sorted(self.codes(answer)) == sorted(copies)
                assert answer.text.count('class="paper-sheet') == -(-len(copies) // PER_SHEET)

    def test_only_the_chosen_zones_are(self):
        deck = self.sample_deck("asteriated-grail/night-market-trio")
        team = sum(deck.lines.filter(zone="team").values_list("count", flat=True))
        assert len(self.codes(self.page(deck, zone="team"))) == team
        both = self.codes(self.page(deck, zone=["team", "base"]))
        assert len(both) == len(self.codes(self.page(deck)))

    def test_the_paper_is_chosen(self):
        deck = self.sample_deck("legions/midnight-ferry")
        for paper in ("a4", "letter"):
            self.assertContains(self.page(deck, paper=paper), f"css/paper-{paper}.css")
        self.assertContains(self.page(deck), "css/paper-a4.css")

    def test_what_there_is_not_is_told_with_the_choices_and_the_form_stays(self):
        deck = self.sample_deck("legions/midnight-ferry")
        for query, told in (
            ({"paper": "a5"}, "“a5” is not one of a4, letter."),
            ({"zone": "attic"}, "“attic” is not one of main, master."),
        ):
            answer = self.page(deck, **query)
            self.assertContains(answer, told, status_code=422)
            self.assertContains(answer, 'name="paper"', status_code=422)
            assert not self.codes(answer)

    def test_more_than_are_printed_at_once_are_refused(self):
        deck = self.deck({"提燈小狐": MAX_CARDS})
        assert len(self.codes(self.page(deck))) == MAX_CARDS
        self.put(deck, "紙傘婆婆")
        self.assertContains(self.page(deck), f"at most {MAX_CARDS} are printed", status_code=422)

    def test_no_picture_of_a_catalog_is_printed(self):
        deck = self.deck({"提燈小狐": 1})
        card = self.printing("提燈小狐").card
        card.facts["image"] = "https://pictures.example/fox.png"
        card.save()
        answer = self.page(deck)
        self.assertNotContains(answer, "pictures.example")
        self.assertNotContains(answer, "lazy")
        assert drawing(get(XLW), to_card(card)) in answer.text

    def test_the_text_of_a_card_is_escaped(self):
        deck = self.deck({"提燈小狐": 1})
        card = self.printing("提燈小狐").card
        card.facts["text"] = "<script>alert(1)</script>"
        card.save()
        self.assertNotContains(self.page(deck), "<script>alert")

    def test_an_empty_deck_says_so_and_a_private_one_is_nobody_elses(self):
        deck = self.deck()
        self.assertContains(self.page(deck), "no cards to print")
        assert self.page(deck, self.as_bob).status_code == 404
        self.assertContains(self.as_alice.get(deck.get_absolute_url()), f"/d/{deck.slug}/cards/")

    def test_the_queries_are_few_however_many_cards_there_are(self):
        small, large = self.deck({"提燈小狐": 1}), self.sample_deck("xing-ling-wang/lantern-parade")
        self.page(small)
        with self.assertNumQueries(6):
            self.page(small)
        with self.assertNumQueries(6):
            self.page(large)
