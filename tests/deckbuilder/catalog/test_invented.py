"""Cards this site invented are told apart wherever they show, and can be left out beside real ones."""

from django.urls import reverse

from deckbuilder.catalog.imports import services
from deckbuilder.catalog.search.searching import search
from deckbuilder.decks.models import Visibility
from games.registry import get
from tests.deckbuilder.base import XLW, SiteTest

REAL = """code,name,kind,set,race,mana,tribute,attack,score
ALPHA-1,真正的狐狸,unit,ALPHA,妖怪村莊,,0,1,1
ALPHA-2,提燈小狐,unit,ALPHA,妖怪村莊,,0,2,2
BETA-1,沒有系列的狐狸,unit,,妖怪村莊,,0,1,1
"""
FOX, AUNT, TRUE_FOX = "提燈小狐", "紙傘婆婆", "真正的狐狸"
MARK = '<small class="sample"'
FLAG = '<span class="flag is-quiet">Sample</span>'
WITHOUT = "Without sample cards"


class InventedTest(SiteTest):
    def real(self):
        """A catalog with real cards beside the invented ones; one name is in both."""
        assert services.apply(get(XLW), REAL.encode(), "real.csv").ok

    def browse(self, q="", browser=None, **more):
        return (browser or self.as_visitor).get(reverse("catalog:browse", args=[XLW]), {"q": q, **more})

    def chip(self, page):
        return next(
            (f.options[0] for f in page.context["filters"] if f.options and f.options[0].label == WITHOUT), None
        )

    def card(self, code, **query):
        return self.as_visitor.get(reverse("catalog:card", args=[XLW, code]), query)


class FacesAndRowsTest(InventedTest):
    def test_faces_in_the_catalog_say_so(self):
        self.real()
        self.assertContains(self.browse(f"name={AUNT}"), FLAG)
        self.assertNotContains(self.browse(f"name={FOX}"), FLAG)
        self.assertNotContains(self.browse(f"name={TRUE_FOX}"), FLAG)

    def test_rows_of_a_deck_say_so(self):
        self.real()
        deck = self.deck({FOX: 1, AUNT: 1, TRUE_FOX: 1}, visibility=Visibility.PUBLIC)
        for name in ("decks:page", "decks:builder"):
            page = self.as_alice.get(reverse(name, args=[deck.slug])).content.decode()
            rows = page.split('<li class="row')[1:]
            assert [MARK in row.split("</li>")[0] for row in rows] == [AUNT in row.split("</li>")[0] for row in rows]
            assert sum(MARK in row for row in rows) == 1

    def test_the_page_of_a_deck_counts_them(self):
        self.real()
        deck = self.deck({FOX: 1, AUNT: 2})
        there = reverse("decks:page", args=[deck.slug])
        self.assertContains(self.as_alice.get(there), "2 of 3 cards are sample cards, invented by this site")
        self.assertContains(self.as_alice.get(there, {"view": "pictures"}), FLAG, 1)
        deck.lines.filter(printing__name=FOX).delete()
        self.assertContains(
            self.as_alice.get(there),
            "All cards in this deck are sample cards, invented by this site to try the game out.",
        )
        deck.lines.all().delete()
        self.put(deck, TRUE_FOX)
        self.assertNotContains(self.as_alice.get(there), "sample card")

    def test_the_page_of_a_card_says_so_in_a_sentence_and_at_its_printings(self):
        self.real()
        aunt, fox = self.printing(AUNT), self.printing(FOX)
        self.assertContains(self.card(aunt.code), "A sample card, invented by this site to try the game out.")
        self.assertContains(self.card(aunt.code, peek=""), FLAG)
        page = self.card(fox.code)
        self.assertNotContains(page, "A sample card")
        invented = sum(each.set == "SAMPLE" for each in page.context["shown"].printings)
        assert 0 < invented < len(page.context["shown"].printings)
        self.assertContains(page, "invented by this site</small>", invented)

    def test_the_cards_a_line_may_mean_say_so(self):
        self.real()
        deck = self.deck()
        deck.lines.create(zone="main", text="紙傘婆", count=1, position=1)
        page = self.as_alice.get(reverse("decks:builder", args=[deck.slug]))
        self.assertContains(page, f"{AUNT} ({self.printing(AUNT).code}) · Sample</option>")
        deck.lines.create(zone="main", text="真正的狐", count=1, position=2)
        self.assertContains(
            self.as_alice.get(reverse("decks:builder", args=[deck.slug])), f"{TRUE_FOX} (ALPHA-1)</option>"
        )


class LeftOutTest(InventedTest):
    def test_they_are_the_set_that_no_real_set_shares(self):
        self.real()
        samples = search(get(XLW), "set:SAMPLE", size=500).cards
        assert FOX not in {card.name for card in samples}
        assert all(card.sample for card in samples)
        rest = search(get(XLW), "-set:SAMPLE", size=500).cards
        assert {card.name for card in rest} == {FOX, TRUE_FOX, "沒有系列的狐狸"}

    def test_one_chip_leaves_them_out_and_takes_them_in_again(self):
        self.real()
        chip = self.chip(self.browse("race:妖怪村莊"))
        assert (chip.q, chip.on) == ("race:妖怪村莊 -set:SAMPLE", False)
        page = self.browse(chip.q)
        assert page.context["results"].total == 3
        assert (self.chip(page).q, self.chip(page).on) == ("race:妖怪村莊", True)

    def test_it_and_the_choice_of_that_set_replace_each_other(self):
        self.real()
        assert self.chip(self.browse("set:SAMPLE")).q == "-set:SAMPLE"
        sets = next(each for each in self.browse("-set:SAMPLE").context["filters"] if each.label == "Set")
        assert {each.label: each.q for each in sets.options} == {
            "SAMPLE": "set:SAMPLE",
            "ALPHA": "-set:SAMPLE set:ALPHA",
        }

    def test_the_builder_has_it_too(self):
        self.real()
        page = self.as_alice.get(reverse("decks:builder", args=[self.deck().slug]))
        self.assertContains(page, WITHOUT, 1)

    def test_where_a_game_has_only_one_sort_there_is_nothing_to_choose(self):
        self.assertNotContains(self.browse(), WITHOUT)
        grail = self.as_visitor.get(reverse("catalog:browse", args=["asteriated-grail"]))
        self.assertNotContains(grail, WITHOUT)


class ApiTest(InventedTest):
    def get(self, path):
        answer = self.as_alice.get(f"/api/v1/{path}")
        assert answer.status_code == 200, answer.content
        return answer.json()

    def test_cards_printings_and_cards_of_decks_say_so(self):
        self.real()
        found = self.get(f"games/{XLW}/cards/?q=race:妖怪村莊&page_size=200")["results"]
        assert {card["name"] for card in found if not card["sample"]} == {FOX, TRUE_FOX, "沒有系列的狐狸"}
        fox = self.get(f"games/{XLW}/cards/{self.printing(FOX).code}/")
        assert {each["set"]: each["sample"] for each in fox["printings"]} == {"ALPHA": False, "SAMPLE": True}
        deck = self.get(f"decks/{self.deck({FOX: 1, AUNT: 1}).slug}/")
        assert {each["name"]: each["sample"] for each in deck["cards"]} == {FOX: False, AUNT: True}
