"""Common goals for the first four cards in 星杯傳說."""

from games.engine.model.presets import Preset
from games.engine.texts.text import Text

PRESETS = (
    Preset(
        "not-stuck",
        Text("A card to act with", "有牌可以行動"),
        ">=1 of (-name:聖光)",
        Text(
            "Four Holy Lights: no attack and no magic, and nothing can be bought with four cards in hand: stuck.",
            "四張聖光：不能攻擊也不能使用法術，四張手牌又不能購買，無法行動。",
        ),
        note=Text(
            "Only special actions are left, and without stones not even these. Role skills are not counted.",
            "只剩特殊行動，沒有星石時連特殊行動都做不了。角色技能不計在內。",
        ),
        rule="四.十",
    ),
    Preset(
        "attack",
        Text("An attack card", "有攻擊牌"),
        ">=1 of (kind:attack)",
        Text("No attack on the first turn.", "第一回合不能攻擊。"),
        rule="三.三",
    ),
    Preset(
        "defence",
        Text("Holy Light or Holy Shield to defend with", "有聖光或聖盾可以防守"),
        ">=1 of (name:聖光 or name:聖盾)",
        Text("Only a responding attack can stop an attack.", "只能靠應戰擋下攻擊。"),
        rule="二.八",
    ),
)
