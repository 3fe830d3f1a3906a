"""Addresses that only take forms, opened as if they were pages."""

import re

from django.urls import URLResolver, get_resolver, reverse

from tests.deckbuilder.base import SiteTest

SAMPLES = {"int": "1", "slug": "abc", "str": "abc", "path": "abc"}


def addresses(resolver=None, prefix="/"):
    """An address of every pattern of the site, but not of the API and the administration."""
    for each in (resolver or get_resolver()).url_patterns:
        route = re.sub(r"<(?:(\w+):)?\w+>", lambda found: SAMPLES.get(found[1] or "str", "abc"), str(each.pattern))
        address = prefix + route
        if address.startswith(("/api/", "/admin/")):
            continue
        if isinstance(each, URLResolver):
            yield from addresses(each, address)
        elif not re.search(r"[\^$?\\(]", address):
            yield address


class NotAllowedTest(SiteTest):
    def test_each_of_them_is_answered_with_a_page_that_leads_to_a_page(self):
        refused = [each for each in addresses() if self.as_alice.get(each).status_code == 405]
        assert len(refused) > 30
        for address in refused:
            with self.subTest(address):
                answer = self.as_alice.get(address)
                self.assertContains(answer, "Nothing was changed.", status_code=405)
                assert "POST" in answer["Allow"]
                above = answer.context["above"]
                self.assertContains(answer, f'href="{above}"', status_code=405)
                assert address.startswith(above)
                assert self.as_alice.get(above).status_code != 405

    def test_the_page_of_a_deck_stands_above_its_playtest(self):
        deck = self.deck()
        answer = self.as_alice.get(reverse("playtest:start", args=[deck.slug]))
        assert answer.context["above"] == reverse("decks:page", args=[deck.slug])

    def test_programs_are_answered_in_the_shape_of_the_api(self):
        assert self.as_alice.get("/api/v1/games/legions/check/").json()["code"] == "method-not-allowed"
