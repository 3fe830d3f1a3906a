"""What the search box offers while somebody types, and searches with a name."""

from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.catalog.search.completing import completions
from deckbuilder.catalog.search.saved_searches import MAX_SAVED
from games.engine.reading.search.query import parse
from games.registry import GAMES, get
from tests.deckbuilder.base import XLW, SiteTest

CARDS = f"/{XLW}/cards/"


class CompletionTest(SiteTest):
    def offered(self, typed, language="en", game=XLW):
        """What the search would be after each choice."""
        return [typed[: each.start] + each.text for each in completions(get(game), typed, language)]

    def test_fields_by_name_short_name_and_label(self):
        assert "race:" in self.offered("rac")
        assert "雪 tribute:" in self.offered("雪 trib")
        assert "race:" in self.offered("種", "zh-hant") + self.offered("种", "zh-hans")

    def test_values_of_a_field_by_what_is_printed_its_label_or_how_it_is_read(self):
        assert "race:妖怪村莊 " in self.offered("race:妖")
        assert "race:妖怪村莊 " in self.offered("race:yao")
        assert "雪 -kind:unit " in self.offered("雪 -kind:u")
        assert "kind:unit " in self.offered("kind:單", "zh-hant")

    def test_the_words_of_effects(self):
        assert "does:draw " in self.offered("does:dr")
        assert "does:" in self.offered("do")
        assert "when:played " in self.offered("when:p")

    def test_values_without_their_field(self):
        assert "race:妖怪村莊 " in self.offered("妖怪")

    def test_nothing_for_nothing(self):
        for typed in ("", " ", "雪 ", "nofield:x", "kind:unit", "race:妖怪村莊 ", "x" * 600, '"雪'):
            assert self.offered(typed) == [], typed

    def test_all_that_is_offered_is_a_search(self):
        for game in GAMES:
            for field in game.search_fields:
                for text in self.offered(f"{field}:", game=game.slug):
                    parse(text, game)

    def test_the_page_escapes_what_it_offers(self):
        answer = self.client.get(f"/{XLW}/complete/", {"q": "race:"})
        self.assertContains(answer, 'role="option"')
        assert self.client.get(f"/{XLW}/complete/", {"q": "<script>"}).content.count(b"<script") == 0


class SavedTest(SiteTest):
    def save(self, browser, name, q="race:妖怪村莊", **more):
        sent = {"name": name, "search": q, "do": "save", "next": CARDS, **more}
        return browser.post(reverse("catalog:searches", args=[XLW]), sent, follow=True)

    def test_a_search_is_saved_chosen_and_removed(self):
        for browser in (self.as_alice, self.as_visitor):
            self.assertContains(self.save(browser, "Ghosts"), "?q=race%3A%E5%A6%96")
            self.assertContains(browser.get(CARDS), "Ghosts")
            self.assertNotContains(browser.get("/legions/cards/"), "Ghosts")
            browser.post(reverse("catalog:searches", args=[XLW]), {"remove": "Ghosts"})
            self.assertNotContains(browser.get(CARDS), "Ghosts")

    def test_they_belong_to_one_person_and_go_into_their_data(self):
        self.save(self.as_alice, "Ghosts")
        self.assertNotContains(self.as_bob.get(CARDS), "Ghosts")
        assert User.objects.get(pk=self.alice.pk).searches == {XLW: {"Ghosts": "race:妖怪村莊"}}

    def test_another_search_of_the_same_name_takes_its_place(self):
        self.save(self.as_alice, "Ghosts")
        self.save(self.as_alice, " Ghosts ", "雪")
        assert User.objects.get(pk=self.alice.pk).searches == {XLW: {"Ghosts": "雪"}}

    def test_what_cannot_be_saved_is_told(self):
        for name, q in (
            ("", "雪"),
            ("x", ""),
            ("x" * 61, "雪"),
            ("x", "雪" * 501),
            ("a\u0000", "雪"),
            ("a\u202e", "雪"),
        ):
            answer = self.save(self.as_alice, name, q)
            assert list(answer.context["messages"]), (name, q)
        assert User.objects.get(pk=self.alice.pk).searches == {}

    def test_there_is_a_bound(self):
        for number in range(MAX_SAVED):
            self.save(self.as_visitor, f"Search {number}")
        self.assertContains(self.save(self.as_visitor, "One more"), f"at most {MAX_SAVED} searches")

    def test_a_hostile_name_is_text(self):
        self.save(self.as_alice, '"><script>alert(1)</script>', "'\"<img src=x onerror=alert(1)>")
        page = self.as_alice.get(CARDS).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page
