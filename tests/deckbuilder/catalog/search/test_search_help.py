"""The page that says how to search: its examples run in the game, and find as many cards as it says."""

import re

import pytest
from django.urls import reverse

from deckbuilder.catalog.search.search_help import examples
from games.registry import GAMES
from tests.deckbuilder.base import SiteTest

pytestmark = pytest.mark.databases


class SearchHelpTest(SiteTest):
    def test_every_example_finds_as_many_cards_as_the_page_says(self):
        for game in GAMES:
            found = examples(game)
            assert len(found) > 5, game.slug
            for each in found:
                answer = self.client.get(f"/api/v1/games/{game.slug}/cards/", {"q": each.query}).json()
                assert answer["count"] == each.cards, (game.slug, each)

    def test_the_page_links_its_examples_and_lists_every_field_with_its_aliases(self):
        for game in GAMES:
            page = self.client.get(reverse("catalog:search_help", args=[game.slug]))
            for each in examples(game):
                self.assertContains(page, f"<code>{each.query}</code>".replace('"', "&#34;").replace(">=", "&gt;="))
            for name, attribute in game.search_fields.items():
                self.assertContains(page, f"<code>{name}:</code>")
                for alias in attribute.aliases:
                    self.assertContains(page, f"<code>{alias}:</code>")

    def test_search_boxes_and_mistakes_lead_to_it(self):
        there = reverse("catalog:search_help", args=["legions"])
        page = self.client.get(reverse("catalog:browse", args=["legions"]), {"q": "nonsense:1"}).content.decode()
        assert len(re.findall(rf'href="{there}"', page)) == 2

    def test_a_game_there_is_not_has_none(self):
        assert self.client.get("/chess/search/").status_code == 404
