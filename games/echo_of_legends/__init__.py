"""Echo of Legends: a hero and thirty cards, at most one ultra rare of each name."""

from pathlib import Path

from games.echo_of_legends import rules
from games.echo_of_legends.battle import BATTLE
from games.echo_of_legends.effect_phrases import PHRASES
from games.echo_of_legends.effects import EFFECTS
from games.echo_of_legends.presets import PRESETS
from games.echo_of_legends.questions import QUESTIONS, SIMULATED
from games.engine.model.cards import Attribute, Choice
from games.engine.model.covers import Cover
from games.engine.model.game import Format, Game
from games.engine.texts.text import Text

GAME = Game(
    slug="echo-of-legends",
    name=Text("Echo of Legends", "Echo of Legends"),
    language="zh-Hans",
    tagline=Text(
        "A hero, thirty cards, ten in hand", "一位英雄，三十張牌，起手十張", ja="英雄ひとりと三十枚、手札は十枚から"
    ),
    folder=Path(__file__).parent,
    kinds=(
        Choice("hero", Text("Hero", "英雄", ja="英雄")),
        Choice("minion", Text("Minion", "隨從", ja="従者")),
        Choice("item", Text("Item", "道具", ja="道具")),
    ),
    attributes=(
        Attribute(
            "attribute",
            Text("Attribute", "屬性", ja="属性"),
            "choice",
            rules.ATTRIBUTES,
            ("hero", "minion"),
            filter="chips",
            chart=True,
            show="line",
            aliases=("c", "element"),
        ),
        Attribute(
            "cost",
            Text("Cost", "費用", ja="コスト"),
            "integer",
            kinds=("minion", "item"),
            filter="chips",
            chart=True,
            show="pip",
        ),
        Attribute(
            "attack",
            Text("Attack", "攻擊力", ja="攻撃力"),
            "integer",
            kinds=("minion",),
            filter="range",
            show="number",
            short=Text("ATK", "攻", ja="攻"),
            aliases=("a",),
        ),
        Attribute(
            "hp",
            Text("HP", "血量", ja="HP"),
            "integer",
            kinds=("hero",),
            filter="range",
            show="number",
            short=Text("HP", "血", ja="HP"),
            aliases=("h",),
        ),
        Attribute(
            "faction",
            Text("Faction", "陣營", ja="陣営"),
            "choice",
            kinds=("hero", "minion"),
            filter="select",
            aliases=("f",),
            script="Hans",
        ),
        Attribute(
            "race",
            Text("Race", "種族", ja="種族"),
            "choice",
            kinds=("hero", "minion"),
            filter="select",
            show="line",
            aliases=("tribe",),
            script="Hans",
        ),
    ),
    zones=rules.ZONES,
    formats=(
        Format(
            "standard",
            Text("Standard", "標準", ja="スタンダード"),
            rules.STANDARD,
            note=Text(
                "There is no list of banned or limited cards (5.1).",
                "沒有禁限卡表（5.1）。",
                ja="使用禁止や枚数制限のリストはない（5.1）。",
            ),
        ),
    ),
    opening=rules.OPENING,
    presets=PRESETS,
    questions=QUESTIONS,
    simulated=SIMULATED,
    battle=BATTLE,
    phrases=PHRASES,
    effects=EFFECTS,
    counted={"rarity": rules.RARITIES},
    identity=("name", "rarity", "kind"),
    order=("kind", "cost", "attribute"),
    ruleset="2026.1",
    accent=("#0e7568", "#55d6c2"),
    cover=Cover("hero", ("cost", "attack")),
    motif="rune",
    colours={"fire": "8", "grass": "120", "water": "205", "light": "46", "dark": "285"},
)
