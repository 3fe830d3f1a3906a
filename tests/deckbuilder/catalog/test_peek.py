"""A card as a page puts it beside its list: drawn large, with its text and its words explained."""

from datetime import date

from deckbuilder.catalog.models import RestrictionList
from tests.deckbuilder.base import SiteTest

CAT = "XLW-S042"
PAGE = f"/xing-ling-wang/cards/{CAT}/"


class PeekTest(SiteTest):
    def peek(self, **headers):
        answer = self.client.get(PAGE + "?peek", headers=headers)
        assert answer.status_code == 200
        return answer.content.decode()

    def test_it_has_the_face_the_text_and_the_words(self):
        html = self.peek()
        for words in ("布袋打包手", "Sack Packer", "綁架：1。", "Takes a unit from the field"):
            assert words in html
        assert "把場上的單位" not in html

    def test_words_are_explained_in_the_readers_language(self):
        assert "綁架" in self.peek(accept_language="zh-hant")
        assert "Takes a unit" not in self.peek(accept_language="zh-hant")

    def test_it_says_what_a_restriction_list_says(self):
        facts = {"slug": "spring", "title": "Spring list", "version": "1", "effective_from": date(2026, 1, 1)}
        RestrictionList.objects.create(game="xing-ling-wang", limits={"布袋打包手": 0}, **facts)
        told = self.peek()
        assert 'lists/spring/1/">Spring list 1</a>: banned' in told
        assert "since 1 January 2026" in told

    def test_it_is_no_page_of_its_own_and_the_page_stays(self):
        self.assertNotContains(self.client.get(PAGE + "?peek"), "<html")
        self.assertContains(self.client.get(PAGE), "<html")

    def test_a_card_there_is_not_cannot_be_seen(self):
        assert self.client.get("/xing-ling-wang/cards/nothing/?peek").status_code == 404

    def test_it_costs_few_queries(self):
        self.peek()
        with self.assertNumQueries(4):
            self.peek()
