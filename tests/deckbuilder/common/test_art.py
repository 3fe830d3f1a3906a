"""The pictures of cards: the same for the same card, small, well made, in the card's colours."""

from xml.etree import ElementTree

import pytest

from deckbuilder.common import art
from deckbuilder.common.art.ink import Dice, hue, line, palette, seed
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.registry import GAMES, get
from tests.catalogs import load_catalog

LARGEST = 4500
"""Bytes of the largest picture."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def cards(game: Game) -> list[Card]:
    return list(load_catalog(game).cards.values())


def picture(game: Game, card: Card) -> str:
    return art.picture(game, art.lot_of(game, card))


@every_game
def test_every_picture_is_small_well_formed_and_without_inline_style(game: Game) -> None:
    for card in cards(game):
        drawn = picture(game, card)
        assert len(drawn.encode()) < LARGEST, card.name
        root = ElementTree.fromstring(drawn)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert not any(set(part.attrib) & {"style", "id", "onload"} for part in root.iter()), card.name


@every_game
def test_cards_look_different_and_always_the_same(game: Game) -> None:
    drawn = {card.key: picture(game, card) for card in cards(game)}
    assert len(set(drawn.values())) == len(drawn)
    art._shapes.cache_clear()
    assert drawn == {card.key: picture(game, card) for card in cards(game)}


@every_game
def test_the_name_of_a_picture_says_all_that_is_in_it(game: Game) -> None:
    for card in cards(game):
        lot = art.lot_of(game, card)
        assert art.read(game, str(lot)) == lot, card.name


@pytest.mark.parametrize(
    "name", ["", "x", "0" * 16, "0" * 16 + "-99", "0" * 16 + "-0-7", "0" * 16 + "-0-5-5-5", "g" * 16 + "-0"]
)
def test_a_name_that_no_card_has_is_none(name: str) -> None:
    assert art.read(get("legions"), name) is None


@every_game
def test_a_game_has_a_motif_and_a_cover(game: Game) -> None:
    assert game.motif in art.MOTIFS
    assert art.cover(game).startswith("<svg")


def test_the_ground_has_the_colour_of_the_card() -> None:
    game = get("legions")
    red, white = (Card("a", "a", "minion", {"colours": (colour,)}) for colour in ("red", "white"))
    assert palette(5).ground in picture(game, red)
    assert palette(48, "pale").ground in picture(game, white)


def test_a_card_of_two_colours_shows_both() -> None:
    game = get("legions")
    card = Card("a", "a", "minion", {"colours": ("red", "blue")})
    assert art.tones(game, card) == ("5", "215")
    assert palette(215).ground in picture(game, card)


def test_a_card_without_colour_in_a_game_of_colours_is_duller() -> None:
    game = get("echo-of-legends")
    item = Card("a", "a", "item", {})
    assert art.tones(game, item) == ()
    own = art._hue(Dice(seed(f"{game.slug} a")))
    assert palette(own, "dull").ground in picture(game, item)


def test_no_hue_drawn_by_lot_is_an_olive() -> None:
    hues = {art._hue(Dice(seed(str(number)))) for number in range(2000)}
    assert not hues & set(range(58, 96))
    assert {min(hues), max(hues)} == {0, 359}


def test_a_swatch_is_there_for_colours_alone() -> None:
    game = get("zero-dimension")
    assert art.swatch(game, "red").startswith("#")
    assert art.swatch(game, "灯塔之外") == ""


def test_dice_fall_the_same_everywhere() -> None:
    dice = Dice(seed("xing-ling-wang 雪女"))
    assert [dice.roll(1, 6) for _ in range(8)] == [6, 3, 6, 4, 6, 4, 4, 4]


def test_hues_of_hsl_keep_their_looks() -> None:
    assert (hue(0), hue(60), hue(240), hue(360)) == (29, 110, 264, 29)


def test_a_line_is_told_from_point_to_point() -> None:
    assert line([(10, 20), (12.4, 18), (12.4, 30)]) == "M10 20l2 -2 0 12"
    assert line([(1.25, 2), (1.5, 2)], 1) == "M1.2 2l0.3 0"
