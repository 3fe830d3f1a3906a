"""Catalogs from before cards of one name and different kinds were different cards lose nothing on the way."""

import importlib

import pytest
from django.apps import apps

from deckbuilder.catalog.models import Card, Printing
from deckbuilder.catalog.services import rebuild_cards
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import DeckLine
from games.registry import GAMES, get
from tests.deckbuilder.base import XLW, SiteTest

migration = importlib.import_module("deckbuilder.catalog.migrations.0007_keys_with_kinds")


@pytest.mark.databases
class KeysTest(SiteTest):
    def keys(self):
        return {game.slug: sorted(Card.objects.filter(game=game.slug).values_list("key", flat=True)) for game in GAMES}

    def test_each_card_has_the_key_it_would_be_given_today_and_had_before(self):
        new = self.keys()
        migration.leave_kinds_out(apps, None)
        old = self.keys()
        assert {slug for slug in old if old[slug] != new[slug]} == set(migration.GAMES)
        migration.name_kinds(apps, None)
        assert self.keys() == new

    def test_a_card_of_two_kinds_becomes_two_and_decks_keep_their_lines(self):
        unit = self.printing("提燈小狐")
        deck = self.deck({"提燈小狐": 1})
        spell = Printing.objects.create(
            game=XLW, code="NEW-1", name=unit.name, card=unit.card, facts=unit.facts | {"kind": "spell", "mana": 6}
        )
        DeckLine.objects.create(deck=deck, zone="main", printing=spell, count=1, position=9)
        migration.leave_kinds_out(apps, None)
        migration.name_kinds(apps, None)
        rebuild_cards(get(XLW))
        cards = [line.card for line in to_deck(deck).zones["main"]]
        assert [(card.name, card.kind) for card in cards] == [("提燈小狐", "unit"), ("提燈小狐", "spell")]
        assert [line.code for line in to_deck(deck).zones["main"]] == [unit.code, "NEW-1"]
