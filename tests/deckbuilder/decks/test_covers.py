"""The card that stands for a deck: the game's choice, or its owner's while the deck has it."""

import pytest
from django.utils.translation import override

from deckbuilder.common.drawing.covers import DeckCover, cover_of
from deckbuilder.decks import services
from deckbuilder.decks.changes.drafts import EditError
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck
from deckbuilder.decks.selectors import tiles
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.decks.edits import MIORI, SELKA, EditTest


def cover(deck: Deck) -> DeckCover:
    deck.refresh_from_db()
    return cover_of(get(deck.game), to_deck(deck), deck.cover)


def card_codes(deck: Deck) -> tuple[str, ...]:
    card = cover(deck).card
    return card.codes if card else ()


class EveryGame(EditTest):
    def decks(self):
        for game in GAMES:
            for path in sorted(decks_of(game).glob("*.txt")):
                yield self.sample_deck(f"{game.slug}/{path.stem}")

    def test_a_deck_has_a_cover_of_its_own_cards_in_a_hue_of_its_game(self):
        for deck in self.decks():
            shown, game, engine_deck = cover(deck), get(deck.game), to_deck(deck)
            assert shown.card in [entry.card for entry in game.own_entries(engine_deck)], deck.name
            assert 0 <= shown.focus <= 10
            assert shown.drawing, deck.name
            assert shown.label, deck.name
            assert shown.tone in {"", *(each.replace(" ", "") for each in game.colours.values())}

    def test_an_empty_deck_has_the_picture_of_its_game(self):
        for game in GAMES:
            deck = services.create(game, owner=self.alice)
            assert cover(deck).card is None, game.slug
            assert "<svg" in self.as_alice.get("/decks/").content.decode()

    def test_a_chosen_card_stands_for_the_deck_until_it_leaves_it(self):
        for deck in self.decks():
            game = get(deck.game)
            chosen = game.own_entries(to_deck(deck))[-1].card
            usual = card_codes(deck)
            self.do(deck, "cover", code=chosen.codes[-1])
            assert card_codes(deck) == chosen.codes, deck.name
            zone = next(slug for slug, entry in to_deck(deck).all_entries() if entry.card == chosen)
            lines = deck.lines.filter(zone=zone, printing__card__key=chosen.key)
            for line in lines.select_related("printing"):
                self.do(deck, "set", zone=zone, code=line.printing.code, count=0)
            assert card_codes(deck) != chosen.codes
            if chosen.codes != usual:
                assert card_codes(deck) == usual
            deck.delete()

    def test_a_tile_says_in_every_language_what_a_deck_is_played_with(self):
        deck = self.sample_deck("legions/firework-festival")
        for language in ("en", "zh-hant", "zh-hans"):
            with override(language):
                assert tiles([deck])[0].cover.label


class Choosing(EditTest):
    def setUp(self):
        super().setUp()
        self.led = self.deck(game="legions")
        for code in (MIORI, SELKA):
            self.do(self.led, "add", code=code, zone="master" if code == MIORI else "maybe")

    def test_only_a_card_of_the_deck_can_be_chosen(self):
        deck = self.deck()
        self.assertRefused(deck, "not-in-deck", "cover", code="XLW-S001")
        self.assertRefused(deck, "unknown-card", "cover", code="XLW-NONE")

    def test_a_card_of_the_maybe_board_cannot_be_chosen(self):
        revisions = self.led.revisions.count()
        with pytest.raises(EditError):
            self.do(self.led, "cover", code=SELKA)
        assert self.led.revisions.count() == revisions

    def test_the_choice_is_undone_copied_and_left_by_a_restoration(self):
        self.do(self.led, "cover", code=MIORI)
        assert services.copy(self.led, owner=self.bob).cover == MIORI
        services.undo(self.led)
        self.led.refresh_from_db()
        assert self.led.cover == ""
        services.redo(self.led)
        services.restore(self.led, 1)
        self.led.refresh_from_db()
        assert self.led.cover == MIORI
        assert "Cover" in self.as_alice.get(f"/d/{self.led.slug}/history/").content.decode()


class Api(ApiTest):
    def test_the_cover_is_read_and_chosen(self):
        deck = self.deck(game="legions")
        services.edit(deck, [("add", {"code": MIORI})])
        path = f"decks/{deck.slug}/"
        assert self.get(path, by=self.as_alice).body["cover"] == ""
        assert self.patch(path, {"cover": MIORI}, by=self.as_alice).body["cover"] == MIORI
        assert self.patch(path, {"cover": SELKA}, by=self.as_alice).status == 409
        assert self.patch(path, {"cover": ""}, by=self.as_alice).body["cover"] == ""


class Page(EditTest):
    def test_the_owner_chooses_the_cover_on_the_page_of_the_deck(self):
        deck = self.sample_deck("legions/firework-festival", visibility="public")
        chosen = get("legions").own_entries(to_deck(deck))[0].card
        there = deck.get_absolute_url()
        assert 'id="cover"' in self.as_alice.get(there).content.decode()
        assert 'id="cover"' not in self.as_bob.get(there).content.decode()
        self.as_alice.post(f"/d/{deck.slug}/do/", {"op": "cover", "code": chosen.codes[0], "next": there})
        assert card_codes(deck) == chosen.codes
