"""星杯傳說: one shared deck of 150 cards, and a team of roles."""

from pathlib import Path

from games.asteriated_grail import rules
from games.asteriated_grail.battle import BATTLE
from games.asteriated_grail.effect_phrases import PHRASES
from games.asteriated_grail.effects import EFFECTS
from games.asteriated_grail.presets import PRESETS
from games.asteriated_grail.questions import QUESTIONS, SIMULATED
from games.engine.model.cards import Attribute, Choice
from games.engine.model.covers import Cover
from games.engine.model.game import Format, Game
from games.engine.texts.text import Text

FATES = (
    Choice("skill", Text("Skill", "技", ja="技")),
    Choice("chant", Text("Chant", "咏", ja="詠")),
    Choice("blood", Text("Blood", "血", ja="血")),
    Choice("illusion", Text("Illusion", "幻", ja="幻")),
    Choice("holy", Text("Holy", "聖", ja="聖")),
)
GAME = Game(
    slug="asteriated-grail",
    name=Text("Asteriated Grail", "星杯傳說", ja="星杯伝説"),
    language="zh-Hant",
    tagline=Text("One shared deck, a team of roles", "共用一副牌庫，組成一支隊伍", ja="共有の山札と、仲間の役"),
    folder=Path(__file__).parent,
    kinds=(
        Choice("role", Text("Role", "角色", ja="役")),
        Choice("attack", Text("Attack", "攻擊", ja="攻撃")),
        Choice("magic", Text("Magic", "法術", ja="魔法")),
    ),
    attributes=(
        Attribute(
            "element",
            Text("Element", "系別", ja="属性"),
            "choice",
            rules.ELEMENTS,
            ("attack", "magic"),
            filter="chips",
            chart=True,
            show="line",
            aliases=("c", "e"),
        ),
        Attribute(
            "fate",
            Text("Fate", "命格", ja="命格"),
            "choice",
            FATES,
            filter="chips",
            chart=True,
            show="line",
            aliases=("f",),
        ),
        Attribute(
            "copies",
            Text("In the base deck", "基礎牌張數", ja="基本山札の枚数"),
            "integer",
            kinds=("attack", "magic"),
            show="number",
            short=Text("×", "×"),
            aliases=("q",),
        ),
        Attribute(
            "stars",
            Text("Difficulty", "星級", ja="星"),
            "decimal",
            kinds=("role",),
            filter="range",
            show="pip",
            chart=True,
            aliases=("d",),
        ),
        Attribute(
            "expansion",
            Text("Expansion", "擴充包", "扩展包", "拡張"),
            "choice",
            kinds=("role",),
            filter="select",
            aliases=("x",),
        ),
        Attribute(
            "competition",
            Text("For competition", "可用於比賽", ja="大会で使用可"),
            "flag",
            kinds=("role",),
            filter="select",
            doc="No: printed with \u201ccannot be used for competition\u201d. Empty: unknown.",
            aliases=("comp",),
        ),
        Attribute("not_with", Text("Not with", "不可同場", ja="同時不可"), "list", kinds=("role",)),
    ),
    zones=rules.ZONES,
    formats=(
        Format("free", Text("Free", "自由", ja="フリー"), rules.FREE),
        Format(
            "competition",
            Text("Competition (CM01)", "官方比賽 CM01", ja="大会 CM01"),
            rules.COMPETITION,
            note=Text(
                "Seats: red, blue, blue, red, red, blue.", "座次：紅藍藍紅紅藍。", ja="席順：赤・青・青・赤・赤・青。"
            ),
        ),
    ),
    opening=rules.OPENING,
    presets=PRESETS,
    questions=QUESTIONS,
    simulated=SIMULATED,
    seen_cards=True,
    battle=BATTLE,
    phrases=PHRASES,
    effects=EFFECTS,
    identity=("kind", "name", "element", "fate"),
    order=("kind", "stars", "element", "fate"),
    ruleset="2026.1",
    rendered_names=("en",),
    accent=("#9a4a12", "#f0a35c"),
    cover=Cover("team", ("stars",)),
    motif="grail",
    colours={
        "wind": "150",
        "water": "210",
        "fire": "10",
        "earth": "40",
        "thunder": "275",
        "dark": "300",
        "light": "52",
    },
)
