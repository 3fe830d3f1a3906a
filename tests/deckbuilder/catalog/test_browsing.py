"""The filters of a catalog: links that put a condition into the search, or take it out."""

from html import escape

import pytest

from deckbuilder.catalog.browsing import SearchRequest
from deckbuilder.catalog.reasons import snippet
from games.engine.reading.query import parse
from games.registry import get
from tests.deckbuilder.base import SiteTest

pytestmark = pytest.mark.databases

GAME = get("xing-ling-wang")
RACES = ("race:中立", "race:妖怪村莊")


@pytest.mark.parametrize(
    "text, term, q, on",
    [
        ("", "kind:unit", "kind:unit", False),
        ("雪女", "kind:unit", "雪女 kind:unit", False),
        ("雪女  kind:unit", "kind:unit", "雪女", True),
        ("種類:單位 雪女", "kind:unit", "雪女", True),
        ("race:中立 雪女", "race:妖怪村莊", "雪女 race:妖怪村莊", False),
        ("雪女 or 天狗", "race:中立", "(雪女 or 天狗) race:中立", False),
        ("race:中立 or race:妖怪村莊", "race:中立", "(race:中立 or race:妖怪村莊) race:中立", False),
        ("(a or race:中立) race:中立", "race:中立", "a or race:中立", True),
        ('"或" 雪', "race:中立", '"或" 雪 race:中立', False),
        ("雪女 (", "race:中立", "雪女 ( race:中立", False),
    ],
)
def test_a_filter_is_put_in_and_taken_out(text, term, q, on):
    asked = SearchRequest(GAME, text)
    found = asked.toggled(term, asked.having(RACES) if term in RACES else ())
    assert found[1] is on
    assert found[0] == q or parse(found[0], GAME) == parse(q, GAME)


class FiltersTest(SiteTest):
    url = "/xing-ling-wang/cards/"

    def filters(self, **asked):
        context = self.client.get(self.url, asked).context
        return {option.label: option for each in context["filters"] for option in each.options}

    def test_a_link_keeps_the_order_and_begins_at_the_first_page(self):
        option = self.filters(q="雪", order="name", page="2")["Unit"]
        assert option.href == "?order=name&q=%E9%9B%AA+kind%3Aunit#pool"

    def test_what_a_menu_offers_comes_when_it_is_opened(self):
        asked = {"q": "rarity:C", "order": "name", "page": "1"}
        closed = self.client.get(self.url, asked)
        (rarity,) = [each for each in closed.context["filters"] if each.name == "rarity"]
        assert (rarity.shown, rarity.on) == (False, True)
        offered = [option.href for option in rarity.options if not option.on]
        for href in offered:
            self.assertNotContains(closed, f'href="{escape(href)}"')
        values = self.client.get(rarity.address, headers={"HX-Request": "true"})
        self.assertRedirects(self.client.get(rarity.address), self.url + rarity.href, fetch_redirect_response=False)
        page = self.client.get(self.url + rarity.href.split("#")[0])
        for href in offered:
            self.assertContains(values, f'href="{escape(href)}"')
            self.assertContains(page, f'href="{escape(href)}"')

    def test_a_filter_there_is_not_is_not_found(self):
        assert self.client.get("/xing-ling-wang/filters/colour/").status_code == 404
        assert self.client.get("/chess/filters/kind/").status_code == 404

    @pytest.mark.slow
    def test_every_filter_leads_to_cards_or_says_that_there_are_none(self):
        for option in self.filters().values():
            found = self.client.get(self.url, {"q": option.q}).context
            assert found["mistake"] is None, option
            if option.cards is not None:
                assert found["found"].total == option.cards, option

    def test_a_mistake_is_shown_at_its_place_with_the_fields_there_are(self):
        page = self.client.get(self.url, {"q": "雪 rase:中立"})
        assert page.status_code == 200
        self.assertContains(page, "<mark>rase</mark>")
        self.assertContains(page, "race (r), tribute (c), mana (m)")

    def test_where_nothing_is_found_cards_of_names_like_it_are_shown(self):
        page = self.client.get(self.url, {"q": "提燈小狸 kind:unit", "order": "name"})
        assert [card.name for card in page.context["found"].cards] == ["提燈小狐"]
        self.assertContains(page, "Showing results for")
        name, href = page.context["near"].names[0]
        assert name == "提燈小狐"
        assert self.client.get(self.url + href.split("#")[0]).context["near"] is None

    def test_what_was_typed_can_be_searched_for_all_the_same(self):
        near = self.client.get(self.url, {"q": "提燈小狸"}).context["near"]
        page = self.client.get(self.url + near.exactly.split("#")[0])
        assert page.context["found"].total == 0
        self.assertContains(page, "No cards match.")
        self.assertContains(page, "提燈小狐")

    def test_conditions_stay_where_names_are_taken_for_others(self):
        page = self.client.get(self.url, {"q": "提燈小狸 kind:spell"})
        assert page.context["found"].total == 0

    def test_what_matched_is_marked_where_it_is_not_the_name(self):
        keyword = self.client.get(self.url, {"q": "偷襲"})
        self.assertContains(keyword, '<span class="why">Keywords: <mark>Ambush (偷襲)</mark></span>')
        named = self.client.get(self.url, {"q": "提燈小狐"})
        self.assertNotContains(named, 'class="why"')

    def test_a_part_of_a_text_is_shown_around_a_word(self):
        assert snippet("入場時：抽一張\n牌。", "一张 牌") == "入場時：抽<mark>一張\n牌</mark>。"
        assert snippet("<b>" + "長" * 20 + "雪", "雪") == "…" + "長" * 14 + "<mark>雪</mark>"
        assert snippet("①雪", "1雪") == "<mark>①雪</mark>"
        assert snippet("雪", "霜") == ""
