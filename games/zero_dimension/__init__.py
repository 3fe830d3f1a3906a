"""零次元: fifty cards, at most four of the same colour and name."""

from pathlib import Path

from games.engine.model.cards import Attribute, Choice
from games.engine.model.covers import Cover
from games.engine.model.game import Format, Game
from games.engine.texts.text import Text
from games.zero_dimension import rules
from games.zero_dimension.battle import BATTLE
from games.zero_dimension.effect_phrases import PHRASES
from games.zero_dimension.effects import EFFECTS
from games.zero_dimension.presets import PRESETS
from games.zero_dimension.questions import QUESTIONS, SIMULATED
from games.zero_dimension.rules import COLOURS

TIMINGS = (Choice("normal", Text("Normal", "普通", ja="通常")), Choice("instant", Text("Instant", "瞬間", ja="瞬間")))

GAME = Game(
    slug="zero-dimension",
    name=Text("Zero Dimension", "零次元", ja="零次元"),
    language="zh-Hans",
    tagline=Text("Fifty cards, six colours, six lives", "五十張牌，六種顏色，六點生命", ja="五十枚、六色、ライフ六枚"),
    folder=Path(__file__).parent,
    kinds=(
        Choice("character", Text("Character", "角色", ja="キャラクター")),
        Choice("equipment", Text("Equipment", "裝備", ja="装備")),
        Choice("tactic", Text("Tactic", "戰術", ja="戦術")),
        Choice("event", Text("Event", "事件", ja="イベント")),
    ),
    attributes=(
        Attribute(
            "colour",
            Text("Colour", "顏色", ja="色"),
            "choice",
            COLOURS,
            filter="chips",
            chart=True,
            show="line",
            aliases=("c", "color"),
        ),
        Attribute("cost", Text("Cost", "總費用", ja="コスト"), "integer", filter="chips", chart=True, show="pip"),
        Attribute(
            "colour_cost",
            Text("Colour cost", "有色費用", ja="色コスト"),
            "integer",
            filter="range",
            doc="How many of the cost must be of the card's colour (303).",
            aliases=("cc",),
        ),
        Attribute(
            "attack",
            Text("Attack", "攻擊力", ja="攻撃力"),
            "integer",
            kinds=("character",),
            filter="range",
            show="number",
            short=Text("ATK", "攻", ja="攻"),
            aliases=("a",),
        ),
        Attribute(
            "defence",
            Text("Defence", "防禦力", ja="防御力"),
            "integer",
            kinds=("character",),
            filter="range",
            show="number",
            short=Text("DEF", "防", ja="防"),
            aliases=("d", "defense"),
        ),
        Attribute(
            "attack_bonus",
            Text("Attack bonus", "攻擊加成", ja="攻撃修正"),
            "integer",
            kinds=("equipment",),
            show="number",
            short=Text("+ATK", "攻＋", ja="攻＋"),
            aliases=("ab",),
        ),
        Attribute(
            "defence_bonus",
            Text("Defence bonus", "防禦加成", ja="防御修正"),
            "integer",
            kinds=("equipment",),
            show="number",
            short=Text("+DEF", "防＋", ja="防＋"),
            aliases=("db",),
        ),
        Attribute(
            "character_names",
            Text("Character names", "角色名", ja="キャラクター名"),
            "list",
            kinds=("character",),
            aliases=("cn",),
        ),
        Attribute(
            "traits",
            Text("Traits", "屬性", ja="特徴"),
            "list",
            filter="select",
            show="line",
            aliases=("tr",),
            script="Hans",
        ),
        Attribute(
            "series",
            Text("Series", "動畫系列", ja="作品"),
            "choice",
            filter="select",
            aliases=("anime",),
            script="Hans",
        ),
        Attribute(
            "timing",
            Text("Timing", "戰術時機", ja="タイミング"),
            "choice",
            TIMINGS,
            ("tactic",),
            filter="select",
            aliases=("tm",),
        ),
        Attribute(
            "counter",
            Text("Counter effect", "反擊特效", ja="カウンター"),
            "flag",
            kinds=("tactic", "event"),
            filter="select",
            aliases=("ctr",),
        ),
    ),
    zones=rules.ZONES,
    formats=(
        Format("casual", Text("Casual", "休閒", ja="カジュアル"), rules.CASUAL),
        Format("official", Text("Official", "官方比賽", ja="公式大会"), rules.OFFICIAL),
    ),
    opening=rules.OPENING,
    presets=PRESETS,
    questions=QUESTIONS,
    simulated=SIMULATED,
    battle=BATTLE,
    phrases=PHRASES,
    effects=EFFECTS,
    counted={"colour": COLOURS},
    identity=("colour", "name", "kind"),
    order=("kind", "cost", "colour"),
    ruleset="2026.1",
    accent=("#1f6f9f", "#7cc7f2"),
    cover=Cover(by=("cost", "attack")),
    motif="halftone",
    colours={"red": "5", "yellow": "46", "blue": "215", "green": "135", "white": "40 pale", "black": "265 deep"},
)
