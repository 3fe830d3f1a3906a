"""The filters of a catalog: links that put a condition into the search, or take it out."""

from html import escape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from deckbuilder.catalog.search.facets import SearchRequest
from deckbuilder.catalog.search.reasons import snippet
from games.engine.reading.search.query import parse
from games.registry import GAMES, get
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
        ("race:中立 雪女", "race:妖怪村莊", "雪女 (race:中立 or race:妖怪村莊)", False),
        ("雪女 (race:中立 or race:妖怪村莊)", "race:妖怪村莊", "雪女 race:中立", True),
        ("race:妖怪村莊 or race:中立", "race:中立", "race:妖怪村莊", True),
        ("-race:中立 雪女", "race:中立", "雪女 race:中立", False),
        ("雪女 or 天狗", "race:中立", "(雪女 or 天狗) race:中立", False),
        ("race:中立 or 雪女", "race:中立", "(race:中立 or 雪女) race:中立", False),
        ("(a or race:中立) race:中立", "race:中立", "a or race:中立", True),
        ('"或" 雪', "race:中立", '"或" 雪 race:中立', False),
        ("雪女 (", "race:中立", "雪女 ( race:中立", False),
    ],
)
def test_a_filter_is_put_in_and_taken_out(text, term, q, on):
    toggled = SearchRequest(GAME, text).toggle(term, RACES if term in RACES else (term,))
    assert toggled[1] is on
    assert toggled[0] == q or parse(toggled[0], GAME) == parse(q, GAME)


@pytest.mark.parametrize(
    "text, low, high, q",
    [
        ("", "2", "4", "attack:2..4"),
        ("雪女", "2", "", "雪女 attack:2.."),
        ("雪女 attack>=1", "", "4", "雪女 attack:..4"),
        ("attack:1..3 雪女", "2", "2", "雪女 attack:2"),
        ("攻擊力:1..3 雪女", "", "", "雪女"),
        ("雪女 or attack:1", "2", "", "(雪女 or attack:1) attack:2.."),
    ],
)
def test_a_range_takes_the_place_of_the_one_there_is(text, low, high, q):
    ranged = SearchRequest(GAME, text).with_range(GAME.fields["attack"], low, high)
    assert parse(ranged, GAME) == parse(q, GAME)


class FiltersTest(SiteTest):
    url = "/xing-ling-wang/cards/"

    def filters(self, **asked):
        context = self.client.get(self.url, asked).context
        return {option.label: option for each in context["filters"] for option in each.options}

    def test_a_link_keeps_the_order_and_begins_at_the_first_page(self):
        option = self.filters(q="雪", order="name", page="2")["Unit"]
        assert option.href == "?order=name&q=%E9%9B%AA+kind%3Aunit#pool"

    def test_the_counts_of_all_chips_are_read_at_once(self):
        for game in GAMES:
            with self.subTest(game.slug), CaptureQueriesContext(connection) as asked:
                self.client.get(f"/{game.slug}/cards/", {"q": "__class__"})
                assert sum("catalog_posting" in each["sql"] and "=0" in each["sql"] for each in asked) == 1

    def test_what_a_menu_offers_comes_when_it_is_opened(self):
        asked = {"q": "rarity:C", "order": "name", "page": "1"}
        closed = self.client.get(self.url, asked)
        (rarity,) = [each for each in closed.context["filters"] if each.name == "rarity"]
        assert (rarity.shown, rarity.choice) == (False, "C")
        offered = [option.href for option in rarity.options if not option.on]
        for href in offered:
            self.assertNotContains(closed, f'href="{escape(href)}"')
        values = self.client.get(self.url + rarity.url, headers={"HX-Request": "true"})
        page = self.client.get(self.url + rarity.url)
        self.assertNotContains(values, "<html")
        for href in offered:
            self.assertContains(values, f'href="{escape(href)}"')
            self.assertContains(page, f'href="{escape(href)}"')

    def test_counts_follow_what_the_rest_of_the_search_finds(self):
        page = self.client.get(self.url, {"q": "race:中立", "filter": "rarity"}).context
        (rarity,) = [each for each in page["filters"] if each.name == "rarity"]
        assert sum(option.cards for option in rarity.options) == page["results"].total
        (race,) = [each for each in page["filters"] if each.name == "race"]
        for option in race.options:
            found = self.client.get(self.url, {"q": option.label and f'race:"{option.label}"'}).context["results"]
            assert option.cards == found.total, option

    def test_several_values_are_alternatives_and_named_on_the_chip(self):
        page = self.client.get(self.url, {"q": "(race:中立 or race:喵喵賊)"})
        (race,) = [each for each in page.context["filters"] if each.name == "race"]
        assert set(race.choice.split(", ")) == {"Neutral", "Meow-Meow Thieves"}
        self.assertContains(page, f'aria-label="Remove Race: {race.choice}"')
        assert "q=" not in race.link_without

    def test_a_range_is_set_without_a_script(self):
        chosen = {"q": "kind:unit", "range": "attack", "from": "2", "to": "4", "order": "name"}
        answer = self.client.get(self.url, chosen, follow=True)
        assert answer.redirect_chain[0][0].startswith(f"{self.url}?order=name&q=kind%3Aunit+attack%3A2..4")
        (attack,) = [each for each in answer.context["filters"] if each.name == "attack"]
        assert (attack.ends.low, attack.ends.high, attack.choice) == ("2", "4", "2–4")
        assert {2, 3, 4} >= {card.get("attack") for card in answer.context["results"].cards}

    def test_a_range_turned_round_is_said_to_be_one(self):
        answer = self.client.get(self.url, {"range": "attack", "from": "4", "to": "2"}, follow=True)
        self.assertContains(answer, "is not a range")

    @pytest.mark.slow
    def test_every_filter_leads_to_cards_or_says_that_there_are_none(self):
        for option in self.filters().values():
            found = self.client.get(self.url, {"q": option.q}).context
            assert found["mistake"] is None, option
            if option.cards is not None:
                assert found["results"].total == option.cards, option

    def test_a_mistake_is_shown_at_its_place_with_the_fields_there_are(self):
        page = self.client.get(self.url, {"q": "雪 rase:中立"})
        assert page.status_code == 200
        self.assertContains(page, "<mark>rase</mark>")
        self.assertContains(page, "race (r), tribute (c), mana (m)")

    def test_where_nothing_is_found_near_names_are_offered_and_no_other_cards_shown(self):
        page = self.client.get(self.url, {"q": "提燈小狸 kind:unit", "order": "name"})
        assert page.context["results"].total == 0
        self.assertContains(page, "No cards match.")
        name, href = page.context["near"][0]
        assert name == "Lantern Kit"  # 提燈小狐, in the reader's language
        near = self.client.get(self.url + href.split("#")[0]).context
        assert [card.name for card in near["results"].cards] == ["提燈小狐"]
        assert near["near"] == ()

    def test_names_that_are_not_near_are_not_offered(self):
        for text in ("beast", "sortby", "提燈"):
            assert all("提燈" in name for name, _ in self.client.get(self.url, {"q": text}).context["near"]), text

    def test_conditions_stay_where_names_are_taken_for_others(self):
        page = self.client.get(self.url, {"q": "提燈小狸 kind:spell"})
        assert page.context["results"].total == 0

    def test_what_matched_is_marked_where_it_is_not_the_name(self):
        keyword = self.client.get(self.url, {"q": "偷襲"})
        self.assertContains(keyword, '<span class="why">Keywords: <mark>Ambush (偷襲)</mark></span>')
        named = self.client.get(self.url, {"q": "提燈小狐"})
        self.assertNotContains(named, 'class="why"')

    def test_a_part_of_a_text_is_shown_around_a_word(self):
        assert snippet("入場時：抽一張\n牌。", "一张 牌") == ("入場時：抽", "一張\n牌", "。")
        assert snippet("<b>" + "長" * 20 + "雪", "雪") == ("…" + "長" * 14, "雪", "")
        assert snippet("①雪", "1雪") == ("", "①雪", "")
        assert snippet("雪", "霜") is None
