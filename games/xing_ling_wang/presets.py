"""Common goals for the first cards in 星靈王."""

from games.engine.model.presets import Preset
from games.engine.texts.text import Text

PRESETS = (
    Preset(
        "tribute-free",
        Text("A unit that needs no tribute", "有不需祭品的單位"),
        ">=1 of (kind:unit tribute:0 -condition:*)",
        Text("Only a Little Traveller can be summoned on turn 1.", "第一回合只能召喚小旅人。"),
        note=Text("A unit with a blue star counts as neither (十二.4).", "藍星單位兩者都不算（十二.4）。"),
        rule="二.3",
    ),
    Preset(
        "both-places",
        Text("Two units without tribute by turn 2", "到第 2 回合有兩個不需祭品的單位"),
        ">=2 of (kind:unit tribute:0 -condition:*)",
        Text("The first formation has to use a Little Traveller.", "第一次佈陣要用小旅人補位。"),
        turn=2,
        rule="二.4",
    ),
    Preset(
        "not-all-spells",
        Text("A hand that is not all spells", "起手不全是魔法"),
        ">=1 of (kind:unit)",
        Text("There is no unit to summon.", "沒有單位可以召喚。"),
        rule="一.5",
    ),
    Preset(
        "first-tribute",
        Text("A one-tribute unit and its tribute by turn 2", "到第 2 回合有一個 1 祭品單位和一個祭品"),
        ">=1 of (kind:unit tribute=1) and >=1 of (kind:unit tribute:0 -condition:*)",
        Text("No unit that needs a tribute can be summoned on turn 2.", "第 2 回合召喚不出需要祭品的單位。"),
        turn=2,
        rule="十二.3",
    ),
)
