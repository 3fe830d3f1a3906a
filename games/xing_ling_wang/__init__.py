"""星靈王: twenty cards with different names, of one race or neutral, with at most 15 mana of spells."""

from pathlib import Path

from games.engine.model.cards import Attribute, Choice
from games.engine.model.covers import Cover
from games.engine.model.game import Format, Game
from games.engine.texts.text import Text
from games.xing_ling_wang import rules
from games.xing_ling_wang.battle import BATTLE
from games.xing_ling_wang.effect_phrases import PHRASES
from games.xing_ling_wang.effects import EFFECTS
from games.xing_ling_wang.labels import RACES, TYPES
from games.xing_ling_wang.presets import PRESETS
from games.xing_ling_wang.questions import QUESTIONS, SIMULATED

TIMINGS = (
    Choice("main", Text("Main phase", "主要階段", ja="メインフェイズ")),
    Choice("summon", Text("Summoning phase", "召喚階段", ja="召喚フェイズ")),
    Choice("defence", Text("Defence phase", "防守階段", ja="防御フェイズ")),
    Choice("enemy-turn", Text("The enemy’s turn", "敵方回合", ja="相手のターン")),
    Choice("enemy-unit", Text("When the enemy plays a unit", "敵方打出單位時", ja="相手がユニットを出したとき")),
    Choice("enemy-summon", Text("The enemy’s summoning phase", "敵方召喚階段", ja="相手の召喚フェイズ")),
    Choice("enemy-spell", Text("When the enemy uses a spell", "敵方使用魔法時", ja="相手が魔法を使ったとき")),
    Choice("enemy-end", Text("After the enemy’s end phase", "敵方結束階段結束時", ja="相手の終了フェイズ終了時")),
    Choice(
        "enemy-finish",
        Text("When the enemy declares an early finish", "敵方宣告提早結束時", ja="相手が早期終了を宣言したとき"),
    ),
)
"""When a spell may be used. One without any is not given."""

GAME = Game(
    slug="xing-ling-wang",
    name=Text("Xing Ling Wang", "星靈王", ja="星霊王"),
    language="zh-Hant",
    tagline=Text(
        "Twenty different cards, one race", "二十張不同的卡，一個種族", ja="二十枚すべて異なるカード、ひとつの種族"
    ),
    folder=Path(__file__).parent,
    kinds=(
        Choice("unit", Text("Unit", "單位", ja="ユニット")),
        Choice("spell", Text("Spell", "魔法", ja="魔法")),
        Choice("token", Text("Token", "衍生物", ja="トークン")),
    ),
    attributes=(
        Attribute(
            "race",
            Text("Race", "種族", ja="種族"),
            "choice",
            labels=RACES,
            filter="select",
            show="line",
            aliases=("r",),
            script="Hant",
        ),
        Attribute(
            "tribute",
            Text("Tribute", "祭品", ja="生贄"),
            "integer",
            kinds=("unit",),
            filter="chips",
            chart=True,
            show="pip",
            doc="The red star: how many of your units must leave the board (十二.3).",
            aliases=("c", "cost"),
        ),
        Attribute(
            "mana",
            Text("Mana", "法力值", ja="魔力"),
            "integer",
            kinds=("spell",),
            filter="chips",
            chart=True,
            show="pip",
            aliases=("m",),
            placeholder=0,
        ),
        Attribute(
            "timing",
            Text("Timing", "使用時機", ja="タイミング"),
            "list",
            TIMINGS,
            ("spell",),
            filter="select",
            doc="When the spell may be used: a main phase of your own, a defence phase, a moment of the enemy’s turn.",
            aliases=("tm",),
        ),
        Attribute(
            "condition",
            Text("Condition", "入場條件", ja="登場条件"),
            "text",
            kinds=("unit",),
            doc="The blue star: the condition instead of tributes (十二.4).",
            played=True,
        ),
        Attribute(
            "attack",
            Text("Attack", "攻擊力", ja="攻撃力"),
            "integer",
            kinds=("unit", "token"),
            dash=True,
            filter="range",
            show="number",
            short=Text("ATK", "攻", ja="攻"),
            doc="A dash: none, as for blocking units.",
            aliases=("a",),
        ),
        Attribute(
            "score",
            Text("Score", "分數", ja="得点"),
            "integer",
            kinds=("unit", "token"),
            filter="range",
            show="number",
            short=Text("PTS", "分", ja="点"),
            aliases=("p",),
        ),
        Attribute(
            "subtypes",
            Text("Types", "類型", ja="タイプ"),
            "list",
            labels=TYPES,
            filter="select",
            show="line",
            aliases=("st",),
            script="Hant",
        ),
    ),
    zones=rules.ZONES,
    declarations=(rules.RACE,),
    formats=(Format("standard", Text("Standard", "標準", ja="スタンダード"), rules.STANDARD),),
    opening=rules.OPENING,
    presets=PRESETS,
    questions=QUESTIONS,
    simulated=SIMULATED,
    battle=BATTLE,
    effects=EFFECTS,
    phrases=PHRASES,
    order=("kind", "tribute", "mana"),
    ruleset="2026.2",
    rendered_names=("en", "ja"),
    accent=("#4b55c8", "#8f98ff"),
    cover=Cover(by=("attack", "score")),
    motif="constellation",
    colours={
        "中立": "220 deep",
        "勇者公會": "222",
        "喵喵賊": "326",
        "妖怪村莊": "356",
        "山羊族": "110",
        "歡樂島": "200",
        "獸人": "28",
        "發電獸": "48",
        "碳碳族": "155",
        "藝術品": "274",
        "虛擬世界": "182",
    },
)
