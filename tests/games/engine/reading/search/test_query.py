"""The search language, asked of the cards of a small game."""

from datetime import date

import pytest

from games import registry
from games.engine.model.cards import DASH, Card
from games.engine.reading.search.query import (
    MAX_LENGTH,
    And,
    Everything,
    Given,
    Is,
    Not,
    Or,
    QueryError,
    Word,
    all_of,
    any_of,
    fields_of,
    haystack,
    matches,
    parse,
    quote,
    unparse,
)
from games.engine.texts.writing import fold
from tests.games.engine.small_game import CARDS, GAME, card


def names_matching(text, cards=CARDS):
    return [each.name for each in cards if matches(parse(text, GAME), each)]


def failure(text):
    with pytest.raises(QueryError) as raised:
        parse(text, GAME)
    return raised.value


# Words


@pytest.mark.parametrize(
    "text, names",
    [
        ("獸人", ["獸人"]),
        ("兽人", ["獸人"]),
        ("shouren", ["獸人"]),
        ("sr", ["獸人"]),
        ("NAMELESS", ["無名"]),
        ("ｎａｍｅｌｅｓｓ", ["無名"]),
        ('"nameless  one"', ["無名"]),
        ("one nameless", ["無名"]),
        ('"one nameless"', []),
        ('"or"', ["無名"]),
        ("一張，or", ["無名"]),
        ("獸人石牆", []),
        ("", ["獸人", "石牆", "無名"]),
        (" \u3000\n", ["獸人", "石牆", "無名"]),
        ("*", ["獸人", "石牆", "無名"]),
        ("-*", []),
    ],
)
def test_words(text, names):
    assert names_matching(text) == names


def test_both_writings_of_a_character_that_is_another_in_japanese_find_each_other():
    harbours = (card("滬上", kind="unit"), card("沪江", kind="unit"))
    assert names_matching("滬", harbours) == names_matching("沪", harbours) == ["滬上", "沪江"]


def test_a_word_does_not_match_across_the_parts_of_a_haystack():
    assert haystack(card("甲", text="乙"), card("甲", text="丙\n丁")).split("\n") == ["甲", "jia", "j", "乙", "丙 丁"]


def test_a_card_without_a_stored_haystack_is_searched_as_well():
    assert matches(parse("shouren", GAME), Card("k", "獸人", "unit"))


# Fields


@pytest.mark.parametrize(
    "text, names",
    [
        ("race:獸人", ["獸人"]),
        ("種族：兽人", ["獸人"]),
        ("RACE = 獸人", ["獸人"]),
        ("race:獸", []),
        ("race!=獸人", ["石牆"]),
        ("-race:獸人", ["石牆", "無名"]),
        ("race:*", ["獸人", "石牆"]),
        ("race!=*", ["無名"]),
        ('race:"*"', []),
        ("kind:單位", ["獸人", "石牆"]),
        ("kind:ユニット", ["獸人", "石牆"]),
        ("kind!=unit", ["無名"]),
        ("colours:红", ["獸人"]),
        ("colours:青", ["獸人", "石牆"]),
        ("colours!=red", ["石牆"]),
        ("colours:*", ["獸人", "石牆"]),
        ("keywords:貫穿", ["獸人"]),
        ("keywords:Pierce", ["獸人"]),
        ("keywords:飛行", []),
        ('alt_names:"nameless one"', ["無名"]),
        ("alt_names:nameless", []),
        ("fair:是", ["獸人"]),
        ("For_competition:no", ["石牆"]),
        ("fair!=yes", ["石牆"]),
        ("name:人", ["獸人"]),
        ("name:nameless", []),
        ("name=獸人", ["獸人"]),
        ("name!=獸人", ["石牆", "無名"]),
        ("text:抽一張,or", ["無名"]),
        ("text!=抽", ["無名"]),
        ("code:b-", ["獸人"]),
        ("code=B-2", ["獸人"]),
        ("code=B", []),
        ("code!=B-2", []),
        ("code!=B", ["獸人"]),
    ],
)
def test_fields(text, names):
    assert names_matching(text) == names


@pytest.mark.parametrize(
    "text, names",
    [
        ("cost:3", ["獸人"]),
        ("cost:0", ["石牆"]),
        ("費用＞＝３", ["獸人"]),
        ("cost≧3", ["獸人"]),
        ("cost:>=3", ["獸人"]),
        ("cost<3", ["石牆"]),
        ("cost!=3", ["石牆"]),
        ("cost≠3", ["石牆"]),
        ("-cost:3", ["石牆", "無名"]),
        ("cost:*", ["獸人", "石牆"]),
        ("cost:0..2", ["石牆"]),
        ("cost:１～３", ["獸人"]),
        ("cost:..3", ["獸人", "石牆"]),
        ("cost:1..", ["獸人"]),
        ("attack:-", ["石牆"]),
        ("攻：－", ["石牆"]),
        ("attack!=-", ["獸人"]),
        ("attack!=3", ["獸人", "石牆"]),
        ("attack<5", ["獸人"]),
        ("attack>-1", ["獸人"]),
        ("attack:*", ["獸人", "石牆"]),
        ("stars>3.25", ["獸人"]),
        ("stars:3.50", ["獸人"]),
        ("released:2024", ["石牆"]),
        ("released:2024/2/29", ["石牆"]),
        ("發售日=2024-02", ["石牆"]),
        ("released!=2024-02", []),
        ("released!=2024-03", ["石牆"]),
        ("released>2024", []),
        ("released>2024-01", ["石牆"]),
        ("released<=2024-02", ["石牆"]),
        ("released<2024-02-29", []),
        ("released>=2024", ["石牆"]),
        ("released:2023..2024-02", ["石牆"]),
        ("released:2024-03..", []),
    ],
)
def test_numbers_and_dates(text, names):
    assert names_matching(text) == names


@pytest.mark.parametrize(
    "text, names",
    [
        ("race:獸人 or race:中立", ["獸人", "石牆"]),
        ("race:獸人 或 race:中立", ["獸人", "石牆"]),
        ("race:獸人 OR kind:spell cost:3", ["獸人"]),
        ("(race:獸人 OR kind:spell) cost:3", ["獸人"]),
        ("（石牆）或（無名）", ["石牆", "無名"]),
        ("-(石牆 or 無名)", ["獸人"]),
        ("--獸人", ["獸人"]),
        ("-－–−獸人", ["獸人"]),
        ("kind:unit(獸人)", ["獸人"]),
        ("獸人或石牆", []),
        ("無名 order", []),
        ("石牆 or(無名)", ["石牆", "無名"]),
        ("(石牆) " * 25, ["石牆"]),
    ],
)
def test_logic(text, names):
    assert names_matching(text) == names


# Trees


@pytest.mark.parametrize(
    "text, tree",
    [
        ("", Everything()),
        ("獸人", Word("兽人")),
        ("a -b", And((Word("a"), Not(Word("b"))))),
        ("a (b c) *", And((Word("a"), Word("b"), Word("c")))),
        ("a or (b or c d)", Or((Word("a"), Word("b"), And((Word("c"), Word("d")))))),
        ("--a", Word("a")),
        ("name:雪", Is("name", ":", "雪")),
        ("name=雪", Is("name", "=", "雪")),
        ("kind:單位", Is("kind", "=", frozenset({"unit"}))),
        ("keywords!=pierce", Is("keywords", "!=", frozenset({"贯穿", "穿透", "串穿"}))),
        ("cost:3", Is("cost", "=", 3)),
        ("cost:2..4", And((Is("cost", ">=", 2), Is("cost", "<=", 4)))),
        ("attack:-", Is("attack", "=", DASH)),
        ("-cost:*", Not(Given("cost"))),
        ("released>2024", Is("released", ">", date(2024, 12, 31))),
        ("released:2024-03-01", Is("released", "=", date(2024, 3, 1))),
    ],
)
def test_trees(text, tree):
    assert parse(text, GAME) == tree


def test_composition_adds_no_needless_level():
    a, b, c = Word("a"), Word("b"), Word("c")
    assert all_of([And((a, b)), Everything(), c]) == And((a, b, c))
    assert all_of([]) == all_of([Everything()]) == Everything()
    assert any_of([Or((a, b)), c]) == Or((a, b, c))
    assert any_of([a]) == a


def test_fields_of():
    assert fields_of(parse("獸人 -(cost:2..4 or mana_cost:*) 攻:-", GAME)) == {"cost", "attack"}


# Mistakes


@pytest.mark.parametrize(
    "text, code, position, length",
    [
        ("石牆 費:3", "unknown-field", 3, 1),
        ("kind:dragon", "unknown-value", 5, 6),
        ("fair:maybe", "unknown-value", 5, 5),
        ("cost>=three", "bad-number", 6, 5),
        ("cost:2.5", "bad-number", 5, 3),
        ("cost:1000000000", "bad-number", 5, 10),
        ("cost:٣", "bad-number", 5, 1),
        ("cost:-", "bad-number", 5, 1),
        ("cost<*", "bad-number", 5, 1),
        ("attack<-", "bad-number", 7, 1),
        ("released:soon", "bad-date", 9, 4),
        ("released:2023-02-29", "bad-date", 9, 10),
        ("released:2023-00", "bad-date", 9, 7),
        ("released:0000", "bad-date", 9, 4),
        ("cost:4..2", "bad-range", 5, 4),
        ("cost:..", "bad-range", 5, 2),
        ("cost:1..2..3", "bad-range", 5, 7),
        ("cost>1..2", "bad-range", 5, 4),
        ("name<雪", "no-order", 5, 1),
        ("kind>=unit", "no-order", 6, 4),
        ("a cost:", "missing-value", 2, 5),
        ("cost: ) ", "missing-value", 0, 6),
        ('race:""', "missing-value", 0, 7),
        ("a or", "missing-term", 4, 0),
        ("or a", "missing-term", 0, 1),
        ("a or or b", "missing-term", 5, 1),
        ("()", "missing-term", 1, 1),
        ("a - b", "missing-term", 2, 1),
        ("-", "missing-term", 0, 1),
        ('a ""', "missing-term", 2, 2),
        ('a "b', "unclosed-quote", 2, 1),
        ("race:「中立", "unclosed-quote", 5, 1),
        ("a (b (c)", "unclosed-bracket", 2, 1),
        ("a) b", "unexpected", 1, 1),
        ("a >3", "unknown-field", 0, 1),
        (">3", "unexpected", 0, 1),
        ("a」", "unexpected", 1, 1),
        ("a\0b", "unreadable", 1, 1),
        ("a\ud800", "unreadable", 1, 1),
        ("a" * (MAX_LENGTH + 2), "too-long", MAX_LENGTH, 2),
        ("(" * 21 + "a" + ")" * 21, "too-deep", 20, 1),
        ("-(" * 20 + "cost:1..2" + ")" * 20, "too-deep", 45, 1),
    ],
)
def test_a_mistake_names_its_code_and_place(text, code, position, length):
    error = failure(text)
    assert (error.code, error.position, error.length) == (code, position, length)
    assert "{" not in str(error)


def test_an_unknown_field_comes_with_the_fields_there_are():
    error = failure("atack:3")
    assert error.params["field"] == "atack"
    assert error.params["near"] == ("attack",)
    assert error.params["choices"] == tuple(GAME.search_fields)
    assert "attack" in str(error)


def test_an_unknown_value_comes_with_the_values_there_are():
    error = failure("種類:龍")
    assert error.params == {"field": "kind", "value": "龍", "choices": ("unit", "spell")}
    assert str(error) == "“龍” is not a value of kind. Its values are: unit, spell."


# Every game's own fields


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_every_label_means_one_field_and_every_choice_is_found_by_its_labels(game):
    for attribute in game.fields.values():
        for label in filter(None, (attribute.name, *attribute.label, *(attribute.short or ()))):
            assert fields_of(parse(f"{label.replace(' ', '_')}:*", game)) == {attribute.name}
        for choice in attribute.choices:
            for spelling in filter(None, (choice.value, *choice.label)):
                tree = parse(f"{attribute.name}:{quote(spelling)}", game)
                assert tree == Is(attribute.name, "=", frozenset({fold(choice.value)}))


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_every_spelling_of_a_keyword_finds_all_of_them(game):
    for word in game.glossary:
        spellings = frozenset(map(fold, (word.key, *word.aliases)))
        for spelling in filter(None, (word.key, *word.aliases, *word.name)):
            tree = parse(f"keywords:{quote(spelling)}", game)
            assert tree == Is("keywords", "=", spellings)
            assert parse(unparse(tree), game) == tree
