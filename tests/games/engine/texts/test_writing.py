"""How names are folded: every writing of a name ends at one spelling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opencc import OpenCC

from games.engine.texts.text import Text
from games.engine.texts.writing import collation, fold, identify, letters, mainland, normalize, pinyin, simplify

IDEOGRAPHS = [chr(code) for code in range(0x4E00, 0xA000)]


@pytest.mark.parametrize(
    "one, other",
    [
        ("雪女", "雪女"),
        ("守衛", "守卫"),
        ("紙傘婆婆", "纸伞婆婆"),
        ("燒餅", "烧饼"),
        ("上海灘", "上海滩"),
        ("灯台守", "燈台守"),
        ("剣聖", "劍聖"),
        ("ＵＲ", "ur"),
        ("Ｇｒａｉｌ　Ｋｅｅｐｅｒ", "grail  keeper"),
        ("「雪」女", "“雪”女"),
        ("アル・カナ", "アル·カナ"),
        ("接舷戰！", "接舷战!"),
        (" 雪女\n", "雪女"),
    ],
)
def test_ways_of_writing_fold_alike(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize("one, other", [("雪女", "雪男"), ("卡", "咖"), ("a b", "ab"), ("雪女", "雪女2")])
def test_different_names_fold_differently(one, other):
    assert fold(one) != fold(other)


def test_every_character_folds_as_its_simplified_form():
    convert = OpenCC("t2s").convert
    assert [char for char in IDEOGRAPHS if fold(char) != fold(convert(char))] == []


def test_folding_twice_changes_nothing():
    assert [char for char in IDEOGRAPHS if fold(fold(char)) != fold(char)] == []


def test_a_part_of_a_name_folds_as_in_the_whole():
    assert fold("頭髮") + fold("乾燥") == fold("頭髮乾燥")


def test_texts_are_simplified_by_phrase():
    assert simplify("頭髮乾燥") == "头发干燥"
    assert Text("Hair", "頭髮").read("zh-Hans") == "头发"


def test_the_mainland_reads_its_own_words_and_quotation_marks():
    assert mainland("牌組蓋著，關鍵字「超載」") == "卡组盖着，关键词“超载”"


@pytest.mark.parametrize(
    "tag, read",
    [("en", "Deck"), ("zh-hant", "牌組"), ("zh-TW", "牌組"), ("zh-cn", "卡组"), ("ja", "デッキ"), ("fr", "Deck")],
)
def test_a_text_is_read_in_a_language(tag, read):
    assert Text("Deck", "牌組", ja="デッキ").read(tag) == read


def test_a_text_without_japanese_is_read_in_english_there():
    assert Text("Deck", "牌組").read("ja") == "Deck"


def test_pinyin_is_the_reading_and_its_initials():
    assert pinyin("雪女") == ("xuenv", "xn")
    assert pinyin("Grail") == ("", "")


# What tells names apart -----------------------------------------------------------------------------------------------

RESPELLED = [
    ("甲―乙", "甲—乙"),
    ("甲─乙", "甲－乙"),
    ("甲‒乙", "甲‐乙"),
    ("夜想曲⋯", "夜想曲…"),
    ("夜想曲‥", "夜想曲..."),
    ("クロ・カラス", "クロ⋅カラス"),
    ("クロ･カラス", "クロ∙カラス"),
    ("クロ゠カラス", "クロ＝カラス"),
    ("メ〜リ", "メ∼リ"),
    ("メ～リ", "メ˜リ"),
    ("Kuro O’Crow", "kuro o´crow"),
    ("Kuro O`Crow", "Kuro O′Crow"),
    ("が", "か\u3099"),
    ("葛城", "葛\U000e0100城"),
    ("霧\u200b橋\ufe0e", "霧橋"),
    ("霧橋\u3164渡人", "霧橋　渡人"),
    ("穿著", "穿着"),
    ("公園裏", "公園裡"),
    ("沈思的男人", "沉思的男人"),
    ("大砲", "大炮"),
    ("化粧", "化妝"),
    ("雾桥渡人", "霧橋渡人"),
    ("剣聖", "劍聖"),
    ("麺", "麵"),
    ("闘技場", "鬥技場"),
]
TWO_NAMES = [
    ("麵粉妖", "面粉妖"),
    ("發光體", "髮光體"),
    ("皇后", "皇後"),
    ("公里", "公裡"),
    ("乾坤", "幹坤"),
    ("乾坤", "干坤"),
    ("余生", "餘生"),
    ("Cafe", "Café"),
    ("你好", "妳好"),
]


@pytest.mark.parametrize("one, other", RESPELLED)
def test_one_name_in_two_spellings_has_one_identity(one, other):
    assert identify(one) == identify(other)
    assert fold(one) == fold(other)


@pytest.mark.parametrize("one, other", TWO_NAMES)
def test_two_printed_names_that_are_found_alike_have_two_identities(one, other):
    assert identify(one) != identify(other)
    assert fold(one) == fold(other)


def test_a_simplified_name_has_the_identity_of_the_traditional_one_it_stands_for():
    assert identify("发光体") == identify("發光體") != identify("髮光體")


@pytest.mark.parametrize("spelling", [normalize, identify, fold])
def test_each_spelling_is_coarser_than_the_one_before_and_stable(spelling):
    coarser = {normalize: (normalize, identify, fold), identify: (identify, fold), fold: (fold,)}[spelling]
    characters = [chr(code) for code in (*range(0x20, 0x3100), *range(0x4E00, 0xA000), *range(0xF900, 0x10000))]
    assert [
        (char, each.__name__) for char in characters for each in coarser if each(spelling(char)) != each(char)
    ] == []


@given(
    st.text(
        st.sampled_from("eÉか麵゠=‥` ａ\u0301\u0327\u0338\u3099\u200b¸´") | st.characters(exclude_categories=["Cs"])
    )
)
def test_spelling_a_text_twice_changes_nothing_whatever_it_is_made_of(text):
    assert normalize(normalize(text)) == normalize(text)
    assert identify(identify(text)) == identify(text)
    assert fold(fold(text)) == fold(identify(text)) == fold(text)
    assert bool(fold(text)) == bool(normalize(text))


def test_letters_leave_out_blanks_and_punctuation_but_not_everything():
    assert letters("霧橋 ・渡人！") == letters("雾桥渡人")
    assert letters("！？") == "!?"


@pytest.mark.parametrize(
    "language, names",
    [
        ("zh-hant", ["7 路", "八哥", "雪女", "阿澈"]),
        ("zh-hans", ["7 路", "阿澈", "八哥", "雪女"]),
        ("ja", ["アメ", "いぬ", "ウミ", "雪女"]),
    ],
)
def test_names_are_sorted_as_readers_look_them_up(language, names):
    turned = names[::-1]
    assert sorted(turned, key=lambda name: collation(name, language)) == names
