"""How much the builder sends: its first view and the answer to a click, of a deck of forty different cards."""

import re

from django.urls import reverse

from deckbuilder.catalog.selectors import pool
from deckbuilder.decks import services
from deckbuilder.decks.builder.played import usual_zone
from games.registry import GAMES
from tests.deckbuilder.base import SiteTest

FIRST_VIEW, CLICK = 121_000, 25_000


class WeightTest(SiteTest):
    def deck_of_forty(self, game):
        zone = usual_zone(game)
        cards = [card for card in pool(game) if zone.takes(card)][:40]
        deck = services.create(game, owner=self.alice)
        return services.edit(deck, [("add", {"code": card.codes[0]}) for card in cards]).deck

    def test_the_first_view_and_a_click_stay_light_in_every_game(self):
        for game in GAMES:
            deck = self.deck_of_forty(game)
            with self.subTest(game.slug):
                page = self.as_alice.get(reverse("decks:builder", args=[deck.slug])).content
                assert len(page) <= FIRST_VIEW
                held = " ".join(re.findall(r'data-digest="([^"]+)"', page.decode()))
                line = deck.lines.filter(zone=usual_zone(game).slug).select_related("printing")[0]
                sent = {"op": "add", "zone": line.zone, "code": line.printing.code, "held": held}
                answer = self.as_alice.post(
                    reverse("decks:edit", args=[deck.slug]), sent, headers={"hx-request": "true"}
                )
                assert len(answer.content) <= CLICK

    def test_rows_that_every_deck_has_come_when_somebody_looks(self):
        grail = next(game for game in GAMES if any(zone.prefill for zone in game.zones))
        deck = services.create(grail, owner=self.alice)
        address = reverse("decks:builder", args=[deck.slug])
        self.assertNotContains(self.as_alice.get(address), 'data-zone="base" id=')
        rows = self.as_alice.get(address, {"rows": "base"}, headers={"hx-request": "true"})
        self.assertContains(rows, 'data-zone="base" id=')
        self.assertNotContains(rows, "<html")
        self.assertContains(self.as_alice.get(address, {"rows": "base"}), 'id="prefilled-base" open')
        code = deck.lines.filter(zone="base").select_related("printing")[0].printing.code
        sent = {"do": f"remove base {code}"}
        answer = self.as_alice.post(reverse("decks:edit", args=[deck.slug]), sent, headers={"hx-request": "true"})
        self.assertContains(answer, f'value="add base {code}"')
