"""How much of a deck is played as printed: said beside the deck and beside everything that is simulated."""

from dataclasses import replace

from django.test import SimpleTestCase
from django.utils.translation import override

from deckbuilder.decks.verdicts.understanding_page import MAX_NAMES, understanding_of
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.registry import GAMES

GAME = next(game for game in GAMES if game.has_pilot)


def deck_of(*cells):
    """A deck with a card for each of these cells, each with a name of its own."""
    cards = (Card(f"k{at}", f"Card {at}", "unit", effects=cell, codes=(f"C-{at}",)) for at, cell in enumerate(cells))
    return Deck(GAME.slug, {GAME.opening.zones[0]: tuple(DeckLine(card, 1) for card in cards)})


class UnderstoodTest(SimpleTestCase):
    def part(self, *effects):
        return understanding_of(deck_of(*effects), GAME)

    def test_a_deck_that_is_played_as_printed_says_so(self):
        part = self.part(("nothing",), ("draw:1",))
        assert (part.sentence, part.cards) == ("All 2 cards are played as printed.", ())

    def test_cards_that_are_not_are_named_with_the_reason(self):
        part = self.part(("draw:1",), (), ("draw:1", "played: draw 1 and unheard 1"))
        assert part.sentence == "1 of 3 cards are played as printed. Played as blank: Card 1, Card 2."
        assert [each.name for each in part.cards] == ["Card 1", "Card 2"]

    def test_only_the_first_are_named_in_the_sentence_and_all_in_the_list(self):
        part = self.part(*[()] * (MAX_NAMES + 2))
        assert "Card 0, Card 1, Card 2, 2 more" in part.sentence
        assert len(part.cards) == MAX_NAMES + 2

    def test_a_game_without_a_pilot_and_an_empty_deck_say_nothing(self):
        assert self.part() is None
        assert understanding_of(deck_of(()), replace(GAME, folder=GAME.folder.parent)) is None

    def test_it_is_said_in_chinese(self):
        with override("zh-hant"):
            assert self.part(("nothing",)).sentence == "全部 1 張卡都照卡面效果進行模擬。"
