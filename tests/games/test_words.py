"""Plain words find all that is printed on a card, in the words of every language of the site."""

import pytest

from games import registry
from games.engine.model.vocabulary import LANGUAGES, is_worded
from games.engine.reading.search.query import matches, parse, quote
from games.engine.texts.writing import fold
from tests.catalogs import load_catalog

CATALOGS = {game.slug: load_catalog(game) for game in registry.GAMES}
GAMES = pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)


def keys_matching(game, text):
    return {card.key for card in having(game, text)}


def keeps(game, cards, text):
    """Whether a search finds all of these cards."""
    node = parse(text, game)
    return all(matches(node, card) for card in cards)


def having(game, text):
    node = parse(text, game)
    return [card for card in CATALOGS[game.slug].cards.values() if matches(node, card)]


@GAMES
def test_a_printed_value_is_found_by_its_label_in_any_language(game):
    for attribute in filter(is_worded, game.fields.values()):
        for choice in attribute.choices:
            cards = having(game, f"{attribute.name}:{quote(choice.value)}")
            for language in LANGUAGES:
                assert keeps(game, cards, quote(choice.label.read(language))), (attribute.name, choice, language)


@GAMES
def test_a_keyword_is_found_by_every_spelling_and_name(game):
    for word in game.glossary:
        cards = having(game, f"keywords:{quote(word.key)}")
        for spelling in filter(fold, (word.key, *word.aliases, word.name.en, word.name.hant)):
            assert keeps(game, cards, quote(spelling)), (word.key, spelling)


@GAMES
def test_every_word_on_a_card_finds_it(game):
    for card in CATALOGS[game.slug].cards.values():
        for attribute in filter(is_worded, game.fields.values()):
            value = card.get(attribute.name)
            for each in value if isinstance(value, tuple) else (value,):
                if each:
                    assert keeps(game, [card], quote(str(each))), (card.name, attribute.name)


@pytest.mark.parametrize(
    "slug, typed, field",
    [
        ("xing-ling-wang", "偷襲", "keywords:偷襲"),
        ("xing-ling-wang", "妖怪村莊", "race:妖怪村莊"),
        ("xing-ling-wang", "人型", "subtypes:人型"),
        ("xing-ling-wang", "SSSR", "rarity:SSSR"),
        ("legions", "red minion", "colours:red kind:minion"),
        ("legions", "赤 ミニオン", "colours:red kind:minion"),
        ("legions", "紅 小兵", "colours:red kind:minion"),
        ("echo-of-legends", "UR minion", "rarity:UR kind:minion"),
    ],
)
def test_what_players_type_finds_what_they_mean(slug, typed, field):
    game = registry.get(slug)
    assert keys_matching(game, field)
    assert keys_matching(game, field) <= keys_matching(game, typed)


@pytest.mark.parametrize("typed", ["とうだいもりみおり", "トウダイモリミオリ", "みおり", "ミオリ", "灯台守みおり"])
def test_a_reading_finds_a_japanese_name_in_either_kana(typed):
    assert keys_matching(registry.get("legions"), typed) == keys_matching(registry.get("legions"), "name:灯台守ミオリ")


def test_latin_letters_begin_a_word_of_a_value():
    echo = registry.get("echo-of-legends")
    rare, higher = keys_matching(echo, "rarity:SR"), keys_matching(echo, "rarity:SSR")
    assert rare <= keys_matching(echo, "sr")
    assert not higher <= keys_matching(echo, "sr")
