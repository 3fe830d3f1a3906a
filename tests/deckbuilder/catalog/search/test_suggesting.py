"""Cards suggested while somebody types: by name, pinyin and number, with a quantity, the likeliest first."""

import pytest
from django.urls import reverse

from deckbuilder.catalog.search.suggesting import SUGGESTED, suggestions
from games.engine.model.decks import DeckLine
from games.engine.reading.decklists.parsing import read, write_line
from games.engine.texts.writing import pinyin, simplify
from games.registry import GAMES, get
from tests.catalogs import load_catalog
from tests.deckbuilder.base import SiteTest

XLW = get("xing-ling-wang")


def names(typed, game=XLW):
    return [entry.card.name for entry in suggestions(game, typed)]


class SuggestionsTest(SiteTest):
    @pytest.mark.slow
    def test_whole_names_and_numbers_come_first_in_every_game(self):
        for game in GAMES:
            for card in list(load_catalog(game).cards.values())[::12]:
                for typed in (card.name, simplify(card.name), card.codes[0], card.codes[0].lower()):
                    assert card.name == names(typed, game)[0], (game.slug, typed)

    def test_a_quantity_stands_before_or_behind(self):
        for typed in ("3 無底枯井", "3x无底枯井", "無底枯井 x3", "無底 3", "3張 無底枯井", "3  wudi", "3 wdkj"):
            (first, *_) = suggestions(XLW, typed)
            assert (first.card.name, first.count) == ("無底枯井", 3), typed
        assert suggestions(XLW, "無底枯井")[0].count == 1

    def test_the_beginning_of_a_name_comes_before_its_middle_and_that_before_the_text(self):
        found = names("無")
        begin = [name.startswith("無") for name in found]
        assert begin == sorted(begin, reverse=True)
        assert begin[0]
        assert len(found) <= SUGGESTED

    def test_a_number_typed_in_full_names_the_printing(self):
        card = next(card for card in load_catalog(XLW).cards.values() if len(card.codes) > 1)
        for code in card.codes:
            first = suggestions(XLW, f"2 {code.lower()}")[0]
            assert (first.card.name, first.count, first.code) == (card.name, 2, code)

    def test_a_slip_finds_what_looks_like_it_and_nonsense_finds_nothing(self):
        assert names("2 無底古井")[0] == "無底枯井"
        for typed in ("", "3", " ", "qqqqqqqq", "x" * 201, "\0", '"', "name:", "火" * 200):
            assert names(typed) == [], typed

    def test_every_line_that_is_suggested_reads_back_as_that_card(self):
        for game in GAMES:
            catalog = load_catalog(game)
            for card in catalog.cards.values():
                line = write_line(DeckLine(card, 2), game)
                zones = read(line, catalog, game).deck.zones.values()
                assert (card.key, 2) in [(entry.card.key, entry.count) for zone in zones for entry in zone], line

    def test_the_page_has_a_line_for_each(self):
        answer = self.client.get(reverse("catalog:suggest", args=[XLW.slug]), {"q": f"2 {pinyin('無底枯井')[1]}"})
        assert answer.status_code == 200
        self.assertContains(answer, 'data-line="2x 無底枯井')
        nothing = self.client.get(reverse("catalog:suggest", args=[XLW.slug]), {"q": "qqqqqqqq"})
        self.assertContains(nothing, "No card’s name or number matches.")
        assert self.client.get(reverse("catalog:suggest", args=["no-game"])).status_code == 404
