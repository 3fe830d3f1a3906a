"""Keywords are recognised by every alias, whatever stands beside them."""

import pytest

from games.engine.model.cards import Card
from games.engine.model.keywords import is_listed, keywords_in
from games.engine.reading.search.query import matches, parse
from games.legions.goldfish import assaults
from games.registry import get
from games.zero_dimension.goldfish import GUARD, RUSH, SLOW, abilities, has

WORDS = get("legions").keywords


@pytest.mark.parametrize(
    "spelled", ["強襲", "急襲", "强袭", "Assault", "ASSAULT", "【急襲】", "強襲。", "強襲（出た直後に攻撃できる）"]
)
def test_a_keyword_is_listed_by_any_alias_and_punctuation(spelled):
    card = Card("x", "x", "minion", keywords=(spelled,))
    assert is_listed(card, "強襲", WORDS)
    assert assaults(card)


@pytest.mark.parametrize("spelled", ["強襲無効", "覚醒", "", "強"])
def test_another_word_is_not_the_keyword(spelled):
    assert not is_listed(Card("x", "x", "minion", keywords=(spelled,)), "強襲", WORDS)


@pytest.mark.parametrize(
    "text",
    [
        "突袭。",
        "突袭",
        "突袭，迟缓。",
        "智谋；突袭；抽一张牌。",
        "突袭（登场的回合就可以攻击。）",
        "突袭(登场的回合就可以攻击",
        "【突袭】此牌（攻）+500。",
        "突袭：登场的回合就可以攻击。",
        "智谋\n突袭\n【登场时】抽一张牌。",
        "独行客、突袭",
        "智谋 突袭",
        "突襲。LV2：【攻击时】抽一张牌。",
        "【登场时】抽一张牌。突袭。",
        "",
    ],
)
def test_a_text_states_a_keyword_in_any_punctuation(text):
    assert has(Card("x", "x", "character", keywords=("突袭",), text=text), RUSH)


@pytest.mark.parametrize(
    "text",
    [
        "LV2：突袭。",
        "LV2：抽一张牌。\n突袭。",
        "【登场时】突袭。",
        "本回合我方战斗区中的其他『归鸥号』获得突袭。",
        "本回合我方一张角色牌获得智谋，突袭。",
        "（横置）：突袭。",
        "抽一张牌。",
    ],
)
def test_a_keyword_for_others_on_a_higher_level_or_under_a_condition_is_not_its_own(text):
    assert not has(Card("x", "x", "character", keywords=("突袭",), text=text), RUSH)


OVERLOADED = get("xing-ling-wang").keywords


@pytest.mark.parametrize(
    "entry",
    [
        "貫穿、超載",
        "貫穿,超載",
        "貫穿，超載",
        "貫穿｜超載",
        "貫穿 超載",
        "貫穿\n超載",
        "貫穿;超載",
        "貫穿／超載",
        "貫穿・超載",
        "超載：3",
        "超載 3",
        "超載×3",
        "【貫穿】【超載】",
        "【超載】（可放入三張）",
        "超載 —— 可放入三張",
        "飛行、超載",
        "贯穿，超载。",
        "穿透/超載",
    ],
)
def test_the_column_names_a_keyword_whatever_stands_beside_it(entry):
    assert is_listed(Card("x", "x", "unit", keywords=(entry,)), "超載", OVERLOADED)


@pytest.mark.parametrize(
    "entry", ["貫穿、超載", "超載：3", "超載 3", "【超載】", "超載（可放入三張）", "飛行;超載", "貫穿\n超載", "超載。"]
)
def test_a_search_finds_a_keyword_whatever_stands_beside_it(entry):
    game = get("xing-ling-wang")
    card = Card("x", "x", "unit", keywords=(entry,))
    assert matches(parse("keywords:超載", game), card)
    assert matches(parse("keywords:超载", game), card)
    assert not matches(parse("keywords:劇毒", game), card)


@pytest.mark.parametrize("entry", ["超載無效", "不死超載", "超", "（超載）", "無視：超載"])
def test_a_keyword_within_other_words_is_not_listed(entry):
    assert not is_listed(Card("x", "x", "unit", keywords=(entry,)), "超載", OVERLOADED)


def test_several_keywords_are_stated_together():
    assert keywords_in("迟缓，守备（不能攻击）。", abilities()) == {SLOW, GUARD}
