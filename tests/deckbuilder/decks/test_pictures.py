"""The image of a deck: every card as a face with its whole name and its copies, drawn once; and what is said where it
cannot be drawn."""

import io
from contextlib import contextmanager
from unittest import mock

import pytest
from django.conf import settings
from django.test import override_settings
from django.urls import reverse
from django.utils import translation
from PIL import Image

from deckbuilder.common.drawing import fonts
from deckbuilder.decks.builder.panel import panel
from deckbuilder.decks.exports import pictures
from deckbuilder.decks.lists import codec
from deckbuilder.decks.models import DeckLine, Visibility
from games.registry import GAMES
from tests.catalogs import decks_of
from tests.deckbuilder.base import SiteTest

SAMPLES = [f"{game.slug}/{path.stem}" for game in GAMES for path in sorted(decks_of(game).glob("*.txt"))]
needs_font = pytest.mark.skipif(not fonts.font_file(), reason="no font with Chinese and Japanese characters")


@contextmanager
def without_font():
    with mock.patch.object(fonts, "_candidates", return_value=("/nowhere.ttc", __file__)):
        fonts.font_file.cache_clear()
        yield
    fonts.font_file.cache_clear()


class PictureTest(SiteTest):
    def picture(self, deck, browser=None, headers=None, **query):
        return (browser or self.as_alice).get(reverse("decks:picture", args=[deck.slug]), query, headers=headers)

    def described(self, deck):
        shown = panel(deck)
        return pictures.picture_of(shown, codec.deck_code(shown.engine_deck).code, "https://example.org")


@needs_font
class DrawingTest(PictureTest):
    def test_it_is_a_png_as_wide_as_previews_are_and_at_least_as_high(self):
        answer = self.picture(self.sample_deck("xing-ling-wang/cat-burglar-crew"), lang="zh-hant")
        assert answer["Content-Type"] == "image/png"
        assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)

    def test_a_deck_of_many_cards_is_higher(self):
        answer = self.picture(self.sample_deck("asteriated-grail/four-winds-council"))
        width, height = Image.open(io.BytesIO(answer.content)).size
        assert width == 1200
        assert 630 < height < 1400

    @pytest.mark.slow
    def test_every_card_is_in_it_with_its_copies_and_its_whole_name_in_every_language(self):
        for path in SAMPLES:
            deck = self.sample_deck(path)
            lines = sorted((line.printing.card.name, line.count) for line in deck.lines.all())
            for language, _name in settings.LANGUAGES:
                with self.subTest(path, language=language), translation.override(language):
                    picture = self.described(deck)
                    assert sorted((row.other or row.text, row.copies) for row in picture.rows if row.copies) == lines
                    layout = pictures._layout(picture.rows, 0)
                    places = list(zip(picture.rows, layout.corners, strict=True))
                    faces = [corner for row, corner in places if row.copies]
                    assert len(set(faces)) == len(faces)
                    assert all(left + layout.size[0] <= pictures.WIDTH - pictures.LEFT for left, _top in faces)
                    assert max(top for _left, top in faces) + layout.size[1] == layout.height
                    for row in (row for row in picture.rows if row.copies):
                        name = [line for line in pictures.name_lines(row, 120, picture) if not line.is_apart]
                        assert sum(line.height for line in name) < layout.size[1] - 34
                        assert "".join("".join(line.text for line in name).split()) == "".join(row.text.split())

    def test_few_cards_have_large_faces_and_a_small_zone_shares_a_line(self):
        few = self.described(self.deck({"提燈小狐": 2, "紙傘婆婆": 1})).rows
        assert pictures._layout(few, 400).columns == pictures.COLUMNS[0]
        rows = self.described(self.sample_deck("legions/midnight-ferry")).rows
        layout = pictures._layout(rows, 10_000)
        tops = [top for row, (_left, top) in zip(rows, layout.corners, strict=True) if not row.copies]
        assert len(tops) == 2
        assert len(set(tops)) == 1

    def test_a_name_too_long_for_a_face_is_cut_off(self):
        picture = self.described(self.deck({"提燈小狐": 1}))
        row = picture.rows[0]._replace(text="Supercalifragilistic " * 9)
        *_first, last = pictures.name_lines(row, 120, picture)
        assert last.text.endswith("…")

    def test_cards_of_one_name_are_told_apart(self):
        rows = self.described(self.sample_deck("asteriated-grail/four-winds-council")).rows
        shown = [(row.text, row.apart) for row in rows if row.copies]
        assert len(set(shown)) == len(shown)

    def test_it_has_name_author_code_verdict_and_the_day(self):
        picture = self.described(self.sample_deck("xing-ling-wang/lantern-parade"))
        assert picture.name in ("燈火走過的街",)
        assert picture.byline.startswith("alice · ")
        assert picture.facts.startswith("Legal on ")
        assert len(picture.code) > 20

    def test_it_says_what_is_wrong_with_a_deck(self):
        deck = self.deck({"提燈小狐": 9})
        DeckLine.objects.create(deck=deck, zone="main", text="Nobody", count=1, position=9)
        picture = self.described(deck)
        assert picture.status == "illegal"
        assert {row.text for row in picture.rows if row.mark == "illegal"} >= {"Lantern Kit", "Nobody"}
        assert self.picture(deck).status_code == 200

    def test_a_name_of_any_length_and_an_empty_deck_are_drawn(self):
        for name in ("長" * 120, "W" * 120, ""):
            assert self.picture(self.deck(name=name)).status_code == 200

    def test_it_speaks_the_language_that_is_asked_for(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        drawn = {self.picture(deck, lang=language).content for language, _name in settings.LANGUAGES}
        assert len(drawn) == len(settings.LANGUAGES)
        answer = self.picture(deck, lang="tlh")
        languages = ", ".join(language for language, _name in settings.LANGUAGES)
        self.assertContains(answer, f"“tlh” is not one of {languages}.", status_code=422)


@needs_font
class CachingTest(PictureTest):
    def test_it_is_drawn_once_until_the_deck_changes(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        pictures.draw.cache_clear()
        first, second = self.picture(deck), self.picture(deck)
        assert first.content == second.content
        assert pictures.draw.cache_info().misses == 1
        self.as_alice.post(reverse("decks:edit", args=[deck.slug]), {"op": "rename", "name": "Another"})
        changed = self.picture(deck)
        assert changed["ETag"] != first["ETag"]
        assert pictures.draw.cache_info().misses == 2

    def test_who_has_it_is_sent_nothing(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        first = self.picture(deck)
        again = self.picture(deck, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]

    def test_only_what_others_may_see_is_kept_on_the_way(self):
        deck = self.deck()
        assert self.picture(deck, self.as_bob).status_code == 404
        assert self.picture(deck)["Cache-Control"].startswith("private")
        deck.visibility = Visibility.LINK
        deck.save()
        assert self.picture(deck, self.as_visitor)["Cache-Control"].startswith("public")


@needs_font
class PreviewTest(PictureTest):
    def test_a_preview_of_the_link_shows_it_in_the_language_of_the_page(self):
        deck = self.deck(visibility=Visibility.PUBLIC)
        page = self.as_visitor.get(deck.get_absolute_url(), headers={"Accept-Language": "zh-hant"}).text
        assert f"http://testserver/d/{deck.slug}/picture.png?lang=zh-hant&amp;v={deck.revision}" in page
        assert 'name="twitter:card" content="summary_large_image"' in page

    def test_the_page_offers_it_in_every_language(self):
        deck = self.deck()
        page = self.as_alice.get(deck.get_absolute_url())
        for language, _name in settings.LANGUAGES:
            self.assertContains(page, f"/d/{deck.slug}/picture.png?lang={language}")


class NoFontTest(PictureTest):
    def test_without_a_font_there_is_no_image_and_the_pages_say_why(self):
        deck = self.deck(visibility=Visibility.PUBLIC)
        with without_font():
            page = self.as_visitor.get(deck.get_absolute_url())
            self.assertNotContains(page, "og:image")
            self.assertNotContains(page, "picture.png")
            self.assertContains(page, "no font with Chinese and Japanese characters")
            answer = self.picture(deck, self.as_visitor)
        self.assertContains(answer, "no font with Chinese and Japanese characters", status_code=404)

    @needs_font
    def test_a_font_of_the_settings_goes_first(self):
        path = fonts.font_file()
        with override_settings(PICTURE_FONT=path):
            assert list(fonts._candidates()) == [path]
