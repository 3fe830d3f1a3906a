"""Common goals for the first cards in Echo of Legends."""

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
        Text("Five minions to fill the board", "五個隨從，場上放滿"),
        ">=5 of (kind:minion)",
        Text("Some places on the board stay empty.", "場上有空位。"),
        rule="2.1.1",
    ),
    Preset(
        "wake-first",
        Text("A minion you can wake for three energy", "有 3 點能量就能喚醒的隨從"),
        ">=1 of (kind:minion cost<=3)",
        Text("On the play, no minion can be woken on turn 1.", "先手的第一回合叫不醒任何隨從。"),
        rule="2.1.2",
    ),
    Preset(
        "board-and-items",
        Text("Five minions and two items", "五個隨從和兩張道具"),
        ">=5 of (kind:minion) and >=2 of (kind:item)",
        Text("Some places stay empty, or there are too few items to play.", "場上有空位，或道具不夠用。"),
        rule="2.1.1",
    ),
)
