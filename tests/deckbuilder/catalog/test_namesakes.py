"""Cards of one name are told apart wherever they are shown or named, and no others are burdened with it."""

import html
import re

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from deckbuilder.catalog.models import Printing
from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.catalog.to_games import to_card
from deckbuilder.common.names import card_name
from deckbuilder.decks.models import Deck, DeckLine, Visibility
from games.registry import get
from tests.deckbuilder.base import SiteTest

ECHO = "echo-of-legends"


def text_of(response) -> str:
    assert response.status_code == 200
    return html.unescape(response.content.decode())


class NamesakeTests(SiteTest):
    def card(self, game: str, code: str):
        return to_card(Printing.objects.get(game=game, code=code).card)

    def name(self, printing) -> str:
        return card_name(to_card(printing.card), "en")

    def apart(self, game: str, code: str, language: str = "en") -> str:
        return namesakes(get(game)).apart(self.card(game, code), language)

    def two(self, game: str = ECHO) -> list[Printing]:
        """The first printings of two cards of one name."""
        shared = [each for each in Printing.objects.filter(game=game) if self.apart(game, each.code)]
        name = shared[0].name
        return [each for each in shared if each.name == name]

    def test_cards_of_one_name_are_told_apart_by_what_they_differ_in_and_their_numbers(self):
        for game, attribute in ((ECHO, "rarity"), ("zero-dimension", "colour"), ("asteriated-grail", "fate")):
            for printing in self.two(game):
                card, field = self.card(game, printing.code), get(game).fields[attribute]
                told = f"{field.label_of(str(card.get(attribute)), 'en')} · {card.codes[0]}"
                assert self.apart(game, printing.code).endswith(told)

    def test_a_name_that_one_card_has_is_left_alone(self):
        printing = Printing.objects.get(game="xing-ling-wang", name="魚乾會計")
        assert self.apart("xing-ling-wang", printing.code) == ""

    def test_printings_of_one_card_are_no_namesakes(self):
        several = [each for each in Printing.objects.filter(game="xing-ling-wang") if each.card.printings.count() > 1]
        assert several
        assert not any(self.apart("xing-ling-wang", each.code) for each in several)

    def test_faces_and_what_adds_them_are_told_apart_beside_a_deck_and_in_the_catalog(self):
        one, other = self.two()
        deck = self.deck(game=ECHO)
        catalog, builder = reverse("catalog:browse", args=[ECHO]), reverse("decks:builder", args=[deck.slug])
        for address in (catalog, builder):
            shown = text_of(self.as_alice.get(address, {"q": f'name="{one.name}"'}))
            faces = re.findall(r'<span class="apart">([^<]+)</span>', shown)
            assert sorted(faces) == sorted(self.apart(ECHO, each.code) for each in (one, other))
        for each in (one, other):
            assert f'aria-label="Add {self.name(one)} ({self.apart(ECHO, each.code)})"' in shown
            assert f'aria-label="About {self.name(one)} ({self.apart(ECHO, each.code)})"' in shown

    def test_rows_of_a_deck_are_told_apart_and_so_are_their_buttons(self):
        one, other = self.two()
        deck = self.deck(game=ECHO, visibility=Visibility.LINK)
        for each in (one, other):
            DeckLine.objects.create(deck=deck, zone="main", printing=each, count=1, position=1)
        builder = text_of(self.as_alice.get(reverse("decks:builder", args=[deck.slug])))
        page = text_of(self.as_bob.get(reverse("decks:page", args=[deck.slug])))
        for each in (one, other):
            apart = self.apart(ECHO, each.code)
            assert f"{apart}</small>" in builder
            assert f'aria-label="One more {self.name(one)} ({apart})"' in builder
            assert f"{apart}</small>" in page

    def test_a_line_that_may_mean_either_offers_both_told_apart(self):
        one, other = self.two()
        deck: Deck = self.deck(game=ECHO)
        DeckLine.objects.create(deck=deck, zone="main", text=one.name, count=1, position=1)
        shown = text_of(self.as_alice.get(reverse("decks:builder", args=[deck.slug])))
        for each in (one, other):
            label = f"{self.name(one)} {one.name} ({self.apart(ECHO, each.code)}) · Sample"
            assert f'<option value="{each.code}">{label}</option>' in shown

    def test_the_catalog_is_asked_once_however_many_cards_are_shown(self):
        address = reverse("catalog:browse", args=["asteriated-grail"])
        self.as_alice.get(address)

        def asked(q: str) -> int:
            with CaptureQueriesContext(connection) as queries:
                text_of(self.as_alice.get(address, {"q": q}))
            return sum("card_name" in each["sql"] or "searchindex" in each["sql"] for each in queries)

        assert asked("kind:attack") == asked('name="魔彈"')
