"""LEGIONS!'s table: minions and a lord, waiting places that move up every turn, standby, and cores."""

from typing import Any

from games.engine.play.playtest.boards import (
    Board,
    BoardCounter,
    BoardVerb,
    BoardZone,
    PlayerChoice,
    PlayerVerb,
    hand_zone,
    library_zone,
)
from games.engine.play.trials.table import SCORE
from games.engine.texts.text import Text
from games.legions.goldfish import (
    AWAKE,
    LENT,
    LORD,
    LORDS,
    MINION,
    MINIONS,
    PLACED,
    STANDBY,
    UPON,
    ZONE,
    can_exhaust_master,
    exhaust_master,
)

UNITS = ("board", "fresh")
PLACED_NOW = {"fresh": Text("placed this turn", "本回合放置", ja="このターンに配置")}


def recount(t: Any) -> None:
    """Minions and lords on the table."""
    for kind, counter in ((MINION, PLACED), (LORD, LORDS)):
        t.var[counter] = sum(t.board[c] + t.fresh[c] for c in range(len(t.hand)) if t.kind[c] == kind)


def left_active(t: Any) -> None:
    """What the end of a turn does with the master of a player."""


def waiting(step: int, roman: str) -> BoardZone:
    return BoardZone(f"wait{step}", Text(f"WT-{roman}", f"WT-{roman}", ja=f"WT-{roman}"), (f"wait{step}",))


BOARD = Board(
    zones=(
        BoardZone(
            "lord",
            Text("Lord", "領主", ja="ロード"),
            UNITS,
            kinds=("lord",),
            slots=1,
            rule="首領放置區",
            labels=PLACED_NOW,
        ),
        BoardZone(
            "minions",
            Text("Minions", "小兵放置區", ja="ミニオン"),
            UNITS,
            kinds=("minion", "skill", "arts"),
            slots=MINIONS,
            rule="小兵放置區",
            labels=PLACED_NOW,
        ),
        waiting(4, "IV"),
        waiting(3, "III"),
        waiting(2, "II"),
        waiting(1, "I"),
        BoardZone("standby", Text("Standby", "板凳區", ja="スタンバイ"), ("standby",), slots=STANDBY, rule="板凳區"),
        hand_zone(),
        library_zone(),
        BoardZone("removed", Text("Removed cards", "卡牌移除區", ja="除外"), ("removed",), "stack"),
    ),
    verbs=(
        BoardVerb("unlock", Text("Unlock", "解鎖", ja="アンロック"), "解鎖手牌"),
        BoardVerb(
            "use", Text("Use from standby", "使用板凳區的卡", ja="スタンバイから使う"), "板凳區", place="standby"
        ),
        BoardVerb("exchange", Text("Discard and draw", "棄一抽一", ja="1枚捨てて1枚引く"), "抽牌階段", face="down"),
        BoardVerb("dismiss", Text("Dismiss", "移除小兵", ja="除外する"), "主要階段", place="board"),
    ),
    counters=(
        BoardCounter("master-cores", Text("Cores on the master", "君主上的魔法核", ja="マスター上のコア"), UPON),
        BoardCounter("cores", Text("Core zone", "魔法核放置區", ja="コアゾーン"), ZONE),
        BoardCounter("lord-cores", Text("Cores on lords", "領主上的魔法核", ja="ロード上のコア"), LENT),
        BoardCounter("awakened", Text("Awakened", "覺醒", ja="覚醒"), AWAKE, high=1),
        BoardCounter("damage", Text("Damage dealt", "造成的傷害", ja="与えたダメージ"), SCORE),
    ),
    choices=(
        PlayerChoice(
            "crowd_out", "standby", "removed", Text("Standby is full", "板凳區已滿", ja="スタンバイの上限"), "板凳區"
        ),
    ),
    advance=(
        ("fresh", "board"),
        ("wait1", "standby"),
        ("wait2", "wait1"),
        ("wait3", "wait2"),
        ("wait4", "wait3"),
    ),
    recount=recount,
    unaided={"exhaust_master": left_active},
    own_verbs=(
        PlayerVerb(
            "exhaust",
            Text("Exhaust the master for a core", "君主轉為疲勞，獲得一枚魔法核", ja="マスターを疲労させてコアを得る"),
            "覺醒模式",
            place="",
            do=exhaust_master,
            is_possible=can_exhaust_master,
        ),
    ),
    attackers={"board": "atk", "fresh": "assault"},
    refreshed=UNITS,
)
