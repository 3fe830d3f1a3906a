"""Texts that are not UTF-8 are read where it is clear what they are."""

import pytest

from games import registry
from games.engine.reading.decklists.parsing import DeckListError, decode
from games.engine.texts.encodings import legacy_codec
from tests.catalogs import decks_of, load_catalog

CODECS = {
    "xing-ling-wang": "cp950",
    "asteriated-grail": "cp950",
    "legions": "cp932",
    "echo-of-legends": "gb18030",
    "zero-dimension": "gb18030",
}


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_every_card_of_a_game_can_be_read_in_the_encoding_of_its_country(game):
    names = [card.name for card in load_catalog(game).cards.values()]
    codec = CODECS[game.slug]
    assert legacy_codec("\n".join(names).encode(codec)) == codec
    assert {legacy_codec(name.encode(codec)) for name in names} <= {codec, None}


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_the_decks_of_a_game_are_read_in_the_encoding_of_its_country(game):
    for path in sorted(decks_of(game).glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        assert decode(text.encode(CODECS[game.slug])) == text == decode(text.encode())


@pytest.mark.parametrize(
    "data", [b"\xff", b"\x80abc", "雪女".encode("utf-16")[:-1], b"2 caf\xe9", b"\xa4", b"\x89PNG\r\n\x1a\n"]
)
def test_what_may_be_anything_is_refused(data):
    assert legacy_codec(data) is None
    with pytest.raises(DeckListError):
        decode(data)


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_files_in_utf_16_are_read_with_and_without_a_byte_order_mark(codec):
    assert decode("2 雪女\r\n1 石牆".encode(codec)) == "2 雪女\r\n1 石牆"


def test_utf_16_be_with_its_mark():
    assert decode(b"\xfe\xff" + "雪女".encode("utf-16-be")) == "雪女"


def test_japanese_unix_files_are_not_read_as_chinese():
    for path in sorted(decks_of(registry.get("legions")).glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        assert decode(text.encode("euc_jp")) == text


def test_kanji_that_may_as_well_be_chinese_are_refused():
    with pytest.raises(DeckListError) as error:
        decode("大魔法".encode("euc_jp"))
    assert error.value.code == "encoding"


def test_a_long_file_in_an_old_encoding_is_refused_at_once():
    with pytest.raises(DeckListError):
        decode("提燈小狐\n".encode("cp950") * 20_000)
