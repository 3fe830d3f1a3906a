"""Names that were mistyped find those they were meant to be."""

import pytest

from games.engine.texts.near_names import MAX_LENGTH, NearNames, offered_from

NAMES = ("雪女", "雪女王", "魔法反制", "復原魔法", "Storm Dragon", "Elder Dragon", "一根香蕉")
INDEX = NearNames([*((name, name) for name in NAMES), ("Yuki-onna", "雪女")])


@pytest.mark.parametrize(
    "text, first",
    [
        ("雪奴", "雪女"),
        ("魔法反致", "魔法反制"),
        ("魔法反制制", "魔法反制"),
        ("反制魔法", "魔法反制"),
        ("一跟香蕉", "一根香蕉"),
        ("storm dargon", "Storm Dragon"),
        ("Ｅｌｄｅｒ Dragom", "Elder Dragon"),
        ("复元魔法", "復原魔法"),
        ("yuki ona", "雪女"),
    ],
)
def test_the_likest_name_comes_first(text, first):
    assert INDEX.near(text)[0] == first


def test_a_name_is_offered_once_and_no_more_than_asked_for():
    assert INDEX.near("雪女女").count("雪女") == 1
    assert INDEX.near("dragon", 1) in (["Elder Dragon"], ["Storm Dragon"])


@pytest.mark.parametrize("text", ["zzz", "", "雪" * (MAX_LENGTH + 1)])
def test_what_is_like_no_name_finds_none(text):
    assert INDEX.near(text) == []


@pytest.mark.slow
def test_the_likest_is_found_among_many_that_share_its_commonest_pairs():
    index = NearNames(
        (name, name) for name in (*(f"Dragon of the {number}th night" for number in range(30_000)), "Dragoness")
    )
    assert index.near("Dragonness")[0] == "Dragoness"


def test_for_a_text_are_offered_names_that_are_near_or_contain_it():
    names = {"Honeysack Bear": "蜂蜜ぶくろの熊", "竜頭（リュウズ）": "竜頭（リュウズ）", "爆ぜる豆": "爆ぜる豆"}
    index = NearNames(names.items())
    for text, offered in (
        ("Honeysack Bearr", ["蜂蜜ぶくろの熊"]),
        ("Deck B", []),
        ("beast", []),
        ("竜頭", ["竜頭（リュウズ）"]),
        ("爆ぜた豆", ["爆ぜる豆"]),
    ):
        assert index.near(text, least=offered_from(text)) == offered, text
