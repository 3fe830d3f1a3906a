"""Every example of docs/search.md finds what it should, and every mistake in it has its code."""

import re
from datetime import date
from pathlib import Path

import pytest

from games import registry
from games.engine.model.cards import DASH
from games.engine.reading.search.query import SENTENCES, QueryError, matches, parse
from tests.games.engine.small_game import card

DOCUMENT = Path(__file__).parents[5] / "docs" / "search.md"
XING_LING_WANG = registry.get("xing-ling-wang")
NIGHT = (
    card(
        "雪女",
        race="妖怪村莊",
        tribute=1,
        attack=3,
        score=2,
        keywords=("貫穿",),
        alt_names=("Yuki-onna",),
        text="登場時抽一張卡。",
        effects=("draw:1",),
        codes=("R-NMG-0001",),
        released=date(2024, 3, 15),
    ),
    card("獸人戰士", race="獸人", tribute=2, attack=6, score=4, keywords=("串穿",), released=date(2023, 7, 1)),
    card(
        "石牆",
        race="中立",
        tribute=0,
        attack=DASH,
        score=1,
        keywords=("阻擋",),
        effects=("nothing",),
        released=date(2023, 6, 30),
    ),
    card("深淵之眼", race="妖怪村莊", condition="場上有雪女", attack=-1, score=0, text="雪女登場時，觀看對手手牌。"),
    card("魔法反制", "spell", race="中立", mana=4, text="取消一張魔法。\nTrap or trick.", released=date(2025, 1, 1)),
    card(
        "夜行祭",
        "spell",
        race="妖怪村莊",
        mana=2,
        subtypes=("場地", "永久"),
        text="回合開始時抽一張卡。",
        effects=("start: draw 1",),
    ),
    card("無名之霧", "spell", race="中立"),
)
SNOW, WARRIOR, STONE, EYE, COUNTER, FEAST, FOG = (each.name for each in NIGHT)
ALL = {SNOW, WARRIOR, STONE, EYE, COUNTER, FEAST, FOG}
EXAMPLES = {
    "雪女": {SNOW, EYE},
    "獸人": {WARRIOR},
    "spell": {COUNTER, FEAST, FOG},
    "pierce 獸人": {WARRIOR},
    "Yuki": {SNOW},
    "xuenv": {SNOW},
    "xn": {SNOW},
    "抽 登場": {SNOW},
    '"登場時抽"': {SNOW},
    "「登場時抽」": {SNOW},
    "*": ALL,
    "race:獸人": {WARRIOR},
    "种族：兽人": {WARRIOR},
    "種族：獸人": {WARRIOR},
    "kind:單位": {SNOW, WARRIOR, STONE, EYE},
    "種類:單位": {SNOW, WARRIOR, STONE, EYE},
    "race!=中立": {SNOW, WARRIOR, EYE, FEAST},
    "name:雪": {SNOW},
    "卡名:雪": {SNOW},
    "name=雪女": {SNOW},
    "卡名=雪女": {SNOW},
    "-set:SAMPLE": ALL,
    "code:R-NMG": {SNOW},
    "subtypes:場地": {FEAST},
    "類型:場地": {FEAST},
    "keywords:pierce": {SNOW, WARRIOR},
    "關鍵字:貫穿": {SNOW, WARRIOR},
    "does:draw": {SNOW, FEAST},
    "when:start": {FEAST},
    "when:play": {SNOW},
    "does:nothing": {STONE},
    "does:unread": {WARRIOR, EYE, COUNTER, FOG},
    'race:"妖怪村莊"': {SNOW, EYE, FEAST},
    "attack:3": {SNOW},
    "攻擊力:3": {SNOW},
    "attack>=3": {SNOW, WARRIOR},
    "攻擊力≥3": {SNOW, WARRIOR},
    "攻擊力：２～４": {SNOW},
    "attack:2..4": {SNOW},
    "攻擊力:2..4": {SNOW},
    "attack:-1": {EYE},
    "attack:-": {STONE},
    "攻擊力:-": {STONE},
    "released:2024": {SNOW},
    "發售日:2024": {SNOW},
    "released>=2024-03": {SNOW, COUNTER},
    "發售日>=2024-03": {SNOW, COUNTER},
    "released:2023-07..2024-03-31": {SNOW, WARRIOR},
    "mana:*": {COUNTER, FEAST},
    "法力值:*": {COUNTER, FEAST},
    "kind:spell -mana:*": {FOG},
    "種類:魔法 -法力值:*": {FOG},
    "kind:spell mana!=4": {FEAST},
    "kind:spell -mana:4": {FEAST, FOG},
    "-race:中立": {SNOW, WARRIOR, EYE, FEAST},
    "-種族:中立": {SNOW, WARRIOR, EYE, FEAST},
    "-雪": ALL - {SNOW, EYE},
    "race:獸人 or race:中立": {WARRIOR, STONE, COUNTER, FOG},
    "種族:獸人 或 種族:中立": {WARRIOR, STONE, COUNTER, FOG},
    "kind:spell (mana:2 or mana:4)": {COUNTER, FEAST},
    "種類:魔法 （法力值:2 或 法力值:4）": {COUNTER, FEAST},
    "race:獸人 or kind:spell mana:2": {WARRIOR, FEAST},
    "-(kind:spell or attack>=3)": {STONE, EYE},
    '"or"': {COUNTER},
}


def rows():
    """The first cells of every row of the document's tables without their code marks, and what follows."""
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            first, second, *rest = line.strip("|").split("|")
            yield first.strip(" `"), second.strip(" `"), "".join(rest)


@pytest.mark.parametrize("text, names", EXAMPLES.items())
def test_an_example_finds_what_the_document_says(text, names):
    tree = parse(text, XING_LING_WANG)
    assert {each.name for each in NIGHT if matches(tree, each)} == names


def test_the_document_has_exactly_these_examples_and_every_code():
    shown = {row[0] for row in rows()}
    assert shown == EXAMPLES.keys() | SENTENCES.keys()


@pytest.mark.parametrize("row", [row for row in rows() if row[0] in SENTENCES], ids=lambda row: row[0])
def test_a_mistake_of_the_document_has_its_code_and_parameters(row):
    examples = {"unreadable": "\x07", "too-long": "雪" * 501, "too-deep": "(" * 21 + "雪" + ")" * 21}
    with pytest.raises(QueryError) as raised:
        parse(examples.get(row[0], row[1]), XING_LING_WANG)
    assert raised.value.code == row[0]
    assert raised.value.params.keys() == set(re.findall(r"`(\w+)`", row[2]))
