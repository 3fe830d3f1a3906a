"""What the tests of the pages of statistics share."""

import html
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse

from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck
from games.engine.odds.exact import chance
from games.engine.reading.goals import parse
from games.registry import get
from tests.deckbuilder.base import SiteTest

PARADE = "xing-ling-wang/lantern-parade"


FREE = ">=1 of (kind:unit tribute:0)"


def text_of(response) -> str:
    return html.unescape(response.content.decode())


class StatsTest(SiteTest):
    def see(self, deck: Deck, page: str = "odds", browser: Client | None = None, *, status: int = 200, **query):
        address = f"{reverse(f'stats:{page}', args=[deck.slug])}?{urlencode(query, doseq=True)}"
        response = (browser or self.as_alice).get(address)
        assert response.status_code == status, (address, response.status_code)
        return response

    def chance(self, deck: Deck, goal: str, **when):
        game = get(deck.game)
        return chance(parse(goal, game), to_deck(deck), game.opening, **when)
