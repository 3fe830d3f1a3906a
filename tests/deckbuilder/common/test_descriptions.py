"""What a page says of itself to those who show a link to it."""

import re

from django.urls import reverse

from deckbuilder.catalog.models import Card
from deckbuilder.decks.models import Visibility
from tests.deckbuilder.base import SiteTest

DESCRIPTION = re.compile(r'<meta property="og:description" content="([^"]*)">')


class DescriptionTest(SiteTest):
    def description(self, address):
        return DESCRIPTION.search(self.as_visitor.get(address).content.decode())[1]

    def test_a_deck_is_described_in_one_line(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade", visibility=Visibility.PUBLIC)
        said = self.description(deck.get_absolute_url())
        assert said.startswith("20 · Legal · ")
        assert "\n" not in said

    def test_a_card_is_described_in_one_line(self):
        card = Card.objects.get(game="xing-ling-wang", name="提燈小狐")
        card.facts["text"] = "first\nsecond <b>"
        card.save()
        said = self.description(reverse("catalog:card", args=[card.game, self.printing(card.name).code]))
        assert said.endswith("first second &lt;b&gt;")
