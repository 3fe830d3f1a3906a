"""The page of a game: its rules in sections, and the list of contents that leads to them."""

import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from deckbuilder.catalog.rulings import rulings
from games.registry import GAMES
from tests.deckbuilder.base import SiteTest

LANGUAGES = ("en", "zh-hant", "zh-hans", "ja")


class GamePageTest(SiteTest):
    def test_contents_lead_to_what_the_page_has(self) -> None:
        for game in GAMES:
            for language in LANGUAGES:
                with self.subTest(game=game.slug, language=language):
                    page = self.client.get(
                        reverse("catalog:game", args=[game.slug]), headers={"Accept-Language": language}
                    )
                    html = page.content.decode()
                    contents = html[
                        html.index('class="contents"') : html.index("</nav>", html.index('class="contents"'))
                    ]
                    anchors = re.findall(r'href="#([^"]+)"', contents)
                    assert len(anchors) == len(set(anchors)) > len(rulings(game))
                    assert all(html.count(f'id="{anchor}"') == 1 for anchor in anchors)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_anchors_are_the_same_in_every_language_and_columns_have_no_names(game):
    sections = {}
    for language in LANGUAGES:
        with override(language):
            sections[language] = rulings(game)
    assert len({tuple(each.anchor for each in some) for some in sections.values()}) == 1
    words = re.compile(r"<code>[a-z]+_[a-z_]+</code>|[a-z]+\.(?:py|md|toml)")
    assert not [each.title for some in sections.values() for each in some if words.search(each.body)]
