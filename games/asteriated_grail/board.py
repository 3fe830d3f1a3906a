"""星杯傳說's table: one deck for all, the hand of the player who acts and those who act next, stones and grails."""

from typing import Any

from games.asteriated_grail.goldfish import CHARGE, CRYSTALS, GEMS
from games.engine.play.playtest.boards import (
    Board,
    BoardCounter,
    BoardVerb,
    BoardZone,
    HandsPassed,
    PlayerChoice,
    hand_zone,
    library_zone,
)
from games.engine.play.trials.table import SCORE
from games.engine.texts.text import Text


def three_players(t: Any) -> bool:
    return bool(t.team[0] >= 3)


def four_players(t: Any) -> bool:
    return bool(t.team[0] == 4)


def energy(player: int) -> Text:
    return Text(f"Energy of player {player}", f"{player}號位能量", ja=f"{player}番のエネルギー")


BOARD = Board(
    zones=(
        hand_zone("hand", Text("Hand of the player to act", "行動者手牌", ja="手番の手札")),
        hand_zone("next1", Text("Next player’s hand", "下一位的手牌", ja="次の手札")),
        hand_zone("next2", Text("Hand of the player after next", "下下位的手牌", ja="その次の手札"), three_players),
        hand_zone("next3", Text("Last player’s hand", "最後一位的手牌", ja="最後の手札"), four_players),
        library_zone(),
        BoardZone("discarded", Text("Discard pile", "棄牌堆", "弃牌堆", "捨て札"), ("discarded",), "stack"),
    ),
    verbs=(
        BoardVerb("play", Text("Attack or cast", "攻擊或法術", ja="攻撃・魔法"), "三.三"),
        BoardVerb("buy", Text("Buy", "購買", ja="購入"), "三.三", place=""),
        BoardVerb("synthesise", Text("Synthesise a grail", "合成", ja="合成"), "三.三", place=""),
        BoardVerb("refine", Text("Refine", "提煉", ja="精錬"), "四.七", place=""),
        BoardVerb("stuck", Text("Unable to act", "無法行動", ja="行動不能"), "四.十", place=""),
    ),
    counters=(
        BoardCounter("gems", Text("Gems", "寶石", ja="宝石"), GEMS),
        BoardCounter("crystals", Text("Crystals", "水晶", ja="水晶"), CRYSTALS),
        BoardCounter("grails", Text("Grails", "星杯", ja="星杯"), SCORE),
        *(
            BoardCounter(
                f"energy-{k + 1}", Text(f"Energy {k + 1}", f"{k + 1} 號能量", ja=f"{k + 1}番のエネルギー"), CHARGE + k
            )
            for k in range(4)
        ),
    ),
    passing=HandsPassed("pass_on", ("hand", "next1", "next2", "next3")),
    choices=(PlayerChoice("discard", "hand", "discarded", Text("Hand limit", "手牌上限", ja="手札の上限"), "四.八.4"),),
)
