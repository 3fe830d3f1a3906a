"""Pages, files and answers about a deck cost no more for 999 copies of each card than for a few."""

import pytest
from django.urls import reverse

from deckbuilder.catalog.models import Printing
from deckbuilder.decks.changes.drafts import MAX_COPIES
from deckbuilder.decks.models import DeckLine, Visibility
from games.registry import GAMES
from tests.deckbuilder.base import SiteTest
from tests.steps import count_steps

CARDS, FEW = 40, 9
"""Cards of a deck, and copies of each: no deck of them is legal either."""

MORE_STEPS, MORE_BYTES = 700_000, 60_000
"""What numbers of three digits may cost, with 39,600 more cards: a longer deck code and its QR code."""

REFUSED = {"decks:tabletop", "decks:playtest_cards"}
"""Files with an object for every copy."""

PAGES = (
    *("decks:page", "decks:builder", "decks:picture", "decks:playtest_cards", "decks:tabletop", "decks:qr"),
    *("stats:questions", "stats:simulations", "playtest:new"),
)
"""Those with odds count their steps themselves, see the worst odds."""

ANSWERS = ("", "verdict/", "questions/")


@pytest.mark.slow
class WorstDeckTest(SiteTest):
    def many_cards(self, game, copies):
        """A deck with many cards of a game."""
        deck = self.deck(game=game.slug, visibility=Visibility.PUBLIC)
        printings = Printing.objects.filter(game=game.slug)[:CARDS]
        deck.lines.all().delete()  # those of a zone that every deck begins with
        lines = [
            DeckLine(deck=deck, zone=zone.slug, printing=printing, count=copies)
            for zone in game.zones
            for printing in printings
            if printing.facts["kind"] in zone.kinds
        ]
        for position, line in enumerate(lines):
            line.position = position
        DeckLine.objects.bulk_create(lines)
        return deck

    def addresses(self, deck, other):
        for name in PAGES:
            yield name, reverse(name, args=[deck.slug])
        yield "stats:hands", reverse("stats:hands", args=[deck.slug]) + "?seed=1"
        for form in ("txt", "csv", "json"):
            yield form, reverse("decks:export", args=[deck.slug, form])
        for part in ANSWERS:
            yield f"API {part}", f"/api/v1/decks/{deck.slug}/{part}"
        yield "stats:versions", reverse("stats:versions", args=[deck.slug, 0, other.slug, 0])

    def cost(self, address):
        """The status of an answer, its steps and its bytes."""
        answers = []
        steps = count_steps(lambda: answers.append(self.as_alice.get(address)))
        return answers[0].status_code, steps, len(answers[0].content)

    def test_copies_cost_nothing(self):
        for game in GAMES:
            decks = [self.many_cards(game, copies) for copies in (FEW, MAX_COPIES)]
            other = self.many_cards(game, FEW)
            for (name, one), (_name, many) in zip(*(self.addresses(deck, other) for deck in decks), strict=True):
                with self.subTest(name, game=game.slug):
                    (_status, steps, size), (status, more_steps, more_size) = self.cost(one), self.cost(many)
                    assert status == (422 if name in REFUSED else 200)
                    assert more_steps - steps <= MORE_STEPS
                    assert more_size - size <= MORE_BYTES
