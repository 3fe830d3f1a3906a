"""The shelves of a card's page: other cards that share something with it."""

import pytest

from deckbuilder.catalog.search.related import SHELVES, SHOWN, related_shelves
from deckbuilder.catalog.search.searching import search
from games.registry import get
from tests.deckbuilder.base import ALL, SiteTest

pytestmark = pytest.mark.databases

XLW = get("xing-ling-wang")


class RelatedTest(SiteTest):
    @pytest.mark.slow
    def test_no_card_is_on_two_shelves_nor_on_its_own(self):
        for game in map(get, ALL):
            for card in search(game, "", size=40).cards:
                shelves = related_shelves(game, card, "en")
                keys = [each.key for shelf in shelves for each in shelf.cards]
                assert len(shelves) <= SHELVES
                assert len(keys) == len({*keys, card.key}) - 1

    def test_a_shelf_holds_what_its_search_finds(self):
        (card,) = search(XLW, "魚乾會計").cards
        shelves = related_shelves(XLW, card, "zh-hant")
        assert [(shelf.label, shelf.value) for shelf in shelves] == [("種族", "喵喵賊"), ("類型", "貓")]
        for shelf in shelves:
            found = {each.key for each in search(XLW, shelf.query, size=100).cards}
            assert {each.key for each in shelf.cards} <= found
            assert 0 < len(shelf.cards) <= SHOWN

    def test_the_page_shows_them_and_leads_to_all_of_them(self):
        answer = self.client.get("/xing-ling-wang/cards/XLW-S039/")
        for shelf in answer.context["shelves"]:
            everything = self.client.get("/xing-ling-wang/cards/", {"q": shelf.query})
            assert everything.context["results"].total > len(shelf.cards)
            for card in shelf.cards:
                self.assertContains(answer, card.name)
