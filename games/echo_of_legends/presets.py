"""What players of Echo of Legends hope for in their first cards."""

from games.engine.model.presets import Preset
from games.engine.texts.text import Text

PRESETS = (
    Preset(
        "minion",
        Text("A minion to place", "有隨從可以放"),
        ">=1 of (kind:minion)",
        Text("No minion to place: that player loses at once.", "沒有隨從可放：立刻落敗。"),
        rule="2.1.1",
    ),
    Preset(
        "full-board",
        Text("Five minions, a full board", "五個隨從，場上放滿"),
        ">=5 of (kind:minion)",
        Text("Places on the board stay empty.", "場上有空位。"),
        rule="2.1.1",
    ),
    Preset(
        "wake-first",
        Text("A minion that three energy wake", "有3點能量就能喚醒的隨從"),
        ">=1 of (kind:minion cost<=3)",
        Text("On the play, no minion wakes in the first turn.", "先手的第一回合叫不醒任何隨從。"),
        rule="2.1.2",
    ),
    Preset(
        "board-and-items",
        Text("Five minions and two items", "五個隨從和兩張道具"),
        ">=5 of (kind:minion) and >=2 of (kind:item)",
        Text("Places stay empty, or there are few items to play.", "場上有空位，或道具不夠用。"),
        rule="2.1.1",
    ),
)
