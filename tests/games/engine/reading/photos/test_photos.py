"""Words of a photo become a list, and its lines cards; what is not certain asks."""

import pytest

from games.engine.reading.decklists.parsing import read
from games.engine.reading.photos.layout import list_in
from games.engine.reading.photos.reader import read_photo
from games.registry import GAMES, get
from tests.catalogs import load_catalog

XLW = get("xing-ling-wang")


def word(text, x, y, score=1.0, size=20):
    """A word of so many squares of `size`, whose digits have a score."""
    right = x + size * len(text)
    scores = [[char, score if char.isdecimal() else 1.0] for char in text if char != " "]
    return {"text": text, "corners": [[x, y], [right, y], [right, y + size], [x, y + size]], "scores": scores}


def lines(*words):
    return list_in(words).split("\n")


def receipt(text, game=XLW):
    return read_photo(text, lambda _game: load_catalog(game), game).receipt


def test_a_quantity_in_a_column_belongs_to_the_name_beside_it():
    left = word("2", 0, 0), word("紙傘婆婆", 60, 1), word("3", 0, 40), word("雪孃", 60, 41)
    right = word("紙傘婆婆", 0, 0), word("2", 200, 1), word("雪孃", 0, 40), word("3", 200, 41)
    assert lines(*left) == lines(*right) == ["2x 紙傘婆婆", "3x 雪孃"]


def test_columns_are_read_one_after_the_other():
    words = [word(text, x, y) for x in (0, 600) for y in (0, 40, 80) for text in [f"{y // 40 + 1}x 雪{x}女"]]
    assert lines(*words) == [f"{n}x 雪{x}女" for x in (0, 600) for n in (1, 2, 3)]


@pytest.mark.parametrize("text", ["2x 雪孃", "雪孃 x2", "2", "2 雪孃"])
def test_a_quantity_that_is_not_certain_is_marked(text):
    assert [line.startswith("? ") for line in lines(word(text, 0, 0, 0.4))] == [True]
    assert [line.startswith("? ") for line in lines(word(text, 0, 0, 0.9))] == [False]


def test_nothing_is_read_in_an_empty_picture():
    assert list_in([]) == ""


@pytest.mark.parametrize("text", ["? 2x 紙傘婆婆", "紙傘婆婆"])
def test_a_quantity_that_is_missing_or_doubtful_is_asked_for(text):
    (line,) = receipt(text).lines
    assert (line.status, line.notes) == ("ambiguous", ("count-unclear",))


def test_a_misread_name_means_the_nearest_and_says_so():
    (line,) = receipt("3x 紙拿婆婆").lines
    assert (line.status, line.quantity, line.name, line.notes) == ("matched", 3, "紙傘婆婆", ("nearest",))
    (typed,) = read("3x 紙拿婆婆", lambda _game: load_catalog(XLW), XLW).receipt.lines
    assert typed.status == "unknown"


def test_a_name_with_several_misread_characters_asks():
    (line,) = receipt("3x 紙拿拿拿").lines
    assert line.status == "unknown"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_name_misread_in_any_one_character_is_the_same_card_or_asks(game):
    """Nor is any quantity another than the one that was read."""
    cards = [card for card in load_catalog(game).cards.values() if game.zones[0].takes(card)]
    for index, card in enumerate(cards[:80]):
        place = index % len(card.name)
        text = f"3x {card.name[:place]}鼎{card.name[place + 1 :]}"
        for line in receipt(text, game).of("matched"):
            assert not line.line or (line.quantity, line.name) == (3, card.name)
