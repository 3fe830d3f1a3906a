"""Common goals for the first cards in Echo of Legends."""

from games.engine.model.presets import Preset
from games.engine.texts.text import Text

EFFECTS = Text("Effects of cards are not counted.", "不計卡牌效果。", ja="カードの効果は数えない。")

PRESETS = (
    Preset(
        "minion",
        Text("A minion to place", "有隨從可以放", ja="置ける従者がいる"),
        ">=1 of (kind:minion)",
        Text(
            "No minion to place: you lose at once, or draw if the opponent has none either.",
            "沒有隨從可放：立刻落敗；對手也沒有時平手。",
            ja="置ける従者がいない：ただちに負ける（相手にもいなければ引き分け）。",
        ),
        rule="2.1.1",
    ),
    Preset(
        "full-board",
        Text("Five minions to fill the board", "五個隨從，場上放滿", ja="場を埋める従者が5体"),
        ">=5 of (kind:minion)",
        Text(
            "Some places on the board stay empty at the start.", "開場時場上有空位。", ja="開始時に場に空きができる。"
        ),
        rule="1.1, 2.1.1",
    ),
    Preset(
        "wake-first",
        Text(
            "A minion you can wake for three energy",
            "有 3 點能量就能喚醒的隨從",
            ja="エネルギー3で覚醒できる従者がいる",
        ),
        ">=1 of (kind:minion cost<=3)",
        Text("No minion can be woken on turn 1.", "第一回合叫不醒任何隨從。", ja="第1ターンに従者を覚醒できない。"),
        seats=("first",),
        note=EFFECTS,
        rule="2.1.2",
    ),
    Preset(
        "wake-second",
        Text(
            "A minion you can wake for five energy", "有 5 點能量就能喚醒的隨從", ja="エネルギー5で覚醒できる従者がいる"
        ),
        ">=1 of (kind:minion cost<=5)",
        Text("No minion can be woken on turn 1.", "第一回合叫不醒任何隨從。", ja="第1ターンに従者を覚醒できない。"),
        turn=1,
        seats=("second",),
        note=EFFECTS,
        rule="2.1.2",
    ),
    Preset(
        "board-and-items",
        Text("Five minions and two items", "五個隨從和兩張道具", ja="従者5体と道具2枚"),
        ">=5 of (kind:minion) and >=2 of (kind:item)",
        Text(
            "Some places stay empty at the start, or there are fewer than two items in hand.",
            "開場時場上有空位，或手上的道具不到兩張。",
            ja="開始時に場に空きができるか、手札の道具が2枚に満たない。",
        ),
        rule="1.1, 2.1.1",
    ),
)
