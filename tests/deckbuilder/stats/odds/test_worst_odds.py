"""The dearest odds that anybody can ask for take a bounded number of steps, and the page says what it left out."""

from itertools import pairwise

import pytest
from django.urls import reverse

from deckbuilder.decks.models import Visibility
from deckbuilder.stats.throttle import MAX_STEPS
from games.engine import budget
from games.engine.odds.hands import MAX_STATES
from games.registry import GAMES
from tests.catalogs import load_catalog
from tests.deckbuilder.base import SiteTest

LETTERS = "lbuoadrsne"


def dear(kind):
    """A goal of many conditions that cut across one another."""
    if kind == "at most":
        return " and ".join(f"<={3 - at % 2} of ({letter})" for at, letter in enumerate(LETTERS[:6]))
    return " or ".join(f">=2 of ({one}) and <=3 of ({other})" for one, other in pairwise(LETTERS))


@pytest.mark.slow
class WorstTest(SiteTest):
    def everything(self, game):
        """A deck with every card of a game that is drawn, once."""
        zone = game.zone(game.opening.zones[0])
        cards = load_catalog(game).cards.values()
        names = {} if zone.prefill else {card.name: 1 for card in cards if card.kind in zone.kinds}
        return self.deck(names, game=game.slug, visibility=Visibility.PUBLIC)

    def steps(self, address, asked):
        """What a request counts, and its answer."""
        made = []

        class Noted(budget._Budget):
            def __init__(self, *words):
                super().__init__(*words)
                made.append(self)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(budget, "_Budget", Noted)
            answer = self.client.get(address, asked)
        return sum(each.used for each in made), answer

    def test_every_page_and_answer_is_bounded(self):
        for game in GAMES:
            deck = self.everything(game)
            for kind in ("at most", "or"):
                asked = {"goal": dear(kind), "turn": 20, "mulligan": "goal", "seed": 1, "by": 20, "rule": dear(kind)}
                for name in ("stats:odds", "stats:hands", "stats:keep", "stats:maybe"):
                    with self.subTest(name, game=game.slug, kind=kind):
                        spent, page = self.steps(reverse(name, args=[deck.slug]), asked)
                        assert page.status_code in (200, 422)
                        assert spent <= MAX_STEPS + MAX_STATES
