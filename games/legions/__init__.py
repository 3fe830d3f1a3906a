"""レギオンズ!: a master and forty cards, at most three copies of a card."""

from pathlib import Path

from games.engine.model.cards import Attribute, Choice
from games.engine.model.covers import Cover
from games.engine.model.game import Format, Game
from games.engine.texts.text import Text
from games.legions import rules
from games.legions.battle import BATTLE
from games.legions.effect_phrases import PHRASES
from games.legions.effects import EFFECTS
from games.legions.presets import PRESETS
from games.legions.questions import QUESTIONS, SIMULATED

COLOURS = (
    Choice("black", Text("Black", "黑", ja="黒")),
    Choice("red", Text("Red", "紅", ja="赤")),
    Choice("white", Text("White", "白", ja="白")),
    Choice("green", Text("Green", "綠", ja="緑")),
    Choice("blue", Text("Blue", "藍", ja="青")),
)
WAITS = ("minion", "skill", "arts")
FIGHTERS = ("minion", "lord")

GAME = Game(
    slug="legions",
    name=Text("LEGIONS!", "LEGIONS!", ja="レギオンズ!"),
    language="ja",
    tagline=Text("A master and forty who follow", "一位君主，四十張追隨的牌", ja="マスター一人と、従う四十枚"),
    folder=Path(__file__).parent,
    kinds=(
        Choice("master", Text("Master", "君主", ja="マスター")),
        Choice("minion", Text("Minion", "小兵", ja="ミニオン")),
        Choice("lord", Text("Lord", "領主", ja="ロード")),
        Choice("skill", Text("Skill", "技能", ja="スキル")),
        Choice("arts", Text("Arts", "Arts", ja="アーツ")),
    ),
    attributes=(
        Attribute(
            "colours",
            Text("Colours", "屬性", ja="カラー"),
            "list",
            COLOURS,
            filter="chips",
            chart=True,
            show="line",
            aliases=("c", "color", "colour"),
        ),
        Attribute("class", Text("Class", "職業", ja="クラス"), "choice", filter="select", show="line", aliases=("cl",)),
        Attribute(
            "cost",
            Text("Cost", "解鎖成本", ja="コスト"),
            "integer",
            kinds=("minion", "lord", "skill", "arts"),
            filter="chips",
            chart=True,
            show="pip",
        ),
        Attribute(
            "core_cost",
            Text("Core cost", "維護成本", ja="コアコスト"),
            "integer",
            kinds=("lord",),
            short=Text("CC", "維護", ja="CC"),
            show="number",
        ),
        Attribute(
            "atk",
            Text("ATK", "攻擊力", ja="ATK"),
            "integer",
            kinds=FIGHTERS,
            filter="range",
            show="number",
            short=Text("ATK", "攻", ja="ATK"),
            aliases=("a", "attack"),
        ),
        Attribute(
            "hp",
            Text("HP", "血量", ja="HP"),
            "integer",
            kinds=FIGHTERS,
            filter="range",
            show="number",
            short=Text("HP", "血", ja="HP"),
            aliases=("h",),
        ),
        Attribute(
            "wait",
            Text("Wait turns", "等待回合", ja="ウェイト"),
            "integer",
            kinds=WAITS,
            filter="chips",
            show="number",
            short=Text("WT", "WT", ja="WT"),
            aliases=("w",),
        ),
    ),
    zones=rules.ZONES,
    formats=(
        Format("standard", Text("Standard", "標準", ja="スタンダード"), rules.STANDARD),
        Format("mini", Text("Mini deck", "迷你牌組", "迷你卡组", "ミニデッキ"), rules.MINI),
    ),
    opening=rules.OPENING,
    presets=PRESETS,
    questions=QUESTIONS,
    simulated=SIMULATED,
    battle=BATTLE,
    phrases=PHRASES,
    effects=EFFECTS,
    order=("kind", "cost", "colours"),
    ruleset="2026.2",
    accent=("#6d43a3", "#c4a5f8"),
    cover=Cover("master", ("cost", "atk")),
    motif="crest",
    colours={"black": "280 deep", "red": "5", "white": "48 pale", "green": "130", "blue": "215"},
)
