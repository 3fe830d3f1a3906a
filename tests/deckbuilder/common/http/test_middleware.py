"""What holds for every answer of the site."""

from django.urls import reverse

from tests.deckbuilder.base import SiteTest


class PrivateTest(SiteTest):
    def test_no_shared_cache_keeps_what_depends_on_who_asks(self):
        for browser, path in ((self.as_visitor, "/"), (self.as_alice, "/decks/"), (self.as_alice, "/events/")):
            with self.subTest(path):
                assert browser.get(path)["Cache-Control"] == "private"

    def test_what_a_view_says_of_it_stays(self):
        answer = self.as_alice.get(reverse("accounts:settings"))
        assert "no-store" in answer["Cache-Control"]
