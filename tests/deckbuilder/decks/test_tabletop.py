"""Decks for Tabletop Simulator: the saved object has the form it reads, and the sheets show the cards it names."""

import io
import json

import pytest
from django.urls import reverse
from django.utils import translation
from jsonschema import Draft202012Validator
from PIL import Image

from deckbuilder.catalog.models import Printing
from deckbuilder.common.drawing import fonts
from deckbuilder.decks.exports import card_sheets
from deckbuilder.decks.exports.card_sheets import FACES, ROW, cards_of
from deckbuilder.decks.exports.tabletop import MAX_CARDS
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import DeckLine
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.deckbuilder.base import XLW, SiteTest
from tests.deckbuilder.decks.test_pictures import without_font

pytestmark = pytest.mark.skipif(not fonts.font_file(), reason="no font with Chinese and Japanese characters")

SAMPLES = [f"{game.slug}/{path.stem}" for game in GAMES for path in sorted(decks_of(game).glob("*.txt"))]
NUMBER, TEXT, FLAG = {"type": "number"}, {"type": "string"}, {"type": "boolean"}


def record(required: dict, optional: dict | None = None) -> dict:
    """An object with these properties and no others: a name that is misspelt is passed over by the simulator."""
    known = required | (optional or {})
    return {"type": "object", "properties": known, "required": list(required), "additionalProperties": False}


SHEET = record(
    {
        "FaceURL": {"type": "string", "pattern": "^https?://"},
        "BackURL": {"type": "string", "pattern": "^https?://"},
        "NumWidth": {"type": "integer", "minimum": 2, "maximum": 10},
        "NumHeight": {"type": "integer", "minimum": 2, "maximum": 7},
        "BackIsHidden": FLAG,
        "UniqueBack": FLAG,
        "Type": {"type": "integer", "minimum": 0, "maximum": 4},
    }
)
SHEETS = {
    "type": "object",
    "minProperties": 1,
    "propertyNames": {"pattern": "^[1-9][0-9]*$"},
    "additionalProperties": SHEET,
}
OBJECT = {
    "GUID": {"type": "string", "pattern": "^[0-9a-f]{6}$"},
    "Transform": record(dict.fromkeys((f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"), NUMBER)),
    "Nickname": TEXT,
    "Description": TEXT,
}
OPTIONS = {
    **dict.fromkeys(("Locked", "Grid", "Snap", "Autoraise", "Sticky", "Tooltip", "HideWhenFaceDown", "Hands"), FLAG),
    "SidewaysCard": FLAG,
    "GMNotes": TEXT,
    "ColorDiffuse": record(dict.fromkeys("rgb", NUMBER)),
}
CARD_ID = {"type": "integer", "minimum": 100}
CARD = record(OBJECT | {"Name": {"const": "Card"}, "CardID": CARD_ID, "CustomDeck": SHEETS}, OPTIONS)
PILE = record(
    OBJECT
    | {
        "Name": {"const": "DeckCustom"},
        "DeckIDs": {"type": "array", "items": CARD_ID, "minItems": 2},
        "CustomDeck": SHEETS,
        "ContainedObjects": {"type": "array", "items": CARD, "minItems": 2},
    },
    OPTIONS,
)
SAVED = record(
    {"SaveName": TEXT, "ObjectStates": {"type": "array", "items": {"anyOf": [CARD, PILE]}, "minItems": 1}},
    dict.fromkeys(("GameMode", "Date", "Table", "Sky", "Note", "Rules", "LuaScript", "LuaScriptState", "XmlUI"), TEXT),
)


class TabletopTest(SiteTest):
    def answer(self, deck, browser=None):
        return (browser or self.as_alice).get(reverse("decks:tabletop", args=[deck.slug]))

    def saved(self, deck):
        return json.loads(self.answer(deck).content)


class SavedObjectTest(TabletopTest):
    def test_it_has_the_form_of_a_saved_object(self):
        for path in SAMPLES:
            with self.subTest(path):
                problems = list(Draft202012Validator(SAVED).iter_errors(self.saved(self.sample_deck(path))))
                assert [each.message for each in problems] == []

    def test_every_copy_is_in_the_pile_of_its_zone_and_its_number_is_its_place_on_a_sheet(self):
        for path in SAMPLES:
            deck = self.sample_deck(path)
            game, read = get(deck.game), codec.parse(codec.ListInput(codec.deck_code(to_deck(deck)).code)).deck
            places = cards_of(read, game)
            zones = [zone for zone in game.zones if read.zones.get(zone.slug)]
            with self.subTest(path):
                objects = self.saved(deck)["ObjectStates"]
                assert len(objects) == len(zones)
                for pile, zone in zip(objects, zones, strict=True):
                    cards = pile.get("ContainedObjects", [pile])
                    assert len(cards) == read.size(zone.slug)
                    assert pile.get("DeckIDs", [pile.get("CardID")]) == [card["CardID"] for card in cards]
                    for card in cards:
                        sheet, place = divmod(card["CardID"], 100)
                        assert list(card["CustomDeck"]) == [str(sheet)]
                        assert place < FACES
                        assert places[(sheet - 1) * FACES + place].card.name in card["Nickname"]

    def test_it_is_read_as_the_same_deck(self):
        for path in SAMPLES:
            deck, language = self.sample_deck(path), ("en", "zh-hant")[len(path) % 2]
            with self.subTest(path), translation.override(language):
                answer = self.as_alice.get(
                    reverse("decks:tabletop", args=[deck.slug]), headers={"accept-language": language}
                )
                reading = codec.parse(codec.source_of(answer.content.decode()))
                assert reading.receipt.is_settled
                assert reading.deck.name == deck.name
                assert reading.deck.fingerprint == to_deck(deck).fingerprint

    def test_no_two_objects_have_the_same_number(self):
        objects = self.saved(self.sample_deck("asteriated-grail/four-winds-council"))["ObjectStates"]
        numbers = [each["GUID"] for pile in objects for each in (pile, *pile.get("ContainedObjects", ()))]
        assert len(set(numbers)) == len(numbers)

    def test_a_card_alone_in_its_zone_lies_face_up(self):
        leader = next(
            each for each in self.saved(self.sample_deck("legions/midnight-ferry"))["ObjectStates"] if "CardID" in each
        )
        assert leader["Transform"]["rotZ"] == 0

    def test_a_deck_that_no_code_can_say_is_refused_and_the_page_does_not_offer_it(self):
        deck = self.deck({"提燈小狐": 2})
        DeckLine.objects.create(deck=deck, zone="main", text="Nobody", count=1, position=9)
        answer = self.as_alice.get(reverse("decks:tabletop", args=[deck.slug]), follow=True)
        self.assertContains(answer, "Unresolved lines cannot be part of a deck code")
        self.assertNotContains(answer, "tabletop.json")

    def test_a_deck_of_too_many_cards_is_refused(self):
        deck = self.deck({"提燈小狐": MAX_CARDS})
        assert len(self.saved(deck)["ObjectStates"][0]["ContainedObjects"]) == MAX_CARDS
        self.put(deck, "紙傘婆婆")
        words = f"The deck has {MAX_CARDS + 1} cards; a file for Tabletop Simulator has at most {MAX_CARDS}."
        self.assertContains(self.answer(deck), words, status_code=422)

    def test_a_private_deck_is_nobody_elses(self):
        assert self.answer(self.deck({"提燈小狐": 2}), self.as_bob).status_code == 404


class SheetTest(TabletopTest):
    def test_the_sheets_and_the_back_are_there_in_the_size_that_is_said(self):
        for path in ("xing-ling-wang/lantern-parade", "asteriated-grail/four-winds-council"):
            for pile in self.saved(self.sample_deck(path))["ObjectStates"]:
                for sheet in pile["CustomDeck"].values():
                    with self.subTest(sheet["FaceURL"]):
                        answer = self.as_visitor.get(sheet["FaceURL"].removeprefix("http://testserver"))
                        assert answer["Content-Type"] == "image/jpeg"
                        size = Image.open(io.BytesIO(answer.content)).size
                        assert size == (card_sheets.WIDTH * sheet["NumWidth"], card_sheets.HEIGHT * sheet["NumHeight"])
                        back = self.as_visitor.get(sheet["BackURL"].removeprefix("http://testserver"))
                        width, height = Image.open(io.BytesIO(back.content)).size
                        assert (width / height) == pytest.approx(63 / 88, abs=0.002)

    def test_a_sheet_stays_what_it_is_when_the_deck_changes(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        (address,) = {
            each["FaceURL"] for pile in self.saved(deck)["ObjectStates"] for each in pile["CustomDeck"].values()
        }
        address = address.removeprefix("http://testserver")
        before = self.as_visitor.get(address).content
        deck.lines.all().delete()
        card_sheets.draw_sheet.cache_clear()
        assert self.as_visitor.get(address).content == before

    def test_more_faces_than_a_sheet_has_take_several(self):
        deck = self.deck()
        rows = Printing.objects.filter(game=XLW)[: FACES + 5]
        for number, printing in enumerate(rows):
            DeckLine.objects.create(deck=deck, zone="main", printing=printing, count=1, position=number)
        (pile,) = self.saved(deck)["ObjectStates"]
        assert list(pile["CustomDeck"]) == ["1", "2"]
        assert pile["CustomDeck"]["1"]["NumHeight"] == 7
        assert {number // 100 for number in pile["DeckIDs"]} == {1, 2}
        assert ROW * 7 == FACES + 1
        for sheet in pile["CustomDeck"].values():
            assert self.as_visitor.get(sheet["FaceURL"].removeprefix("http://testserver")).status_code == 200

    def test_what_there_is_not_is_not_found(self):
        code = codec.deck_code(to_deck(self.sample_deck("xing-ling-wang/lantern-parade"))).code
        for path in (
            f"/faces/{code}/en/2.jpg",
            f"/faces/{code}/en/0.jpg",
            f"/faces/{code}/tlh/1.jpg",
            f"/faces/{code.lower()}/en/1.jpg",
            f"/faces/{code[:-1]}/en/1.jpg",
            "/faces/D2ABCDEFGH/en/1.jpg",
            "/faces/chess/en/back.jpg",
        ):
            with self.subTest(path):
                assert self.as_visitor.get(path).status_code == 404
        with without_font():
            assert self.as_visitor.get(f"/faces/{code}/en/1.jpg").status_code == 404
