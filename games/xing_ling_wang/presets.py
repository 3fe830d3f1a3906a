"""Common goals for the first cards in 星靈王.

A summon is made in every turn. The first player has no tactics in the first turn (十三.1), so the first formation is in
turn 2 on the play and in turn 1 on the draw. A unit with red stars can be summoned in turn 2 at the earliest, with the
units of turn 1 as tributes: one on the play, two on the draw. A Little Traveller needs no card and is as good a tribute
as any unit (六.9).
"""

from games.engine.model.presets import Preset
from games.engine.texts.text import Text

FREE = "(kind:unit tribute:0 -condition:*)"
STARS = Text(
    "A unit with a blue star counts as neither (十二.4), and effects of cards are not counted.",
    "藍星單位兩者都不算（十二.4），也不計卡牌效果。",
    ja="青い星のユニットはどちらにも数えない（十二.4）。カードの効果も数えない。",
)
TRIBUTES = Text(
    "A Little Traveller is a tribute, too (六.9). Not counted: units with a blue star (十二.4) and effects of cards.",
    "小旅人也可以當祭品（六.9）。不計藍星單位（十二.4）與卡牌效果。",
    ja="小旅人も生贄にできる（六.9）。青い星のユニット（十二.4）とカードの効果は数えない。",
)

PRESETS = (
    Preset(
        "tribute-free",
        Text("A unit that needs no tribute", "有無需祭品的單位", ja="生贄のいらないユニットがいる"),
        f">=1 of {FREE}",
        Text(
            "On turn 1 only a Little Traveller can be summoned.",
            "第一回合只能召喚小旅人。",
            ja="第1ターンに召喚できるのは小旅人だけ。",
        ),
        turn=1,
        note=STARS,
        rule="二.1, 二.3, 十二.3",
    ),
    Preset(
        "both-places-first",
        Text("Two units that need no tribute", "有兩個無需祭品的單位", ja="生贄のいらないユニットが2体"),
        f">=2 of {FREE}",
        Text(
            "The summon of turn 1 or the formation of turn 2 takes a Little Traveller.",
            "第一回合的召喚與第二回合的佈陣，至少有一次要用小旅人。",
            ja="第1ターンの召喚か第2ターンの布陣で、少なくとも一度は小旅人を使う。",
        ),
        turn=2,
        seats=("first",),
        note=STARS,
        rule="二.3, 二.4, 十三.1",
    ),
    Preset(
        "both-places-second",
        Text("Two units that need no tribute", "有兩個無需祭品的單位", ja="生贄のいらないユニットが2体"),
        f">=2 of {FREE}",
        Text(
            "The summon or the formation of turn 1 takes a Little Traveller.",
            "第一回合的召喚與佈陣，至少有一次要用小旅人。",
            ja="第1ターンの召喚か布陣で、少なくとも一度は小旅人を使う。",
        ),
        turn=1,
        seats=("second",),
        note=STARS,
        rule="二.3, 二.4",
    ),
    Preset(
        "not-all-spells",
        Text("A hand that is not all spells", "起手不全是魔法", ja="魔法だけではない初手"),
        ">=1 of (kind:unit)",
        Text(
            "All four cards are spells; a unit for turn 1 has to be among the two cards drawn in it.",
            "四張都是魔法；第一回合的單位只能靠該回合抽的兩張。",
            ja="4枚すべてが魔法。第1ターンに出すユニットは、そのターンに引く2枚の中から見つけるしかない。",
        ),
        rule="一.5, 二.1",
    ),
    Preset(
        "first-tribute-first",
        Text("A unit with one red star", "有紅星 1 的單位", ja="赤い星1のユニットがいる"),
        ">=1 of (kind:unit tribute=1 -condition:*)",
        Text(
            "On turn 2 no unit with red stars can be summoned: there is one unit to tribute.",
            "第二回合召喚不出紅星單位：此時場上只有一個單位可當祭品。",
            ja="第2ターンに赤い星のユニットを召喚できない（生贄にできるユニットは1体）。",
        ),
        turn=2,
        seats=("first",),
        note=TRIBUTES,
        rule="十二.3, 十三.1",
    ),
    Preset(
        "first-tribute-second",
        Text("A unit with one or two red stars", "有紅星 1 或 2 的單位", ja="赤い星1か2のユニットがいる"),
        ">=1 of (kind:unit tribute>=1 tribute<=2 -condition:*)",
        Text(
            "On turn 2 no unit with red stars can be summoned: there are two units to tribute.",
            "第二回合召喚不出紅星單位：此時場上只有兩個單位可當祭品。",
            ja="第2ターンに赤い星のユニットを召喚できない（生贄にできるユニットは2体）。",
        ),
        turn=2,
        seats=("second",),
        note=TRIBUTES,
        rule="二.4, 十二.3",
    ),
)
